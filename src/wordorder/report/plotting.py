"""Plots of results, and a registry of the plots of each kind of result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wordorder.corpus import CorpusProfile
from wordorder.errors import UsageError
from wordorder.metaevaluation import MetaEvaluation, TunedWeight
from wordorder.reorderings import ReorderingAnalysis, ReorderingTestSets, RetentionResult
from wordorder.report.plots.agreement import agreement_of_metrics, scaled_agreement
from wordorder.report.plots.differences import differences_of_neighbours
from wordorder.report.plots.distances import right_pairs_by_distance
from wordorder.report.plots.distributions import distribution_of_scores
from wordorder.report.plots.labels import label_shares
from wordorder.report.plots.lengths import rquantity_by_length
from wordorder.report.plots.misplaced import most_misplaced_words
from wordorder.report.plots.order_errors import errors_and_coverage
from wordorder.report.plots.profile_curves import curves_of_outputs
from wordorder.report.plots.profile_measures import means_of_corpora
from wordorder.report.plots.profile_widths import width_shares_of_corpora
from wordorder.report.plots.ranks import rank_diagram
from wordorder.report.plots.retained import retained_by_width
from wordorder.report.plots.scatter import system_against_system
from wordorder.report.plots.score_buckets import (
    order_by_coverage,
    order_by_label,
    order_by_length,
)
from wordorder.report.plots.scores import scores_of_systems
from wordorder.report.plots.sets import scores_by_set
from wordorder.report.plots.theme import USUAL, Frame
from wordorder.report.plots.weights import agreement_by_alpha, agreement_by_beta
from wordorder.report.plots.widths import widths_of_corpora, widths_of_sets
from wordorder.scoring import ScoreResult

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from wordorder.output import Result
    from wordorder.report.plots.notebook import AnyPlot

    Charts = Mapping[str, Callable[[Any, Frame], AnyPlot]]

_CHARTS: dict[type[Result], Charts] = {
    ReorderingAnalysis: {
        "lengths": rquantity_by_length,
        "widths": widths_of_corpora,
        "labels": label_shares,
    },
    RetentionResult: {"widths": retained_by_width},
    ReorderingTestSets: {"widths": widths_of_sets, "scores": scores_by_set},
    MetaEvaluation: {
        "agreement": agreement_of_metrics,
        "sets": scaled_agreement,
        "ranks": rank_diagram,
    },
    ScoreResult: {
        "scores": scores_of_systems,
        "errors": errors_and_coverage,
        "distribution": distribution_of_scores,
        "length": order_by_length,
        "coverage": order_by_coverage,
        "label": order_by_label,
        "distance": right_pairs_by_distance,
        "misplaced": most_misplaced_words,
        "scatter": system_against_system,
        "differences": differences_of_neighbours,
    },
    CorpusProfile: {
        "measures": means_of_corpora,
        "widths": width_shares_of_corpora,
        "distributions": curves_of_outputs,
    },
    TunedWeight: {"alpha": agreement_by_alpha, "beta": agreement_by_beta},
}


def plot_kinds(result: Result) -> tuple[str, ...]:
    """Name the plots of such results, the default first; there may be none.

    Examples:
        >>> from wordorder import score
        >>> plot_kinds(score(["we have seen it"], ["seen we have it"], lang="en"))[:4]
        ('scores', 'errors', 'distribution', 'length')
    """
    return tuple(_charts_of(result))


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
    charts = _charts_of(result)
    if not charts:
        known = ", ".join(one.__name__ for one in _CHARTS)
        raise UsageError(f"cannot plot a {type(result).__name__}, only {known}")
    if kind is None:
        kind = next(iter(charts))
    if kind not in charts:
        raise UsageError.unknown("plot", kind, charts)
    return charts[kind](result, Frame(*size, font))


def _charts_of(result: Result) -> Charts:
    return next((charts for kind, charts in _CHARTS.items() if isinstance(result, kind)), {})
