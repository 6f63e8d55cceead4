from wordorder.permutation import complexity as complexity
from wordorder.permutation.batch import (
    CONVENTIONS as CONVENTIONS,
    Convention as Convention,
    PermutationBatch as PermutationBatch,
)
from wordorder.permutation.files import (
    WRITINGS as WRITINGS,
    Writing as Writing,
    alignment_permutations as alignment_permutations,
    permutation_text as permutation_text,
    read_permutations as read_permutations,
)
from wordorder.permutation.forest import (
    ChartEntry as ChartEntry,
    PermutationForest as PermutationForest,
)
from wordorder.permutation.permutation import Permutation as Permutation
from wordorder.permutation.tree import PermutationTree as PermutationTree, TreeNode as TreeNode
