"""A chart as a self-contained web page."""

from __future__ import annotations

from html import escape
from typing import Any

from wordorder.drawing.palette import GROUND, LINE
from wordorder.output import dumps
from wordorder.report.plots.theme import FONT, TEXT, dark_style

# Nothing may be loaded, not even by mistake. With `ast` below, Vega need not compile code.
_POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'"

_OPTIONS = {"renderer": "svg", "actions": False, "ast": True}


def page(spec: dict[str, Any]) -> str:
    """The page: as wide as the window, light or dark as the reader prefers."""
    import vl_convert

    title = escape(spec["description"])
    # Panels cannot adapt to the window, so the picture is scaled down instead.
    fitting = spec if "concat" in spec else spec | {"width": "container"}
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>{_style()}</style>
</head>
<body>
<div id="plot" role="figure" aria-label="{title}"></div>
<script>{vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;")}</script>
<script>vegaEmbed("#plot", {_in_script(fitting)}, {_in_script(_OPTIONS)});</script>
</body>
</html>
"""


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
