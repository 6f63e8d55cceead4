"""Meta-evaluation: whether metrics agree with people."""

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
    "Comparisons",
    "ContrastSet",
    "Dataset",
    "FittedWeights",
    "HumanPairs",
    "Judgements",
    "LeftOut",
    "MetricScores",
    "Ratings",
    "fit_preset",
    "join",
    "read_contrasts",
    "read_datasets",
    "read_judgements",
    "read_names",
    "read_scores",
    "score_systems",
]
