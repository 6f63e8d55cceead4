"""Pictures of trees: one geometry, rendered as terminal text and as SVG."""

from wordorder.drawing.tree import PlacedNode, TreeLayout, layout_tree
from wordorder.drawing.tree_svg import render as render_svg

__all__ = ["PlacedNode", "TreeLayout", "layout_tree", "render_svg"]
