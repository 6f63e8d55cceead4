"""The plots of results: a registry, and functions to draw and save them.

The registry names functions in `wordorder.reporting.plots`, which are imported, with Altair, when a
plot is drawn.
"""

from __future__ import annotations

import sys
from html import escape
from importlib import import_module
from importlib.util import find_spec
from os import fspath
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, TextIO

from wordorder.errors import MissingExtraError, UsageError
from wordorder.output.console import visible
from wordorder.output.files import open_output
from wordorder.reporting.plots.theme import USUAL, Frame, dark_style

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Mapping

    import altair as alt

    from wordorder.output.results import Result
    from wordorder.reporting.plots.chart import AnyPlot

# The plots of each class of results, the default first, as "module.function".
_PLOTS: dict[str, dict[str, str]] = {
    "ReorderingAnalysis": {
        "lengths": "reordering_plots.rquantity_by_length",
        "widths": "reordering_plots.widths_of_corpora",
        "labels": "reordering_plots.label_shares",
    },
    "RetentionResult": {"widths": "reordering_plots.retained_by_width"},
    "ReorderingTestSets": {
        "widths": "reordering_plots.widths_of_sets",
        "scores": "reordering_plots.scores_by_set",
    },
    "MetaEvaluation": {
        "agreement": "meta_plots.agreement_of_metrics",
        "sets": "meta_plots.scaled_agreement",
        "ranks": "meta_plots.rank_diagram",
    },
    "ScoreResult": {
        "scores": "score_plots.scores_of_systems",
        "errors": "sentence_plots.errors_and_coverage",
        "distribution": "sentence_plots.distribution_of_scores",
        "length": "score_plots.order_by_length",
        "coverage": "score_plots.order_by_coverage",
        "label": "score_plots.order_by_label",
        "distance": "sentence_plots.right_pairs_by_distance",
        "misplaced": "sentence_plots.most_misplaced_words",
        "scatter": "sentence_plots.system_against_system",
        "differences": "score_plots.differences_of_neighbours",
    },
    "CorpusProfile": {
        "measures": "reordering_plots.means_of_corpora",
        "widths": "reordering_plots.width_shares_of_corpora",
        "distributions": "reordering_plots.curves_of_outputs",
    },
    "TunedWeight": {
        "alpha": "meta_plots.agreement_by_alpha",
        "beta": "meta_plots.agreement_by_beta",
    },
}
_PACKAGES = {"altair": "altair", "vl_convert": "vl-convert-python"}
_ENDINGS = (".html", ".svg", ".pdf", ".png")
_PNG_SCALE = 2  # pixels of the file per pixel of the chart, for high-resolution screens


def plot_kinds(result: Result) -> tuple[str, ...]:
    """Return the names of a result's plots, the default first; there may be none.

    Examples:
        >>> from wordorder import score
        >>> plot_kinds(score(["we have seen it"], ["seen we have it"], lang="en"))[:4]
        ('scores', 'errors', 'distribution', 'length')
    """
    return tuple(_plots_of(result))


def plot(
    result: Result,
    kind: str | None = None,
    *,
    size: tuple[int, int] = (USUAL.width, USUAL.height),
    font: str | None = None,
) -> AnyPlot:
    """Draw a result as an Altair chart, which a notebook shows without network access.

    Args:
        result: A `ScoreResult` (scores, errors, distribution, length, coverage, label, distance,
            misplaced, scatter, differences), a `ReorderingAnalysis` (lengths, widths, labels), a
            `RetentionResult` (widths), `ReorderingTestSets` (widths, scores), a `MetaEvaluation`
            (agreement, sets, ranks), a `CorpusProfile` (measures, widths, distributions) or a
            `TunedWeight` (alpha, beta).
        kind: The plot; by default the first in this list.
        size: Width and height inside the axes, in pixels.
        font: The font; by default the system's.

    Raises:
        UsageError: The result has no such plot or lacks the data for it, or the size or font is
            invalid.
        MissingExtraError: A package is missing.

    Examples:
        >>> from wordorder import Alignment, analyze_reorderings
        >>> result = analyze_reorderings([Alignment.parse("0-1 1-0")])
        >>> plot(result, "widths").to_dict()["description"]
        'Reorderings by source width'
    """
    functions = _plots_of(result)
    if not functions:
        raise UsageError(f"cannot plot {type(result).__name__}, only {', '.join(_PLOTS)}")
    if kind is None:
        kind = next(iter(functions))
    if kind not in functions:
        raise UsageError.unknown("plot", kind, functions)
    frame = Frame(*size, font)
    require_plots()
    module, _, function = functions[kind].partition(".")
    draw = getattr(import_module(f"wordorder.reporting.plots.{module}"), function)
    chart: AnyPlot = draw(result, frame)
    return chart


def _plots_of(result: Result) -> Mapping[str, str]:
    """Return the plots of the result's class or nearest base class."""
    classes = (kind.__name__ for kind in type(result).__mro__)
    return next((_PLOTS[name] for name in classes if name in _PLOTS), {})


def require_plots() -> None:
    """Check, before the work starts, that the packages for plots are installed.

    Raises:
        MissingExtraError: A package is missing.
        UsageError: Python runs without docstrings, which Altair needs.

    Examples:
        >>> require_plots()
    """
    for module, package in _PACKAGES.items():
        if find_spec(module) is None:
            raise MissingExtraError(package, "drawing plots", "plot")
    if sys.flags.optimize > 1:
        raise UsageError("drawing plots needs docstrings: unset PYTHONOPTIMIZE, or use -O, not -OO")


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
        name = visible(fspath(path))
        raise UsageError(f"cannot save a plot as '{name}': expected .html, .svg, .pdf or .png")
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
        >>> chart = plot(analyze_reorderings([Alignment.parse("0-1 1-0")]), "widths")
        >>> with TemporaryDirectory() as folder:
        ...     save_plot(chart, f"{folder}/widths.svg")
    """
    check_plot_path(path)
    with open_output(path) as out:
        save_into(out, chart, path)


def save_into(out: TextIO, chart: alt.TopLevelMixin, path: str | os.PathLike[str]) -> None:
    """Save to a stream of `open_output`, for files that must appear together."""
    ending = check_plot_path(path)
    import vl_convert

    spec = chart.to_dict()
    if ending == ".html":
        from wordorder.reporting.page import plot_page

        out.write(plot_page(spec))
    elif ending == ".svg":
        out.write(f"{svg_text(spec)}\n")
    elif ending == ".pdf":
        out.buffer.write(vl_convert.vegalite_to_pdf(spec))
    else:
        out.buffer.write(vl_convert.vegalite_to_png(spec, scale=_PNG_SCALE))


def svg_text(spec: dict[str, Any]) -> str:
    """Return a chart as SVG, light or dark as the reader prefers."""
    import vl_convert

    head, end_of_root, rest = vl_convert.vegalite_to_svg(spec).partition(">")
    title = f"<title>{escape(spec['description'])}</title>"
    return f"{head}{end_of_root}{title}<style>{dark_style()}</style>{rest}"
