from wordorder.alignment import Alignment as Alignment
from wordorder.alignment import AlignmentBatch as AlignmentBatch
from wordorder.alignment import ExternalAligner as ExternalAligner
from wordorder.alignment import Ibm1Model as Ibm1Model
from wordorder.alignment import Matcher as Matcher
from wordorder.alignment import evaluate_alignments as evaluate_alignments
from wordorder.alignment import match_contexts as match_contexts
from wordorder.alignment import read_alignments as read_alignments
from wordorder.alignment import train_ibm1 as train_ibm1
from wordorder.alignment import write_alignments as write_alignments
from wordorder.errors import InputError as InputError
from wordorder.errors import MissingExtraError as MissingExtraError
from wordorder.errors import UsageError as UsageError
from wordorder.errors import WordorderError as WordorderError
from wordorder.ordering import explain as explain
from wordorder.ordering import metric_names as metric_names
from wordorder.ordering import ordering_scores as ordering_scores
from wordorder.ordering import permutation_scores as permutation_scores
from wordorder.permutation import Permutation as Permutation
from wordorder.permutation import PermutationBatch as PermutationBatch
from wordorder.permutation import PermutationForest as PermutationForest
from wordorder.permutation import PermutationTree as PermutationTree
from wordorder.permutation import complexity as complexity
from wordorder.permutation import read_permutations as read_permutations

__version__: str
