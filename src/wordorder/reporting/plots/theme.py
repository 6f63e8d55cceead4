"""The theme of all plots: colours for light and dark backgrounds, sizes, fonts.

Charts are drawn in colours for a light background. If the reader prefers a dark one, a style sheet
replaces each colour, without scripts or a second picture.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from wordorder.drawing.palette import DIM, GROUND, KINDS, LINE, Ink
from wordorder.errors import Argument, UsageError

SMALLEST, LARGEST = 100, 5000  # pixels, width or height
NOTHING = "nothing"  # name of a chart that has nothing to draw

TEXT = KINDS["leaf"]
GRID = Ink("#e4e7ea", "#2b3036", "")
BACKDROP = Ink("#d3d8dd", "#3b424a", "")

# The hues of the palette, lightened or darkened so that similar hues differ in lightness. Any two
# colours are at least 7 (on light backgrounds) or 8 (on dark ones) apart in OKLab, in hundredths,
# for normal vision, protanopia, deuteranopia and tritanopia; Okabe & Ito's own eight are 7.6 apart.
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

# From bad to good.
GRADES = (
    KINDS["inverted"],
    Ink("#e8a067", "#a8602f", ""),
    Ink("#b4d2e8", "#2c4f69", ""),
    Ink("#5a9fce", "#3f82b0", ""),
    KINDS["monotone"],
)

_INKS = dict.fromkeys((GROUND, LINE, DIM, TEXT, GRID, BACKDROP, *SERIES, *GRADES))

# The system's font in browsers; for other programs, names that every PNG converter knows.
FONT = "system-ui, -apple-system, 'Segoe UI', Arial, 'Liberation Sans', sans-serif"

_LEGEND = {
    "orient": "bottom",
    "columnPadding": 18,
    "symbolOpacity": 1,  # not the opacity of the bands
    "symbolStrokeWidth": 0,  # dashed outlines would spoil the shapes
}


@dataclass(frozen=True, slots=True)
class Frame:
    """Size and font of a plot.

    Attributes:
        width: Width inside the axes in pixels.
        height: Height in pixels, of all panels together.
        font: Name of a font; by default the system's.

    Raises:
        UsageError: The size or font is invalid.

    Examples:
        >>> Frame(font="Times New Roman").fonts.split(", ")[:2]
        ["'Times New Roman'", 'system-ui']
    """

    width: int = 640
    height: int = 360
    font: str | None = None

    def __post_init__(self) -> None:
        for side in (self.width, self.height):
            if not isinstance(side, int) or not SMALLEST <= side <= LARGEST:
                raise UsageError(
                    Argument("size"),
                    f" must be from {SMALLEST} to {LARGEST:,} pixels on each side, not {side!r}",
                )
        if self.font is not None and not re.fullmatch(r"\w[\w .-]{0,99}", self.font):
            raise UsageError(Argument("font"), " must be the name of one font, such as Arial")

    @property
    def fonts(self) -> str:
        """The font, with fallbacks."""
        return FONT if self.font is None else f"'{self.font}', {FONT}"


USUAL = Frame()


def config(frame: Frame = USUAL) -> dict[str, Any]:
    """Return the Vega-Lite configuration for a light background."""
    label = {"labelColor": DIM.light, "labelFontSize": 12, "labelLimit": 0}
    title = {"titleColor": TEXT.light, "titleFontSize": 13, "titleFontWeight": "normal"}
    lines = {"domainColor": LINE.light, "tickColor": LINE.light, "gridColor": GRID.light}
    return {
        "background": GROUND.light,
        "font": frame.fonts,
        "padding": 12,
        "view": {"stroke": None},
        "axis": {**label, **title, **lines, "titlePadding": 10},
        "axisX": {"grid": False, "labelAngle": 0, "labelOverlap": "greedy", "labelSeparation": 4},
        "axisY": {"domain": False, "ticks": False, "tickCount": 6},
        "legend": {**label, **title, **_LEGEND},
        "title": {"color": TEXT.light, "fontSize": 14, "fontWeight": "normal", "anchor": "start"},
        "text": {"color": DIM.light, "fontSize": 14},
    }


def dark_style() -> str:
    """Return style rules that turn a light picture dark if the reader prefers that."""
    rules = "".join(
        f'svg.marks [{part}="{ink.light}"]{{{part}:{ink.dark}}}'
        for ink in _INKS
        for part in ("fill", "stroke")
    )
    return f"@media screen and (prefers-color-scheme:dark){{{rules}}}"
