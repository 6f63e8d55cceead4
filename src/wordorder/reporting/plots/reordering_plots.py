"""Plots of reorderings: how much, how far and what language pairs reorder, and systems retain."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import altair as alt
import numpy as np

from wordorder.errors import Argument, UsageError
from wordorder.output.views import UNDEFINED
from wordorder.output.wording import interval_name
from wordorder.reorderings.retention_result import WIDTHS, RetentionResult
from wordorder.reporting.plots import chart
from wordorder.reporting.plots.theme import BACKDROP, Frame

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from wordorder.corpus.profile_result import CorpusProfile
    from wordorder.reorderings.analysis_result import (
        CorpusReorderings,
        LengthBin,
        ReorderingAnalysis,
    )
    from wordorder.reorderings.testsets import ReorderingTestSets
    from wordorder.reporting.plots.chart import AnyPlot, Point

_MOST_LABELS = 6
_MOST_PANELS = 6
_WIDEST_DRAWN = 20


def label_shares(result: ReorderingAnalysis, frame: Frame) -> AnyPlot:
    """Draw each label's share of the reorderings by source width, a line for each label.

    Labels are the most frequent labels of first blocks in each corpus. Each corpus has a panel, or
    each of its sets if there are any.

    Raises:
        UsageError: There are no syntax trees.

    Reference:
        Birch, Blunsom and Osborne (2009), A Quantitative Analysis of Reordering Phenomena,
        figure 5.
    """
    if not result.with_trees:
        raise UsageError("labels need syntax trees: give them with ", Argument("trees"))
    panels, total = {}, 0
    for name, label, corpus in result.parts():
        whole = chart.shown(name if label is None else f"{name}: {label}")
        totals = _totals(corpus)
        panels[f"{whole} ({totals.total():,} reorderings)"] = _label_points(name, corpus, totals)
        total += totals.total()
    axes = chart.Axes(
        x="source width in words" + (f" ({total:,} reorderings)" if len(panels) == 1 else ""),
        y="share of the reorderings of this width",
        legend="label",
        y_format="%",
        y_end=chart.end_of(panels),
    )
    return chart.line_panels(panels, axes, "Labels of reorderings by source width", frame)


def _label_points(corpus_name: str, corpus: CorpusReorderings, totals: Counter[str]) -> list[Point]:
    points = []
    for label, widths in list(corpus.label_widths.items())[:_MOST_LABELS]:
        name = chart.shown(label)
        for width, count in _drawn_widths(widths).items():
            part = chart.share(count, totals[width])
            details = {
                "label": name,
                "corpus": chart.shown(corpus_name),
                "source width": width,
                "with this label": f"{count:,}",
                "of this width": f"{totals[width]:,}",
                "share": chart.number(part, ".1%"),
            }
            points.append(chart.point(name, width, part, details))
    return points


def _totals(corpus: CorpusReorderings) -> Counter[str]:
    """Count the reorderings of each width, with any label."""
    totals: Counter[str] = Counter()
    for widths in corpus.label_widths.values():
        totals.update(_drawn_widths(widths))
    return totals


def rquantity_by_length(result: ReorderingAnalysis, frame: Frame) -> AnyPlot:
    """Draw mean RQuantity against target length, a line with intervals for each corpus.

    If there are sets, each corpus has a panel, and each set a line.

    Reference:
        Birch, Blunsom and Osborne (2009), A Quantitative Analysis of Reordering Phenomena,
        figure 3.
    """
    panels = _by_corpus(result, _length_points)
    bins = [length_bin for _, _, corpus in result.parts() for length_bin in corpus.lengths]
    from_short_to_long = sorted(bins, key=lambda length_bin: length_bin.shortest)
    confidence = max(corpus.confidence for corpus in result.corpora.values())
    note = chart.interval_note(
        chart.all_points(panels), confidence, (length_bin.sentence_count for length_bin in bins)
    )
    axes = chart.Axes(
        x="target length in words",
        y=f"mean RQuantity{note}",
        legend=f"{'set' if result.has_sets else 'corpus'} (sentences)",
        classes=list(dict.fromkeys(map(_length, from_short_to_long))),
        y_end=chart.end_of(panels),
    )
    return chart.line_panels(panels, axes, "RQuantity by target length", frame)


def _length_points(names: Mapping[str, str], corpus: CorpusReorderings) -> Iterator[Point]:
    in_bins = sum(length_bin.sentence_count for length_bin in corpus.lengths)
    *_, name = names.values()
    for length_bin in corpus.lengths:
        low, high = chart.drawn_interval(length_bin.rquantity, length_bin.sentence_count)
        details = {
            **names,
            "target length": _length(length_bin),
            "sentences": f"{length_bin.sentence_count:,}",
            "RQuantity": chart.number(length_bin.rquantity.value, ".3f"),
            interval_name(corpus.confidence): chart.interval(low, high, ".3f"),
        }
        series = f"{name} ({in_bins:,})"
        yield chart.point(
            series, _length(length_bin), length_bin.rquantity.value, details, low, high
        )


def _length(length_bin: LengthBin) -> str:
    if length_bin.longest is None:
        return f"≥{length_bin.shortest}"
    if length_bin.shortest == length_bin.longest:
        return str(length_bin.shortest)
    return f"{length_bin.shortest}–{length_bin.longest}"


def retained_by_width(result: RetentionResult, frame: Frame) -> AnyPlot:
    """Draw the share of the reference's reorderings that systems retain against source width.

    There is a line with intervals for each system. Grey bars show how many reorderings were
    judged, the maximum if systems differ. If there are sets, each has a panel.

    Reference:
        Birch, Blunsom and Osborne (2009), A Quantitative Analysis of Reordering Phenomena,
        figure 11.
    """
    parts = {chart.shown(name): part for name, part in result.sets.items()} or {"": result}
    of_parts = {name: _retained_points(part) for name, part in parts.items()}
    panels = {name: points for name, points in of_parts.items() if points}
    points = chart.all_points(panels)
    if chart.nothing_to_draw(points):
        return chart.empty("Retained reorderings by source width", frame)
    judged = [part.widths["judged"] for part in parts.values()]
    counts = [count for count in np.unique(judged).tolist() if count]
    note = chart.interval_note(points, result.confidence, counts)
    axes = chart.Axes(
        x="source width in words",
        y=f"share retained{note}",
        legend="system",
        classes=[width for width in WIDTHS if any(point["x"] == width for point in points)],
        y_format="%",
        y_end=chart.end_of(panels),
    )
    series, most = chart.Series(points, axes.legend, frame.width), int(np.max(judged))
    charts = {
        name: (
            _judged_bars(parts[name], axes, most) + chart.lines(of_part, axes, series)
        ).resolve_scale(y="independent")
        for name, of_part in panels.items()
    }
    return chart.in_panels(charts, "Retained reorderings by source width", frame)


def _retained_points(result: RetentionResult) -> list[Point]:
    points = []
    for name, width, retained, judged, *estimate in result.widths.records().rows():
        if not judged:
            continue
        low, high = chart.drawn_interval(estimate, judged)
        share = chart.share(retained, judged)
        details = {
            "system": chart.shown(name),
            "source width": width,
            "retained": f"{retained:,}",
            "judged": f"{judged:,}",
            "share": chart.number(share, ".1%"),
            interval_name(result.confidence): chart.interval(low, high, ".1%"),
        }
        points.append(chart.point(chart.shown(name), width, share, details, low, high))
    return points


def _judged_bars(result: RetentionResult, axes: chart.Axes, most: int) -> alt.Chart:
    """Draw bars in the background, with their own axis on the right."""
    counts = zip(WIDTHS, result.widths["judged"].max(axis=0).tolist(), strict=True)
    values = [{"x": width, "judged": count} for width, count in counts if count]
    axis = alt.Axis(orient="right", grid=False, format=",~r", tickMinStep=1)
    scale = alt.Scale(domain=[0, most], nice=True)
    y = alt.Y("judged:Q", title="reorderings judged (bars)", axis=axis, scale=scale)
    bars = alt.MarkDef("bar", color=BACKDROP.light, aria=False)
    return alt.Chart(alt.InlineData(values=values), mark=bars).encode(x=axes.across(), y=y)


def scores_by_set(result: ReorderingTestSets, frame: Frame) -> AnyPlot:
    """Draw a score with its interval on each reordering test set, a dot for each system.

    Dots, not bars: their axis need not start at 0, so that small differences are visible.

    Raises:
        UsageError: There are no scores.

    Reference:
        Birch, Blunsom and Osborne (2009), A Quantitative Analysis of Reordering Phenomena,
        figures 7 and 8.
    """
    if not result.systems:
        raise UsageError("no scores to draw: give them with ", Argument("scores"))
    points = _set_points(result)
    if chart.nothing_to_draw(points):
        return chart.empty("Scores by reordering test set", frame)
    counts = result.scores["sentences"].reshape(-1).tolist()
    note = chart.interval_note(points, result.confidence, counts)
    title = f"{chart.shortened(chart.shown(result.measure))}{note}"
    return chart.finished(
        _dots(points, chart.wrapped(title, frame.height), frame),
        "Scores by reordering test set",
        frame,
    )


def _set_points(result: ReorderingTestSets) -> list[Point]:
    places = {
        name: f"{chart.shown(name)}\n{_size(result, name)}" for name in result.scores.names("set")
    }
    points = []
    for system, name, sentences, *estimate in result.scores.records().rows():
        low, high = chart.drawn_interval(estimate, sentences)
        details = {
            "system": chart.shown(system),
            "test set": chart.shown(name),
            "sentences": f"{sentences:,}",
            "measure": chart.shown(result.measure),
            "score": chart.number(estimate[0], ".4f"),
            interval_name(result.confidence): chart.interval(low, high, ".4f"),
        }
        points.append(
            chart.point(chart.shown(system), places[name], estimate[0], details, low, high)
        )
    return points


def _size(result: ReorderingTestSets, name: str) -> str:
    """Format the number of sentences in a set, which may differ between systems."""
    sizes = result.scores.at("sentences", set=name)
    least, most = sizes.min(), sizes.max()
    return f"n = {least:,}" + (f"–{most:,}" if least < most else "")


def _dots(points: Sequence[Point], title: str | list[str], frame: Frame) -> alt.LayerChart:
    series = chart.Series(points, "system", frame.width)
    sets = chart.names_of(points)
    two_lines = alt.Axis(labelExpr=chart.TWO_LINES, labelOverlap=False)
    x = alt.X("x:O", title="reordering test set", axis=two_lines, scale=alt.Scale(domain=sets))
    scale = alt.Scale(zero=False)
    base = alt.Chart(series.data(points)).encode(
        x=x,
        xOffset=alt.XOffset("series:N", scale=alt.Scale(domain=series.labels)),
        color=series.color(),
    )
    value, low = (alt.Y(field, title=title, scale=scale) for field in ("y:Q", "low:Q"))
    layers = [
        base.mark_rule(strokeWidth=2, opacity=0.6, aria=False).encode(y=low, y2="high:Q"),
        base.mark_point(filled=True, opacity=1, size=55).encode(
            y=value, shape=series.shape(), tooltip=chart.tooltip(points)
        ),
    ]
    return alt.LayerChart(layer=layers)


def widths_of_corpora(result: ReorderingAnalysis, frame: Frame) -> AnyPlot:
    """Draw the number of reorderings per 100 sentences against their source width, by corpus.

    If there are sets, each corpus has a panel, and each set a line.

    Reference:
        Birch, Blunsom and Osborne (2009), A Quantitative Analysis of Reordering Phenomena,
        figure 4; with sets, figures 9 and 10.
    """
    panels = _by_corpus(
        result, lambda names, part: _width_points(names, part.widths, part.sentence_count)
    )
    return _width_lines(panels, "set" if result.has_sets else "corpus", frame)


def widths_of_sets(result: ReorderingTestSets, frame: Frame) -> AnyPlot:
    """Draw the same as `widths_of_corpora` by test set, without the set `none`.

    Reference:
        Birch, Blunsom and Osborne (2009), A Quantitative Analysis of Reordering Phenomena,
        figure 6.
    """
    points = [
        point
        for name, test_set in result.sets.items()
        if name != "none"
        for point in _width_points({"test set": name}, test_set.widths, len(test_set.lines))
    ]
    return _width_lines({"": points}, "test set", frame)


def _width_points(
    names: Mapping[str, str], widths: Mapping[int, int], sentences: int
) -> Iterator[Point]:
    *_, name = names.values()
    for width, count in _drawn_widths(widths).items():
        per_hundred = 100 * chart.share(count, sentences)
        details = {
            **names,
            "source width": width,
            "reorderings": f"{count:,}",
            "sentences": f"{sentences:,}",
            "per 100 sentences": chart.number(per_hundred, ".1f"),
        }
        yield chart.point(f"{name} ({sentences:,})", width, per_hundred, details)


def _width_lines(panels: Mapping[str, list[Point]], kind: str, frame: Frame) -> AnyPlot:
    axes = chart.Axes(
        x="source width in words",
        y="reorderings per 100 sentences",
        legend=f"{kind} (sentences)",
        y_end=chart.end_of(panels),
    )
    return chart.line_panels(panels, axes, "Reorderings by source width", frame)


# Corpora side by side, as `profile` compares them.


def curves_of_outputs(result: CorpusProfile, frame: Frame) -> AnyPlot:
    """Draw the cumulative distribution over sentence pairs, a panel for each output.

    At most the first six outputs are drawn; `metrics` of `profile` chooses others.
    """
    panels = {chart.shown(output): _curve_points(result, output) for output in result.outputs}
    drawn = {name: curve for name, curve in panels.items() if not chart.nothing_to_draw(curve)}
    if not drawn:
        return chart.empty("Distribution of outputs by corpus", frame)
    chosen = dict(list(drawn.items())[:_MOST_PANELS])
    series = chart.Series(chart.all_points(chosen), "corpus (sentence pairs)", frame.width)
    whole = {
        chart.shown(output)
        for output in result.outputs
        for corpus in result.corpora.values()
        if output in corpus.names and corpus.outputs.at("whole", output=output)
    }
    charts = {
        name: _curves(curve, series, "value" if len(chosen) > 1 else name, steps=name in whole)
        for name, curve in chosen.items()
    }
    return chart.in_panels(charts, "Distribution of outputs by corpus", frame)


def _curve_points(result: CorpusProfile, output: str) -> list[Point]:
    points: list[Point] = []
    for name, corpus in result.corpora.items():
        values = corpus.quantiles.at(output=output).tolist() if output in corpus.names else []
        for percent, value in enumerate(values):
            details = {
                "corpus": chart.shown(name),
                "output": chart.shown(output),
                "sentence pairs up to": f"{percent}%",
                "value": chart.number(value, ".4f"),
            }
            label = f"{chart.shown(name)} ({corpus.counts.written:,})"
            points.append({**chart.point(label, "", value, details), "left": percent / 100})
    return points


def _curves(
    points: Sequence[Point], series: chart.Series, title: str, *, steps: bool
) -> alt.LayerChart:
    shares = alt.Axis(format="%", values=[0, 0.25, 0.5, 0.75, 1], grid=True)
    base = alt.Chart(series.data(points)).encode(
        x=alt.X("y:Q", title=title, scale=alt.Scale(zero=False, nice=False)),
        y=alt.Y(
            "left:Q", title="share of sentence pairs", scale=alt.Scale(domain=[0, 1]), axis=shares
        ),
        color=series.color(),
        strokeDash=series.dash(),
        order=alt.Order("left:Q"),
    )
    lines = base.mark_line(interpolate="step-after" if steps else "linear", aria=False)
    # Invisible; they give the pointer a value on the curve.
    dots = base.mark_point(filled=True, size=60, opacity=0, aria=False)
    return alt.LayerChart(layer=[lines, dots.encode(tooltip=chart.tooltip(points))])


def means_of_corpora(result: CorpusProfile, frame: Frame) -> AnyPlot:
    """Draw each output in a panel of its own, with a dot and its interval for each corpus."""
    panels = {chart.shown(output): _mean_points(result, output) for output in result.outputs}
    counts = [
        count for corpus in result.corpora.values() for count in corpus.outputs["count"].tolist()
    ]
    note = chart.interval_note(chart.all_points(panels), result.confidence, counts)
    note = f"means over sentence pairs{note}"
    return chart.in_grid(panels, note, "Means of outputs by corpus", frame)


def _mean_points(result: CorpusProfile, output: str) -> list[Point]:
    labels = chart.different(chart.shortened(chart.shown(name)) for name in result.corpora)
    points = []
    for label, (name, corpus) in zip(labels, result.corpora.items(), strict=True):
        count, (value, low, high) = 0, UNDEFINED
        if output in corpus.names:
            mean = corpus.outputs.estimate(output=output)
            count, value = int(corpus.outputs.figure("count", output=output)), mean.value
            low, high = chart.drawn_interval(mean, count)
        details = {
            "corpus": chart.shown(name),
            "output": chart.shown(output),
            "mean": chart.number(value, ".4f"),
            interval_name(result.confidence): chart.interval(low, high, ".4f"),
            "sentence pairs": f"{count:,}",
        }
        points.append(chart.point(label, label, value, details, low, high))
    return points


def width_shares_of_corpora(result: CorpusProfile, frame: Frame) -> AnyPlot:
    """Draw the share of reorderings of each source width, a line for each corpus."""
    points = [
        point
        for name, corpus in result.corpora.items()
        if corpus.reorderings is not None
        for point in _width_shares(chart.shown(name), corpus.reorderings)
    ]
    axes = chart.Axes(
        x="source width in words",
        y="share of reorderings",
        legend="corpus (reorderings)",
        y_format="%",
    )
    return chart.line_panels({"": points}, axes, "Shares of reorderings by source width", frame)


def _width_shares(name: str, analysis: CorpusReorderings) -> Iterator[Point]:
    for width, count in _drawn_widths(analysis.widths).items():
        part = chart.share(count, analysis.reorderings)
        details = {
            "corpus": name,
            "source width": width,
            "reorderings": f"{count:,}",
            "share": chart.number(part, ".1%"),
        }
        yield chart.point(f"{name} ({analysis.reorderings:,})", width, part, details)


# Parts of several plots.


def _by_corpus(
    result: ReorderingAnalysis,
    points: Callable[[Mapping[str, str], CorpusReorderings], Iterator[Point]],
) -> dict[str, list[Point]]:
    """Return the points in a panel for each corpus if there are sets, else in one panel.

    Args:
        result: The corpora.
        points: Returns the points of a corpus or of one of its sets, given its names in tooltips;
            the last is the name of the series.
    """
    panels: dict[str, list[Point]] = {}
    for name, label, part in result.parts():
        names = {
            "corpus": chart.shown(name),
            **({} if label is None else {"set": chart.shown(label)}),
        }
        panel = names["corpus"] if result.has_sets else ""
        panels.setdefault(panel, []).extend(points(names, part))
    return panels


def _drawn_widths(widths: Mapping[int, int]) -> dict[str, int]:
    """Count by width: each width up to the widest drawn, and all wider ones together.

    Examples:
        >>> list(_drawn_widths({2: 7, 50: 1, 60: 2}).items())[-1]
        ('>20', 3)
    """
    counts = {str(width): widths.get(width, 0) for width in range(2, _WIDEST_DRAWN + 1)}
    wider = sum(count for width, count in widths.items() if width > _WIDEST_DRAWN)
    return {**counts, f">{_WIDEST_DRAWN}": wider}
