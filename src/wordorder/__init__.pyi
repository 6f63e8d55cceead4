from wordorder import (
    alignment as alignment,
    corpus as corpus,
    drawing as drawing,
    errors as errors,
    metaevaluation as metaevaluation,
    ordering as ordering,
    output as output,
    permutation as permutation,
    preordering as preordering,
    reorderings as reorderings,
    reporting as reporting,
    scoring as scoring,
    statistics as statistics,
    syntax as syntax,
    text as text,
)
from wordorder.alignment.alignment import Alignment as Alignment
from wordorder.alignment.batch import AlignmentBatch as AlignmentBatch
from wordorder.alignment.bilingual.aligners import align_texts as align_texts
from wordorder.alignment.formats.registry import read_alignments as read_alignments
from wordorder.alignment.link_reading import LinkReading as LinkReading
from wordorder.alignment.matching.matcher import Matcher as Matcher
from wordorder.alignment.matching.texts import match_texts as match_texts
from wordorder.corpus.batching import batch as batch
from wordorder.corpus.profile_result import CorpusProfile as CorpusProfile
from wordorder.corpus.profiling import profile as profile
from wordorder.errors import (
    InputError as InputError,
    MissingExtraError as MissingExtraError,
    UsageError as UsageError,
    WordorderError as WordorderError,
    WordorderWarning as WordorderWarning,
)
from wordorder.metaevaluation.evaluation import meta_evaluate as meta_evaluate
from wordorder.metaevaluation.results import MetaEvaluation as MetaEvaluation
from wordorder.metaevaluation.tuning.presets import tune_preset as tune_preset
from wordorder.ordering.explanation import explain as explain
from wordorder.ordering.metrics import metric_names as metric_names
from wordorder.ordering.scores import (
    ordering_scores as ordering_scores,
    permutation_scores as permutation_scores,
)
from wordorder.permutation.batch import PermutationBatch as PermutationBatch
from wordorder.permutation.files import read_permutations as read_permutations
from wordorder.permutation.forest import PermutationForest as PermutationForest
from wordorder.permutation.permutation import Permutation as Permutation
from wordorder.permutation.tree import PermutationTree as PermutationTree
from wordorder.preordering.evaluation import evaluate_preordering as evaluate_preordering
from wordorder.reorderings.analysis import analyze_reorderings as analyze_reorderings
from wordorder.reorderings.analysis_result import ReorderingAnalysis as ReorderingAnalysis
from wordorder.reporting.loading import load as load
from wordorder.reporting.plotting import plot as plot
from wordorder.reporting.reports import Report as Report, report as report
from wordorder.scoring.harness import OrderMetric as OrderMetric
from wordorder.scoring.linked_order import SourceLinks as SourceLinks
from wordorder.scoring.plan import ScoreOptions as ScoreOptions
from wordorder.scoring.presets import Preset as Preset
from wordorder.scoring.result import ScoreResult as ScoreResult
from wordorder.scoring.scorer import score as score
from wordorder.statistics.resampling import Resampling as Resampling
from wordorder.syntax.reading import read_trees as read_trees

__version__: str
