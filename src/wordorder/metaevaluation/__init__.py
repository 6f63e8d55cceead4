"""Meta-evaluation: whether metrics agree with people."""

from wordorder.metaevaluation.judgements.table import Comparisons, HumanPairs, Judgements, Ratings
from wordorder.metaevaluation.scores.table import MetricScores

__all__ = ["Comparisons", "HumanPairs", "Judgements", "MetricScores", "Ratings"]
