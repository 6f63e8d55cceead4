"""Retention of the reorderings of a reference in translations, the result and its views."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import nan
from typing import Annotated, Any, ClassVar, TypeAlias

import numpy as np
from numpy.typing import NDArray

from wordorder import _kernels
from wordorder.alignment.batch import AlignmentBatch
from wordorder.arrays import as_int32, frozen
from wordorder.errors import InputError, UsageError, expect
from wordorder.output.codec import Bounds, Count, Level, derived
from wordorder.output.console import visible
from wordorder.output.grid import ESTIMATE, Grid, Layout, pair_labels
from wordorder.output.records import Records
from wordorder.output.results import Result
from wordorder.output.tables import Cell, Column, Estimate, Table
from wordorder.output.views import Field, View, difference_table, fields, grid_table, row_view
from wordorder.output.wording import counted, interval_note
from wordorder.reorderings.analysis_result import refuse_without_trees
from wordorder.reorderings.batch import WIDTH_CLASSES, ReorderingBatch
from wordorder.reorderings.inputs import INFERRED_NOTE, is_inferred

Rows: TypeAlias = "Iterator[Sequence[Cell]]"

# The outcomes for a reordering, with the codes of kernels/reordering/retention.hpp.
FATES = {-1: "unjudgeable", 0: "lost", 1: "order", 2: "shifted", 3: "phrase"}
UNJUDGEABLE, LOST = -1, 0

WIDEST_APART = 20
"""Wider reorderings are counted together."""
WIDTHS = (*map(str, range(2, WIDEST_APART + 1)), f">{WIDEST_APART}")

RETAINED = ("retained", *(f"retained_{name}" for name in WIDTH_CLASSES))
ORDER_BIAS = ("order_bias", *(f"order_bias_{name}" for name in WIDTH_CLASSES))
RETENTION_MEASURES = (*RETAINED, *ORDER_BIAS)
"""Shares of the reference's reorderings that are retained; and order bias: the RQuantity, and the
reorderings of each width class, of a system divided by those of the reference. Below 1, the system
stays closer to the source order than the reference does."""

JUDGED = {"retained": int, "judged": int}
SHARES = {**JUDGED, "share": float, "low": float, "high": float}
TESTS = {"difference": float, "p": float, "p_holm": float}


def retained_reorderings(
    reference: AlignmentBatch,
    found: ReorderingBatch,
    translation: AlignmentBatch,
    moved: ReorderingBatch,
    phrases: Sequence[Sequence[range]] | None = None,
) -> NDArray[np.int8]:
    """Decide for each reordering of the reference whether a translation retains it.

    It does if a phrase of the decoder covers both blocks (`phrase`, 3); if in the translation
    every target of B comes before every target of A (`order`, 1); or if the translation has a
    reordering of the same source width whose first and last word are both shifted by the same −1,
    0 or +1 (`shifted`, 2). Otherwise it is lost (0). Where a block has no link at all in the
    translation, and no phrase covers both, it cannot be judged (−1). `FATES` names the codes.

    Args:
        reference: Links from the source to the reference.
        found: The reorderings of the reference.
        translation: Links from the same source to the translation.
        moved: The reorderings of the translation.
        phrases: For each sentence, the source words of the decoder's phrases, if known; phrases
            do not overlap.

    Raises:
        InputError: The numbers or the lengths of the sentences differ.
        UsageError: The reorderings were not extracted with over=source, or an argument has the
            wrong type.

    Examples:
        >>> from wordorder import Alignment, AlignmentBatch
        >>> from wordorder.reorderings import extract_reorderings
        >>> reference = AlignmentBatch.from_alignments([Alignment.parse("0-1 1-0")])
        >>> monotone = AlignmentBatch.from_alignments([Alignment.parse("0-0 1-1")])
        >>> found = extract_reorderings(reference)
        >>> retained_reorderings(reference, found, reference, found).tolist()
        [1]
        >>> retained_reorderings(reference, found, monotone, extract_reorderings(monotone)).tolist()
        [0]

    References:
        Birch, Blunsom and Osborne (2009), A Quantitative Analysis of Reordering Phenomena, 5.2.
    """
    for name, batch in {"reference": reference, "translation": translation}.items():
        expect(batch, AlignmentBatch, name)
    for name, rows in {"found": found, "moved": moved}.items():
        expect(rows, ReorderingBatch, name)
    if "target" in (found.over, moved.over):
        raise UsageError(
            "retention needs reorderings over the source: extract them with over=source"
        )
    if len(reference) != len(translation):
        raise InputError(
            f"{counted(len(reference), 'reference')}, but "
            f"{counted(len(translation), 'translation')}"
        )
    other = np.flatnonzero(reference.source_lengths != translation.source_lengths)
    if other.size:
        row = other[0]
        raise InputError(
            f"line {found.first_line + row}: the source has "
            f"{counted(int(reference.source_lengths[row]), 'word')} "
            f"with the reference, {translation.source_lengths[row]} with the translation"
        )
    return _kernels.retention(
        reference.link_rows,
        translation.link_rows,
        _interleaved(found.spans[:4], found.offsets),
        _interleaved(moved.spans[[0, 3]], moved.offsets),
        None if phrases is None else _pairs(phrases),
    )


def _interleaved(columns: NDArray[np.int32], offsets: NDArray[np.int64]) -> _kernels.Ragged:
    values = np.array(columns.T, order="C").reshape(-1)
    return _kernels.Ragged(frozen(values), frozen(offsets * len(columns)))


def _pairs(phrases: Sequence[Sequence[range]]) -> _kernels.Ragged:
    expect(phrases, Sequence, "phrases")
    for row in phrases:
        expect(row, Sequence, "phrases")
        for span in row:
            expect(span, range, "phrases")
    ends = [end for row in phrases for span in row for end in (span.start, span.stop - 1)]
    offsets = np.cumsum([0, *(2 * len(row) for row in phrases)], dtype=np.int64)
    return _kernels.Ragged(as_int32(ends, "phrases"), frozen(offsets))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RetentionResult(Result):
    """The reorderings of a reference that systems retain.

    Attributes:
        sentence_count: Number of sentence pairs.
        left_out: Number of sentence pairs that could not be used.
        reorderings: Number of reorderings in the reference.
        estimates: The measures of each system with their intervals; NaN if undefined.
        widths: Numbers retained and judged by source width, and the share retained with its
            interval; NaN if none could be judged.
        labels: For each label of block A, the numbers retained and judged of each system.
        fates: For each system, the number of reorderings with each outcome.
        differences: Second minus first system, in each measure, with the two-sided p-value, also
            corrected for the number of pairs.
        holm: Whether tables show the corrected p-values.
        confidence: Confidence level of the intervals.
        signature: Everything that determines the figures.
        sets: The same figures for each set of sentences, if sets were given.
    """

    SCHEMA: ClassVar[str] = "reorderings-retained/3"

    sentence_count: Annotated[int, Bounds(least=1)]
    left_out: Count
    reorderings: Count
    estimates: Annotated[Grid, Layout("system", "measure", columns=ESTIMATE)]
    widths: Annotated[Grid, Layout("system", "width", columns=SHARES)]
    labels: Annotated[Grid, Layout("label", "system", columns=JUDGED)]
    fates: Annotated[Grid, Layout("system", "fate", columns={"count": int})]
    differences: Annotated[Grid, Layout("pair", "measure", columns=TESTS)]
    holm: bool
    confidence: Level
    signature: str
    sets: Mapping[str, RetentionResult] = field(default_factory=dict)

    def __post_init__(self) -> None:
        parts = [part.estimates for part in self.sets.values()]
        for grid in (self.widths, self.labels, self.fates, *parts):
            if grid.axes["system"] != self.systems:
                raise ValueError("the systems differ from those of the estimates")
        if self.differences.axes["pair"] != pair_labels(self.systems):
            raise ValueError("the differences are not those of all pairs of systems")
        for grid, axis, expected in (
            (self.estimates, "measure", RETENTION_MEASURES),
            (self.differences, "measure", RETENTION_MEASURES),
            (self.widths, "width", WIDTHS),
            (self.fates, "fate", tuple(FATES.values())),
        ):
            if grid.axes[axis] != expected:
                raise ValueError(f"expected the {axis}s {', '.join(expected)}")

    @property
    def systems(self) -> tuple[str, ...]:
        """The names of the systems."""
        return self.estimates.names("system")

    def estimate(self, system: str, measure: str = "retained") -> Estimate:
        """Return a measure of a system, and the ends of its interval.

        Raises:
            UsageError: There is no such system or measure.
        """
        return self.estimates.estimate(system=system, measure=measure)

    @property
    def with_trees(self) -> bool:
        """Whether there were syntax trees, according to the signature."""
        return "trees:none" not in self.signature.split("|")

    @derived
    def lengths_inferred(self) -> bool:
        """Whether target lengths are only inferred from the links, according to the signature."""
        return is_inferred(self.signature)

    @classmethod
    def views(cls) -> Mapping[str, View]:
        """Return the views of measures, widths, labels, outcomes and pairs."""
        return _VIEWS

    def summary(self) -> str:
        """Return a one-line summary."""
        shares = ", ".join(
            f"{visible(name)} {self.estimate(name).value:.3f}" for name in self.systems
        )
        return f"{counted(self.sentence_count, 'sentence')}, retained {shares}"


def _of_sets(
    tables: Callable[[RetentionResult], list[Table]],
) -> Callable[[RetentionResult], list[Table]]:
    """Tabulate all sentences, or each set if there are sets."""

    def of_sets(result: RetentionResult) -> list[Table]:
        if not result.sets:
            return tables(result)
        return [
            replace(table, title=name)
            for name, part in result.sets.items()
            for table in tables(part)
        ]

    return of_sets


def _measure_tables(result: RetentionResult) -> list[Table]:
    """Tabulate systems, measures with half the width of their intervals; then each pair."""
    # The best order bias is neither the highest nor the lowest.
    columns = [
        (name, Column(_spaced(name), digits=3, best="high" if name in RETAINED else None))
        for name in RETENTION_MEASURES
    ]
    table = grid_table(result.estimates, columns)
    note = (
        f"{counted(result.sentence_count, 'sentence')}, "
        f"{counted(result.reorderings, 'reordering')} in the reference; "
        f"{interval_note(result.confidence, ends=table.has_lopsided_intervals())}"
    )
    if result.lengths_inferred:
        note += f"\n{INFERRED_NOTE}"
    pairs = _pair_tables(result) if len(result.systems) > 1 else []
    return [replace(table, note=note), *pairs]


def _pair_tables(result: RetentionResult) -> list[Table]:
    """Tabulate differences between pairs of systems, with p-values."""
    tests, p = result.differences, "p_holm" if result.holm else "p"
    differences = {
        f"{first} → {second}": {
            _spaced(name): (
                tests.figure("difference", pair=(first, second), measure=name),
                tests.figure(p, pair=(first, second), measure=name),
            )
            for name in RETAINED
        }
        for first, second in pair_labels(result.systems)
    }
    corrected = ", corrected for the number of pairs" if result.holm else ""
    return [
        difference_table(
            differences,
            head=Column("first → second", "left"),
            headings=map(_spaced, RETAINED),
            note=f"second minus first; p from a paired bootstrap{corrected}",
        )
    ]


def _spaced(measure: str) -> str:
    return measure.replace("_", " ")


def _by_measure(result: RetentionResult) -> Rows:
    for name, part, row in _rows(result, lambda part: part.estimates.records()):
        yield (name, *row, part.sentence_count, part.left_out)


def _by_width(result: RetentionResult) -> Rows:
    for name, _, row in _rows(result, lambda part: part.widths.records()):
        system, width, retained, judgeable, *share = row
        if judgeable:
            yield (name, system, width, retained, judgeable, *share)


def _by_label(result: RetentionResult, *, top: int | None) -> Rows:
    refuse_without_trees(["label"], with_trees=result.with_trees)
    for name, _, row in _rows(result, lambda part: part.labels.first("label", top).records()):
        label, system, retained, judgeable = row
        yield (name, label, system, retained, judgeable, retained / judgeable if judgeable else nan)


def _by_system(records: Callable[[RetentionResult], Records]) -> Callable[[RetentionResult], Rows]:
    def rows(result: RetentionResult) -> Rows:
        return ((name, *row) for name, _, row in _rows(result, records))

    return rows


def _rows(
    result: RetentionResult, records: Callable[[RetentionResult], Records]
) -> Iterator[tuple[str | None, RetentionResult, tuple[Any, ...]]]:
    """Yield the records of all sentences, or of each set if there are sets."""
    for name, part in result.sets.items() or [(None, result)]:
        for row in records(part).rows():
            yield name, part, row


def _view(rows: Callable[..., Rows], *columns: Field) -> View:
    def unneeded(result: RetentionResult, _for_people: bool) -> list[str]:
        return [] if result.sets else ["set"]

    return row_view([*fields(str, "set"), *columns], rows, unneeded)


_VIEWS = {
    "measures": replace(
        _view(
            _by_measure,
            *fields(str, "system", "measure"),
            *fields(float, *ESTIMATE),
            *fields(int, "sentences", "left_out"),
        ),
        tables=_of_sets(_measure_tables),
    ),
    "width": _view(
        _by_width,
        *fields(str, "system", "width"),
        *fields(int, *JUDGED),
        *fields(float, "share", "low", "high", digits=3),
    ),
    "label": _view(
        _by_label,
        *fields(str, "label", "system"),
        *fields(int, *JUDGED),
        Field("share", float, 3),
    ),
    "fate": _view(
        _by_system(lambda part: part.fates.wide("fate")),
        *fields(str, "system"),
        *fields(int, *FATES.values()),
    ),
    "pairs": replace(
        _view(
            _by_system(lambda part: part.differences.records()),
            *fields(str, "first", "second", "measure"),
            *fields(float, *TESTS),
        ),
        tables=_of_sets(_pair_tables),
    ),
}
