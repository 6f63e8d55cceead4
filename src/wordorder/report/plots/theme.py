"""The one look of all plots: inks for light and dark ground, sizes, fonts.

Charts are drawn in the inks for light ground. A style sheet that knows each of these inks by its
number replaces it where the reader prefers dark ground: no script, no second picture.
"""

from __future__ import annotations

from typing import Any

from wordorder.drawing.palette import DIM, GROUND, KINDS, LINE, Ink

WIDTH, HEIGHT = 640, 360  # pixels, of the part inside the axes

TEXT = KINDS["leaf"]
GRID = Ink("#e4e7ea", "#2b3036", "")
BACKDROP = Ink("#d3d8dd", "#3b424a", "")

# The hues of the palette, lighter or darker, so that they differ in lightness where colour vision
# sees no difference in hue: 7 and 8 apart at least (OKLab, in hundredths), for normal vision,
# protanopia, deuteranopia and tritanopia. Okabe & Ito's own eight are 7.6 apart.
SERIES = (
    KINDS["monotone"],
    KINDS["inverted"],
    Ink("#009d7e", "#3faa8f", ""),
    Ink("#d36cc6", "#cf3eaa", ""),
    Ink("#0c4475", "#5d78df", ""),
    Ink("#784402", "#a45605", ""),
    Ink("#959a17", "#ffd363", ""),
    KINDS["leaf"],
)

_INKS = dict.fromkeys((GROUND, LINE, DIM, TEXT, GRID, BACKDROP, *SERIES))

# The system's own font in browsers; a name that every converter to PNG knows, for the others.
FONT = "system-ui, -apple-system, 'Segoe UI', Arial, 'Liberation Sans', sans-serif"

_LEGEND = {
    "orient": "bottom",
    "columnPadding": 18,
    "symbolOpacity": 1,  # not that of the bands
    "symbolStrokeWidth": 0,  # outlines with dashes would spoil the shapes
}


def config() -> dict[str, Any]:
    """What Vega-Lite is told about looks, for light ground."""
    label = {"labelColor": DIM.light, "labelFontSize": 12, "labelLimit": 0}
    title = {"titleColor": TEXT.light, "titleFontSize": 13, "titleFontWeight": "normal"}
    lines = {"domainColor": LINE.light, "tickColor": LINE.light, "gridColor": GRID.light}
    return {
        "background": GROUND.light,
        "font": FONT,
        "padding": 12,
        "view": {"stroke": None},
        "axis": {**label, **title, **lines, "titlePadding": 10},
        "axisX": {"grid": False, "labelAngle": 0, "labelOverlap": "greedy", "labelSeparation": 4},
        "axisY": {"domain": False, "ticks": False, "tickCount": 6},
        "legend": {**label, **title, **_LEGEND},
        "text": {"color": DIM.light, "fontSize": 14},
    }


def dark_style() -> str:
    """The rules that turn a finished picture from light to dark ground, if that is preferred."""
    rules = "".join(
        f'svg.marks [{part}="{ink.light}"]{{{part}:{ink.dark}}}'
        for ink in _INKS
        for part in ("fill", "stroke")
    )
    return f"@media(prefers-color-scheme:dark){{{rules}}}"
