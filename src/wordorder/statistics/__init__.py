"""Bootstrap, paired tests, Holm correction, clusters and inter-rater agreement.

Arrays in, arrays out; nothing here is specific to translation. Counts over sentences are kept in
an `Accumulator`; accumulators can be merged.
"""

from wordorder.faces import lazy_face

__getattr__, __dir__ = lazy_face(__name__)
