"""Syntax trees: dependencies from CoNLL-U or parsers, constituents from Penn brackets."""

from wordorder.faces import lazy_face

__getattr__, __dir__ = lazy_face(__name__)
