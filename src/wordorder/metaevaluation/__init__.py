"""Meta-evaluation: whether metrics agree with people."""

from wordorder.metaevaluation.judgements.table import Comparisons, HumanPairs, Judgements, Ratings
from wordorder.metaevaluation.scores.from_text import score_systems
from wordorder.metaevaluation.scores.reading import read_scores
from wordorder.metaevaluation.scores.table import MetricScores

__all__ = [
    "Comparisons",
    "HumanPairs",
    "Judgements",
    "MetricScores",
    "Ratings",
    "read_scores",
    "score_systems",
]
