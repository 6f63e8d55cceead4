"""How `wordorder reorderings analyze` writes its results."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from wordorder.cli.screen import styled
from wordorder.output import Column, Table, document, dumps, render
from wordorder.reorderings import WIDEST, WIDTH_CLASSES
from wordorder.reorderings.tables import analysis_table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from wordorder.output import Cell
    from wordorder.reorderings import Pattern, ReorderingAnalysis


class Corpora(NamedTuple):
    """What was found in each corpus, how many sentence pairs were left out, and the signature."""

    results: Mapping[str, ReorderingAnalysis]
    left_out: Mapping[str, int]
    signature: str


def written(corpora: Corpora, style: str, by: Sequence[str], top: int, *, on_screen: bool) -> str:
    """Write the results in the style that the user chose."""
    if style == "json":
        return dumps(_as_document(corpora)) + "\n"
    if style == "tsv":
        table = VIEWS[by[0]](corpora, None) if by else _exact_measures(corpora)
        return render(table, "tsv")
    tables = [
        analysis_table(corpora.results),
        *(_readable(VIEWS[view](corpora, top), len(corpora.results)) for view in by),
    ]
    return styled(tables, style, corpora.signature, on_screen=on_screen)


def _readable(table: Table, corpora: int) -> Table:
    """Leave the name of the corpus out where there is only one."""
    if corpora > 1:
        return table
    return Table(table.columns[1:], [row[1:] for row in table.rows])


def _exact_measures(corpora: Corpora) -> Table:
    columns = [Column("corpus", "left"), Column("measure", "left")]
    columns += [Column(name) for name in ("value", "low", "high", "sentences", "left_out")]
    rows: list[list[Cell]] = [
        [name, measure, *estimate, result.sentences, corpora.left_out[name]]
        for name, result in corpora.results.items()
        for measure, estimate in result.measures.items()
    ]
    return Table(columns, rows)


def _by_length(corpora: Corpora, _top: int | None) -> Table:
    columns = [Column("corpus", "left"), Column("target_length"), Column("sentences")]
    columns += [Column(name, digits=3) for name in ("rquantity", "low", "high")]
    rows: list[list[Cell]] = [
        [
            name,
            f"{one.shortest}+" if one.longest is None else f"{one.shortest}–{one.longest}",
            one.sentences,
            *one.rquantity,
        ]
        for name, result in corpora.results.items()
        for one in result.lengths
    ]
    return Table(columns, rows)


def _by_width(corpora: Corpora, _top: int | None) -> Table:
    columns = [Column("corpus", "left"), Column("width"), Column("reorderings")]
    columns += [Column("per_100_sentences", digits=2), Column("share", digits=3)]
    rows: list[list[Cell]] = [
        [
            name,
            f">{WIDEST}" if width > WIDEST else str(width),
            count,
            100 * count / result.sentences,
            count / result.reorderings,
        ]
        for name, result in corpora.results.items()
        for width, count in result.widths.items()
    ]
    return Table(columns, rows)


def _by_label(corpora: Corpora, top: int | None) -> Table:
    """The labels of first blocks against widths."""
    columns = [Column("corpus", "left"), Column("label", "left"), Column("reorderings")]
    columns += [Column("width", digits=2), *map(Column, WIDTH_CLASSES)]
    rows: list[list[Cell]] = []
    for name, result in corpora.results.items():
        patterns: dict[str, list[Pattern]] = {label: [] for label in result.label_widths}
        for pattern in result.patterns:
            patterns[pattern.a].append(pattern)
        for label, those in list(patterns.items())[:top]:
            count = sum(one.count for one in those)
            mean = sum(one.count * one.width for one in those) / count
            classes = (sum(column) for column in zip(*map(_classes, those), strict=True))
            rows.append([name, label, count, mean, *classes])
    return Table(columns, rows)


def _classes(pattern: Pattern) -> tuple[int, int, int]:
    return pattern.short, pattern.medium, pattern.long


def _by_pattern(corpora: Corpora, top: int | None) -> Table:
    """What changes places under what; for people, who see the first `top`, in one column."""
    apart = top is None
    names = ("corpus", "parent", "a", "b") if apart else ("corpus", "pattern")
    columns = [Column(name, "left") for name in names]
    columns += [Column("reorderings"), Column("width", digits=2)]
    columns += [*map(Column, WIDTH_CLASSES), Column("line"), Column("example", "left")]
    rows: list[list[Cell]] = []
    for name, result in corpora.results.items():
        for one in result.patterns[:top]:
            seen = one.example
            example = (None, None) if seen is None else (seen.line, f"{seen.a} ↔ {seen.b}")
            pattern = [one.parent, one.a, one.b] if apart else [f"{one.parent}: {one.a} ↔ {one.b}"]
            rows.append([name, *pattern, one.count, one.width, *_classes(one), *example])
    return Table(columns, rows)


def _by_operator(corpora: Corpora, top: int | None) -> Table:
    """The simple permutations that trees are made of."""
    columns = [Column("corpus", "left"), Column("operator", "left"), Column("nodes")]
    rows: list[list[Cell]] = [
        [name, operator, count]
        for name, result in corpora.results.items()
        for operator, count in list(result.operators.items())[:top]
    ]
    return Table(columns, rows)


VIEWS: dict[str, Callable[[Corpora, int | None], Table]] = {
    "length": _by_length,
    "width": _by_width,
    "label": _by_label,
    "pattern": _by_pattern,
    "operator": _by_operator,
}


def _as_document(corpora: Corpora) -> dict[str, object]:
    """See docs/schemas/reorderings-analysis.schema.json."""
    return document(
        "reorderings-analysis/1",
        {
            "signature": corpora.signature,
            "corpora": [
                _corpus(name, result, corpora.left_out[name])
                for name, result in corpora.results.items()
            ],
        },
    )


def _corpus(name: str, result: ReorderingAnalysis, left_out: int) -> dict[str, object]:
    return {
        "name": name,
        "sentences": result.sentences,
        "left_out": left_out,
        "reorderings": result.reorderings,
        "confidence": result.confidence,
        "bundle": result.bundle,
        "measures": {name: one._asdict() for name, one in result.measures.items()},
        "lengths": [
            {**one._asdict(), "rquantity": one.rquantity._asdict()} for one in result.lengths
        ],
        "widths": _widths(result.widths),
        "operators": [
            {"operator": operator, "count": count} for operator, count in result.operators.items()
        ],
        "labels": [
            {"label": label, "widths": _widths(widths)}
            for label, widths in result.label_widths.items()
        ],
        "patterns": [
            {
                "parent": one.parent,
                "a": one.a,
                "b": one.b,
                "count": one.count,
                "width": one.width,
                "short": one.short,
                "medium": one.medium,
                "long": one.long,
                "example": None if one.example is None else one.example._asdict(),
            }
            for one in result.patterns
        ],
    }


def _widths(widths: Mapping[int, int]) -> list[dict[str, object]]:
    """Counts by width; the widest are together, so that width is the least they have."""
    return [
        {"width": width, "or_more": width > WIDEST, "count": count}
        for width, count in widths.items()
    ]
