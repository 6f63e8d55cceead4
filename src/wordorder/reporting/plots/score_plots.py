"""Plots of the scores of systems: by measure, by kind of sentence, and against each other."""

from __future__ import annotations

from itertools import pairwise
from math import nan
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import altair as alt

from wordorder.drawing.palette import DIM, LINE
from wordorder.errors import Argument, UsageError
from wordorder.output.wording import interval_name
from wordorder.reporting.plots import chart
from wordorder.reporting.plots.theme import SERIES, Frame
from wordorder.scoring.findings import heading
from wordorder.scoring.measures import ORDER_ERRORS
from wordorder.scoring.verdicts import better, rank

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.output.records import Records
    from wordorder.reporting.plots.chart import AnyPlot, Point
    from wordorder.scoring.result import ScoreResult


SystemRow: TypeAlias = "tuple[DrawnSystem, dict[str, Any]]"

_LEAST_ROOM = 14  # cells; fits two columns of a legend into a column of a paper
_PIXELS_PER_CELL = 18  # of the width of the plot: names get a third of it
_LABEL_ROOM = 24  # cells
_VERDICTS = {"one is better": SERIES[0], "no difference found": DIM, "no verdict": LINE}


class DrawnSystem(NamedTuple):
    """A system in a plot.

    Attributes:
        place: Its index in the result.
        label: Its short name, different from all others.
        name: Its full name, for tooltips.
    """

    place: int
    label: str
    name: str


