"""The reorderings of corpora as tables and as records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.errors import Argument, UsageError
from wordorder.output import Column, Estimate, Table, View, interval_name
from wordorder.output.row_views import Field, fields, records_of, row_view
from wordorder.reorderings.batch import WIDTH_CLASSES
from wordorder.reorderings.corpus import INFERRED_NOTE
from wordorder.reorderings.patterns import WIDEST

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from wordorder.output import Cell, Records
    from wordorder.reorderings.analysis_result import CorpusReorderings, ReorderingAnalysis
    from wordorder.reorderings.patterns import Pattern

    Rows = Iterator[tuple[Cell, ...]]

OF_TREES = ("label", "pattern")
"""The views that need syntax trees."""

_NAMES = fields(str, "corpus", "set")
_UNDEFINED = Estimate(float("nan"), float("nan"), float("nan"))


def refuse_without_trees(views: Collection[str], *, with_trees: bool) -> None:
    """Reject views that need trees if there are none.

    Raises:
        UsageError: One of the views needs trees.
    """
    for view in OF_TREES:
        if view in views and not with_trees:
            raise UsageError(
                Argument("view", view), " needs syntax trees: give them with ", Argument("trees")
            )


def _measure_tables(result: ReorderingAnalysis, *, top: int | None = None) -> list[Table]:
    """Measures in rows, corpora side by side; or a table for each corpus, its sets side by side."""
    del top  # always few rows
    if not result.has_sets:
        return [_side_by_side(result.corpora)]
    several = len(result.corpora) > 1
    return [
        _side_by_side(corpus.sets or {name: corpus}, name if several else None)
        for name, corpus in result.corpora.items()
    ]


def _side_by_side(corpora: Mapping[str, CorpusReorderings], title: str | None = None) -> Table:
    columns = [Column("measure", "left")]
    for name, corpus in corpora.items():
        columns += [
            Column(name, digits=3),
            Column(interval_name(corpus.confidence), "left", joined=True),
        ]
    names = dict.fromkeys(name for corpus in corpora.values() for name in corpus.measures)
    rows: list[list[Cell]] = []
    for measure in names:
        row: list[Cell] = [measure]
        for corpus in corpora.values():
            estimate = corpus.measures.get(measure, _UNDEFINED)
            row += [estimate.value, estimate.interval]
        rows.append(row)
    notes = [f"{name}: {corpus.counted}" for name, corpus in corpora.items()]
    inferred = [name for name, corpus in corpora.items() if corpus.lengths_inferred]
    if inferred:
        which = "" if len(inferred) == len(corpora) else f"{', '.join(inferred)}: "
        notes.append(which + INFERRED_NOTE)
    return Table(columns, rows, title=title, note="\n".join(notes))


def _measure_records(result: ReorderingAnalysis, *, top: int | None = None) -> Records:
    del top
    kept = 2 if result.has_sets else 1
    rows = (
        (*(name, label)[:kept], measure, *estimate, corpus.sentence_count, corpus.left_out)
        for name, label, corpus in result.parts()
        for measure, estimate in corpus.measures.items()
    )
    columns = [
        *_NAMES[:kept],
        *fields(str, "measure"),
        *fields(float, "value", "low", "high"),
        *fields(int, "sentences", "left_out"),
    ]
    return records_of(columns, rows)


def _by_length(result: ReorderingAnalysis, _top: int | None) -> Rows:
    for name, label, corpus in result.parts():
        for one in corpus.lengths:
            ends = f"{one.shortest}+" if one.longest is None else f"{one.shortest}–{one.longest}"
            yield (name, label, ends, one.sentence_count, *one.rquantity)


def _by_width(result: ReorderingAnalysis, _top: int | None) -> Rows:
    for name, label, corpus in result.parts():
        for width, count in corpus.widths.items():
            shown = f">{WIDEST}" if width > WIDEST else str(width)
            per_100 = 100 * count / corpus.sentence_count
            yield (name, label, shown, count, per_100, count / corpus.reorderings)


def _by_label(result: ReorderingAnalysis, top: int | None) -> Rows:
    """The labels of first blocks by width."""
    for name, of_set, corpus in _parts_with_trees(result, "label"):
        patterns: dict[str, list[Pattern]] = {label: [] for label in corpus.label_widths}
        for pattern in corpus.patterns:
            patterns[pattern.a].append(pattern)
        for label, those in list(patterns.items())[:top]:
            count = sum(one.count for one in those)
            mean = sum(one.count * one.width for one in those) / count
            classes = map(sum, zip(*map(_classes, those), strict=True))
            yield (name, of_set, label, count, mean, *classes)


def _by_operator(result: ReorderingAnalysis, top: int | None) -> Rows:
    """The simple permutations in the permutation trees."""
    for name, label, corpus in result.parts():
        for operator, count in list(corpus.operators.items())[:top]:
            yield (name, label, operator, count)


def _by_pattern(result: ReorderingAnalysis, top: int | None) -> Rows:
    """The patterns of parent and swapped blocks."""
    for name, label, corpus in _parts_with_trees(result, "pattern"):
        for one in corpus.patterns[:top]:
            seen = one.example
            example = (None, None) if seen is None else (seen.line, f"{seen.a} ↔ {seen.b}")
            names = (name, label, one.parent, one.a, one.b)
            yield (*names, one.count, one.width, *_classes(one), *example)


_COUNTS = [Field("reorderings", int), Field("width", float, 2), *fields(int, *WIDTH_CLASSES)]
_EXAMPLE = [Field("line", int), Field("example", str, align="left")]


def _pattern_tables(result: ReorderingAnalysis, *, top: int | None = None) -> Sequence[Table]:
    """Show the three labels in one column."""
    columns = [*_NAMES, Field("pattern", str, align="left"), *_COUNTS, *_EXAMPLE]
    return row_view(columns, _joined_patterns, _unneeded_names).tables(result, top=top)


def _joined_patterns(result: ReorderingAnalysis, top: int | None) -> Rows:
    for name, label, parent, a, b, *figures in _by_pattern(result, top):
        yield (name, label, f"{parent}: {a} ↔ {b}", *figures)


def _pattern_records(result: ReorderingAnalysis, *, top: int | None = None) -> Records:
    columns = [*_NAMES, *fields(str, "parent", "a", "b"), *_COUNTS, *_EXAMPLE]
    return row_view(columns, _by_pattern, _unneeded_names).records(result, top=top)


def _classes(pattern: Pattern) -> tuple[int, int, int]:
    return pattern.short, pattern.medium, pattern.long


def _parts_with_trees(
    result: ReorderingAnalysis, view: str
) -> Iterator[tuple[str, str | None, CorpusReorderings]]:
    refuse_without_trees([view], with_trees=result.with_trees)
    yield from result.parts()


def _unneeded_names(result: ReorderingAnalysis, for_people: bool) -> list[str]:
    """Leave out the name of a single corpus in tables."""
    without = ["corpus"] if for_people and len(result.corpora) == 1 else []
    return without if result.has_sets else [*without, "set"]


VIEWS = {
    "measures": View(_measure_tables, _measure_records),
    "length": row_view(
        [
            *_NAMES,
            Field("target_length", str),
            Field("sentences", int),
            *fields(float, "rquantity", "low", "high", digits=3),
        ],
        _by_length,
        _unneeded_names,
    ),
    "width": row_view(
        [
            *_NAMES,
            Field("width", str),
            Field("reorderings", int),
            Field("per_100_sentences", float, 2),
            Field("share", float, 3),
        ],
        _by_width,
        _unneeded_names,
    ),
    "label": row_view(
        [*_NAMES, Field("label", str, align="left"), *_COUNTS], _by_label, _unneeded_names
    ),
    "pattern": View(_pattern_tables, _pattern_records),
    "operator": row_view(
        [*_NAMES, Field("operator", str, align="left"), Field("nodes", int)],
        _by_operator,
        _unneeded_names,
    ),
}
