"""The style sheet of the page, with the colours of the palette as variables."""

from __future__ import annotations

from importlib.resources import files

from wordorder.drawing.palette import DIM, GROUND, KINDS, LINE, STAGES
from wordorder.report.plots.theme import BACKDROP, FONT, GRID, dark_style

_FILES = ("style.css", "explorer.css")

PALETTE = {
    "ground": GROUND,
    "line": LINE,
    "dim": DIM,
    "grid": GRID,
    "backdrop": BACKDROP,
    **KINDS,
    **STAGES,
}
"""The colours of the page by name; the style sheet calls them `--wo-NAME`."""


def style_sheet() -> str:
    """The style sheet, for light and dark backgrounds."""
    folder = files("wordorder.report") / "page"
    rules = "".join((folder / name).read_text(encoding="utf-8") for name in _FILES)
    dark = f"@media screen and (prefers-color-scheme:dark){{:root{{{_variables('dark')}}}}}"
    font = f"--wo-font:{FONT};"
    return f":root{{{font}{_variables('light')}}}\n{dark}\n{rules}{dark_style()}\n"


def palette() -> dict[str, dict[str, str]]:
    """The colours for scripts: name → background → colour."""
    return {name: {"light": ink.light, "dark": ink.dark} for name, ink in PALETTE.items()}


def _variables(ground: str) -> str:
    return "".join(f"--wo-{name}:{getattr(ink, ground)};" for name, ink in PALETTE.items())
