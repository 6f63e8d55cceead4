"""Reorderings between source and target: what moves, how far, and what a system keeps (S5)."""

from wordorder.reorderings.agreement import AgreementResult, judge_agreement
from wordorder.reorderings.analysis import (
    ANTICIPATION,
    WIDEST,
    LengthBin,
    ReorderingAnalysis,
    ReorderingAnalyzer,
    analyze_reorderings,
)
from wordorder.reorderings.batch import (
    SIDES,
    WIDTH_CLASSES,
    Block,
    Reordering,
    ReorderingBatch,
    Side,
    width_classes,
)
from wordorder.reorderings.comparing import analyze_retention, judge_translations
from wordorder.reorderings.corpus import AlignedCorpus, CorpusBatch
from wordorder.reorderings.counts import measures_of, simple_operators
from wordorder.reorderings.estimate import Estimate
from wordorder.reorderings.extraction import BRANCHINGS, Branching, extract_reorderings
from wordorder.reorderings.patterns import Example, Pattern
from wordorder.reorderings.retained import Judged, RetentionAnalyzer, RetentionResult
from wordorder.reorderings.retention import FATES, retained_reorderings
from wordorder.reorderings.sheet import SheetItem, draw_items, key_columns, sheet_columns
from wordorder.reorderings.systems import SystemFile, Translations, read_translations
from wordorder.reorderings.testsets import (
    SETS,
    CorpusSets,
    ReorderingSets,
    build_testsets,
    reordering_sets,
)

__all__ = [
    "ANTICIPATION",
    "BRANCHINGS",
    "FATES",
    "SETS",
    "SIDES",
    "WIDEST",
    "WIDTH_CLASSES",
    "AgreementResult",
    "AlignedCorpus",
    "Block",
    "Branching",
    "CorpusBatch",
    "CorpusSets",
    "Estimate",
    "Example",
    "Judged",
    "LengthBin",
    "Pattern",
    "Reordering",
    "ReorderingAnalysis",
    "ReorderingAnalyzer",
    "ReorderingBatch",
    "ReorderingSets",
    "RetentionAnalyzer",
    "RetentionResult",
    "SheetItem",
    "Side",
    "SystemFile",
    "Translations",
    "analyze_reorderings",
    "analyze_retention",
    "build_testsets",
    "draw_items",
    "extract_reorderings",
    "judge_agreement",
    "judge_translations",
    "key_columns",
    "measures_of",
    "read_translations",
    "reordering_sets",
    "retained_reorderings",
    "sheet_columns",
    "simple_operators",
    "width_classes",
]
