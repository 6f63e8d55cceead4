"""Reorderings between source and target: what moves, how far, and what systems retain."""

from wordorder.faces import lazy_face

__getattr__, __dir__ = lazy_face(__name__)
