"""Permutations, their trees and forests, and complexity metrics."""

from wordorder.permutation import complexity
from wordorder.permutation.alignments import (
    WRITINGS,
    Writing,
    alignment_permutations,
    permutation_text,
)
from wordorder.permutation.batch import PermutationBatch
from wordorder.permutation.conventions import CONVENTIONS, Convention
from wordorder.permutation.forest import ChartEntry, PermutationForest
from wordorder.permutation.permutation import Permutation
from wordorder.permutation.reading import read_permutations
from wordorder.permutation.tree import PermutationTree, TreeNode

__all__ = [
    "CONVENTIONS",
    "WRITINGS",
    "ChartEntry",
    "Convention",
    "Permutation",
    "PermutationBatch",
    "PermutationForest",
    "PermutationTree",
    "TreeNode",
    "Writing",
    "alignment_permutations",
    "complexity",
    "permutation_text",
    "read_permutations",
]
