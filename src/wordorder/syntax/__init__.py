"""Syntax trees: dependencies from CoNLL-U or a parser, constituents from Penn brackets."""

from wordorder.syntax.constituency import ConstituencyTree
from wordorder.syntax.constituency_batch import ConstituencyBatch
from wordorder.syntax.dependency import DependencyTree, ProjectiveTree, Token
from wordorder.syntax.dependency_batch import DependencyBatch, ProjectiveTrees
from wordorder.syntax.morphology import Morphology
from wordorder.syntax.parsing import (
    ExternalParser,
    Parser,
    SpacyParser,
    as_parser,
    parse_texts,
    parser_named,
    parser_signature,
)
from wordorder.syntax.reading import TreeForm, read_trees
from wordorder.syntax.tree import Tree
from wordorder.syntax.tree_batch import TreeBatch

__all__ = [
    "ConstituencyBatch",
    "ConstituencyTree",
    "DependencyBatch",
    "DependencyTree",
    "ExternalParser",
    "Morphology",
    "Parser",
    "ProjectiveTree",
    "ProjectiveTrees",
    "SpacyParser",
    "Token",
    "Tree",
    "TreeBatch",
    "TreeForm",
    "as_parser",
    "parse_texts",
    "parser_named",
    "parser_signature",
    "read_trees",
]
