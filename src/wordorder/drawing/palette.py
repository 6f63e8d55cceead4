"""The one palette: what each kind of node looks like, on light and on dark ground.

Hues after Okabe & Ito (2008), which people with any kind of colour vision can tell apart,
darkened or lightened until text in them reads well on its ground.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ink:
    """One colour, for light ground, dark ground and the terminal (an SGR code)."""

    light: str
    dark: str
    terminal: str


GROUND = Ink("#ffffff", "#16191d", "")
LINE = Ink("#8a919a", "#6f7780", "2")
DIM = Ink("#656d76", "#9198a1", "2")  # words that matter less, but are to be read all the same
KINDS = {
    "leaf": Ink("#1b1f24", "#e6e8eb", ""),
    "monotone": Ink("#0a6aa8", "#6cb8ee", "34"),
    "inverted": Ink("#b84a00", "#ff9a57", "33"),
    "simple": Ink("#9c3d78", "#e59ac6", "35"),
}

# Links by how their words were matched; what is less sure is more striking.
STAGES = {
    "exact": KINDS["monotone"],
    "stem": Ink("#007a5a", "#4fd1ac", "32"),
    "synonym": KINDS["simple"],
    "paraphrase": KINDS["inverted"],
}
LINKS = {"monotone": KINDS["monotone"], "inverted": KINDS["inverted"], **STAGES}


def paint(text: str, ink: Ink, color: bool) -> str:
    """Colour a piece of text for the terminal."""
    return f"\x1b[{ink.terminal}m{text}\x1b[0m" if color and ink.terminal else text
