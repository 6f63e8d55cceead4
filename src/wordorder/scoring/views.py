"""All views of a result of `score`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from wordorder.output import View
from wordorder.scoring import cards, distances, misplaced, tables, timing
from wordorder.scoring.buckets import KINDS

if TYPE_CHECKING:
    from collections.abc import Mapping

_MEASURES = {"intervals": tables.shown_with_intervals, "errors": tables.error_measures}

_OF_SYSTEMS = {
    name: View(
        partial(tables.interval_tables, measures_of=measures_of),
        partial(tables.interval_records, measures_of=measures_of),
    )
    for name, measures_of in _MEASURES.items()
}

_BY_BUCKET = {
    kind: View(partial(tables.bucket_tables, kind=kind), partial(tables.bucket_records, kind=kind))
    for kind in KINDS
}

_OF_SENTENCES = {
    "worst": View(
        cards.worst_tables,
        cards.worst_records,
        cards.worst_cards,
        cards.worst_lines,
        "no sentence with enough matched words is out of order",
    ),
    "diff": View(
        cards.diff_tables,
        cards.diff_records,
        cards.diff_cards,
        cards.diff_lines,
        "no sentence with enough shared words differs in order",
    ),
    "segments": View(tables.segment_tables, tables.segment_records, lines=tables.segment_lines),
}

VIEWS: Mapping[str, View] = {
    "scores": View(tables.score_tables, tables.score_records),
    **_OF_SYSTEMS,
    "pairs": View(tables.pair_tables, tables.pair_records),
    "significance": View(tables.significance_tables, tables.significance_records),
    **_BY_BUCKET,
    "distance": View(distances.distance_tables, distances.distance_records),
    "misplaced": View(misplaced.misplaced_tables, misplaced.misplaced_records),
    **_OF_SENTENCES,
    "timing": View(timing.timing_tables, timing.timing_records, timing.timing_cards),
}
"""The views by name; the first is the default."""
