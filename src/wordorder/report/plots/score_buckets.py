"""The leading metric by sentence length, by coverage and by label."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.errors import Argument, UsageError
from wordorder.output import interval_name
from wordorder.report.plots.chart import (
    Series,
    beside,
    empty,
    finished,
    nothing_to_draw,
    with_rows,
    wrapped,
)
from wordorder.report.plots.lines import Axes, line_panels
from wordorder.report.plots.points import (
    class_name,
    different,
    drawn_interval,
    interval,
    interval_note,
    number,
    point,
    shortened,
    shown,
)
from wordorder.report.plots.rows import dot_rows, lines_for
from wordorder.report.plots.systems import drawn_systems, measure_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.report.plots.notebook import AnyPlot
    from wordorder.report.plots.points import Point
    from wordorder.report.plots.theme import Frame
    from wordorder.scoring import ScoreResult

BY_LENGTH = "Word order by sentence length"
BY_COVERAGE = "Word order by coverage"
BY_LABEL = "Word order by label"

_LABEL_ROOM = 24  # cells


def order_by_length(result: ScoreResult, frame: Frame) -> AnyPlot:
    """Draw the leading metric against the length of the reference, a line for each system."""
    return _lines(result, "length", "words of the reference", BY_LENGTH, frame)


def order_by_coverage(result: ScoreResult, frame: Frame) -> AnyPlot:
    """Draw the leading metric against the share of words whose order is judged."""
    return _lines(result, "coverage", "share of words whose order is judged", BY_COVERAGE, frame)


def order_by_label(result: ScoreResult, frame: Frame) -> AnyPlot:
    """Draw the leading metric for each label, a dot for each system.

    Raises:
        UsageError: The sentences have no labels.
    """
    if "label" not in result.buckets:
        raise UsageError("the sentences have no labels: give ", Argument("labels"))
    points = _points(result, "label", frame)
    if nothing_to_draw(points):
        return empty(BY_LABEL, frame)
    labels = list(dict.fromkeys(str(one["x"]) for one in points))
    whole = with_rows(beside(labels, frame), lines_for(len(labels), len(result.systems)))
    series = Series(points, "system", whole.width)
    title = wrapped(_title(result, "label", points), whole.width)
    return finished(dot_rows(points, series, title), BY_LABEL, whole)


def _lines(result: ScoreResult, kind: str, title: str, description: str, frame: Frame) -> AnyPlot:
    points = _points(result, kind, frame)
    if nothing_to_draw(points):
        return empty(description, frame)
    axes = Axes(
        x=wrapped(title, frame.width),
        y=wrapped(_title(result, kind, points), frame.height),
        legend="system",
        classes=list(dict.fromkeys(str(one["x"]) for one in points)),
        from_zero=False,
    )
    return line_panels({"": points}, axes, description, frame)


def _title(result: ScoreResult, kind: str, points: Sequence[Point]) -> str:
    counts = result.buckets[kind].counts["sentences"].tolist()
    return f"{measure_name(result.leading)}{interval_note(points, result.confidence, counts)}"


def _points(result: ScoreResult, kind: str, frame: Frame) -> list[Point]:
    systems = drawn_systems(result, frame)
    buckets = result.buckets[kind]
    names = different(shortened(_short_name(one, kind), _LABEL_ROOM) for one in buckets.names)
    counts = buckets.counts["sentences"].tolist()
    points = []
    for bucket, count, name in zip(buckets.names, counts, names, strict=True):
        for system in systems:
            estimate = buckets.scores.estimate(
                bucket=bucket, system=result.systems[system.place], measure=result.leading
            )
            low, high = drawn_interval(estimate, count)
            details = {
                "system": system.name,
                kind: shown(bucket),
                "sentences": f"{count:,}",
                "measure": measure_name(result.leading),
                "score": number(estimate.value, ".4f"),
                interval_name(result.confidence): interval(low, high, ".4f"),
            }
            points.append(point(system.label, name, estimate.value, details, low, high))
    return points


def _short_name(name: str, kind: str) -> str:
    """The name of a bucket without the unit, which the title of the axis says."""
    if kind == "label":
        return shown(name)
    return class_name(name.removesuffix(" words").removesuffix(" judged"))
