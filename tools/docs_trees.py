"""What the documentation shows of syntax trees."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from wordorder.drawing import layout_arcs
from wordorder.preordering import draw_reorderings

if TYPE_CHECKING:
    from collections.abc import Callable


def dependencies() -> str:
    """A sentence of Nivre and Nilsson (2005), with an arc that is not projective."""
    words = ["A", "hearing", "is", "scheduled", "on", "the", "issue", "today"]
    tags = ["DET", "NOUN", "AUX", "VERB", "ADP", "DET", "NOUN", "NOUN"]
    labels = ["det", "nsubj:pass", "aux:pass", "root", "case", "det", "nmod", "obl:tmod"]
    return layout_arcs(words, tags, [1, 3, 3, -1, 6, 6, 1, 3], labels).to_svg()


def reordered() -> str:
    """A sentence of the demo in the order of its Japanese translation."""
    sample = Path(__file__).parents[1] / "src" / "wordorder" / "cli" / "sample" / "reorderings"
    parses, links = sample / "english.conllu", sample / "reference.align"
    return draw_reorderings(parses, "sov", links=links, lines=[6]).to_svg()


PICTURES: dict[str, Callable[[], str]] = {"dependencies": dependencies, "reordered": reordered}
