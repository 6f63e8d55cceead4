"""Word alignments: links between the words of two sentences, and their file formats."""

from wordorder.alignment.alignment import Alignment, Component, Crossings
from wordorder.alignment.batch import AlignmentBatch
from wordorder.alignment.bilingual import (
    ALIGNERS,
    EFLOMAL,
    Aligner,
    ExternalAligner,
    Ibm1Model,
    LearningCurve,
    align_texts,
    train_ibm1,
)
from wordorder.alignment.conversion import convert_alignments, symmetrize_files
from wordorder.alignment.drawings import draw_alignments
from wordorder.alignment.evaluation import (
    AlignmentEvaluator,
    agreement_counts,
    combine_gold,
    evaluate_alignments,
)
from wordorder.alignment.evaluation_result import (
    ALIGNMENT_MEASURES,
    AlignmentEvaluation,
    AlignmentMeasure,
)
from wordorder.alignment.formats import READERS, WRITERS, read_alignments, write_alignments
from wordorder.alignment.formats.moses import Phrase, Trace, parse_trace, read_traces
from wordorder.alignment.link_reading import PHARAOH, LinkReading
from wordorder.alignment.lockstep import in_lockstep
from wordorder.alignment.match_texts import match_texts
from wordorder.alignment.matching import MatchBatch, Matcher, match_contexts
from wordorder.alignment.symmetrization import SYMMETRIZATIONS, Symmetrization

__all__ = [
    "ALIGNERS",
    "ALIGNMENT_MEASURES",
    "EFLOMAL",
    "PHARAOH",
    "READERS",
    "SYMMETRIZATIONS",
    "WRITERS",
    "Aligner",
    "Alignment",
    "AlignmentBatch",
    "AlignmentEvaluation",
    "AlignmentEvaluator",
    "AlignmentMeasure",
    "Component",
    "Crossings",
    "ExternalAligner",
    "Ibm1Model",
    "LearningCurve",
    "LinkReading",
    "MatchBatch",
    "Matcher",
    "Phrase",
    "Symmetrization",
    "Trace",
    "agreement_counts",
    "align_texts",
    "combine_gold",
    "convert_alignments",
    "draw_alignments",
    "evaluate_alignments",
    "in_lockstep",
    "match_contexts",
    "match_texts",
    "parse_trace",
    "read_alignments",
    "read_traces",
    "symmetrize_files",
    "train_ibm1",
    "write_alignments",
]
