"""The figures of many rows, summed up so that parts can be put together."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.corpus.histograms import Histogram
from wordorder.errors import Argument, InputError, UsageError
from wordorder.reorderings.batch import SIDES
from wordorder.reorderings.corpus_counting import ANTICIPATION, ReorderingAnalyzer
from wordorder.statistics import Accumulator, Bundles, Rows
from wordorder.statistics.states import is_count, state_part

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from typing import Self

    from numpy.typing import NDArray

    from wordorder.arrays import Floats, Integers
    from wordorder.corpus.evaluated import EvaluatedRows
    from wordorder.corpus.outputs import Output
    from wordorder.reorderings.batch import Side
    from wordorder.statistics.states import State

MOST_BUNDLES = 1 << 12
"""Items to resample: enough for an interval, and a summary stays small."""


class RowCounts(NamedTuple):
    """How many rows there are of each kind.

    Attributes:
        read: All of them.
        null: Those with a null where a value is needed.
        rejected: Those with a problem.
        filtered: Those that could be evaluated but were not chosen, nulls included.
        written: Those that were chosen, which all figures are about.
    """

    read: int = 0
    null: int = 0
    rejected: int = 0
    filtered: int = 0
    written: int = 0


class Summary(Accumulator):
    """Counts, histograms and statistics to resample of the chosen rows of a corpus.

    Args:
        outputs: The outputs that every row has.
        with_links: Whether rows have links, so that reorderings are analysed.
        known_lengths: The sides whose lengths are known, not inferred from the links.
        ks: Values of k for anticipation.

    Examples:
        >>> from wordorder.corpus.evaluated import EvaluatedRows
        >>> from wordorder.corpus.outputs import Output
        >>> summary = Summary([Output("kendall", "Pairs in order", "unit")])
        >>> every = np.ones(3, bool)
        >>> rows = EvaluatedRows({"kendall": np.array([1, np.nan, 0.5])}, every, {}, None)
        >>> summary.add(rows, every, file=0, rows=np.arange(1, 4))
        >>> summary.histograms["kendall"].quantile(0.5), summary.counts.written
        (0.5, 3)
    """

    def __init__(
        self,
        outputs: Sequence[Output],
        *,
        with_links: bool = False,
        known_lengths: Collection[Side] = SIDES,
        ks: Sequence[int] = ANTICIPATION,
    ) -> None:
        self.outputs = tuple(outputs)
        self.counts = RowCounts()
        self.histograms = {
            output.name: Histogram(output.scale, whole=output.whole) for output in self.outputs
        }
        self.bundles = Bundles(2 * len(self.outputs), MOST_BUNDLES)
        self.reorderings = (
            ReorderingAnalyzer(ks, known_lengths=known_lengths, most=MOST_BUNDLES)
            if with_links
            else None
        )

    @property
    def configuration(self) -> Mapping[str, object]:
        """The outputs, and the options of the reordering analysis."""
        analysis = None if self.reorderings is None else dict(self.reorderings.configuration)
        outputs = tuple((output.name, output.scale, output.whole) for output in self.outputs)
        return {"outputs": outputs, "reordering analyses": analysis}

    def add(
        self,
        evaluated: EvaluatedRows,
        chosen: NDArray[np.bool_],
        *,
        file: int,
        rows: Integers,
    ) -> None:
        """Add rows.

        Args:
            evaluated: Their figures.
            chosen: Mask of the rows that are written, and that figures are about.
            file: The number of their file, to tell rows apart.
            rows: Their numbers in that file.

        Raises:
            UsageError: A row with a problem is chosen.
        """
        self._count(evaluated, chosen)
        usable = evaluated.usable & chosen
        everything = bool(usable.all())
        columns = [
            column if everything else column[usable]
            for column in (evaluated.columns[output.name] for output in self.outputs)
        ]
        for column, histogram in zip(columns, self.histograms.values(), strict=True):
            histogram.add(column)
        statistics = _sums_and_numbers(columns, len(rows) if everything else int(usable.sum()))
        self.bundles.add(Rows.of_file(file, rows[usable], statistics))
        if self.reorderings is not None and evaluated.counted is not None:
            self.reorderings.add_counts(
                evaluated.counted, rows=None if everything else usable, lines=rows, file=file
            )

    def _count(self, evaluated: EvaluatedRows, chosen: NDArray[np.bool_]) -> None:
        rejected = len(evaluated.problems)
        if rejected and chosen[list(evaluated.problems)].any():
            raise UsageError(Argument("chosen"), " has a row with a problem")
        read, written = len(evaluated), int(chosen.sum())
        null = read - rejected - int(evaluated.usable.sum())
        new = RowCounts(read, null, rejected, read - rejected - written, written)
        self.counts = RowCounts(*map(sum, zip(self.counts, new, strict=True)))

    def _merge(self, other: Self) -> None:
        self.counts = RowCounts(*map(sum, zip(self.counts, other.counts, strict=True)))
        for name, histogram in self.histograms.items():
            histogram.merge(other.histograms[name])
        self.bundles.merge(other.bundles)
        if self.reorderings is not None and other.reorderings is not None:
            self.reorderings.merge(other.reorderings)

    def state(self) -> State:
        """Return what was counted; see `statistics.states`."""
        return {
            "counts": self.counts._asdict(),
            "histograms": {name: one.state() for name, one in self.histograms.items()},
            "bundles": self.bundles.state(),
            "reorderings": None if self.reorderings is None else self.reorderings.state(),
        }

    def restore(self, state: State) -> None:
        """Add what was handed out as a state by a summary with the same options.

        Raises:
            InputError: It is not the state of such a summary.
        """
        counts = state_part(state, "counts")
        if list(counts) != list(RowCounts._fields) or not all(map(is_count, counts.values())):
            raise InputError("the numbers of rows are damaged")
        self.counts = RowCounts(*map(sum, zip(self.counts, counts.values(), strict=True)))
        histograms = state_part(state, "histograms")
        for name, histogram in self.histograms.items():
            histogram.restore(state_part(histograms, name))
        self.bundles.restore(state_part(state, "bundles"))
        if self.reorderings is not None:
            self.reorderings.restore(state_part(state, "reorderings"))


def _sums_and_numbers(columns: Sequence[Floats], rows: int) -> Floats:
    """The value of each output in each row, 0 if undefined; then whether it is defined."""
    statistics = np.empty((2, len(columns), rows))
    for place, column in enumerate(columns):
        statistics[0, place] = column
    np.equal(statistics[0], statistics[0], out=statistics[1], casting="unsafe")  # not NaN
    if not statistics[1].all():
        np.nan_to_num(statistics[0], copy=False)
    return statistics.reshape(2 * len(columns), rows).T
