"""Meta-evaluation: whether metrics agree with people."""

from wordorder.metaevaluation.agreement.agreement import AnnotatorAgreement, annotator_agreement
from wordorder.metaevaluation.agreement.ceiling import HumanCeiling, human_ceiling
from wordorder.metaevaluation.agreement.filtering import with_min_agreement
from wordorder.metaevaluation.agreement.rating_alpha import RatingAlphas
from wordorder.metaevaluation.agreement.wmt_kappa import WmtKappas
from wordorder.metaevaluation.correlation.chance import with_chance
from wordorder.metaevaluation.correlation.correlate import GROUPINGS, UNITS, correlate
from wordorder.metaevaluation.correlation.correlations import Correlations
from wordorder.metaevaluation.correlation.registry import STATISTICS, Statistic, find_statistic
from wordorder.metaevaluation.datasets import read_datasets
from wordorder.metaevaluation.evaluation.evaluating import meta_evaluate
from wordorder.metaevaluation.evaluation.figures import JudgeAgreement, PartFigures, SetFigures
from wordorder.metaevaluation.evaluation.result import MetaEvaluation
from wordorder.metaevaluation.joining import Dataset, LeftOut, join
from wordorder.metaevaluation.judgements.contrasts import ContrastSet, read_contrasts
from wordorder.metaevaluation.judgements.reading import read_judgements
from wordorder.metaevaluation.judgements.table import Comparisons, HumanPairs, Judgements, Ratings
from wordorder.metaevaluation.names import read_names
from wordorder.metaevaluation.ratings.line_tests import LineTests
from wordorder.metaevaluation.ratings.system_ratings import SystemRatings, rate_systems
from wordorder.metaevaluation.ratings.verdict_agreement import VerdictAgreement, compare_verdicts
from wordorder.metaevaluation.score_request import DatasetSource
from wordorder.metaevaluation.scores.from_text import score_systems
from wordorder.metaevaluation.scores.reading import read_scores
from wordorder.metaevaluation.scores.table import MetricScores
from wordorder.metaevaluation.significance.comparing import compare_metrics
from wordorder.metaevaluation.significance.comparisons import MetricComparisons
from wordorder.metaevaluation.significance.metric_ranks import MetricRanks, rank_metrics
from wordorder.metaevaluation.significance.permutation_testing import permutation_test
from wordorder.metaevaluation.significance.win_tables import WinTable, count_wins
from wordorder.metaevaluation.tuning.fit_result import FittedWeights
from wordorder.metaevaluation.tuning.fitting import USUAL_FEATURES, fit_preset
from wordorder.metaevaluation.tuning.hill_climbing import Climbed
from wordorder.metaevaluation.tuning.optimum import Optimum, WeightRange
from wordorder.metaevaluation.tuning.outcomes import (
    FoldTuning,
    GridPoint,
    HeldOut,
    Operators,
    PairTuning,
)
from wordorder.metaevaluation.tuning.presets import tune_preset
from wordorder.metaevaluation.tuning.result import TunedWeight
from wordorder.metaevaluation.tuning.weights import tune_weight

__all__ = [
    "GROUPINGS",
    "STATISTICS",
    "UNITS",
    "USUAL_FEATURES",
    "AnnotatorAgreement",
    "Climbed",
    "Comparisons",
    "ContrastSet",
    "Correlations",
    "Dataset",
    "DatasetSource",
    "FittedWeights",
    "FoldTuning",
    "GridPoint",
    "HeldOut",
    "HumanCeiling",
    "HumanPairs",
    "JudgeAgreement",
    "Judgements",
    "LeftOut",
    "LineTests",
    "MetaEvaluation",
    "MetricComparisons",
    "MetricRanks",
    "MetricScores",
    "Operators",
    "Optimum",
    "PairTuning",
    "PartFigures",
    "RatingAlphas",
    "Ratings",
    "SetFigures",
    "Statistic",
    "SystemRatings",
    "TunedWeight",
    "VerdictAgreement",
    "WeightRange",
    "WinTable",
    "WmtKappas",
    "annotator_agreement",
    "compare_metrics",
    "compare_verdicts",
    "correlate",
    "count_wins",
    "find_statistic",
    "fit_preset",
    "human_ceiling",
    "join",
    "meta_evaluate",
    "permutation_test",
    "rank_metrics",
    "rate_systems",
    "read_contrasts",
    "read_datasets",
    "read_judgements",
    "read_names",
    "read_scores",
    "score_systems",
    "tune_preset",
    "tune_weight",
    "with_chance",
    "with_min_agreement",
]
