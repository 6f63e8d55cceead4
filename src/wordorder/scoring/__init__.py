"""Scores of sentences and systems: word order and word choice, with their uncertainty."""

from wordorder.faces import lazy_face

__getattr__, __dir__ = lazy_face(__name__)
