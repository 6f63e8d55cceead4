"""Pre-ordering: source words put in target order by rules over parses, and its evaluation."""

from wordorder.faces import lazy_face

__getattr__, __dir__ = lazy_face(__name__)
