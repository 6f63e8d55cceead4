"""Corpora of any size: a row of figures for each sentence pair, and profiles of the whole."""

from wordorder.corpus.profile_result import (
    CorpusProfile,
    Difference,
    OutputProfile,
    ProfiledCorpus,
)
from wordorder.corpus.profiling import profile

__all__ = ["CorpusProfile", "Difference", "OutputProfile", "ProfiledCorpus", "profile"]
