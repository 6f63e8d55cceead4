"""The two parts of a combined score, for every line of every system."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from wordorder.scoring.measures import Combined, LRscore

if TYPE_CHECKING:
    from wordorder.arrays import Floats
    from wordorder.scoring.counts import SentenceCounts
    from wordorder.scoring.plan import ScorePlan


class PartScores(NamedTuple):
    """The scores (systems, lines) that α and 1 − α weigh."""

    first: Floats
    second: Floats


def part_scores(plan: ScorePlan, counts: SentenceCounts) -> PartScores:
    """Score the parts alone: the combined score with α = 1 and α = 0."""
    combined = plan.measures[0]
    assert isinstance(combined, (Combined, LRscore))  # checked with the preset
    return PartScores(*(replace(combined, alpha=a).sentences(counts) for a in (1.0, 0.0)))
