"""Corpora of any size: a row of figures for each sentence pair, and profiles of the whole."""

from wordorder.faces import lazy_face

__getattr__, __dir__ = lazy_face(__name__)
