"""Pre-ordering: source words put in target order by rules over parses, and how good that is."""

from wordorder.preordering.applying import ARRANGED_AS, apply_rules, reorder
from wordorder.preordering.drawings import draw_reordering, draw_reorderings
from wordorder.preordering.errors.analysis import analyze_preordering
from wordorder.preordering.errors.cards import CardParse, ErrorCard
from wordorder.preordering.errors.confusions import Confusion
from wordorder.preordering.errors.contributions import RuleContribution, RuleExample
from wordorder.preordering.errors.faults import Ceilings, Fault
from wordorder.preordering.errors.misplaced import Misplaced, MisplacedKinds
from wordorder.preordering.errors.result import PreorderingErrors
from wordorder.preordering.evaluation.evaluation import evaluate_preordering
from wordorder.preordering.evaluation.result import (
    AlignmentData,
    ParserData,
    PeerFigures,
    PreorderingEvaluation,
    System,
)
from wordorder.preordering.inputs import read_links, read_parses, read_references
from wordorder.preordering.learning import LearnedRule, LearnedRules, PathPoint, learn_rules
from wordorder.preordering.oracle import OracleOrders, oracle_orders
from wordorder.preordering.peers import PeerScores, peer_scores
from wordorder.preordering.references import ReferenceOrders
from wordorder.preordering.rules.builtin_sets import RULE_SETS, rule_set, rule_set_text
from wordorder.preordering.rules.check_result import EntryUse, RuleCheck, RuleUse, RuleWarning
from wordorder.preordering.rules.checking import check_rules
from wordorder.preordering.rules.rules import Entry, Rule, RuleSet, WordTest
from wordorder.preordering.selection.selection import ParseSelection, select_parses

__all__ = [
    "ARRANGED_AS",
    "RULE_SETS",
    "AlignmentData",
    "CardParse",
    "Ceilings",
    "Confusion",
    "Entry",
    "EntryUse",
    "ErrorCard",
    "Fault",
    "LearnedRule",
    "LearnedRules",
    "Misplaced",
    "MisplacedKinds",
    "OracleOrders",
    "ParseSelection",
    "ParserData",
    "PathPoint",
    "PeerFigures",
    "PeerScores",
    "PreorderingErrors",
    "PreorderingEvaluation",
    "ReferenceOrders",
    "Rule",
    "RuleCheck",
    "RuleContribution",
    "RuleExample",
    "RuleSet",
    "RuleUse",
    "RuleWarning",
    "System",
    "WordTest",
    "analyze_preordering",
    "apply_rules",
    "check_rules",
    "draw_reordering",
    "draw_reorderings",
    "evaluate_preordering",
    "learn_rules",
    "oracle_orders",
    "peer_scores",
    "read_links",
    "read_parses",
    "read_references",
    "reorder",
    "rule_set",
    "rule_set_text",
    "select_parses",
]
