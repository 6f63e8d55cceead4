"""Does the amount of reordering grow with the length of sentences?"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from wordorder.report.plots.chart import empty, finished, nothing_to_draw
from wordorder.report.plots.lines import Axes, lines
from wordorder.report.plots.points import Point, interval, interval_note, number, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    import altair as alt

    from wordorder.report.plots.rows import LengthRow

DESCRIPTION = "RQuantity by target length"


def rquantity_by_length(rows: Sequence[LengthRow]) -> alt.LayerChart:
    """Draw mean RQuantity against target length, a line with its interval for each corpus.

    Examples:
        >>> from wordorder.report.plots import LengthRow
        >>> chart = rquantity_by_length([
        ...     LengthRow("zh-en", 1, 9, 120, 0.21, 0.17, 0.25),
        ...     LengthRow("zh-en", 10, 19, 310, 0.40, 0.37, 0.43),
        ... ])
        >>> chart.to_dict()["description"]
        'RQuantity by target length'

    Reference:
        Birch, Blunsom and Osborne (2009), A Quantitative Analysis of Reordering Phenomena,
        figure 3.
    """
    sentences = Counter[str]()
    for row in rows:
        sentences[row.corpus] += row.sentences
    points = [_point(row, sentences[row.corpus]) for row in rows]
    if nothing_to_draw(points):
        return empty(DESCRIPTION)
    from_short_to_long = sorted(rows, key=lambda row: row.length_low)
    axes = Axes(
        x="target length in words",
        y=f"mean RQuantity{interval_note(points)}",
        legend="corpus (sentences)",
        classes=list(dict.fromkeys(map(_length, from_short_to_long))),
    )
    return finished(lines(points, axes), DESCRIPTION)


def _point(row: LengthRow, sentences: int) -> Point:
    details = {
        "corpus": shown(row.corpus),
        "target length": _length(row),
        "sentences": f"{row.sentences:,}",
        "RQuantity": number(row.value, ".3f"),
        "95 % interval": interval(row.low, row.high, ".3f"),
    }
    series = f"{shown(row.corpus)} ({sentences:,})"
    return Point(series, _length(row), row.value, details, row.low, row.high)


def _length(row: LengthRow) -> str:
    if row.length_high is None:
        return f"≥{row.length_low}"
    if row.length_low == row.length_high:
        return str(row.length_low)
    return f"{row.length_low}–{row.length_high}"
