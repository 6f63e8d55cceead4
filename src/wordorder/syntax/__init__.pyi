from wordorder.syntax.constituency import (
    ConstituencyBatch as ConstituencyBatch,
    ConstituencyTree as ConstituencyTree,
)
from wordorder.syntax.dependency import (
    DependencyBatch as DependencyBatch,
    DependencyTree as DependencyTree,
    Morphology as Morphology,
    ProjectiveTree as ProjectiveTree,
    ProjectiveTrees as ProjectiveTrees,
    Token as Token,
)
from wordorder.syntax.parsing import (
    ExternalParser as ExternalParser,
    Parser as Parser,
    as_parser as as_parser,
    parse_texts as parse_texts,
    parser_named as parser_named,
    parser_signature as parser_signature,
)
from wordorder.syntax.reading import TreeForm as TreeForm, read_trees as read_trees
from wordorder.syntax.spacy_parser import SpacyParser as SpacyParser
from wordorder.syntax.tree import Tree as Tree, TreeBatch as TreeBatch
