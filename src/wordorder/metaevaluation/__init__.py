"""Meta-evaluation: whether metrics agree with people."""

from wordorder.metaevaluation.agreement.agreement import AnnotatorAgreement, annotator_agreement
from wordorder.metaevaluation.agreement.ceiling import HumanCeiling, human_ceiling
from wordorder.metaevaluation.agreement.filtering import with_min_agreement
from wordorder.metaevaluation.agreement.rating_alpha import RatingAlphas
from wordorder.metaevaluation.agreement.wmt_kappa import WmtKappas
from wordorder.metaevaluation.datasets import read_datasets
from wordorder.metaevaluation.joining import Dataset, LeftOut, join
from wordorder.metaevaluation.judgements.contrasts import ContrastSet, read_contrasts
from wordorder.metaevaluation.judgements.reading import read_judgements
from wordorder.metaevaluation.judgements.table import Comparisons, HumanPairs, Judgements, Ratings
from wordorder.metaevaluation.names import read_names
from wordorder.metaevaluation.scores.from_text import score_systems
from wordorder.metaevaluation.scores.reading import read_scores
from wordorder.metaevaluation.scores.table import MetricScores
from wordorder.metaevaluation.tuning.fit_result import FittedWeights
from wordorder.metaevaluation.tuning.fitting import USUAL_FEATURES, fit_preset

__all__ = [
    "USUAL_FEATURES",
    "AnnotatorAgreement",
    "Comparisons",
    "ContrastSet",
    "Dataset",
    "FittedWeights",
    "HumanCeiling",
    "HumanPairs",
    "Judgements",
    "LeftOut",
    "MetricScores",
    "RatingAlphas",
    "Ratings",
    "WmtKappas",
    "annotator_agreement",
    "fit_preset",
    "human_ceiling",
    "join",
    "read_contrasts",
    "read_datasets",
    "read_judgements",
    "read_names",
    "read_scores",
    "score_systems",
    "with_min_agreement",
]
