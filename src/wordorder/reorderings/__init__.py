"""Reorderings between source and target: what moves, how far, and what systems retain."""

from wordorder.reorderings.agreement import judge_agreement
from wordorder.reorderings.agreement_result import AgreementResult
from wordorder.reorderings.analysis import analyze_reorderings
from wordorder.reorderings.analysis_result import CorpusReorderings, LengthBin, ReorderingAnalysis
from wordorder.reorderings.batch import (
    SIDES,
    WIDTH_CLASSES,
    Block,
    Reordering,
    ReorderingBatch,
    Side,
    width_classes,
)
from wordorder.reorderings.corpus import AlignedCorpus, CorpusBatch
from wordorder.reorderings.corpus_counting import ANTICIPATION, ReorderingAnalyzer
from wordorder.reorderings.counts import (
    RatioMeasure,
    ReorderingCounts,
    count_reorderings,
    measures_of,
    simple_operators,
)
from wordorder.reorderings.extraction import (
    BRANCHINGS,
    Branching,
    Extraction,
    extract_reorderings,
)
from wordorder.reorderings.judging import FATES, retained_reorderings
from wordorder.reorderings.patterns import WIDEST, Example, Pattern
from wordorder.reorderings.retention_analysis import analyze_retention
from wordorder.reorderings.retention_counting import RetentionAnalyzer
from wordorder.reorderings.retention_result import RETENTION_MEASURES, RetentionResult
from wordorder.reorderings.sheet import Sheet, SheetItem, draw_items, key_columns, sheet_columns
from wordorder.reorderings.sheet_drawing import draw_sheet
from wordorder.reorderings.systems import SystemFile, Translations, read_translations
from wordorder.reorderings.testset_building import build_testsets
from wordorder.reorderings.testset_result import ReorderingSet, ReorderingTestSets
from wordorder.reorderings.testsets import OUTSIDE, SETS, ReorderingSets, reordering_sets

__all__ = [
    "ANTICIPATION",
    "BRANCHINGS",
    "FATES",
    "OUTSIDE",
    "RETENTION_MEASURES",
    "SETS",
    "SIDES",
    "WIDEST",
    "WIDTH_CLASSES",
    "AgreementResult",
    "AlignedCorpus",
    "Block",
    "Branching",
    "CorpusBatch",
    "CorpusReorderings",
    "Example",
    "Extraction",
    "LengthBin",
    "Pattern",
    "RatioMeasure",
    "Reordering",
    "ReorderingAnalysis",
    "ReorderingAnalyzer",
    "ReorderingBatch",
    "ReorderingCounts",
    "ReorderingSet",
    "ReorderingSets",
    "ReorderingTestSets",
    "RetentionAnalyzer",
    "RetentionResult",
    "Sheet",
    "SheetItem",
    "Side",
    "SystemFile",
    "Translations",
    "analyze_reorderings",
    "analyze_retention",
    "build_testsets",
    "count_reorderings",
    "draw_items",
    "draw_sheet",
    "extract_reorderings",
    "judge_agreement",
    "key_columns",
    "measures_of",
    "read_translations",
    "reordering_sets",
    "retained_reorderings",
    "sheet_columns",
    "simple_operators",
    "width_classes",
]