def drawn_systems(result: ScoreResult, frame: Frame) -> list[DrawnSystem]:
    """Return the systems, best first by the leading metric, which also orders their colours."""
    room = min(max(frame.width // _PIXELS_PER_CELL, _LEAST_ROOM), chart.LONGEST)
    names = [chart.shown(name) for name in result.systems]
    labels = list(
        chart.different(chart.shortened(name, room) for name in without_shared_parts(names))
    )
    return [DrawnSystem(place, labels[place], names[place]) for place in rank(result).systems]


def measure_name(measure: str) -> str:
    """Return the name of a measure for display; loaded results may have any."""
    return chart.shortened(chart.shown(heading(measure)))


def rows_by_system(
    records: Records, result: ScoreResult, systems: Sequence[DrawnSystem]
) -> list[SystemRow]:
    """Return the rows of records with their systems, system by system."""
    rows = [dict(zip(records.types, row, strict=True)) for row in records.rows()]
    return [
        (system, row)
        for system in systems
        for row in rows
        if row["system"] == result.systems[system.place]
    ]


def without_shared_parts(names: Sequence[str]) -> list[str]:
    """Strip the dot-separated parts that all names start or end with.

    If that leaves a name without a letter, all names stay as they are.

    Examples:
        >>> without_shared_parts(["newstest2013.de-en.JHU.2887", "newstest2013.de-en.online-A"])
        ['JHU.2887', 'online-A']
        >>> without_shared_parts(["moses.1", "moses.2"])
        ['moses.1', 'moses.2']
    """
    if len(names) < 2:
        return list(names)
    parts = [name.split(".") for name in names]
    most = min(map(len, parts)) - 1
    start = _shared(parts, most)
    end = _shared([name[::-1] for name in parts], most - start)
    short = [".".join(name[start : len(name) - end]) for name in parts]
    return short if all(any(map(str.isalpha, name)) for name in short) else list(names)


def _shared(parts: Sequence[Sequence[str]], most: int) -> int:
    """Count the parts that all names start with."""
    count = 0
    while count < most and len({name[count] for name in parts}) == 1:
        count += 1
    return count


def scores_of_systems(result: ScoreResult, frame: Frame) -> AnyPlot:
    """Draw each measure of order, of word choice and of both in a panel of its own.

    Each system has a dot with its interval, best first by the leading metric. Coverage is left out,
    as it is no score.
    """
    systems = drawn_systems(result, frame)
    panels = {
        measure_name(measure): _score_points(result, measure, systems)
        for measure in result.shown_measures
        if measure != "coverage"
    }
    counts = [result.sentence_count]
    note = f"scores{chart.interval_note(chart.all_points(panels), result.confidence, counts)}"
    if len(systems) > 1:
        note += f"; best systems by {measure_name(result.leading)} first"
    if ORDER_ERRORS[0] in result.shown_measures:
        note += "; fewer breaks are better"
    return chart.in_grid(panels, note, "Scores of systems", frame)


def _score_points(result: ScoreResult, measure: str, systems: Sequence[DrawnSystem]) -> list[Point]:
    digits = ".1f" if measure in ORDER_ERRORS else ".4f"
    points = []
    for place, label, name in systems:
        scored = result.estimate(result.systems[place], measure)
        low, high = chart.drawn_interval(scored, result.sentence_count)
        details = {
            "system": name,
            "measure": measure_name(measure),
            "score": chart.number(scored[0], digits),
            interval_name(result.confidence): chart.interval(low, high, digits),
        }
        points.append(chart.point(label, label, scored[0], details, low, high))
    return points


def differences_of_neighbours(result: ScoreResult, frame: Frame) -> AnyPlot:
    """Draw how much better each system orders words than the next one in the ranking.

    The difference is in the leading metric on shared words, with its interval.

    Raises:
        UsageError: There is a single system.
    """
    description = "Differences in word order between neighbours in the ranking"
    result.known_tests()
    systems = drawn_systems(result, frame)
    points = [_difference(result, first, second) for first, second in pairwise(systems)]
    if chart.nothing_to_draw(points):
        return chart.empty(description, frame)
    # A row takes two lines of text and half a line of space.
    whole = chart.with_rows(chart.fit_labels(chart.names_of(points), frame), int(2.5 * len(points)))
    inks = [_VERDICTS[name] for name in dict.fromkeys(str(point["series"]) for point in points)]
    series = chart.Series(points, "verdict", whole.width, inks)
    title = f"difference in {measure_name(result.leading)} on shared words"
    title += chart.interval_note(points, result.confidence, [result.sentence_count])
    rows = chart.dot_rows(points, series, chart.wrapped(title, whole.width))
    rule = alt.MarkDef("rule", color=LINE.light, strokeDash=[4, 3], aria=False)
    zero = alt.Chart(alt.InlineData(values=[{"x": 0}]), mark=rule).encode(x=alt.X("x:Q"))
    return chart.finished(alt.LayerChart(layer=[zero, rows]), description, whole)


def _difference(result: ScoreResult, first: DrawnSystem, second: DrawnSystem) -> Point:
    """Return the difference of two systems, first minus second."""
    names = result.systems[first.place], result.systems[second.place]
    comparison = result.comparison(names[1], names[0])
    shared = comparison.shared[result.leading]
    details = {
        "first": first.name,
        "second": second.name,
        "measure": measure_name(result.leading),
        "difference": chart.number(shared.difference, "+.4f"),
        interval_name(result.confidence): chart.interval(shared.low, shared.high, "+.4f"),
        "p": chart.number(result.p_value(*names, result.leading), ".4f"),
        "words compared": chart.number(comparison.share, ".1%"),
    }
    is_better, is_same, is_unknown = _VERDICTS
    if comparison.withheld is not None:
        verdict, value = is_unknown, nan
    else:
        place = result.pair(*names), result.column(result.leading)
        verdict, value = is_better if better(result)[place] else is_same, shared.difference
    low, high = chart.drawn_interval((value, shared.low, shared.high), comparison.sentences)
    return chart.point(verdict, f"{first.label}\n− {second.label}", value, details, low, high)


def order_by_length(result: ScoreResult, frame: Frame) -> AnyPlot:
    """Draw the leading metric against the length of the reference, a line for each system."""
    description = "Word order by sentence length"
    return _lines(result, "length", "words of the reference", description, frame)


def order_by_coverage(result: ScoreResult, frame: Frame) -> AnyPlot:
    """Draw the leading metric against the share of words whose order is judged."""
    title = "share of words whose order is judged"
    return _lines(result, "coverage", title, "Word order by coverage", frame)


def order_by_label(result: ScoreResult, frame: Frame) -> AnyPlot:
    """Draw the leading metric for each label, a dot for each system.

    Raises:
        UsageError: The sentences have no labels.
    """
    if "label" not in result.buckets:
        raise UsageError("the sentences have no labels: give ", Argument("labels"))
    points = _bucket_points(result, "label", frame)
    if chart.nothing_to_draw(points):
        return chart.empty("Word order by label", frame)
    labels = chart.names_of(points)
    whole = chart.with_rows(
        chart.fit_labels(labels, frame), chart.lines_for(len(labels), len(result.systems))
    )
    series = chart.Series(points, "system", whole.width)
    title = chart.wrapped(_title(result, "label", points), whole.width)
    return chart.finished(chart.dot_rows(points, series, title), "Word order by label", whole)


def _lines(result: ScoreResult, kind: str, title: str, description: str, frame: Frame) -> AnyPlot:
    points = _bucket_points(result, kind, frame)
    axes = chart.Axes(
        x=chart.wrapped(title, frame.width),
        y=chart.wrapped(_title(result, kind, points), frame.height),
        legend="system",
        from_zero=False,
    )
    return chart.line_panels({"": points}, axes, description, frame)


def _title(result: ScoreResult, kind: str, points: Sequence[Point]) -> str:
    counts = result.buckets[kind].counts["sentences"].tolist()
    return f"{measure_name(result.leading)}{chart.interval_note(points, result.confidence, counts)}"


def _bucket_points(result: ScoreResult, kind: str, frame: Frame) -> list[Point]:
    systems = drawn_systems(result, frame)
    buckets = result.buckets[kind]
    if kind == "label":
        classes = [chart.shown(bucket) for bucket in buckets.names]
    else:  # the title of the axis has the unit
        units = (name.removesuffix(" words").removesuffix(" judged") for name in buckets.names)
        classes = [chart.class_name(name) for name in units]
    names = chart.different(chart.shortened(name, _LABEL_ROOM) for name in classes)
    counts = buckets.counts["sentences"].tolist()
    points = []
    for bucket, count, name in zip(buckets.names, counts, names, strict=True):
        for system in systems:
            estimate = buckets.scores.estimate(
                bucket=bucket, system=result.systems[system.place], measure=result.leading
            )
            low, high = chart.drawn_interval(estimate, count)
            details = {
                "system": system.name,
                kind: chart.shown(bucket),
                "sentences": f"{count:,}",
                "measure": measure_name(result.leading),
                "score": chart.number(estimate.value, ".4f"),
                interval_name(result.confidence): chart.interval(low, high, ".4f"),
            }
            points.append(chart.point(system.label, name, estimate.value, details, low, high))
    return points
