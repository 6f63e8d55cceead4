"""Drawings of trees, alignments and reordered sentences, each as terminal text or SVG."""

from wordorder.faces import lazy_face

__getattr__, __dir__ = lazy_face(__name__)
