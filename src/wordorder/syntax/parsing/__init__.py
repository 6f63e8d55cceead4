"""Parsers: sentences in, dependency trees out."""

from wordorder.syntax.parsing.external import ExternalParser
from wordorder.syntax.parsing.parser import (
    Parser,
    as_parser,
    parser_named,
    parser_signature,
)
from wordorder.syntax.parsing.spacy_parser import SpacyParser
from wordorder.syntax.parsing.texts import parse_texts

__all__ = [
    "ExternalParser",
    "Parser",
    "SpacyParser",
    "as_parser",
    "parse_texts",
    "parser_named",
    "parser_signature",
]
