"""Word alignments: links between the words of two sentences, in and out of every format (S1.1)."""

from wordorder.alignment.alignment import Alignment, Component, Crossings
from wordorder.alignment.batch import AlignmentBatch
from wordorder.alignment.bilingual import EFLOMAL, ExternalAligner, Ibm1Model, train_ibm1
from wordorder.alignment.evaluation import (
    MEASURES,
    AlignmentQuality,
    Measure,
    agreement_counts,
    combine_gold,
    evaluate_alignments,
    evaluate_counts,
)
from wordorder.alignment.formats import READERS, WRITERS, read_alignments, write_alignments
from wordorder.alignment.formats.moses import Phrase, Trace, parse_trace, read_traces
from wordorder.alignment.link_reading import LinkReading
from wordorder.alignment.lockstep import in_lockstep
from wordorder.alignment.matching import MatchBatch, Matcher, match_contexts
from wordorder.alignment.symmetrization import SYMMETRIZATIONS, Symmetrization

__all__ = [
    "EFLOMAL",
    "MEASURES",
    "READERS",
    "SYMMETRIZATIONS",
    "WRITERS",
    "Alignment",
    "AlignmentBatch",
    "AlignmentQuality",
    "Component",
    "Crossings",
    "ExternalAligner",
    "Ibm1Model",
    "LinkReading",
    "MatchBatch",
    "Matcher",
    "Measure",
    "Phrase",
    "Symmetrization",
    "Trace",
    "agreement_counts",
    "combine_gold",
    "evaluate_alignments",
    "evaluate_counts",
    "in_lockstep",
    "match_contexts",
    "parse_trace",
    "read_alignments",
    "read_traces",
    "train_ibm1",
    "write_alignments",
]
