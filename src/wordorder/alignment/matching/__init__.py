"""Words of two sentences in the same language, linked where they count as the same."""

from wordorder.alignment.matching.contexts import match_contexts
from wordorder.alignment.matching.matcher import Matcher
from wordorder.alignment.matching.result import MatchBatch
from wordorder.alignment.matching.stages import STAGES, Stage

__all__ = ["STAGES", "MatchBatch", "Matcher", "Stage", "match_contexts"]
