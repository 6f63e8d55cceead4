"""Plots of meta-evaluations and tuned weights: how well metrics agree with people."""

from __future__ import annotations

from typing import TYPE_CHECKING

import altair as alt
import numpy as np

from wordorder.errors import Argument, UsageError
from wordorder.metaevaluation.tuning.results import CURVE, TunedWeight
from wordorder.output.wording import interval_name, number_text
from wordorder.reporting.plots import chart
from wordorder.reporting.plots.theme import BACKDROP, SERIES, Frame
from wordorder.statistics.significance import critical_difference

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.metaevaluation.results import MetaEvaluation
    from wordorder.reporting.plots.chart import AnyPlot, Point

_MOST_LINES = 8  # metrics whose lines can be told apart
_EDGE = 0.5  # room for the dots of the first and the last rank


def agreement_of_metrics(result: MetaEvaluation, frame: Frame) -> AnyPlot:
    """Draw the leading statistic of each metric with its interval, a dot for each test set."""
    points = _points(result)
    if chart.nothing_to_draw(points):
        return chart.empty("Agreement of metrics with people", frame)
    counts = [test_set.line_count for test_set in result.sets]
    title = chart.wrapped(
        f"{result.leading}{chart.interval_note(points, result.confidence, counts)}", frame.width
    )
    series, rows = (
        chart.Series(points, "test set", frame.width),
        len({point["x"] for point in points}),
    )
    return chart.finished(
        chart.dot_rows(points, series, title),
        "Agreement of metrics with people",
        chart.with_rows(frame, rows),
    )


def _points(result: MetaEvaluation) -> list[Point]:
    points = []
    for test_set in result.sets:
        for name in test_set.ranking(result.leading):
            value, low, high = test_set.estimate(name, result.leading)
            details = {
                "metric": chart.shown(name),
                "test set": chart.shown(test_set.name),
                result.leading: chart.number(value, ".4f"),
                interval_name(result.confidence): chart.interval(low, high, ".4f"),
                "tied pairs": chart.number(test_set.tied.figure(metric=name), ".1%"),
            }
            points.append(
                chart.point(
                    chart.shown(test_set.name), chart.shown(name), value, details, low, high
                )
            )
    return points


def scaled_agreement(result: MetaEvaluation, frame: Frame) -> AnyPlot:
    """Draw the leading statistic across test sets, scaled in each so that metrics span 0 to 1.

    Only the metrics with the best averages are drawn.

    Raises:
        UsageError: There is only one test set.

    Reference:
        Stanojević and Sima'an (2014), Evaluating Word Order Recursively over Permutation-Forests,
        figures 9 and 10.
    """
    if len(result.sets) < 2:
        raise UsageError("a plot across test sets needs at least two of them")
    values = result.table(result.leading)
    low, high = np.nanmin(values, axis=0), np.nanmax(values, axis=0)
    scaled = (values - low) / np.where(high > low, high - low, np.nan)
    best = np.argsort(-np.nan_to_num(values.mean(axis=1), nan=-np.inf), kind="stable")
    points = [
        chart.point(
            chart.shown(result.metrics[place]),
            chart.shortened(chart.shown(test_set.name)),
            float(scaled[place, column]),
            {
                "metric": chart.shown(result.metrics[place]),
                "test set": chart.shown(test_set.name),
                result.leading: chart.number(float(values[place, column]), ".4f"),
                "scaled": chart.number(float(scaled[place, column]), ".3f"),
            },
        )
        for place in best[:_MOST_LINES].tolist()
        for column, test_set in enumerate(result.sets)
    ]
    axes = chart.Axes(
        x="test set",
        y=f"{result.leading}, scaled from worst to best metric",
        legend="metric",
        classes=[chart.shortened(chart.shown(test_set.name)) for test_set in result.sets],
        y_format=".1f",
    )
    description = "Agreement of metrics with people, scaled between the worst and the best metric"
    return chart.line_panels({"": points}, axes, description, frame)


def rank_diagram(result: MetaEvaluation, frame: Frame) -> AnyPlot:
    """Draw the average rank of each metric in a bar as wide as the critical difference.

    Metrics whose bars do not overlap differ significantly in rank, by Nemenyi's test.

    Raises:
        UsageError: There is only one test set, or fewer than two metrics.

    Reference:
        Demšar (2006), Statistical Comparisons of Classifiers over Multiple Data Sets.
    """
    description = "Average ranks of metrics, with their critical difference"
    if len(result.sets) < 2 or len(result.metrics) < 2:
        raise UsageError("average ranks need at least two test sets and two metrics")
    ranks = result.ranks(result.leading).mean(axis=1)
    ranked = len(result.metrics), len(result.sets)
    half = critical_difference(*ranked, alpha=result.resampling.alpha) / 2
    order = np.argsort(np.nan_to_num(ranks, nan=np.inf), kind="stable")
    points = [
        chart.point(
            "rank",
            chart.shortened(chart.shown(result.metrics[place])),
            float(ranks[place]),
            {
                "metric": chart.shown(result.metrics[place]),
                "average rank": chart.number(float(ranks[place]), ".2f"),
                "critical difference": chart.number(2 * half, ".2f"),
            },
            max(float(ranks[place]) - half, _EDGE),
            min(float(ranks[place]) + half, len(ranks) + _EDGE),
        )
        for place in order.tolist()
    ]
    if chart.nothing_to_draw(points):
        return chart.empty(description, frame)
    title = [
        f"average rank by {result.leading} over {len(result.sets)} test sets",
        f"bars that do not overlap differ (critical difference {2 * half:.2f})",
    ]
    return chart.finished(_bars(points, title), description, chart.with_rows(frame, len(points)))


