from wordorder.alignment.alignment import (
    SYMMETRIZATIONS as SYMMETRIZATIONS,
    Alignment as Alignment,
    Component as Component,
    Crossings as Crossings,
    Symmetrization as Symmetrization,
)
from wordorder.alignment.batch import AlignmentBatch as AlignmentBatch
from wordorder.alignment.bilingual.aligners import (
    ALIGNERS as ALIGNERS,
    EFLOMAL as EFLOMAL,
    Aligner as Aligner,
    ExternalAligner as ExternalAligner,
    align_texts as align_texts,
)
from wordorder.alignment.bilingual.ibm1 import (
    Ibm1Model as Ibm1Model,
    LearningCurve as LearningCurve,
    train_ibm1 as train_ibm1,
)
from wordorder.alignment.drawings import draw_alignments as draw_alignments
from wordorder.alignment.evaluation import (
    ALIGNMENT_MEASURES as ALIGNMENT_MEASURES,
    AlignmentEvaluation as AlignmentEvaluation,
    AlignmentEvaluator as AlignmentEvaluator,
    AlignmentMeasure as AlignmentMeasure,
    agreement_counts as agreement_counts,
    combine_gold as combine_gold,
    evaluate_alignments as evaluate_alignments,
)
from wordorder.alignment.formats.moses import (
    Phrase as Phrase,
    Trace as Trace,
    parse_trace as parse_trace,
    read_traces as read_traces,
)
from wordorder.alignment.formats.registry import (
    READERS as READERS,
    WRITERS as WRITERS,
    read_alignments as read_alignments,
    write_alignments as write_alignments,
)
from wordorder.alignment.link_reading import (
    PHARAOH as PHARAOH,
    LinkReading as LinkReading,
    convert_alignments as convert_alignments,
    in_lockstep as in_lockstep,
    symmetrize_files as symmetrize_files,
)
from wordorder.alignment.matching.match_batch import MatchBatch as MatchBatch
from wordorder.alignment.matching.matcher import Matcher as Matcher
from wordorder.alignment.matching.texts import (
    match_contexts as match_contexts,
    match_texts as match_texts,
)
