"""Corpora of any size: a row of figures for each sentence pair, and profiles of the whole."""

from wordorder.corpus.batching import ENGINES, FORMS, batch
from wordorder.corpus.outputs import Output, known_outputs
from wordorder.corpus.plan import CorpusPlan
from wordorder.corpus.plan_options import PlanOptions
from wordorder.corpus.profile_result import CorpusProfile, ProfiledCorpus
from wordorder.corpus.profiling import profile
from wordorder.corpus.roles import CorpusColumns
from wordorder.corpus.where import Filter

__all__ = [
    "ENGINES",
    "FORMS",
    "CorpusColumns",
    "CorpusPlan",
    "CorpusProfile",
    "Filter",
    "Output",
    "PlanOptions",
    "ProfiledCorpus",
    "batch",
    "known_outputs",
    "profile",
]
