"""Save charts as web page, SVG, PDF or PNG, by file extension."""

from __future__ import annotations

from html import escape
from os import fspath
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from wordorder.errors import UsageError
from wordorder.output import open_output, visible
from wordorder.report.page.single import plot_page
from wordorder.report.plots.packages import require_plots
from wordorder.report.plots.theme import USUAL, Frame, dark_style

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable
    from typing import TextIO

    import altair as alt

_ENDINGS = (".html", ".svg", ".pdf", ".png")
_PNG_SCALE = 2  # pixels of the file per pixel of the chart, for high-resolution screens


def check_plot_path(path: str | os.PathLike[str]) -> str:
    """Check, before the work starts, that a plot can be saved under this name.

    Returns:
        The extension, in lower case.

    Raises:
        UsageError: The extension is not .html, .svg, .pdf or .png.
        MissingExtraError: A package is missing.

    Examples:
        >>> check_plot_path("widths.SVG")
        '.svg'
    """
    ending = PurePath(path).suffix.lower()
    if ending not in _ENDINGS:
        found = visible(fspath(path))
        raise UsageError(f"cannot save a plot as '{found}': expected .html, .svg, .pdf or .png")
    require_plots()
    return ending


def check_plot(
    paths: Iterable[str | os.PathLike[str]],
    *,
    size: tuple[int, int] = (USUAL.width, USUAL.height),
    font: str | None = None,
) -> None:
    """Check, before the work starts, that plots of this size can be saved there.

    Raises:
        UsageError: An extension, the size or the font is invalid.
        MissingExtraError: A package is missing.
    """
    Frame(*size, font)
    for path in paths:
        check_plot_path(path)


def save_plot(chart: alt.TopLevelMixin, path: str | os.PathLike[str]) -> None:
    """Save a chart in the format of the extension; the file is written completely or not at all.

    Web pages and SVG are light or dark as the reader prefers, PDF and PNG are light. All files are
    self-contained; a web page takes 0.9 MB.

    Raises:
        UsageError: The extension is not .html, .svg, .pdf or .png.
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


def save_into(out: TextIO, chart: alt.TopLevelMixin, path: str | os.PathLike[str]) -> None:
    """Save to a stream of `open_output`, for files that appear together."""
    ending = check_plot_path(path)
    spec = chart.to_dict()
    if ending == ".html":
        out.write(plot_page(spec))
    elif ending == ".svg":
        out.write(f"{svg_text(spec)}\n")
    elif ending == ".pdf":
        out.buffer.write(_pdf(spec))
    else:
        out.buffer.write(_png(spec))


def svg_text(spec: dict[str, Any]) -> str:
    """A chart as SVG, light or dark as the reader prefers."""
    import vl_convert

    head, end_of_root, rest = vl_convert.vegalite_to_svg(spec).partition(">")
    title = f"<title>{escape(spec['description'])}</title>"
    return f"{head}{end_of_root}{title}<style>{dark_style()}</style>{rest}"


def _pdf(spec: dict[str, Any]) -> bytes:
    import vl_convert

    return vl_convert.vegalite_to_pdf(spec)


def _png(spec: dict[str, Any]) -> bytes:
    import vl_convert

    return vl_convert.vegalite_to_png(spec, scale=_PNG_SCALE)
