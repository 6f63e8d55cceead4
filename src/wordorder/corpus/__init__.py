"""Corpora of any size: a row of figures for each sentence pair, and profiles of the whole."""

from wordorder.corpus.outputs import Output, known_outputs
from wordorder.corpus.plan import CorpusPlan
from wordorder.corpus.roles import CorpusColumns

__all__ = ["CorpusColumns", "CorpusPlan", "Output", "known_outputs"]
