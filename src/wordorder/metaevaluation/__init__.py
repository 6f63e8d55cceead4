"""Meta-evaluation: whether metrics agree with people."""

from wordorder.metaevaluation.joining import Dataset
from wordorder.metaevaluation.judgements.table import Comparisons, HumanPairs, Judgements, Ratings
from wordorder.metaevaluation.ratings.line_tests import LineTests
from wordorder.metaevaluation.ratings.system_ratings import SystemRatings, rate_systems
from wordorder.metaevaluation.ratings.verdict_agreement import VerdictAgreement, compare_verdicts
from wordorder.metaevaluation.scores.table import MetricScores
from wordorder.metaevaluation.significance.comparing import compare_metrics
from wordorder.metaevaluation.significance.comparisons import MetricComparisons
from wordorder.metaevaluation.significance.metric_ranks import MetricRanks, rank_metrics
from wordorder.metaevaluation.significance.permutation_testing import permutation_test
from wordorder.metaevaluation.significance.win_tables import WinTable, count_wins

__all__ = [
    "Comparisons",
    "Dataset",
    "HumanPairs",
    "Judgements",
    "LineTests",
    "MetricComparisons",
    "MetricRanks",
    "MetricScores",
    "Ratings",
    "SystemRatings",
    "VerdictAgreement",
    "WinTable",
    "compare_metrics",
    "compare_verdicts",
    "count_wins",
    "permutation_test",
    "rank_metrics",
    "rate_systems",
]
