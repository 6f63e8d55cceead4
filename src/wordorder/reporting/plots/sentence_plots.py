"""Plots of the sentences and words of systems: scores, errors, distances, misplaced words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import altair as alt
import numpy as np

from wordorder.drawing.palette import LINE
from wordorder.output.wording import interval_name
from wordorder.reporting.plots import chart
from wordorder.reporting.plots.score_plots import (
    DrawnSystem,
    SystemRow,
    drawn_systems,
    measure_name,
    rows_by_system,
)
from wordorder.reporting.plots.theme import BACKDROP, GRADES, SERIES, Frame
from wordorder.scoring.findings import heading
from wordorder.scoring.measures import ORDER_ERRORS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.arrays import Floats
    from wordorder.reporting.plots.chart import AnyPlot, Point
    from wordorder.scoring.result import ScoreResult

_BORDERS = (0.25, 0.5, 0.75, 1)
_CLASSES = ("below 0.25", "0.25–0.5", "0.5–0.75", "0.75–1", "exactly 1")
_UNDEFINED = "undefined"
_TALLEST_BAR = 30  # pixels
_MOST_WORDS = 15
_WORD_ROOM = 18  # cells
_MOST_SYSTEMS = 5  # whose dots can be told apart
_SIDE_BY_SIDE = 480  # least width of two panels in pixels
_DIGITS = 4  # of sentence scores
_MOST_LINES = 5  # named in a tooltip


def right_pairs_by_distance(result: ScoreResult, frame: Frame) -> AnyPlot:
    """Draw the share of word pairs in the right order against their distance in the reference.

    Raises:
        UsageError: The result lacks the words of its sentences.
    """
    rows = rows_by_system(result.records("distance"), result, drawn_systems(result, frame))
    points = _distance_points(result, rows)
    note = chart.interval_note(points, result.confidence, (row["pairs"] for _, row in rows))
    axes = chart.Axes(
        x=chart.wrapped("distance in the reference, in words", frame.width),
        y=chart.wrapped(f"pairs in the right order{note}", frame.height),
        legend="system",
        y_format="~%",
        from_zero=False,
    )
    return chart.line_panels({"": points}, axes, "Word pairs in the right order by distance", frame)


def _distance_points(result: ScoreResult, rows: Sequence[SystemRow]) -> list[Point]:
    points = []
    for system, row in rows:
        low, high = chart.drawn_interval((row["share"], row["low"], row["high"]), row["pairs"])
        details = {
            "system": system.name,
            "distance": row["distance"],
            "pairs": f"{row['pairs']:,}",
            "in the right order": f"{row['right']:,}",
            "share": chart.number(row["share"], ".2%"),
            interval_name(result.confidence): chart.interval(low, high, ".2%"),
        }
        place = chart.class_name(row["distance"])
        points.append(chart.point(system.label, place, row["share"], details, low, high))
    return points


def distribution_of_scores(result: ScoreResult, frame: Frame) -> AnyPlot:
    """Draw the share of sentences in five classes of scores by the leading metric.

    Each system has a bar. Perfect sentences have a class of their own, at the right: they are too
    many for a smooth distribution. Sentences without words to judge are at the left.

    Raises:
        UsageError: The result lacks the scores of sentences.
    """
    scores = result.segment(result.leading)
    systems = drawn_systems(result, frame)
    counts = [_class_counts(scores[system.place]) for system in systems]
    has_undefined = any(row[0] for row in counts)
    points = [
        point
        for system, row in zip(systems, counts, strict=True)
        for point in _distribution_points(system, row, has_undefined)
    ]
    if chart.nothing_to_draw(points):
        return chart.empty("Distribution of sentence scores", frame)
    inks = GRADES if points[0]["series"] != _UNDEFINED else (BACKDROP, *GRADES)
    whole = chart.with_rows(
        chart.fit_labels([system.label for system in systems], frame), len(systems)
    )
    series = chart.Series(
        points, f"{measure_name(result.leading)} of a sentence", whole.width, inks
    )
    bar = min(0.8 * whole.height / len(systems), _TALLEST_BAR)
    return chart.finished(_bars(points, series, bar), "Distribution of sentence scores", whole)


def _class_counts(scores: Floats) -> list[int]:
    """Count the sentences with an undefined score, then those in each class."""
    places = np.searchsorted(_BORDERS, scores[~np.isnan(scores)], side="right")
    in_classes = np.bincount(places, minlength=len(_CLASSES)).tolist()
    return [int(np.isnan(scores).sum()), *in_classes]


def _distribution_points(
    system: DrawnSystem, counts: Sequence[int], has_undefined: bool
) -> list[Point]:
    ends = np.cumsum([0, *counts]) / max(sum(counts), 1)
    points = []
    for place, name in enumerate((_UNDEFINED, *_CLASSES)):
        low, high = ends[place : place + 2].tolist()
        details = {
            "system": system.name,
            "score": name,
            "sentences": f"{counts[place]:,}",
            "share": chart.number(high - low, ".1%"),
        }
        points.append(chart.point(name, system.label, high - low, details, low, high))
    return points if has_undefined else points[1:]


def _bars(points: Sequence[Point], series: chart.Series, bar: float) -> alt.LayerChart:
    systems = chart.names_of(points)
    scale, axis = alt.Scale(domain=[0, 1]), alt.Axis(format="%", values=(0, *_BORDERS))
    bars = (
        alt.Chart(series.data(points))
        .mark_bar(height=bar)
        .encode(
            y=alt.Y("x:O", title=None, scale=alt.Scale(domain=systems)),
            x=alt.X("low:Q", title="share of sentences", scale=scale, axis=axis),
            x2="high:Q",
            color=series.color(),
            tooltip=chart.tooltip(points),
        )
    )
    return alt.LayerChart(layer=[bars])


def most_misplaced_words(result: ScoreResult, frame: Frame) -> AnyPlot:
    """Draw the share of occurrences that are misplaced, for the words misplaced most often.

    Words are ranked over all systems. Each has a row with a dot for each of the five best systems.

    Raises:
        UsageError: The result lacks the words of its sentences.
    """
    systems = drawn_systems(result, frame)
    drawn = systems[:_MOST_SYSTEMS]
    rows = rows_by_system(result.records("misplaced", top=_MOST_WORDS), result, drawn)
    points = _misplaced_points(result, rows)
    if chart.nothing_to_draw(points):
        return chart.empty("Words misplaced most", frame)
    names = chart.names_of(points)
    whole = chart.with_rows(chart.fit_labels(names, frame), chart.lines_for(len(names), len(drawn)))
    note = chart.interval_note(points, result.confidence, (row["judged"] for _, row in rows))
    title = chart.wrapped(f"share misplaced{note}; words with most errors first", whole.width)
    series = chart.Series(points, "system" if drawn == systems else "best systems", whole.width)
    return chart.finished(
        chart.dot_rows(points, series, title, x_format="~%"), "Words misplaced most", whole
    )


def _misplaced_points(result: ScoreResult, rows: Sequence[SystemRow]) -> list[Point]:
    words = list(dict.fromkeys(row["word"] for _, row in rows))
    short = chart.different(chart.shortened(chart.shown(word), _WORD_ROOM) for word in words)
    labels = dict(zip(words, short, strict=True))
    points = []
    for system, row in rows:
        low, high = chart.drawn_interval((row["share"], row["low"], row["high"]), row["judged"])
        details = {
            "word": chart.shown(row["word"]),
            "system": system.name,
            "judged": f"{row['judged']:,}",
            "misplaced": f"{row['misplaced']:,}",
            "share": chart.number(row["share"], ".1%"),
            interval_name(result.confidence): chart.interval(low, high, ".1%"),
        }
        place = labels[row["word"]]
        points.append(chart.point(system.label, place, row["share"], details, low, high))
    return points


def errors_and_coverage(result: ScoreResult, frame: Frame) -> AnyPlot:
    """Draw order errors per 100 words against coverage, a point with intervals for each system.

    Where fewer words match, fewer can be out of order, so errors are comparable only between
    systems of about the same coverage.
    """
    systems = drawn_systems(result, frame)
    measures = [name for name in ORDER_ERRORS if name in result.measures]
    panels = {heading(measure): _error_points(result, measure, systems) for measure in measures}
    points = chart.all_points(panels)
    if chart.nothing_to_draw(points):
        return chart.empty("Order errors per 100 words and coverage", frame)
    series = chart.Series(points, "system", frame.width)
    note = chart.interval_note(points, result.confidence, [result.sentence_count])
    columns = 2 if frame.width >= _SIDE_BY_SIDE else 1
    charts = {
        name: _crosses(of_panel, series, f"coverage{note}", frame.width // columns)
        for name, of_panel in panels.items()
    }
    return chart.in_panels(charts, "Order errors per 100 words and coverage", frame, columns)


def _error_points(result: ScoreResult, measure: str, systems: Sequence[DrawnSystem]) -> list[Point]:
    kind, ends = heading(measure), interval_name(result.confidence)
    points = []
    for place, label, name in systems:
        system = result.systems[place]
        errors, coverage = (result.estimate(system, measured) for measured in (measure, "coverage"))
        few, many = chart.drawn_interval(errors, result.sentence_count)
        left, right = chart.drawn_interval(coverage, result.sentence_count)
        details = {
            "system": name,
            f"{kind} per 100 words": chart.number(errors[0], ".2f"),
            f"{ends} of {kind}": chart.interval(few, many, ".2f"),
            "coverage": chart.number(coverage[0], ".1%"),
            f"{ends} of coverage": chart.interval(left, right, ".1%"),
        }
        cross = chart.point(label, "", errors[0], details, few, many)
        cross.update(
            x=chart.finite(coverage[0]), left=chart.finite(left), right=chart.finite(right)
        )
        points.append(cross)
    return points


def _crosses(
    points: Sequence[Point], series: chart.Series, title: str, width: int
) -> alt.LayerChart:
    """Draw a point for each system, with an interval in both directions."""
    base = alt.Chart(series.data(points)).encode(color=series.color())
    scale, grid = alt.Scale(zero=False, padding=8), alt.Axis(grid=True, format=".5~r")
    shares = alt.Axis(format="~%", tickCount=max(width // 60, 2))
    across: dict[str, Any] = {"title": chart.wrapped(title, width), "scale": scale, "axis": shares}
    up: dict[str, Any] = {"title": "per 100 words", "scale": scale, "axis": grid}
    x, y = alt.X("x:Q", **across), alt.Y("y:Q", **up)
    rule = base.mark_rule(strokeWidth=2, opacity=0.6, aria=False)
    layers = [
        rule.encode(x=x, y=alt.Y("low:Q", **up), y2="high:Q"),
        rule.encode(y=y, x=alt.X("left:Q", **across), x2="right:Q"),
        base.mark_point(filled=True, opacity=1, size=55).encode(
            x=x, y=y, shape=series.shape(), tooltip=chart.tooltip(points)
        ),
    ]
    return alt.LayerChart(layer=layers)


def system_against_system(result: ScoreResult, frame: Frame) -> AnyPlot:
    """Draw the sentence scores of the two best systems against each other.

    The scores are by the leading metric. Sentences with the same two scores share a point, whose
    size shows their number. Above the diagonal, the system on the vertical axis is better.
    Sentences without a score of both systems are left out.

    A web page can show other systems and measures in the same chart. It replaces `datasets.points`
    (rows of `x`, `y`, `count`, the first `line` and the text `lines`), `datasets.diagonal` (the
    points with the least and the greatest score on both axes), and the titles in
    `layer[0].encoding.x.title` and `layer[0].encoding.y.title`. `usermeta.systems` has the indices
    of the two systems.

    Raises:
        UsageError: There is a single system, or the result lacks the scores of sentences.
    """
    result.known_tests()
    scores = result.segment(result.leading)
    first, second = drawn_systems(result, frame)[:2]
    points = _scatter_points(scores[first.place], scores[second.place])
    if not points:
        return chart.empty("Sentence scores of two systems", frame)
    x, y = (f"{measure_name(result.leading)} of {system.label}" for system in (first, second))
    whole = chart.finished(_scatter(x, y, frame), "Sentence scores of two systems", frame)
    whole.usermeta = {"systems": [first.place, second.place]}
    ends = [point[axis] for point in points for axis in ("x", "y")]
    diagonal = [{"x": end, "y": end} for end in (min(ends), max(ends))]
    whole.datasets = {"points": points, "diagonal": diagonal}
    return whole


def _scatter_points(first: Floats, second: Floats) -> list[dict[str, Any]]:
    """Return the distinct pairs of scores, each with the number and lines of its sentences."""
    both = np.round(np.stack([first, second], axis=-1), _DIGITS)
    lines: dict[tuple[float, float], list[int]] = {}
    for line, (x, y) in enumerate(both.tolist(), start=1):
        if np.isfinite(x + y):
            lines.setdefault((x, y), []).append(line)
    points = []
    for (x, y), numbers in sorted(lines.items()):
        named = ", ".join(map(str, numbers[:_MOST_LINES]))
        if len(numbers) > _MOST_LINES:
            named += f" and {len(numbers) - _MOST_LINES:,} more"
        points.append({"x": x, "y": y, "count": len(numbers), "line": numbers[0], "lines": named})
    return points


def _scatter(x: str, y: str, frame: Frame) -> alt.LayerChart:
    scale, grid = alt.Scale(zero=False, padding=8), alt.Axis(grid=True, tickCount=5)
    counts = alt.Size(
        "count:Q",
        scale=alt.Scale(type="sqrt", range=[12, 400], domainMin=1),
        legend=alt.Legend(
            title="sentences",
            tickCount=2,
            format=",d",
            symbolFillColor=SERIES[0].light,
        ),
    )
    details = [
        alt.Tooltip("lines:N", title="line"),
        alt.Tooltip("count:Q", title="sentences"),
        alt.Tooltip("x:Q", title="across", format=".4f"),
        alt.Tooltip("y:Q", title="up", format=".4f"),
    ]
    rule = alt.MarkDef("line", color=LINE.light, strokeDash=[4, 3], aria=False)
    return alt.LayerChart(
        layer=[
            alt.Chart(alt.NamedData("diagonal"), mark=rule),
            alt.Chart(alt.NamedData("points"))
            .mark_point(filled=True, opacity=0.35, color=SERIES[0].light)
            .encode(size=counts, tooltip=details, description="lines:N"),
        ]
    ).encode(
        x=alt.X("x:Q", title=chart.wrapped(x, frame.width), scale=scale, axis=grid),
        y=alt.Y("y:Q", title=chart.wrapped(y, frame.height), scale=scale, axis=grid),
    )
