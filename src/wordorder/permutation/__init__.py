"""Permutations, their trees and forests, and complexity metrics."""

from wordorder.faces import lazy_face

__getattr__, __dir__ = lazy_face(__name__)
