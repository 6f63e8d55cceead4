"""Meta-evaluation: whether metrics agree with people."""

from wordorder.metaevaluation.joining import Dataset, LeftOut, join
from wordorder.metaevaluation.judgements.contrasts import ContrastSet, read_contrasts
from wordorder.metaevaluation.judgements.reading import read_judgements
from wordorder.metaevaluation.judgements.table import Comparisons, HumanPairs, Judgements, Ratings
from wordorder.metaevaluation.names import read_names
from wordorder.metaevaluation.scores.table import MetricScores

__all__ = [
    "Comparisons",
    "ContrastSet",
    "Dataset",
    "HumanPairs",
    "Judgements",
    "LeftOut",
    "MetricScores",
    "Ratings",
    "join",
    "read_contrasts",
    "read_judgements",
    "read_names",
]
