"""Pre-ordering: source words put in target order by rules over parses, and how good that is."""

from wordorder.preordering.applying import ARRANGED_AS, apply_rules, reorder
from wordorder.preordering.builtin_sets import RULE_SETS, rule_set, rule_set_text
from wordorder.preordering.check_result import EntryUse, RuleCheck, RuleUse, RuleWarning
from wordorder.preordering.checking import check_rules
from wordorder.preordering.inputs import read_parses, read_references
from wordorder.preordering.learning import LearnedRule, LearnedRules, PathPoint, learn_rules
from wordorder.preordering.nbest import NBestParses
from wordorder.preordering.references import ReferenceOrders
from wordorder.preordering.rules import Entry, Rule, RuleSet, WordTest
from wordorder.preordering.selection import ParseSelection, select_parses

__all__ = [
    "ARRANGED_AS",
    "RULE_SETS",
    "Entry",
    "EntryUse",
    "LearnedRule",
    "LearnedRules",
    "NBestParses",
    "ParseSelection",
    "PathPoint",
    "ReferenceOrders",
    "Rule",
    "RuleCheck",
    "RuleSet",
    "RuleUse",
    "RuleWarning",
    "WordTest",
    "apply_rules",
    "check_rules",
    "learn_rules",
    "read_parses",
    "read_references",
    "reorder",
    "rule_set",
    "rule_set_text",
    "select_parses",
]
