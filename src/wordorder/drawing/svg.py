"""What all pictures share: the size of text, and text that cannot break out."""

from __future__ import annotations

import re
from html import escape
from typing import NamedTuple

CELL = 9  # pixels across, of a cell of text
HALF_LABEL = 11  # half the height that a label keeps free of lines
BASELINE = 5  # pixels from the middle of a line of text down to where its letters stand

# What XML 1.0 forbids, even as a reference: with one of these, no reader opens the picture.
FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


class Picture(NamedTuple):
    """A part of an SVG picture, and the pixels that it takes, from (0, 0)."""

    width: int
    height: int
    elements: list[str]


def safe(text: str) -> str:
    """Make a text fit for XML, as the content of an element or an attribute.

    Examples:
        >>> safe("a < b")
        'a &lt; b'
    """
    return escape(FORBIDDEN.sub("\ufffd", text))


def pixels(length: float) -> str:
    """Write a length, to the tenth of a pixel.

    Examples:
        >>> pixels(9.0), pixels(4.25)
        ('9', '4.2')
    """
    return f"{length:.1f}".removesuffix(".0")
