"""Judgements and scores of the same systems, side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wordorder.metaevaluation.judgements.table import Judgements
    from wordorder.metaevaluation.scores.table import MetricScores


@dataclass(frozen=True, slots=True, eq=False)
class Dataset:
    """Judgements and scores of the same systems in the same order.

    Attributes:
        judgements: What people said.
        scores: What metrics say, at least up to the last line that was judged.
    """

    judgements: Judgements
    scores: MetricScores
