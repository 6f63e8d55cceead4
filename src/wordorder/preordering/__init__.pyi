from wordorder.preordering.applying import (
    ARRANGED_AS as ARRANGED_AS,
    apply_rules as apply_rules,
    reorder as reorder,
)
from wordorder.preordering.confusions import Confusion as Confusion
from wordorder.preordering.drawings import (
    draw_reordering as draw_reordering,
    draw_reorderings as draw_reorderings,
)
from wordorder.preordering.error_analysis import analyze_preordering as analyze_preordering
from wordorder.preordering.error_cards import CardParse as CardParse, ErrorCard as ErrorCard
from wordorder.preordering.error_result import PreorderingErrors as PreorderingErrors
from wordorder.preordering.evaluation import evaluate_preordering as evaluate_preordering
from wordorder.preordering.evaluation_result import (
    AlignmentData as AlignmentData,
    ParserData as ParserData,
    PeerFigures as PeerFigures,
    PreorderingEvaluation as PreorderingEvaluation,
    System as System,
)
from wordorder.preordering.faults import (
    Ceilings as Ceilings,
    Fault as Fault,
    Misplaced as Misplaced,
    MisplacedKinds as MisplacedKinds,
    RuleContribution as RuleContribution,
    RuleExample as RuleExample,
)
from wordorder.preordering.inputs import (
    read_links as read_links,
    read_parses as read_parses,
    read_references as read_references,
)
from wordorder.preordering.learned_rules import (
    LearnedRule as LearnedRule,
    LearnedRules as LearnedRules,
    PathPoint as PathPoint,
)
from wordorder.preordering.learning import learn_rules as learn_rules
from wordorder.preordering.peers import PeerScores as PeerScores, peer_scores as peer_scores
from wordorder.preordering.references import (
    OracleOrders as OracleOrders,
    ReferenceOrders as ReferenceOrders,
    oracle_orders as oracle_orders,
)
from wordorder.preordering.rules.checking import (
    EntryUse as EntryUse,
    RuleCheck as RuleCheck,
    RuleUse as RuleUse,
    RuleWarning as RuleWarning,
    check_rules as check_rules,
)
from wordorder.preordering.rules.files import (
    RULE_SETS as RULE_SETS,
    rule_set as rule_set,
    rule_set_text as rule_set_text,
)
from wordorder.preordering.rules.rules import (
    Entry as Entry,
    Rule as Rule,
    RuleSet as RuleSet,
    WordTest as WordTest,
)
from wordorder.preordering.selection import (
    ParseSelection as ParseSelection,
    select_parses as select_parses,
)