def _bars(points: Sequence[Point], title: list[str]) -> alt.LayerChart:
    metrics = [point["x"] for point in points]
    y = alt.Y("x:O", title=None, scale=alt.Scale(domain=metrics), axis=alt.Axis(grid=True))
    base = alt.Chart(alt.InlineData(values=list(points))).encode(y=y)
    scale = alt.Scale(domain=[_EDGE, len(points) + _EDGE], nice=False)
    axis = alt.Axis(tickMinStep=1)
    value, low = (alt.X(field, title=title, scale=scale, axis=axis) for field in ("y:Q", "low:Q"))
    color = SERIES[0].light
    layers = [
        base.mark_rule(strokeWidth=6, opacity=0.35, color=color, aria=False).encode(
            x=low, x2="high:Q"
        ),
        base.mark_point(filled=True, opacity=1, size=55, color=color).encode(
            x=value, tooltip=chart.tooltip(points)
        ),
    ]
    return alt.LayerChart(layer=layers)


def agreement_by_alpha(result: TunedWeight, frame: Frame) -> AnyPlot:
    """Draw agreement against α; weights within one standard error of the best are shaded.

    Reference:
        Stanojević and Sima'an (2014), Evaluating Word Order Recursively over Permutation-Forests,
        figure 7.
    """
    points = [
        chart.point(
            "α",
            number_text(alpha),
            value,
            {"α": f"{alpha:.2f}", result.objective: chart.number(value, ".4f")},
        )
        for alpha, value in zip(CURVE.tolist(), result.curve.tolist(), strict=True)
    ]
    if chart.nothing_to_draw(points):
        return chart.empty("Agreement with people by the weight α", frame)
    return chart.finished(
        _curve(result, points, frame), "Agreement with people by the weight α", frame
    )


def _curve(result: TunedWeight, points: Sequence[Point], frame: Frame) -> alt.LayerChart:
    first, second = (chart.shown(part) for part in result.parts)
    title = chart.wrapped(f"α, the weight of {first} against {second}", frame.width)
    x = alt.X("x:Q", title=title, scale=alt.Scale(domain=[0, 1]))
    y = alt.Y("y:Q", title=result.objective, scale=alt.Scale(zero=False), axis=alt.Axis(grid=True))
    near = [{"low": span.low, "high": span.high} for span in result.near]
    best = alt.InlineData(values=[{"x": result.alpha}])
    line, ink = alt.Chart(alt.InlineData(values=list(points))).encode(x=x), SERIES[0].light
    layers = [
        alt.Chart(alt.InlineData(values=near))
        .mark_rect(color=BACKDROP.light, opacity=0.5, aria=False)
        .encode(x=alt.X("low:Q", title=title), x2="high:Q"),
        alt.Chart(best).mark_rule(strokeDash=[4, 3], color=ink, aria=False).encode(x=x),
        line.mark_line(color=ink, aria=False).encode(y=y),
        line.mark_point(filled=True, size=12, color=ink).encode(y=y, tooltip=chart.tooltip(points)),
    ]
    return alt.LayerChart(layer=layers)


def agreement_by_beta(result: TunedWeight, frame: Frame) -> AnyPlot:
    """Draw agreement on held-out lines against β, a line for each γ.

    Raises:
        UsageError: Fewer than two values of β were tried.

    Reference:
        Stanojević and Sima'an (2014), Evaluating Word Order Recursively over Permutation-Forests,
        figure 8.
    """
    tried = [(trial.operators, trial) for trial in result.grid]
    betas = sorted({beta for (beta, _), _ in tried if beta is not None})
    if len(betas) < 2:
        raise UsageError("a plot by β needs several values: give them with ", Argument("betas"))
    points = [
        chart.point(
            f"γ = {number_text(gamma or 0.0)}",
            number_text(beta or 0.0),
            trial.held_out,
            {
                "β": number_text(beta or 0.0),
                "γ": number_text(gamma or 0.0),
                "best α": f"{trial.alpha:.3f}",
                "held out": chart.number(trial.held_out, ".4f"),
            },
        )
        for (beta, gamma), trial in tried
    ]
    axes = chart.Axes(
        x="β",
        y=f"{result.objective} on held-out lines",
        legend="inverted operator",
        classes=[number_text(beta) for beta in betas],
        y_format=".3f",
        from_zero=False,
    )
    return chart.line_panels({"": points}, axes, "Agreement with people by β", frame)
