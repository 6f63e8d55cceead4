"""Output folders of batch runs, with nothing but summaries in them."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from evaluated_rows import OUTPUTS, Corpus
from wordorder.corpus.folder import SETTINGS, SUMMARIES
from wordorder.corpus.summary import Summary, SummaryFile

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from wordorder.corpus.outputs import Output

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
