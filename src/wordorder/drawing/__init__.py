"""Drawings of trees, alignments and reordered sentences: one layout, as terminal text or SVG."""

from wordorder.drawing.alignment import (
    AlignmentKind,
    AlignmentLayout,
    PlacedLink,
    PlacedWord,
    layout_alignment,
)
from wordorder.drawing.alignment_drawings import DRAWINGS, AlignmentDrawing, AlignmentDrawings
from wordorder.drawing.alignment_svg import render as render_alignments_svg
from wordorder.drawing.arcs import ArcLayout, ArcWord, PlacedArc, layout_arcs
from wordorder.drawing.crossing import CrossingLayout, CrossingLink, layout_crossing
from wordorder.drawing.reordering import ReferencePlace, ReorderingLayout, layout_reordering
from wordorder.drawing.reordering_drawings import ReorderingDrawing, ReorderingDrawings
from wordorder.drawing.tree import PlacedNode, TreeLayout, layout_tree
from wordorder.drawing.tree_svg import render as render_svg

__all__ = [
    "DRAWINGS",
    "AlignmentDrawing",
    "AlignmentDrawings",
    "AlignmentKind",
    "AlignmentLayout",
    "ArcLayout",
    "ArcWord",
    "CrossingLayout",
    "CrossingLink",
    "PlacedArc",
    "PlacedLink",
    "PlacedNode",
    "PlacedWord",
    "ReferencePlace",
    "ReorderingDrawing",
    "ReorderingDrawings",
    "ReorderingLayout",
    "TreeLayout",
    "layout_alignment",
    "layout_arcs",
    "layout_crossing",
    "layout_reordering",
    "layout_tree",
    "render_alignments_svg",
    "render_svg",
]
