"""Meta-evaluation: whether metrics agree with people."""

from wordorder.faces import lazy_face

__getattr__, __dir__ = lazy_face(__name__)
