from wordorder.drawing.alignment import (
    DRAWINGS as DRAWINGS,
    AlignmentDrawing as AlignmentDrawing,
    AlignmentDrawings as AlignmentDrawings,
    AlignmentKind as AlignmentKind,
    AlignmentLayout as AlignmentLayout,
    PlacedLink as PlacedLink,
    PlacedWord as PlacedWord,
    layout_alignment as layout_alignment,
)
from wordorder.drawing.alignment_svg import render_alignments_svg as render_alignments_svg
from wordorder.drawing.arcs import (
    ArcLayout as ArcLayout,
    ArcWord as ArcWord,
    PlacedArc as PlacedArc,
    layout_arcs as layout_arcs,
)
from wordorder.drawing.crossing import (
    CrossingLayout as CrossingLayout,
    CrossingLink as CrossingLink,
    layout_crossing as layout_crossing,
)
from wordorder.drawing.reordering import (
    ReferencePlace as ReferencePlace,
    ReorderingDrawing as ReorderingDrawing,
    ReorderingDrawings as ReorderingDrawings,
    ReorderingLayout as ReorderingLayout,
    layout_reordering as layout_reordering,
)
from wordorder.drawing.tree import (
    PlacedNode as PlacedNode,
    TreeLayout as TreeLayout,
    layout_tree as layout_tree,
    render_tree_svg as render_tree_svg,
)
