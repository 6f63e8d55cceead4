"""Meta-evaluation: whether metrics agree with people."""

from wordorder.metaevaluation.correlation.correlate import correlate
from wordorder.metaevaluation.correlation.correlations import Correlations
from wordorder.metaevaluation.correlation.registry import STATISTICS, Statistic, find_statistic
from wordorder.metaevaluation.datasets import read_datasets
from wordorder.metaevaluation.joining import Dataset, LeftOut, join
from wordorder.metaevaluation.judgements.contrasts import ContrastSet, read_contrasts
from wordorder.metaevaluation.judgements.reading import read_judgements
from wordorder.metaevaluation.judgements.table import Comparisons, HumanPairs, Judgements, Ratings
from wordorder.metaevaluation.names import read_names
from wordorder.metaevaluation.scores.from_text import score_systems
from wordorder.metaevaluation.scores.reading import read_scores
from wordorder.metaevaluation.scores.table import MetricScores
from wordorder.metaevaluation.significance.comparisons import MetricComparisons
from wordorder.metaevaluation.significance.permutation_testing import permutation_test

__all__ = [
    "Comparisons",
    "ContrastSet",
    "Correlations",
    "Dataset",
    "HumanPairs",
    "Judgements",
    "LeftOut",
    "MetricComparisons",
    "MetricScores",
    "Ratings",
    "STATISTICS",
    "Statistic",
    "correlate",
    "find_statistic",
    "join",
    "permutation_test",
    "read_contrasts",
    "read_datasets",
    "read_judgements",
    "read_names",
    "read_scores",
    "score_systems",
]
