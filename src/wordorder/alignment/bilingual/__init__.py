"""Aligners for a text and its translation: IBM Model 1, and any external program.

All have the same verb, `align(source, target)`, which streams batches of alignments.
"""

from wordorder.alignment.bilingual.external import EFLOMAL, ExternalAligner
from wordorder.alignment.bilingual.ibm1 import Direction, train_ibm1
from wordorder.alignment.bilingual.ibm1_model import Ibm1Model, PartnerTable

__all__ = [
    "EFLOMAL",
    "Direction",
    "ExternalAligner",
    "Ibm1Model",
    "PartnerTable",
    "train_ibm1",
]
