"""Summaries of the figures of many rows, which can be merged."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Self

import numpy as np

from wordorder.corpus.histograms import Histogram
from wordorder.corpus.outputs import Output
from wordorder.errors import Argument, InputError, UsageError
from wordorder.output.archive import pack, unpack
from wordorder.reorderings.batch import SIDES, Side
from wordorder.reorderings.corpus_counting import ANTICIPATION, ReorderingAnalyzer
from wordorder.statistics.accumulators import Accumulator, Tally
from wordorder.statistics.bundles import Bundles, Rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordorder.arrays import Floats, Integers
    from wordorder.corpus.evaluating import EvaluatedRows

MOST_BUNDLES = 1 << 12
"""The most items to resample: enough for an interval, few enough for a small summary."""

_FORMAT = "summary/2"


class RowCounts(NamedTuple):
    """The number of rows of each kind.

    Attributes:
        read: All rows.
        null: Rows with a null where a value is needed.
        rejected: Rows with a problem.
        filtered: Rows that could be evaluated but were not chosen, nulls included.
        written: Rows that were chosen, on which all figures are based.
    """

    read: Tally = 0
    null: Tally = 0
    rejected: Tally = 0
    filtered: Tally = 0
    written: Tally = 0


@dataclass(eq=False, repr=False)
class Summary(Accumulator):
    """Counts, histograms, and sums to resample, of the chosen rows of a corpus.

    Attributes:
        outputs: The outputs that every row has.
        counts: The number of rows of each kind.
        histograms: The distribution of the values of each output, by its name.
        bundles: The sums of all outputs, then how often each is defined.
        reorderings: The reordering analysis; None if rows have no links.

    Examples:
        >>> from wordorder.corpus.evaluating import EvaluatedRows
        >>> summary = Summary.of([Output("kendall", "Pairs in order", "unit")])
        >>> every = np.ones(3, bool)
        >>> rows = EvaluatedRows({"kendall": np.array([1, np.nan, 0.5])}, every, {}, None)
        >>> summary.add(rows, every, file=0, rows=np.arange(1, 4))
        >>> summary.histograms["kendall"].quantile(0.5), summary.counts.written
        (0.5, 3)
    """

    outputs: tuple[Output, ...]
    counts: RowCounts
    histograms: Mapping[str, Histogram]
    bundles: Bundles
    reorderings: ReorderingAnalyzer | None

    @classmethod
    def of(
        cls,
        outputs: Iterable[Output],
        *,
        with_links: bool = False,
        known_lengths: Collection[Side] = SIDES,
        ks: Sequence[int] = ANTICIPATION,
        most: int = MOST_BUNDLES,
    ) -> Self:
        """Return an empty summary.

        Args:
            outputs: The outputs that every row has.
            with_links: Whether rows have links, so that reorderings are analysed.
            known_lengths: The sides whose lengths are known, not inferred from the links.
            ks: Values of k for anticipation.
            most: Maximum number of items to resample; more rows are bundled.
        """
        every = tuple(outputs)
        return cls(
            every,
            RowCounts(),
            {output.name: Histogram(output.scale, whole=output.whole) for output in every},
            Bundles(2 * len(every), most),
            ReorderingAnalyzer(ks, known_lengths=known_lengths, most=most) if with_links else None,
        )

    def __post_init__(self) -> None:
        kinds = [(name, values.scale, values.whole) for name, values in self.histograms.items()]
        if kinds != [(output.name, output.scale, output.whole) for output in self.outputs]:
            raise ValueError("there must be a histogram for each output")
        if self.bundles.columns != 2 * len(self.outputs):
            raise ValueError("the statistics to resample are not of these outputs")

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
            chosen: A mask of the rows to write and sum up.
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


def _sums_and_numbers(columns: Sequence[Floats], rows: int) -> Floats:
    """Return the value of each output in each row, 0 if undefined; then whether it is defined."""
    statistics = np.empty((2, len(columns), rows))
    for place, column in enumerate(columns):
        statistics[0, place] = column
    np.equal(statistics[0], statistics[0], out=statistics[1], casting="unsafe")  # not NaN
    if not statistics[1].all():
        np.nan_to_num(statistics[0], copy=False)
    return statistics.reshape(2 * len(columns), rows).T


@dataclass(frozen=True, slots=True)
class SummaryFile:
    """A summary with its origin.

    Attributes:
        summary: The summary.
        fingerprint: An identifier of everything that determines the summary.
        sizes: The sizes of the files written with it, by name.

    Examples:
        >>> from wordorder.corpus.outputs import Output
        >>> summary = Summary.of([Output("kendall", "", "unit")])
        >>> content = SummaryFile(summary, "version:1", {"a.parquet": 9}).to_bytes()
        >>> SummaryFile.from_bytes(content).sizes
        {'a.parquet': 9}
    """

    summary: Summary
    fingerprint: str
    sizes: Mapping[str, Tally] = field(default_factory=dict)

    def to_bytes(self) -> bytes:
        """Return the content of the file, the same for equal summaries.

        Raises:
            InputError: A row was added twice.
        """
        return pack(self, _FORMAT)

    @classmethod
    def from_bytes(cls, content: bytes, name: str = "summary") -> Self:
        """Read the content of a file.

        Args:
            content: The content.
            name: The name of the file in errors.

        Raises:
            InputError: The content is not a summary, or is damaged.
        """
        try:
            return unpack(cls, content, _FORMAT)
        except InputError as error:
            raise InputError(f"{name}: not a summary of wordorder, or damaged: {error}") from error
