"""Permutation files scored in bounded memory."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from wordorder.errors import expect
from wordorder.ordering.metrics import select_metrics
from wordorder.ordering.permutation_scores import PermutationScores, ScoredPermutations
from wordorder.ordering.scores import ordering_scores
from wordorder.output import as_meter, follow_files, number_text, signature
from wordorder.output.grid import Grid
from wordorder.permutation import PermutationBatch, read_permutations
from wordorder.text import is_input

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from wordorder.ordering.scores import OperatorScore
    from wordorder.output import Meter
    from wordorder.text import Input


def score_permutations(
    source: Input | PermutationBatch | Iterable[PermutationBatch],
    metrics: str | Iterable[str] = "all",
    *,
    beta: float = 0.6,
    gamma: float = 0.0,
    op_score: OperatorScore = None,
    order: bool = False,
    threads: int | None = None,
    progress: bool | Meter = False,
) -> Generator[PermutationScores, None, None]:
    r"""Score permutations, one per line of a file, in bounded memory.

    Args:
        source: The file, stream or column of Arrow, as in `read_permutations`. Or a batch, or
            several.
        metrics: `"all"`, one name, or several; this and the next arguments as in `ordering_scores`.
        beta: Weight of a node's own operator in `pet` and `pef`.
        gamma: Score of the inverted operator ⟨2,1⟩ in `pet` and `pef`.
        op_score: Operator scores to use instead.
        order: Whether the lines are orders (the word at each position), to be converted to ranks.
        threads: Number of threads; by default one per processor.
        progress: Whether to show progress.

    Yields:
        The scores of consecutive permutations, at least once; the last item has the mean of all.
        `PermutationScores.join` combines them.

    Raises:
        InputError: The file cannot be read, or a line is not a permutation.
        UsageError: An unknown metric, or a weight outside [0, 1]; raised immediately.

    Examples:
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "permutations.txt")
        ...     _ = file.write_text("2 4 1 3\n1 2\n")
        ...     for scores in score_permutations(file, ["kendall", "pef"]):
        ...         print(scores.records().text("tsv"), end="")
        n	kendall	pef
        4	0.5	0.0
        2	1.0	1.0
    """
    names = select_metrics(metrics)
    options: dict[str, Any] = {
        "beta": beta,
        "gamma": gamma,
        "op_score": op_score,
        "threads": threads,
    }
    ordering_scores([], [0], names, **options)  # rejects invalid options before reading anything
    worth = f"gamma:{number_text(gamma)}"
    if op_score is not None:
        worth = f"op_score:{getattr(op_score, '__name__', op_score)}"
    run = _Run(names, options, signature([f"beta:{number_text(beta)}", worth]))
    if is_input(source):
        return run.score_file(source, order, as_meter(progress))
    batches = [source] if isinstance(source, PermutationBatch) else source
    return run.score(cast("Iterable[PermutationBatch]", batches))


class _Run:
    """Scores batches one by one, and keeps the sums for the mean."""

    def __init__(self, names: tuple[str, ...], options: dict[str, Any], signature: str) -> None:
        self._names = names
        self._options = options
        self._signature = signature
        self._sums = np.zeros(len(names))
        self._lines = self._defined = 0

    def score_file(
        self, file: Input, order: bool, meter: Meter
    ) -> Generator[PermutationScores, None, None]:
        with (
            follow_files(meter, "scoring", [file]) as advance,
            closing(read_permutations(file, order=order, on_bytes=advance)) as batches,
        ):
            yield from self.score(batches)

    def score(
        self, batches: Iterable[PermutationBatch]
    ) -> Generator[PermutationScores, None, None]:
        anything = False
        for batch in batches:
            yield self._scored(batch)
            anything = True
        if not anything:
            yield self._scored(PermutationBatch(np.empty(0, np.int32), np.zeros(1, np.int64)))

    def _scored(self, batch: PermutationBatch) -> PermutationScores:
        expect(batch, PermutationBatch, "source")
        scores = ordering_scores(batch.values, batch.offsets, self._names, **self._options)
        self._lines += len(batch)
        self._defined += int(np.count_nonzero(batch.lengths))
        self._sums += [np.nansum(column) for column in scores.values()]
        means = self._sums / self._defined if self._defined else self._sums * np.nan
        lines = range(batch.first_line, batch.first_line + len(batch))
        columns = np.array(list(scores.values())).reshape(len(scores), len(batch)).T
        return PermutationScores(
            self._signature,
            self._lines,
            self._lines - self._defined,
            dict(zip(self._names, means.tolist(), strict=True)),
            ScoredPermutations(
                batch, Grid.of({"line": lines, "metric": self._names}, score=columns)
            ),
        )
