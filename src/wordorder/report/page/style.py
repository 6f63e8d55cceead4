"""The style sheet of the page, with the colours of the palette as variables."""

from __future__ import annotations

from importlib.resources import files

from wordorder.drawing.palette import DIM, GROUND, KINDS, LINE, MOVED, STAGES
from wordorder.report.plots.theme import BACKDROP, FONT, GRID, dark_style

PALETTE = {
    "ground": GROUND,
    "line": LINE,
    "dim": DIM,
    "moved": MOVED,
    "grid": GRID,
    "backdrop": BACKDROP,
    **KINDS,
    **STAGES,
}
"""The colours of the page by name; the style sheet calls them `--wo-NAME`."""

_SHEETS = ("style.css", "explorer.css")


def style_sheet() -> str:
    """The style sheet, for light and dark backgrounds."""
    folder = files("wordorder.report") / "page"
    rules = "".join((folder / name).read_text(encoding="utf-8") for name in _SHEETS)
    dark = f"@media screen and (prefers-color-scheme:dark){{:root{{{_variables('dark')}}}}}"
    font = f"--wo-font:{FONT};"
    return f":root{{{font}{_variables('light')}}}\n{dark}\n{rules}{dark_style()}\n"


def palette() -> dict[str, dict[str, str]]:
    """The colours for scripts: background → name → colour."""
    return {
        "light": {name: ink.light for name, ink in PALETTE.items()},
        "dark": {name: ink.dark for name, ink in PALETTE.items()},
    }


def _variables(ground: str) -> str:
    return "".join(f"--wo-{name}:{getattr(ink, ground)};" for name, ink in PALETTE.items())
