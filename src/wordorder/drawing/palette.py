"""The palette: the colours of nodes and links, on light and dark backgrounds.

Hues by Okabe & Ito (2008), which people with any kind of colour vision can distinguish, darkened or
lightened until text is easy to read on its background.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import floor


@dataclass(frozen=True, slots=True)
class Ink:
    """One colour, for light and dark backgrounds and the terminal (an SGR code)."""

    light: str
    dark: str
    terminal: str


GROUND = Ink("#ffffff", "#16191d", "")
LINE = Ink("#8a919a", "#6f7780", "2")
DIM = Ink("#656d76", "#9198a1", "2")  # less important words, still readable
MOVED = Ink("#fdf0c4", "#352b13", "")  # behind words to move
KINDS = {
    "leaf": Ink("#1b1f24", "#e6e8eb", ""),
    "monotone": Ink("#0a6aa8", "#6cb8ee", "34"),
    "inverted": Ink("#b84a00", "#ff9a57", "33"),
    "simple": Ink("#9c3d78", "#e59ac6", "35"),
}

# Links by matching stage; less certain ones are more striking.
STAGES = {
    "exact": KINDS["monotone"],
    "stem": Ink("#007a5a", "#4fd1ac", "32"),
    "synonym": KINDS["simple"],
    "vectors": Ink("#7a6a00", "#d9c74a", "36"),
    "paraphrase": KINDS["inverted"],
}
LINKS = {"monotone": KINDS["monotone"], "inverted": KINDS["inverted"], **STAGES}


def opacity(confidence: float | None) -> float:
    """Return the opacity of a link: the less certain, the fainter, but never invisible.

    Examples:
        >>> opacity(None), opacity(1.0), opacity(0.5)
        (1.0, 1.0, 0.65)
    """
    return 1.0 if confidence is None else floor((0.3 + 0.7 * confidence) * 100 + 0.5) / 100


def paint(text: str, ink: Ink, color: bool) -> str:
    """Colour a piece of text for the terminal."""
    return f"\x1b[{ink.terminal}m{text}\x1b[0m" if color and ink.terminal else text
