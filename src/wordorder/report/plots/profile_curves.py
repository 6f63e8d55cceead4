"""How the values of outputs are distributed in corpora."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.report.plots.chart import Series, empty, in_panels, nothing_to_draw, tooltip
from wordorder.report.plots.points import number, point, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    import altair as alt

    from wordorder.corpus import CorpusProfile
    from wordorder.report.plots.notebook import AnyPlot
    from wordorder.report.plots.points import Point
    from wordorder.report.plots.theme import Frame

DESCRIPTION = "Distribution of outputs by corpus"

_MOST_PANELS = 6


def curves_of_outputs(result: CorpusProfile, frame: Frame) -> AnyPlot:
    """Draw the share of sentence pairs up to each value, a panel for each output.

    Of more than six outputs, the first six are drawn; `metrics` of `profile` chooses others.
    """
    panels = {shown(output): _points(result, output) for output in result.outputs}
    drawn = {name: those for name, those in panels.items() if not nothing_to_draw(those)}
    if not drawn:
        return empty(DESCRIPTION, frame)
    chosen = dict(list(drawn.items())[:_MOST_PANELS])
    together = [one for those in chosen.values() for one in those]
    series = Series(together, "corpus (sentence pairs)", frame.width)
    whole = {shown(name) for name in result.outputs if _is_whole(result, name)}
    charts = {
        name: _curves(those, series, "value" if len(chosen) > 1 else name, steps=name in whole)
        for name, those in chosen.items()
    }
    return in_panels(charts, DESCRIPTION, frame)


def _points(result: CorpusProfile, output: str) -> list[Point]:
    points: list[Point] = []
    for name, corpus in result.corpora.items():
        values = corpus.quantiles.at(output=output).tolist() if output in corpus.names else []
        for percent, value in enumerate(values):
            details = {
                "corpus": shown(name),
                "output": shown(output),
                "sentence pairs up to": f"{percent}%",
                "value": number(value, ".4f"),
            }
            label = f"{shown(name)} ({corpus.counts.written:,})"
            points.append({**point(label, "", value, details), "left": percent / 100})
    return points


def _is_whole(result: CorpusProfile, output: str) -> bool:
    corpora = result.corpora.values()
    return any(one.outputs.at("whole", output=output) for one in corpora if output in one.names)


def _curves(points: Sequence[Point], series: Series, title: str, *, steps: bool) -> alt.LayerChart:
    import altair as alt

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
    # Seen only by the pointer, which finds a value on the curve.
    dots = base.mark_point(filled=True, size=60, opacity=0, aria=False)
    return alt.LayerChart(layer=[lines, dots.encode(tooltip=tooltip(points))])
