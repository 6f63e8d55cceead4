"""Meta-evaluation: whether metrics agree with people."""

from wordorder.metaevaluation.joining import Dataset
from wordorder.metaevaluation.judgements.table import Comparisons, HumanPairs, Judgements, Ratings
from wordorder.metaevaluation.scores.table import MetricScores
from wordorder.metaevaluation.significance.comparisons import MetricComparisons
from wordorder.metaevaluation.significance.permutation_testing import permutation_test

__all__ = [
    "Comparisons",
    "Dataset",
    "HumanPairs",
    "Judgements",
    "MetricComparisons",
    "MetricScores",
    "Ratings",
    "permutation_test",
]
