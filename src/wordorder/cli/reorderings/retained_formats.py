"""How `wordorder reorderings retained` writes its results."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from wordorder.cli.screen import styled
from wordorder.output import Column, Table, document, dumps, render
from wordorder.reorderings import FATES
from wordorder.reorderings.retained import MEASURES, RETAINED, WIDTHS
from wordorder.reorderings.tables import retention_table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wordorder.output import Cell
    from wordorder.reorderings import RetentionResult


class Told(NamedTuple):
    """The result, whether p-values are corrected, what was left out, and the signature."""

    result: RetentionResult
    holm: bool
    left_out: int
    signature: str


def written(told: Told, style: str, by: Sequence[str], top: int, *, on_screen: bool) -> str:
    """Write the result in the style that the user chose."""
    if style == "json":
        return dumps(_as_document(told)) + "\n"
    if style == "tsv":
        return render(VIEWS[by[0]](told, None) if by else _exact(told), "tsv")
    tables = [retention_table(told.result), *(VIEWS[view](told, top) for view in by)]
    if len(told.result.systems) > 1:
        tables.append(_pairs(told))
    return styled(tables, style, told.signature, on_screen=on_screen)


def _exact(told: Told) -> Table:
    columns = [Column("system", "left"), Column("measure", "left")]
    columns += [Column(name) for name in ("value", "low", "high", "sentences", "left_out")]
    result = told.result
    rows: list[list[Cell]] = [
        [name, measure, *result.estimate(name, measure), result.sentences, told.left_out]
        for name in result.systems
        for measure in MEASURES
    ]
    return Table(columns, rows)


def _by_width(told: Told, _top: int | None) -> Table:
    columns = [Column("system", "left"), Column("width", "left"), Column("retained")]
    columns += [Column("judged"), *(Column(name, digits=3) for name in ("share", "low", "high"))]
    result = told.result
    rows: list[list[Cell]] = []
    for system, name in enumerate(result.systems):
        for column, width in enumerate(WIDTHS):
            kept, judged = result.judged_widths[system, column].tolist()
            if judged:
                rows.append([name, width, kept, judged, *result.widths[:, system, column].tolist()])
    return Table(columns, rows)


def _by_label(told: Told, top: int | None) -> Table:
    columns = [Column("label", "left"), Column("system", "left"), Column("retained")]
    columns += [Column("judged"), Column("share", digits=3)]
    rows: list[list[Cell]] = [
        [label, name, one.retained, one.judged, one.share]
        for label, judged in list(told.result.labels.items())[:top]
        for name, one in zip(told.result.systems, judged, strict=True)
    ]
    return Table(columns, rows)


def _by_fate(told: Told, _top: int | None) -> Table:
    columns = [Column("system", "left"), *map(Column, FATES.values())]
    rows: list[list[Cell]] = [
        [name, *fates.values()]
        for name, fates in zip(told.result.systems, told.result.fates, strict=True)
    ]
    return Table(columns, rows)


VIEWS: dict[str, Callable[[Told, int | None], Table]] = {
    "width": _by_width,
    "label": _by_label,
    "fate": _by_fate,
}


def _pairs(told: Told) -> Table:
    """What the second of two systems keeps more than the first, and whether that is chance."""
    result = told.result
    p_values = result.p_holm if told.holm else result.p_value
    columns = [Column("first → second", "left")]
    for name in RETAINED:
        columns += [Column(name.replace("_", " "), digits=3), Column("p", digits=3)]
    rows: list[list[Cell]] = []
    for pair, (a, b) in enumerate(result.pairs.tolist()):
        row: list[Cell] = [f"{result.systems[a]} → {result.systems[b]}"]
        for column in range(len(RETAINED)):
            row += [float(result.difference[pair, column]), float(p_values[pair, column])]
        rows.append(row)
    corrected = ", corrected for the number of pairs" if told.holm else ""
    return Table(columns, rows, note=f"second minus first; p of a paired bootstrap{corrected}")


def _as_document(told: Told) -> dict[str, object]:
    """See docs/schemas/reorderings-retained.schema.json."""
    result = told.result
    return document(
        "reorderings-retained/1",
        {
            "signature": told.signature,
            "sentences": result.sentences,
            "left_out": told.left_out,
            "reorderings": result.reorderings,
            "confidence": result.confidence,
            "systems": [_system(result, number) for number in range(len(result.systems))],
            "pairs": [
                {
                    "first": result.systems[a],
                    "second": result.systems[b],
                    "differences": {
                        name: {
                            "value": result.difference[pair, column],
                            "p": result.p_value[pair, column],
                            "p_holm": result.p_holm[pair, column],
                        }
                        for column, name in enumerate(MEASURES)
                    },
                }
                for pair, (a, b) in enumerate(result.pairs.tolist())
            ],
        },
    )


def _system(result: RetentionResult, number: int) -> dict[str, object]:
    ends = {"value": result.value, "low": result.low, "high": result.high}
    return {
        "name": result.systems[number],
        "measures": {
            name: {end: values[number, column] for end, values in ends.items()}
            for column, name in enumerate(MEASURES)
        },
        "fates": result.fates[number],
        "widths": [
            {
                "width": width,
                "retained": result.judged_widths[number, column, 0],
                "judged": result.judged_widths[number, column, 1],
                **dict(zip(ends, result.widths[:, number, column].tolist(), strict=True)),
            }
            for column, width in enumerate(WIDTHS)
        ],
        "labels": [
            {"label": label, **judged[number]._asdict()} for label, judged in result.labels.items()
        ],
    }
