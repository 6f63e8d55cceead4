"""Agreement with people against the weights of a combined score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.errors import Argument, UsageError
from wordorder.metaevaluation.tuning.outcomes import CURVE
from wordorder.output import number_text
from wordorder.report.plots.chart import empty, finished, nothing_to_draw, tooltip, wrapped
from wordorder.report.plots.lines import Axes, line_panels
from wordorder.report.plots.points import number, point, shown
from wordorder.report.plots.theme import BACKDROP, SERIES

if TYPE_CHECKING:
    from collections.abc import Sequence

    import altair as alt

    from wordorder.metaevaluation import TunedWeight
    from wordorder.report.plots.notebook import AnyPlot
    from wordorder.report.plots.points import Point
    from wordorder.report.plots.theme import Frame

BY_ALPHA = "Agreement with people by the weight α"
BY_BETA = "Agreement with people by β"


def agreement_by_alpha(result: TunedWeight, frame: Frame) -> AnyPlot:
    """Draw agreement against α; weights within one standard error of the best are shaded.

    Reference:
        Stanojević and Sima'an (2014), Evaluating Word Order Recursively over Permutation-Forests,
        figure 7.
    """
    points = [
        point(
            "α", number_text(alpha), float(value), {"α": f"{alpha:.2f}", **_agreed(result, value)}
        )
        for alpha, value in zip(CURVE.tolist(), result.curve.tolist(), strict=True)
    ]
    if nothing_to_draw(points):
        return empty(BY_ALPHA, frame)
    return finished(_curve(result, points, frame), BY_ALPHA, frame)


def _agreed(result: TunedWeight, value: float) -> dict[str, str]:
    return {result.objective: number(value, ".4f")}


def _curve(result: TunedWeight, points: Sequence[Point], frame: Frame) -> alt.LayerChart:
    import altair as alt

    first, second = (shown(part) for part in result.parts)
    title = wrapped(f"α, the weight of {first} against {second}", frame.width)
    x = alt.X("x:Q", title=title, scale=alt.Scale(domain=[0, 1]))
    y = alt.Y("y:Q", title=result.objective, scale=alt.Scale(zero=False), axis=alt.Axis(grid=True))
    near = [{"low": one.low, "high": one.high} for one in result.near]
    best = alt.InlineData(values=[{"x": result.alpha}])
    line, ink = alt.Chart(alt.InlineData(values=list(points))).encode(x=x), SERIES[0].light
    layers = [
        alt.Chart(alt.InlineData(values=near))
        .mark_rect(color=BACKDROP.light, opacity=0.5, aria=False)
        .encode(x=alt.X("low:Q", title=title), x2="high:Q"),
        alt.Chart(best).mark_rule(strokeDash=[4, 3], color=ink, aria=False).encode(x=x),
        line.mark_line(color=ink, aria=False).encode(y=y),
        line.mark_point(filled=True, size=12, color=ink).encode(y=y, tooltip=tooltip(points)),
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
    tried = [(one.operators, one) for one in result.grid]
    betas = sorted({beta for (beta, _), _ in tried if beta is not None})
    if len(betas) < 2:
        raise UsageError("a plot by β needs several values: give them with ", Argument("betas"))
    points = [
        point(
            f"γ = {number_text(gamma or 0.0)}",
            number_text(beta or 0.0),
            one.held_out,
            {
                "β": number_text(beta or 0.0),
                "γ": number_text(gamma or 0.0),
                "best α": f"{one.alpha:.3f}",
                "held out": number(one.held_out, ".4f"),
            },
        )
        for (beta, gamma), one in tried
    ]
    if nothing_to_draw(points):
        return empty(BY_BETA, frame)
    axes = Axes(
        x="β",
        y=f"{result.objective} on held-out lines",
        legend="inverted operator",
        classes=[number_text(beta) for beta in betas],
        y_format=".3f",
        from_zero=False,
    )
    return line_panels({"": points}, axes, BY_BETA, frame)
