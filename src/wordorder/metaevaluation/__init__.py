"""Meta-evaluation: whether metrics agree with people."""

from wordorder.metaevaluation.correlation.correlate import correlate
from wordorder.metaevaluation.correlation.correlations import Correlations
from wordorder.metaevaluation.correlation.registry import STATISTICS, Statistic, find_statistic
from wordorder.metaevaluation.joining import Dataset
from wordorder.metaevaluation.judgements.table import Comparisons, HumanPairs, Judgements, Ratings
from wordorder.metaevaluation.scores.table import MetricScores

__all__ = [
    "STATISTICS",
    "Comparisons",
    "Correlations",
    "Dataset",
    "HumanPairs",
    "Judgements",
    "MetricScores",
    "Ratings",
    "Statistic",
    "correlate",
    "find_statistic",
]
