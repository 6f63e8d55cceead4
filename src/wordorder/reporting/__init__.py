"""Plots and reports of results, which need the extra `plot`.

The functions that draw import Altair; importing this package does not.
"""

from wordorder.faces import lazy_face

__getattr__, __dir__ = lazy_face(__name__)
