"""Pre-ordering: source words put in target order by rules over parses, and how good that is."""

from wordorder.preordering.applying import reorder
from wordorder.preordering.builtin_sets import RULE_SETS, rule_set, rule_set_text
from wordorder.preordering.drawings import draw_reordering, draw_reorderings
from wordorder.preordering.inputs import read_parses, read_references
from wordorder.preordering.references import ReferenceOrders
from wordorder.preordering.rules import Entry, Rule, RuleSet, WordTest

__all__ = [
    "RULE_SETS",
    "Entry",
    "ReferenceOrders",
    "Rule",
    "RuleSet",
    "WordTest",
    "draw_reordering",
    "draw_reorderings",
    "read_parses",
    "read_references",
    "reorder",
    "rule_set",
    "rule_set_text",
]
