"""Evaluated rows for tests: drawn figures, and links whose reorderings are counted."""

from __future__ import annotations

import json
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from reordering_batches import alignment_batch
from wordorder.corpus.evaluating import EvaluatedRows
from wordorder.corpus.folder import SETTINGS, SUMMARIES
from wordorder.corpus.outputs import Output
from wordorder.corpus.summary import Summary, SummaryFile
from wordorder.reorderings import count_reorderings, extract_reorderings

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray


OUTPUTS = (
    Output("kendall", "Share of word pairs in order", "unit"),
    Output("rquantity", "Amount of reordering", "log"),
    Output("source_length", "Words of the source", "log", whole=True),
)


class Corpus:
    """Rows with links: every fifth has no order, every seventh is null, every ninth is bad."""

    def __init__(self, count: int, seed: int = 1, blocks: int = 2) -> None:
        rng = np.random.default_rng(seed)
        lengths = rng.integers(1, 25, count)
        self.links = alignment_batch([(_links(rng, n, blocks), int(n), int(n)) for n in lengths])
        number = np.arange(count)
        self.bad = number % 9 == 8
        self.usable = (number % 7 != 6) & ~self.bad
        undefined = (number % 5 == 4) | ~self.usable
        self.columns = {
            "kendall": np.where(undefined, np.nan, rng.integers(0, 1001, count) / 1000),
            "rquantity": np.where(self.usable, rng.random(count) * 3, np.nan),
            "source_length": np.where(self.usable, lengths, np.nan).astype(float),
        }

    def __len__(self) -> int:
        return len(self.usable)

    def rows(self, start: int, stop: int) -> EvaluatedRows:
        links = self.links.rows(start, stop)
        some = slice(start, stop)
        return EvaluatedRows(
            {name: column[some] for name, column in self.columns.items()},
            self.usable[some],
            dict.fromkeys(np.flatnonzero(self.bad[some]).tolist(), "link out of range"),
            count_reorderings(links, extract_reorderings(links), (1, 3, 5)),
        )

    def add_to(
        self,
        summary: Summary,
        start: int = 0,
        stop: int | None = None,
        chosen: NDArray[np.bool_] | None = None,
        file: int = 7,
    ) -> None:
        """Add the rows from one number to before another; all good ones, or the chosen of them."""
        end = len(self) if stop is None else stop
        mask = ~self.bad if chosen is None else chosen & ~self.bad
        numbers = np.arange(start + 1, end + 1)
        summary.add(self.rows(start, end), mask[start:end], file=file, rows=numbers)


def _links(rng: np.random.Generator, n: int, blocks: int) -> set[tuple[int, int]]:
    order = np.arange(n)
    for _ in range(blocks):
        start, stop = sorted(rng.integers(0, n + 1, 2))
        order[start:stop] = order[start:stop][::-1]
    return set(enumerate(order.tolist()))


@cache
def corpus(count: int, seed: int = 1, blocks: int = 2) -> Corpus:
    return Corpus(count, seed, blocks)


def summary_of(rows: Corpus, *, with_links: bool = True, **options: int) -> Summary:
    summary = Summary.of(OUTPUTS, with_links=with_links, **options)
    rows.add_to(summary)
    return summary


SIGNATURE = "order:links|outputs:kendall,rquantity"


def write_folder(
    folder: Path,
    rows: Corpus,
    *,
    fragments: int = 3,
    outputs: Sequence[Output] = OUTPUTS,
    with_links: bool = True,
) -> Path:
    """Write the summaries of a corpus in several fragments."""
    (folder / SUMMARIES).mkdir(parents=True)
    (folder / SETTINGS).write_text(json.dumps({"fragments": fragments, "signature": SIGNATURE}))
    cuts = np.linspace(0, len(rows), fragments + 1).astype(int).tolist()
    for number, (start, stop) in enumerate(pairwise(cuts)):
        summary = Summary.of(outputs, with_links=with_links)
        rows.add_to(summary, start, stop)
        name = f"train.parquet-67f65784-{number:05d}.npz"
        (folder / SUMMARIES / name).write_bytes(
            SummaryFile(summary, f"rows from {start}").to_bytes()
        )
    return folder
