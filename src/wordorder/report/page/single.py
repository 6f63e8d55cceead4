"""A chart as a page of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wordorder.report.blocks import PlotBlock
from wordorder.report.page.elements import element
from wordorder.report.page.embedding import data_element
from wordorder.report.page.scripts import joined, vega_bundle
from wordorder.report.page.shell import shell
from wordorder.report.page.style import style_sheet

if TYPE_CHECKING:
    from collections.abc import Mapping


def plot_page(spec: Mapping[str, Any]) -> str:
    """The page: as wide as a narrow window, light or dark as the reader prefers."""
    title = spec["description"]
    figure = element(PlotBlock("plot", title, spec), {})
    data = data_element("wordorder-page", {"plots": {"plot": spec}, "tables": {}})
    body = f"<main>\n{figure}\n</main>\n{data}"
    return shell(title, style_sheet(), body, [vega_bundle(), joined()])
