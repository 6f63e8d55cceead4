"""The plots of docs/background/reorderings-of-treebanks.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.report.plots import (
    LabelRow,
    LengthRow,
    WidthRow,
    label_share_by_width,
    reorderings_by_width,
    rquantity_by_length,
    save,
)

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from treebank_tables import Study

    from wordorder.reorderings import ReorderingAnalysis

WIDEST_DRAWN = 20
MOST_LABELS = 6


def draw(found: Study, images: Path) -> None:
    save(rquantity_by_length(length_rows(found.plain)), images / "treebanks-lengths.svg")
    save(reorderings_by_width(width_rows(found.plain)), images / "treebanks-widths.svg")
    save(label_share_by_width(label_rows(found.parsed["en-ja"])), images / "treebanks-labels.svg")


def length_rows(results: Mapping[str, ReorderingAnalysis]) -> list[LengthRow]:
    return [
        LengthRow(name, one.shortest, one.longest, one.sentences, *one.rquantity)
        for name, result in results.items()
        for one in result.lengths
    ]


def width_rows(results: Mapping[str, ReorderingAnalysis]) -> list[WidthRow]:
    return [
        WidthRow(name, width, count, result.sentences)
        for name, result in results.items()
        for width, count in drawn(result.widths).items()
    ]


def label_rows(result: ReorderingAnalysis) -> list[LabelRow]:
    counts = {label: drawn(widths) for label, widths in result.label_widths.items()}
    return [
        LabelRow(label, width, count, sum(widths[width] for widths in counts.values()))
        for label in list(counts)[:MOST_LABELS]
        for width, count in counts[label].items()
    ]


def drawn(widths: Mapping[int, int]) -> dict[int | str, int]:
    """Every width up to the widest drawn one, and all above it together."""
    rows: dict[int | str, int] = {
        width: widths.get(width, 0) for width in range(2, WIDEST_DRAWN + 1)
    }
    rows[f">{WIDEST_DRAWN}"] = sum(n for width, n in widths.items() if width > WIDEST_DRAWN)
    return rows
