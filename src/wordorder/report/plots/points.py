"""Points of a plot as the plain data that Vega-Lite reads, whatever the names of series are."""

from __future__ import annotations

from itertools import accumulate
from math import isfinite, nan
from typing import TYPE_CHECKING, TypeAlias

from wordorder.drawing.cells import cell_len, characters, cut
from wordorder.drawing.svg import FORBIDDEN
from wordorder.output import interval_name, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    Point: TypeAlias = dict[str, str | float | None]

UNDEFINED = "–"
LONGEST = 44  # cells of a name in a legend
FEWEST = 10  # sentences, or judged reorderings; an interval of fewer would only seem exact

WIDEST_DRAWN = 20

_PLACE = ("series", "x", "open", "y", "low", "high")


def point(
    series: str, x: str, y: float, details: Mapping[str, str], low: float = nan, high: float = nan
) -> Point:
    """One point: its series, its place, its interval, and what the tooltip says.

    The fields have fixed names: a name that others chose is a value, never a field. An interval
    has two different ends, or none. A class without an upper end, such as `>20`, is open: no line
    leads there.

    Examples:
        >>> point("zh-en", ">20", 0.5, {"share": "50.0%"})["open"]
        True
        >>> point("zh-en", "2", 0.5, {"share": "50.0%"}, 0.5, 0.5)["low"] is None
        True
    """
    has_interval = isfinite(low) and isfinite(high) and low < high
    return {
        "series": series,
        "x": x,
        "open": x.startswith((">", "≥")),
        "y": float(y) if isfinite(y) else None,
        "low": float(low) if has_interval else None,
        "high": float(high) if has_interval else None,
        **details,
    }


def details_of(one: Point) -> list[str]:
    """The names of what the tooltip says."""
    return [name for name in one if name not in _PLACE]


def shown(name: object) -> str:
    r"""A name without characters that steer a terminal or that no XML file may contain.

    Examples:
        >>> print(shown("a\tb"), shown(20))
        a\tb 20
    """
    return FORBIDDEN.sub("\ufffd", visible(str(name)))


def shortened(name: str) -> str:
    """A name for a legend, cut in its middle: names of systems often differ at their end alone.

    Not left to Vega, which cuts in the middle of a character, too.

    Examples:
        >>> shortened("newstest2024.zh-en.a-system-with-a-long-name.01.detok")
        'newstest2024.zh-en.a-…h-a-long-name.01.detok'
    """
    if cell_len(name) <= LONGEST:
        return name
    from_the_end = characters(name)[::-1]
    ends = accumulate(map(cell_len, from_the_end))
    tail = [piece for piece, end in zip(from_the_end, ends, strict=True) if end <= LONGEST // 2]
    return cut(name, LONGEST // 2) + "".join(reversed(tail))


def different(names: Iterable[str]) -> Iterator[str]:
    """The names, those that another one has already taken with their number behind them.

    Examples:
        >>> list(different(["a", "b", "a"]))
        ['a', 'b', 'a (3)']
    """
    taken: set[str] = set()
    for number, name in enumerate(names, start=1):
        free = name
        while free in taken:
            free += f" ({number})"
        taken.add(free)
        yield free


def share(part: int, whole: int) -> float:
    """The part of the whole, NaN if there is nothing to share."""
    return part / whole if whole else nan


def number(value: float, digits: str) -> str:
    """A number for people.

    Examples:
        >>> number(0.25, ".1%"), number(float("nan"), ".1%")
        ('25.0%', '–')
    """
    return format(float(value), digits) if isfinite(value) else UNDEFINED


def drawn_interval(estimate: Sequence[float], count: int) -> tuple[float, float]:
    """The ends of an interval, if there is enough to draw one from.

    Examples:
        >>> drawn_interval((0.5, 0.4, 0.6), 10), drawn_interval((0.5, 0.4, 0.6), 9)
        ((0.4, 0.6), (nan, nan))
    """
    _, low, high = estimate
    return (low, high) if count >= FEWEST else (nan, nan)


def interval(low: float, high: float, digits: str) -> str:
    """An interval for people; one without width only says that there was too little to draw.

    Examples:
        >>> interval(0.2, 0.3, ".2f"), interval(0.2, 0.2, ".2f")
        ('0.20 to 0.30', '–')
    """
    if not (isfinite(low) and isfinite(high) and low < high):
        return UNDEFINED
    return f"{number(low, digits)} to {number(high, digits)}"


def interval_note(points: Sequence[Point], confidence: float, counts: Iterable[int]) -> str:
    """What the title of an axis says about intervals, if there are any.

    Args:
        points: The points.
        confidence: That of their intervals.
        counts: What each of them is made of.
    """
    if all(one["low"] is None for one in points):
        return ""
    few = f" where n ≥ {FEWEST}" if any(count < FEWEST for count in counts) else ""
    return f", with {interval_name(confidence)}{few}"


def drawn_widths(widths: Mapping[int, int]) -> dict[str, int]:
    """Count by width: every width up to the widest that is drawn alone, and all above together.

    Examples:
        >>> list(drawn_widths({2: 7, 50: 1, 60: 2}).items())[-1]
        ('>20', 3)
    """
    counts = {str(width): widths.get(width, 0) for width in range(2, WIDEST_DRAWN + 1)}
    wider = sum(count for width, count in widths.items() if width > WIDEST_DRAWN)
    return {**counts, f">{WIDEST_DRAWN}": wider}
