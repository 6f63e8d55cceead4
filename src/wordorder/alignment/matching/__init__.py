"""Monolingual word matching: equal words, stems, synonyms, similar words and paraphrases."""

from wordorder.alignment.matching.contexts import match_contexts
from wordorder.alignment.matching.matcher import Matcher
from wordorder.alignment.matching.result import MatchBatch
from wordorder.alignment.matching.stages import STAGES, Stage

__all__ = ["STAGES", "MatchBatch", "Matcher", "Stage", "match_contexts"]
