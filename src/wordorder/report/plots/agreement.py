"""How well metrics agree with people."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import UsageError
from wordorder.output import interval_name
from wordorder.report.plots.chart import (
    Series,
    empty,
    finished,
    nothing_to_draw,
    with_rows,
    wrapped,
)
from wordorder.report.plots.lines import Axes, line_panels
from wordorder.report.plots.points import interval, interval_note, number, point, shortened, shown
from wordorder.report.plots.rows import dot_rows

if TYPE_CHECKING:
    from wordorder.metaevaluation import MetaEvaluation
    from wordorder.report.plots.notebook import AnyPlot
    from wordorder.report.plots.points import Point
    from wordorder.report.plots.theme import Frame

DESCRIPTION = "Agreement of metrics with people"
SCALED = "Agreement of metrics with people, scaled between the worst and the best metric"
MOST_LINES = 8  # metrics whose lines can be told apart


def agreement_of_metrics(result: MetaEvaluation, frame: Frame) -> AnyPlot:
    """Draw the leading statistic of each metric with its interval, a dot for each test set."""
    points = _points(result)
    if nothing_to_draw(points):
        return empty(DESCRIPTION, frame)
    counts = [one.line_count for one in result.sets]
    title = wrapped(
        f"{result.leading}{interval_note(points, result.confidence, counts)}", frame.width
    )
    series, rows = Series(points, "test set", frame.width), len({one["x"] for one in points})
    return finished(dot_rows(points, series, title), DESCRIPTION, with_rows(frame, rows))


def _points(result: MetaEvaluation) -> list[Point]:
    points = []
    for one in result.sets:
        for name in one.ranking(result.leading):
            value, low, high = one.estimate(name, result.leading)
            details = {
                "metric": shown(name),
                "test set": shown(one.name),
                result.leading: number(value, ".4f"),
                interval_name(result.confidence): interval(low, high, ".4f"),
                "tied pairs": number(one.tied.figure(metric=name), ".1%"),
            }
            points.append(point(shown(one.name), shown(name), value, details, low, high))
    return points


def scaled_agreement(result: MetaEvaluation, frame: Frame) -> AnyPlot:
    """Draw the leading statistic across test sets, scaled so that the best metric of each has 1.

    The worst metric of each test set has 0. Only the metrics with the best averages are drawn.

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
        point(
            shown(result.metrics[place]),
            shortened(shown(one.name)),
            float(scaled[place, column]),
            {
                "metric": shown(result.metrics[place]),
                "test set": shown(one.name),
                result.leading: number(float(values[place, column]), ".4f"),
                "scaled": number(float(scaled[place, column]), ".3f"),
            },
        )
        for place in best[:MOST_LINES].tolist()
        for column, one in enumerate(result.sets)
    ]
    if nothing_to_draw(points):
        return empty(SCALED, frame)
    axes = Axes(
        x="test set",
        y=f"{result.leading}, scaled from worst to best metric",
        legend="metric",
        classes=[shortened(shown(one.name)) for one in result.sets],
        y_format=".1f",
    )
    return line_panels({"": points}, axes, SCALED, frame)
