"""Pre-ordering: source words put in target order by rules over parses, and how good that is."""

from wordorder.preordering.applying import reorder
from wordorder.preordering.inputs import read_parses, read_references
from wordorder.preordering.oracle import OracleOrders, oracle_orders
from wordorder.preordering.references import ReferenceOrders
from wordorder.preordering.rules import Entry, Rule, RuleSet, WordTest

__all__ = [
    "Entry",
    "OracleOrders",
    "ReferenceOrders",
    "Rule",
    "RuleSet",
    "WordTest",
    "oracle_orders",
    "read_parses",
    "read_references",
    "reorder",
]
