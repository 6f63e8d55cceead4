"""Dependency trees in a narrow terminal: a word on each line, further right than its head."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder import _kernels
from wordorder.drawing.arcs import ROOT
from wordorder.drawing.palette import DIM, KINDS, LINE, paint

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordorder.drawing.arcs import ArcLayout


def outline(layout: ArcLayout, color: bool) -> Iterator[str]:
    """Draw the words from top to bottom, in their order.

    Lines that cross could not be told apart. So a word with such an arc hangs on a word above its
    head, as in the projective tree, and its head is named.
    """
    heads = _projective([arc.head for arc in layout.arcs])
    ends = _line_ends(heads)
    for word, arc in zip(layout.words, layout.arcs, strict=True):
        lead = _lead(arc.dependent, heads, ends)
        label = arc.label
        if heads[arc.dependent] != arc.head:
            label += f" of {layout.words[arc.head].text}"
        texts = [
            paint(lead, LINE, color and bool(lead)) + paint(word.text, KINDS["leaf"], color),
            paint(label, KINDS[arc.kind], color) if label else "",
            paint(word.tag, DIM, color) if word.tag else "",
        ]
        yield "  ".join(filter(None, texts))


def _projective(heads: list[int]) -> list[int]:
    row = _kernels.Ragged(np.array(heads, np.int32), np.array([0, len(heads)]))
    found = _kernels.lift_heads(row, len(heads))
    lifted: list[int] = found.heads.tolist()
    return lifted


def _line_ends(heads: list[int]) -> list[tuple[int, int]]:
    """The first and the last line of the vertical line at each head."""
    first, last = list(range(len(heads))), list(range(len(heads)))
    for word, head in enumerate(heads):
        if head != ROOT:
            first[head] = min(first[head], word)
            last[head] = max(last[head], word)
    return list(zip(first, last, strict=True))


def _lead(word: int, heads: list[int], ends: list[tuple[int, int]]) -> str:
    """What stands left of a word: the lines of the words above it, the nearest last."""
    if heads[word] == ROOT:
        return ""
    first, last = ends[heads[word]]
    pieces = [("┌" if word == first else "└" if word == last else "├") + "─ "]
    above = heads[heads[word]]
    while above != ROOT:
        first, last = ends[above]
        pieces.append("│  " if first < word < last else "   ")
        above = heads[above]
    return "".join(reversed(pieces))
