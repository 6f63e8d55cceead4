"""The two parts of a combined score, for every line of every system."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from wordorder.metaevaluation.scores.table import MetricScores
from wordorder.output import signature
from wordorder.scoring import Preset
from wordorder.scoring.measures import Combined, LRscore

if TYPE_CHECKING:
    from wordorder.metaevaluation.tuning.outcomes import Operators
    from wordorder.scoring.counts import SentenceCounts
    from wordorder.scoring.plan import ScorePlan


def part_names(preset: Preset) -> tuple[str, str]:
    """The part that α weighs, and the other.

    Examples:
        >>> from wordorder import Preset
        >>> part_names(Preset("pefscore")), part_names(Preset("lrscore"))
        (('bleu1', 'pef'), ('kendall', 'bleu4'))
    """
    assert preset.lexical is not None
    assert preset.ordering is not None
    both = preset.lexical, preset.ordering
    return both[::-1] if preset.name == "lrscore" else both


@dataclass(frozen=True, slots=True, eq=False)
class PartScorer:
    """Scores the two parts of a preset alone, for the systems of one language pair."""

    plan: ScorePlan
    counts: SentenceCounts

    def scores(self, operators: Operators) -> MetricScores:
        """The combined score with α = 1 and with α = 0, which are its parts as it weighs them."""
        beta, gamma = operators
        counts = self.counts
        if beta is not None and gamma is not None:
            counts = counts.with_operators(beta, gamma)
        combined = self.plan.measures[0]
        preset = self.plan.preset
        assert isinstance(preset, Preset)  # checked when it was given
        assert isinstance(combined, (Combined, LRscore))
        lines = [replace(combined, alpha=alpha).sentences(counts) for alpha in (1.0, 0.0)]
        texts, parts = counts.texts, part_names(preset)
        settings = signature(self.plan.signature_of_scores(len(texts.references)))
        return MetricScores(parts, texts.names, np.stack(lines), signature=settings)
