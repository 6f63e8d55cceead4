"""What corpora reorder, as tables for people and as records for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.errors import UsageError, argument
from wordorder.output import Column, Estimate, Table, View, interval_name
from wordorder.output.row_views import Field, fields, records_of, row_view
from wordorder.reorderings.batch import WIDTH_CLASSES
from wordorder.reorderings.patterns import WIDEST

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from wordorder.output import Cell, Records
    from wordorder.reorderings.analysis_result import CorpusReorderings, ReorderingAnalysis
    from wordorder.reorderings.patterns import Pattern

    Rows = Iterator[tuple[Cell, ...]]

OF_TREES = ("label", "pattern")
"""The views that need syntax trees."""

_CORPUS = Field("corpus", str, align="left")
_UNDEFINED = Estimate(float("nan"), float("nan"), float("nan"))


def refuse_without_trees(views: Collection[str], *, with_trees: bool) -> None:
    """Refuse views of trees where there are none.

    Raises:
        UsageError: One of the views needs trees.
    """
    for view in OF_TREES:
        if view in views and not with_trees:
            raise UsageError(
                f"{argument('view', view)} needs syntax trees: give them with {argument('trees')}"
            )


def _measure_tables(result: ReorderingAnalysis, *, top: int | None = None) -> list[Table]:
    """Measures in rows, corpora side by side."""
    del top  # there are only some
    columns = [Column("measure", "left")]
    for name, corpus in result.corpora.items():
        columns += [
            Column(name, digits=3),
            Column(interval_name(corpus.confidence), "left", joined=True),
        ]
    names = dict.fromkeys(name for corpus in result.corpora.values() for name in corpus.measures)
    rows: list[list[Cell]] = []
    for measure in names:
        row: list[Cell] = [measure]
        for corpus in result.corpora.values():
            estimate = corpus.measures.get(measure, _UNDEFINED)
            row += [estimate.value, estimate.interval]
        rows.append(row)
    notes = (f"{name}: {corpus.counted}" for name, corpus in result.corpora.items())
    return [Table(columns, rows, note="\n".join(notes))]


def _measure_records(result: ReorderingAnalysis, *, top: int | None = None) -> Records:
    del top
    rows = (
        (name, measure, *estimate, corpus.sentence_count, corpus.left_out)
        for name, corpus in result.corpora.items()
        for measure, estimate in corpus.measures.items()
    )
    columns = [
        *fields(str, "corpus", "measure"),
        *fields(float, "value", "low", "high"),
        *fields(int, "sentences", "left_out"),
    ]
    return records_of(columns, rows)


def _by_length(result: ReorderingAnalysis, _top: int | None) -> Rows:
    for name, corpus in result.corpora.items():
        for one in corpus.lengths:
            ends = f"{one.shortest}+" if one.longest is None else f"{one.shortest}–{one.longest}"
            yield (name, ends, one.sentence_count, *one.rquantity)


def _by_width(result: ReorderingAnalysis, _top: int | None) -> Rows:
    for name, corpus in result.corpora.items():
        for width, count in corpus.widths.items():
            shown = f">{WIDEST}" if width > WIDEST else str(width)
            per_100 = 100 * count / corpus.sentence_count
            yield (name, shown, count, per_100, count / corpus.reorderings)


def _by_label(result: ReorderingAnalysis, top: int | None) -> Rows:
    """The labels of first blocks against widths."""
    for name, corpus in _corpora_with_trees(result, "label"):
        patterns: dict[str, list[Pattern]] = {label: [] for label in corpus.label_widths}
        for pattern in corpus.patterns:
            patterns[pattern.a].append(pattern)
        for label, those in list(patterns.items())[:top]:
            count = sum(one.count for one in those)
            mean = sum(one.count * one.width for one in those) / count
            yield (name, label, count, mean, *map(sum, zip(*map(_classes, those), strict=True)))


def _by_operator(result: ReorderingAnalysis, top: int | None) -> Rows:
    """The simple permutations that trees are made of."""
    for name, corpus in result.corpora.items():
        for operator, count in list(corpus.operators.items())[:top]:
            yield (name, operator, count)


def _by_pattern(result: ReorderingAnalysis, top: int | None) -> Rows:
    """What changes places under what."""
    for name, corpus in _corpora_with_trees(result, "pattern"):
        for one in corpus.patterns[:top]:
            seen = one.example
            example = (None, None) if seen is None else (seen.line, f"{seen.a} ↔ {seen.b}")
            names = (name, one.parent, one.a, one.b)
            yield (*names, one.count, one.width, *_classes(one), *example)


_COUNTS = [Field("reorderings", int), Field("width", float, 2), *fields(int, *WIDTH_CLASSES)]
_EXAMPLE = [Field("line", int), Field("example", str, align="left")]


def _pattern_tables(result: ReorderingAnalysis, *, top: int | None = None) -> list[Table]:
    """For people the three labels stand in one column."""
    heads = [_CORPUS, Field("pattern", str, align="left"), *_COUNTS, *_EXAMPLE]
    first = 0 if _are_several(result) else 1
    rows = [
        (name, f"{parent}: {a} ↔ {b}", *figures)[first:]
        for name, parent, a, b, *figures in _by_pattern(result, top)
    ]
    return [Table([Column(one.name, one.align, one.digits) for one in heads[first:]], rows)]


def _pattern_records(result: ReorderingAnalysis, *, top: int | None = None) -> Records:
    columns = [_CORPUS, *fields(str, "parent", "a", "b"), *_COUNTS, *_EXAMPLE]
    return records_of(columns, _by_pattern(result, top))


def _classes(pattern: Pattern) -> tuple[int, int, int]:
    return pattern.short, pattern.medium, pattern.long


def _corpora_with_trees(
    result: ReorderingAnalysis, view: str
) -> Iterator[tuple[str, CorpusReorderings]]:
    refuse_without_trees([view], with_trees=result.with_trees)
    yield from result.corpora.items()


def _are_several(result: ReorderingAnalysis) -> bool:
    return len(result.corpora) > 1


VIEWS = {
    "measures": View(_measure_tables, _measure_records),
    "length": row_view(
        [
            _CORPUS,
            Field("target_length", str),
            Field("sentences", int),
            *fields(float, "rquantity", "low", "high", digits=3),
        ],
        _by_length,
        _are_several,
    ),
    "width": row_view(
        [
            _CORPUS,
            Field("width", str),
            Field("reorderings", int),
            Field("per_100_sentences", float, 2),
            Field("share", float, 3),
        ],
        _by_width,
        _are_several,
    ),
    "label": row_view(
        [_CORPUS, Field("label", str, align="left"), *_COUNTS], _by_label, _are_several
    ),
    "pattern": View(_pattern_tables, _pattern_records),
    "operator": row_view(
        [_CORPUS, Field("operator", str, align="left"), Field("nodes", int)],
        _by_operator,
        _are_several,
    ),
}
