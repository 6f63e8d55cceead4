"""Word alignments: links between the words of two sentences, and their file formats."""

from wordorder.faces import lazy_face

__getattr__, __dir__ = lazy_face(__name__)
