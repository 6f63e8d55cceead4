"""Syntax trees: dependencies from CoNLL-U, constituents from Penn brackets."""

from wordorder.syntax.constituency import ConstituencyTree
from wordorder.syntax.constituency_batch import ConstituencyBatch
from wordorder.syntax.dependency import DependencyTree, Word
from wordorder.syntax.dependency_batch import DependencyBatch
from wordorder.syntax.reading import TreeBatch, TreeForm, read_trees

__all__ = [
    "ConstituencyBatch",
    "ConstituencyTree",
    "DependencyBatch",
    "DependencyTree",
    "TreeBatch",
    "TreeForm",
    "Word",
    "read_trees",
]
