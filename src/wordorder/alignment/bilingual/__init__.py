"""Aligners for a text and its translation: IBM Model 1, and any external program.

Each has a method `align(source, target)` that streams batches of alignments.
"""

from wordorder.alignment.bilingual.external import EFLOMAL, ExternalAligner
from wordorder.alignment.bilingual.ibm1 import Direction, train_ibm1
from wordorder.alignment.bilingual.ibm1_model import Ibm1Model, PartnerTable
from wordorder.alignment.bilingual.learning_curve import LearningCurve
from wordorder.alignment.bilingual.texts import ALIGNERS, Aligner, align_texts

__all__ = [
    "ALIGNERS",
    "EFLOMAL",
    "Aligner",
    "Direction",
    "ExternalAligner",
    "Ibm1Model",
    "LearningCurve",
    "PartnerTable",
    "align_texts",
    "train_ibm1",
]
