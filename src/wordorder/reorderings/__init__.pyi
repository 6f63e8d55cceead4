from wordorder.reorderings.agreement import (
    AgreementResult as AgreementResult,
    judge_agreement as judge_agreement,
)
from wordorder.reorderings.analysis import analyze_reorderings as analyze_reorderings
from wordorder.reorderings.analysis_result import (
    CorpusReorderings as CorpusReorderings,
    LengthBin as LengthBin,
    ReorderingAnalysis as ReorderingAnalysis,
)
from wordorder.reorderings.batch import (
    SIDES as SIDES,
    WIDTH_CLASSES as WIDTH_CLASSES,
    Block as Block,
    Reordering as Reordering,
    ReorderingBatch as ReorderingBatch,
    Side as Side,
    width_classes as width_classes,
)
from wordorder.reorderings.corpus_counting import (
    ANTICIPATION as ANTICIPATION,
    ReorderingAnalyzer as ReorderingAnalyzer,
)
from wordorder.reorderings.counts import (
    RatioMeasure as RatioMeasure,
    ReorderingCounts as ReorderingCounts,
    count_reorderings as count_reorderings,
    measures_of as measures_of,
    simple_operators as simple_operators,
)
from wordorder.reorderings.extraction import (
    BRANCHINGS as BRANCHINGS,
    Branching as Branching,
    Extraction as Extraction,
    extract_reorderings as extract_reorderings,
)
from wordorder.reorderings.inputs import AlignedCorpus as AlignedCorpus, CorpusBatch as CorpusBatch
from wordorder.reorderings.patterns import WIDEST as WIDEST, Example as Example, Pattern as Pattern
from wordorder.reorderings.retention import (
    RetentionAnalyzer as RetentionAnalyzer,
    analyze_retention as analyze_retention,
)
from wordorder.reorderings.retention_result import (
    FATES as FATES,
    RETENTION_MEASURES as RETENTION_MEASURES,
    RetentionResult as RetentionResult,
    retained_reorderings as retained_reorderings,
)
from wordorder.reorderings.sets import (
    OUTSIDE as OUTSIDE,
    SETS as SETS,
    ReorderingSets as ReorderingSets,
    reordering_sets as reordering_sets,
)
from wordorder.reorderings.sheet import (
    Sheet as Sheet,
    SheetItem as SheetItem,
    draw_items as draw_items,
    draw_sheet as draw_sheet,
    key_columns as key_columns,
    sheet_columns as sheet_columns,
)
from wordorder.reorderings.systems import (
    SystemFile as SystemFile,
    Translations as Translations,
    read_translations as read_translations,
)
from wordorder.reorderings.testsets import (
    ReorderingSet as ReorderingSet,
    ReorderingTestSets as ReorderingTestSets,
    build_testsets as build_testsets,
)
