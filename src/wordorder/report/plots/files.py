"""Charts into files: a web page, SVG or PNG by the ending of the file."""

from __future__ import annotations

from html import escape
from os import fspath
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from wordorder.errors import UsageError
from wordorder.output import open_output, visible
from wordorder.report.plots.packages import require_plots
from wordorder.report.plots.page import page
from wordorder.report.plots.theme import dark_style

if TYPE_CHECKING:
    import os
    from typing import TextIO

    import altair as alt

_ENDINGS = (".html", ".svg", ".png")
_PNG_SCALE = 2  # pixels of the file for each pixel of the chart: sharp on today's screens


def check_plot_path(path: str | os.PathLike[str]) -> str:
    """Complain, before any work is done, if no plot can be saved under this name.

    Returns:
        The ending of the name, in lower case.

    Raises:
        UsageError: The ending is none of .html, .svg and .png.
        MissingExtraError: A package is missing.

    Examples:
        >>> check_plot_path("widths.SVG")
        '.svg'
    """
    ending = PurePath(path).suffix.lower()
    if ending not in _ENDINGS:
        found = visible(fspath(path))
        raise UsageError(f"cannot save a plot as '{found}': expected .html, .svg or .png")
    require_plots()
    return ending


def save_plot(chart: alt.Chart | alt.LayerChart, path: str | os.PathLike[str]) -> None:
    """Save a chart as the ending of the file says; the file appears whole or not at all.

    Web pages and SVG pictures are light or dark as their reader prefers, PNG is light. None of
    them loads anything; a web page, which brings all that it needs, takes 0.9 MB.

    Raises:
        UsageError: The ending is none of .html, .svg and .png.
        InputError: The file cannot be written.
        MissingExtraError: A package is missing.

    Examples:
        >>> from tempfile import TemporaryDirectory
        >>> from wordorder import Alignment, analyze_reorderings
        >>> from wordorder.report import plot
        >>> chart = plot(analyze_reorderings([Alignment.parse("0-1 1-0")]), "widths")
        >>> with TemporaryDirectory() as folder:
        ...     save_plot(chart, f"{folder}/widths.svg")
    """
    check_plot_path(path)
    with open_output(path) as out:
        save_into(out, chart, path)


def save_into(out: TextIO, chart: alt.Chart | alt.LayerChart, path: str | os.PathLike[str]) -> None:
    """Do the same with a stream of `open_output`, for files that are to appear together."""
    ending = check_plot_path(path)
    spec = chart.to_dict()
    if ending == ".html":
        out.write(page(spec))
    elif ending == ".svg":
        out.write(_svg(spec))
    else:
        out.buffer.write(_png(spec))


def _svg(spec: dict[str, Any]) -> str:
    import vl_convert

    head, end_of_root, rest = vl_convert.vegalite_to_svg(spec).partition(">")
    title = f"<title>{escape(spec['description'])}</title>"
    return f"{head}{end_of_root}{title}<style>{dark_style()}</style>{rest}\n"


def _png(spec: dict[str, Any]) -> bytes:
    import vl_convert

    return vl_convert.vegalite_to_png(spec, scale=_PNG_SCALE)
