"""From the results of an analysis to the rows of its plots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.reorderings.retained import WIDTHS
from wordorder.report.plots.rows import LabelRow, LengthRow, RetainedRow, SetRow, WidthRow

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from wordorder.reorderings import ReorderingAnalysis, RetentionResult
    from wordorder.reorderings.scores import SetScore

WIDEST_DRAWN = 20
MOST_LABELS = 6


def length_rows(results: Mapping[str, ReorderingAnalysis]) -> list[LengthRow]:
    """RQuantity by target length, of each corpus by its name; for `rquantity_by_length`.

    Examples:
        >>> from wordorder import Alignment, analyze_reorderings
        >>> result = analyze_reorderings([Alignment.parse("0-1 1-0")])
        >>> length_rows({"en-ja": result})
        [LengthRow(corpus='en-ja', length_low=1, length_high=9, sentences=1, value=1.0, low=1.0, \
high=1.0)]
    """
    return [
        LengthRow(name, one.shortest, one.longest, one.sentences, *one.rquantity)
        for name, result in results.items()
        for one in result.lengths
    ]


def width_rows(counts: Mapping[str, tuple[Mapping[int, int], int]]) -> list[WidthRow]:
    """Reorderings by source width: counts in so many sentences; for `reorderings_by_width`.

    Examples:
        >>> width_rows({"low": ({2: 7, 50: 1}, 100)})[-1]
        WidthRow(series='low', width='>20', count=1, sentences=100)
    """
    return [
        WidthRow(name, width, count, sentences)
        for name, (widths, sentences) in counts.items()
        for width, count in _drawn(widths).items()
    ]


def label_rows(results: Mapping[str, ReorderingAnalysis]) -> list[LabelRow]:
    """The most frequent labels of first blocks by width; for `label_share_by_width`."""
    rows = []
    for name, result in results.items():
        counts = {label: _drawn(widths) for label, widths in result.label_widths.items()}
        totals = _totals(counts.values())
        for label in list(counts)[:MOST_LABELS]:
            shown = label if len(results) == 1 else f"{name}: {label}"
            rows += [
                LabelRow(shown, width, count, totals[width])
                for width, count in counts[label].items()
            ]
    return rows


def retained_rows(result: RetentionResult) -> list[RetainedRow]:
    """What each system keeps by width; for `retained_by_width`."""
    return [
        RetainedRow(
            name,
            int(width) if width.isdigit() else width,
            *result.judged_widths[system, column].tolist(),
            *result.widths[1:, system, column].tolist(),
        )
        for system, name in enumerate(result.systems)
        for column, width in enumerate(WIDTHS)
        if result.judged_widths[system, column, 1]
    ]


def set_rows(scores: Iterable[SetScore]) -> list[SetRow]:
    """Scores of systems on the reordering sets; for `scores_by_set`."""
    return [SetRow(*score) for score in scores]


def _totals(counts: Iterable[Mapping[int | str, int]]) -> dict[int | str, int]:
    totals: dict[int | str, int] = {}
    for widths in counts:
        for width, count in widths.items():
            totals[width] = totals.get(width, 0) + count
    return totals


def _drawn(widths: Mapping[int, int]) -> dict[int | str, int]:
    """Every width up to the widest drawn one, and all above it together."""
    rows: dict[int | str, int] = {
        width: widths.get(width, 0) for width in range(2, WIDEST_DRAWN + 1)
    }
    rows[f">{WIDEST_DRAWN}"] = sum(n for width, n in widths.items() if width > WIDEST_DRAWN)
    return rows
