"""Points of a plot as plain data for Vega-Lite, safe for any names of series."""

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
LONGEST = 44  # maximum width of a name in a legend, in cells
FEWEST = 10  # sentences or judged reorderings; with fewer, an interval is misleading

WIDEST_DRAWN = 20

_DUST = 1e-9

_PLACE = ("series", "x", "open", "y", "low", "high", "left", "right")


def point(
    series: str, x: str, y: float, details: Mapping[str, str], low: float = nan, high: float = nan
) -> Point:
    """One point: its series, place, interval and tooltip.

    Field names are fixed: users' names are values, never fields. An interval has two different
    ends, or none. A class without an upper end, such as `>20`, is open: no line leads there.

    Examples:
        >>> point("zh-en", ">20", 0.5, {"share": "50.0%"})["open"]
        True
        >>> point("zh-en", "2", 0.5, {"share": "50.0%"}, 0.5, 0.5)["low"] is None
        True
    """
    has_interval = _is_interval(low, high)
    return {
        "series": series,
        "x": x,
        "open": x.startswith((">", "≥")),
        "y": finite(y),
        "low": float(low) if has_interval else None,
        "high": float(high) if has_interval else None,
        **details,
    }


def finite(value: float) -> float | None:
    """The value, or None if it is undefined or infinite: Vega-Lite then leaves it out."""
    return float(value) if isfinite(value) else None


def details_of(one: Point) -> list[str]:
    """The field names of the tooltip."""
    return [name for name in one if name not in _PLACE]


def shown(name: object) -> str:
    r"""A name without control characters and characters that XML forbids.

    Examples:
        >>> print(shown("a\tb"), shown(20))
        a\tb 20
    """
    return FORBIDDEN.sub("\ufffd", visible(str(name)))


def shortened(name: str, room: int = LONGEST) -> str:
    """Shorten a name for a legend in the middle: names of systems often differ only at the end.

    Not left to Vega, which may cut inside a character.

    Examples:
        >>> shortened("newstest2024.zh-en.a-system-with-a-long-name.01.detok")
        'newstest2024.zh-en.a-…h-a-long-name.01.detok'
    """
    if cell_len(name) <= room:
        return name
    from_the_end = characters(name)[::-1]
    ends = accumulate(map(cell_len, from_the_end))
    tail = [piece for piece, end in zip(from_the_end, ends, strict=True) if end <= room // 2]
    return cut(name, room // 2) + "".join(reversed(tail))


def class_name(name: str) -> str:
    """The name of an open class, such as `over 40`, as short as on an axis.

    Examples:
        >>> class_name("over 40"), class_name("31–40")
        ('>40', '31–40')
    """
    return f">{name.removeprefix('over ')}" if name.startswith("over ") else name


def different(names: Iterable[str]) -> Iterator[str]:
    """The names, with a number added to repeated ones.

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
    """The part divided by the whole; NaN if the whole is 0."""
    return part / whole if whole else nan


def number(value: float, digits: str) -> str:
    """Format a number for display.

    Examples:
        >>> number(0.25, ".1%"), number(float("nan"), ".1%")
        ('25.0%', '–')
    """
    return format(float(value), digits) if isfinite(value) else UNDEFINED


def drawn_interval(estimate: Sequence[float], count: int) -> tuple[float, float]:
    """The ends of an interval, if there are enough data to draw it.

    Examples:
        >>> drawn_interval((0.5, 0.4, 0.6), 10), drawn_interval((0.5, 0.4, 0.6), 9)
        ((0.4, 0.6), (nan, nan))
    """
    _, low, high = estimate
    return (low, high) if count >= FEWEST else (nan, nan)


def _is_interval(low: float, high: float) -> bool:
    """Whether there are two ends that differ by more than rounding."""
    return isfinite(low) and isfinite(high) and high - low > _DUST


def interval(low: float, high: float, digits: str) -> str:
    """Format an interval for display; one without width, from too few data, is a dash.

    Examples:
        >>> interval(0.2, 0.3, ".2f"), interval(0.2, 0.2, ".2f")
        ('0.20 to 0.30', '–')
    """
    if not _is_interval(low, high):
        return UNDEFINED
    return f"{number(low, digits)} to {number(high, digits)}"


def interval_note(points: Sequence[Point], confidence: float, counts: Iterable[int]) -> str:
    """The note on intervals in an axis title, if there are any.

    Args:
        points: The points.
        confidence: Confidence level of their intervals.
        counts: Sample size of each point.
    """
    if all(one["low"] is None for one in points):
        return ""
    few = f" where n ≥ {FEWEST}" if any(count < FEWEST for count in counts) else ""
    return f", with {interval_name(confidence)}{few}"


def drawn_widths(widths: Mapping[int, int]) -> dict[str, int]:
    """Counts by width: each width up to the widest drawn separately, and all above together.

    Examples:
        >>> list(drawn_widths({2: 7, 50: 1, 60: 2}).items())[-1]
        ('>20', 3)
    """
    counts = {str(width): widths.get(width, 0) for width in range(2, WIDEST_DRAWN + 1)}
    wider = sum(count for width, count in widths.items() if width > WIDEST_DRAWN)
    return {**counts, f">{WIDEST_DRAWN}": wider}
