"""A chart as a self-contained web page."""

from __future__ import annotations

from typing import Any

from wordorder.drawing.palette import GROUND, LINE
from wordorder.output import dumps
from wordorder.output.html import html_text
from wordorder.report.page.scripts import vega_bundle
from wordorder.report.page.shell import shell
from wordorder.report.plots.theme import FONT, TEXT, dark_style

# With `ast`, Vega need not compile code, which the page's policy forbids.
_OPTIONS = {
    "renderer": "svg",
    "actions": False,
    "ast": True,
    "defaultStyle": False,
    "tooltip": {"disableDefaultStyle": True},
}


def page(spec: dict[str, Any]) -> str:
    """The page: as wide as the window, light or dark as the reader prefers."""
    title = spec["description"]
    # Panels cannot adapt to the window, so the picture is scaled down instead.
    fitting = spec if "concat" in spec else spec | {"width": "container"}
    body = f'<div id="plot" role="figure" aria-label="{html_text(title)}"></div>'
    call = f'vegaEmbed("#plot", {_in_script(fitting)}, {_in_script(_OPTIONS)});'
    return shell(title, _style(), body, [vega_bundle(), call])


def _in_script(value: object) -> str:
    """JSON that cannot end the surrounding script."""
    return dumps(value).replace("<", "\\u003c")


def _style() -> str:
    def page_inks(ground: str) -> str:
        back, text, edge = (getattr(ink, ground) for ink in (GROUND, TEXT, LINE))
        return (
            f"body{{background:{back}}}"
            f"#vg-tooltip-element{{background:{back};color:{text};border:1px solid {edge}}}"
        )

    return (
        "body{margin:0}svg.marks{background:none!important;max-width:100%;height:auto}#plot{display:block;max-width:1100px;margin:auto}"
        f"#vg-tooltip-element{{font-family:{FONT}}}"
        f"{page_inks('light')}@media(prefers-color-scheme:dark){{{page_inks('dark')}}}"
        f"{dark_style()}"
    )
