"""How `wordorder align evaluate` writes its results."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, TypeAlias

from wordorder.alignment import MEASURES
from wordorder.cli.screen import shown_table
from wordorder.output import Column, Table, document, dumps, render

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.alignment import AlignmentQuality
    from wordorder.output import Cell

    Results: TypeAlias = Sequence[tuple[str, AlignmentQuality]]

COUNTS = ("predicted", "sure", "predicted_sure", "predicted_gold")


def written(results: Results, style: str, *, on_screen: bool) -> str:
    """Write the results of all files in the style that the user chose."""
    if style == "json":
        return dumps(_as_document(results)) + "\n"
    if style == "tsv":
        return render(_exact_table(results), "tsv")
    table = _readable_table(results)
    if style == "latex":
        return render(table, "latex")
    return shown_table(table, on_screen=on_screen)


def _as_document(results: Results) -> dict[str, object]:
    first = results[0][1]
    return document(
        "align-evaluation/1",
        {
            "signature": first.signature,
            "sentences": len(first.counts),
            "systems": [
                {
                    "file": file,
                    **dict(zip(COUNTS, result.counts.sum(axis=0).tolist(), strict=True)),
                    **{
                        measure: {
                            "value": result.value(measure),
                            "low": result.interval(measure)[0],
                            "high": result.interval(measure)[1],
                        }
                        for measure in MEASURES
                    },
                }
                for file, result in results
            ],
        },
    )


def _exact_table(results: Results) -> Table:
    columns = [Column("file", "left")]
    for measure in MEASURES:
        columns += [Column(name) for name in (measure, f"{measure}_low", f"{measure}_high")]
    rows = []
    for file, result in results:
        cells: list[Cell] = [file]
        for measure in MEASURES:
            cells += [result.value(measure), *result.interval(measure)]
        rows.append(cells)
    return Table(columns, rows)


def _readable_table(results: Results) -> Table:
    columns = [Column("file", "left")]
    for measure in MEASURES:
        columns += [Column(measure, digits=3), Column("95 % interval", "left")]
    rows = []
    for file, result in results:
        cells: list[Cell] = [file]
        for measure in MEASURES:
            low, high = result.interval(measure)
            shown = "–" if isnan(low) else f"{low:.3f}–{high:.3f}"
            cells += [result.value(measure), shown]
        rows.append(cells)
    counts = results[0][1].counts
    pairs, links = len(counts), int(counts[:, 1].sum())
    note = f"{pairs} sentence pair{'s' * (pairs != 1)}, {links} sure gold link{'s' * (links != 1)}"
    return Table(columns, rows, note=note)
