"""Output: tables, JSON, and files that are written completely or not at all.

Importing this package imports neither rich nor NumPy; the functions that need them do.
"""

from wordorder.faces import lazy_face

__getattr__, __dir__ = lazy_face(__name__)
