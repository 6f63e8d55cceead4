"""The plots that the `wordorder reorderings` commands save."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.reorderings.retained import WIDTHS
from wordorder.report.plots import (
    LabelRow,
    LengthRow,
    RetainedRow,
    SetRow,
    WidthRow,
    label_share_by_width,
    reorderings_by_width,
    retained_by_width,
    rquantity_by_length,
    save,
    scores_by_set,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from wordorder.reorderings import ReorderingAnalysis, RetentionResult
    from wordorder.reorderings.scores import SetScore

WIDEST_DRAWN = 20
MOST_LABELS = 6


def save_analysis_plots(
    results: Mapping[str, ReorderingAnalysis],
    lengths: str | None,
    widths: str | None,
    labels: str | None,
) -> None:
    """Draw what the user wants to see of an analysis."""
    if lengths is not None:
        rows = [
            LengthRow(name, one.shortest, one.longest, one.sentences, *one.rquantity)
            for name, result in results.items()
            for one in result.lengths
        ]
        save(rquantity_by_length(rows), lengths)
    if widths is not None:
        counts = {name: (result.widths, result.sentences) for name, result in results.items()}
        save_width_plot(counts, widths)
    if labels is not None:
        save(label_share_by_width(list(_label_rows(results))), labels)


def save_width_plot(counts: Mapping[str, tuple[Mapping[int, int], int]], path: str) -> None:
    """Draw how many reorderings of each width there are, in so many sentences."""
    rows = [
        WidthRow(name, width, count, sentences)
        for name, (widths, sentences) in counts.items()
        for width, count in _drawn(widths).items()
    ]
    save(reorderings_by_width(rows), path)


def save_retained_plot(result: RetentionResult, path: str) -> None:
    """Draw which share of the reference's reorderings each system keeps, by width."""
    rows = [
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
    save(retained_by_width(rows), path)


def save_set_score_plot(scores: Iterable[SetScore], path: str) -> None:
    """Draw a score of each system on the sets."""
    save(scores_by_set([SetRow(*score) for score in scores]), path)


def _label_rows(results: Mapping[str, ReorderingAnalysis]) -> Iterator[LabelRow]:
    for name, result in results.items():
        drawn = {label: _drawn(widths) for label, widths in result.label_widths.items()}
        totals: dict[int | str, int] = {}
        for widths in drawn.values():
            for width, count in widths.items():
                totals[width] = totals.get(width, 0) + count
        for label in list(drawn)[:MOST_LABELS]:
            shown = label if len(results) == 1 else f"{name}: {label}"
            for width, total in totals.items():
                yield LabelRow(shown, width, drawn[label].get(width, 0), total)


def _drawn(widths: Mapping[int, int]) -> dict[int | str, int]:
    """Every width up to the widest drawn one, and all above it together."""
    rows: dict[int | str, int] = {
        width: widths.get(width, 0) for width in range(2, WIDEST_DRAWN + 1)
    }
    rows[f">{WIDEST_DRAWN}"] = sum(n for width, n in widths.items() if width > WIDEST_DRAWN)
    return rows
