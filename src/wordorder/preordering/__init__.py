"""Pre-ordering: source words put in target order by rules over parses, and how good that is."""

from wordorder.preordering.applying import reorder
from wordorder.preordering.evaluation import evaluate_preordering
from wordorder.preordering.evaluation_result import PreorderingEvaluation
from wordorder.preordering.inputs import read_parses, read_references
from wordorder.preordering.oracle import OracleOrders, oracle_orders
from wordorder.preordering.references import ReferenceOrders
from wordorder.preordering.rules import Entry, Rule, RuleSet, WordTest

__all__ = [
    "Entry",
    "OracleOrders",
    "PreorderingEvaluation",
    "ReferenceOrders",
    "Rule",
    "RuleSet",
    "WordTest",
    "evaluate_preordering",
    "oracle_orders",
    "read_parses",
    "read_references",
    "reorder",
]
