"""Plots and reports of results; they need the extra `plot`.

Importing the room does not import Altair; the functions that draw do.
"""

from wordorder.faces import lazy_face

__getattr__, __dir__ = lazy_face(__name__)
