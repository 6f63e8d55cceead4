"""The parts that all SVG drawings share: text sizes, escaping, style sheet and document."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from wordorder.drawing.palette import Ink

CELL = 9  # width of a text cell in pixels
HALF_LABEL = 11  # half the height around a label that lines avoid

# Pixels from the middle of a line of text down to its baseline. Not dominant-baseline or dy, which
# some viewers do not support, at least for Hebrew.
BASELINE = 5

# Each word has its own text direction, independent of the page's.
WORDS = "direction:ltr;unicode-bidi:plaintext"
MONOSPACE = "font:15px ui-monospace,Menlo,Consolas,monospace"

# Characters that XML 1.0 forbids, even as references: any of them makes a file unreadable.
FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


class Picture(NamedTuple):
    """A part of an SVG picture, and its size in pixels, from (0, 0)."""

    width: int
    height: int
    elements: list[str]


def document(
    kind: str, name: str, style: str, parts: Iterable[str], *, width: int, height: int
) -> str:
    """Return a self-contained picture.

    Args:
        kind: The kind of picture, which gives its class: `wordorder-` and the kind.
        name: The description for screen readers.
        style: The style sheet, which colours the class `ground`.
        parts: The elements.
        width: The width in pixels.
        height: The height in pixels.
    """
    named = safe(name)
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="wordorder-{kind}" width="{width}" '
        f'height="{height}" viewBox="0 0 {width} {height}" role="img" aria-label="{named}">'
    )
    ground = '<rect class="ground" width="100%" height="100%" rx="6"/>'
    head = [opening, f"<title>{named}</title>", f"<style>{style}</style>", ground]
    return "\n".join([*head, *parts, "</svg>"])


def style_sheet(kind: str, shapes: Iterable[str], inks: Sequence[tuple[str, str, Ink]]) -> str:
    """Return the style sheet of a kind of picture, light or dark as the reader prefers.

    Args:
        kind: The kind of picture, as in `document`.
        shapes: The rules for both backgrounds.
        inks: Triples of selector, property (such as `fill`) and ink.
    """

    def colors(ground: str) -> Iterable[str]:
        return (f"{name}{{{part}:{getattr(ink, ground)}}}" for name, part, ink in inks)

    def rules(texts: Iterable[str]) -> str:
        return "".join(f".wordorder-{kind} {text}" for text in texts)

    light, dark = rules(colors("light")), rules(colors("dark"))
    return f"{rules(shapes)}{light}@media(prefers-color-scheme:dark){{{dark}}}"


def safe(text: str) -> str:
    """Escape text for XML, in elements or attributes.

    Examples:
        >>> safe("a < b")
        'a &lt; b'
    """
    return escape(FORBIDDEN.sub("\ufffd", text))


def pixels(length: float) -> str:
    """Format a length to a tenth of a pixel.

    Examples:
        >>> pixels(9.0), pixels(4.25)
        ('9', '4.2')
    """
    return f"{length:.1f}".removesuffix(".0")
