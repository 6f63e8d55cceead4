"""Meta-evaluation: whether metrics agree with people."""

from wordorder.metaevaluation.agreement.agreement import AnnotatorAgreement, annotator_agreement
from wordorder.metaevaluation.agreement.ceiling import HumanCeiling, human_ceiling
from wordorder.metaevaluation.agreement.filtering import with_min_agreement
from wordorder.metaevaluation.agreement.rating_alpha import RatingAlphas
from wordorder.metaevaluation.agreement.wmt_kappa import WmtKappas
from wordorder.metaevaluation.correlation.chance import with_chance
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
    "STATISTICS",
    "AnnotatorAgreement",
    "Climbed",
    "Comparisons",
    "ContrastSet",
    "Correlations",
    "Dataset",
    "FoldTuning",
    "GridPoint",
    "HeldOut",
    "HumanCeiling",
    "HumanPairs",
    "Judgements",
    "LeftOut",
    "MetricScores",
    "Operators",
    "Optimum",
    "PairTuning",
    "RatingAlphas",
    "Ratings",
    "Statistic",
    "TunedWeight",
    "WeightRange",
    "WmtKappas",
    "annotator_agreement",
    "correlate",
    "find_statistic",
    "human_ceiling",
    "join",
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
