"""Meta-evaluation: whether metrics agree with people."""

from wordorder.metaevaluation.correlation.correlate import correlate
from wordorder.metaevaluation.correlation.correlations import Correlations
from wordorder.metaevaluation.correlation.registry import STATISTICS, Statistic, find_statistic
from wordorder.metaevaluation.joining import Dataset
from wordorder.metaevaluation.judgements.table import Comparisons, HumanPairs, Judgements, Ratings
from wordorder.metaevaluation.scores.table import MetricScores
from wordorder.metaevaluation.tuning.result import TunedWeight
from wordorder.metaevaluation.tuning.weights import tune_weight

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
    "TunedWeight",
    "correlate",
    "find_statistic",
    "tune_weight",
]
