"""Rules learned from parses and reference orders."""

from wordorder.preordering.learning.learning import learn_rules
from wordorder.preordering.learning.result import LearnedRule, LearnedRules, PathPoint

__all__ = ["LearnedRule", "LearnedRules", "PathPoint", "learn_rules"]
