"""Points of a plot as the plain data that Vega-Lite reads, whatever the names of series are."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from math import isfinite, nan
from typing import TYPE_CHECKING

from wordorder.drawing.cells import cell_len, characters, cut
from wordorder.drawing.svg import FORBIDDEN
from wordorder.output import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

UNDEFINED = "–"
LONGEST = 44  # cells of a name in a legend


@dataclass(frozen=True, slots=True)
class Point:
    """One point: its series, its place, its interval, and what the tooltip says."""

    series: str
    x: str
    y: float
    details: dict[str, str]
    low: float = nan
    high: float = nan

    def to_dict(self) -> dict[str, object]:
        """The fields, of fixed names: a name that others chose is a value, never a field."""
        return {
            "x": self.x,
            "y": float(self.y) if isfinite(self.y) else None,
            "low": float(self.low) if self.has_interval else None,
            "high": float(self.high) if self.has_interval else None,
            **self.details,
        }

    @property
    def has_interval(self) -> bool:
        """Whether both ends of the interval are defined."""
        return isfinite(self.low) and isfinite(self.high)


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


def number(value: float, form: str) -> str:
    """A number for people.

    Examples:
        >>> number(0.25, ".1%"), number(float("nan"), ".1%")
        ('25.0%', '–')
    """
    return format(float(value), form) if isfinite(value) else UNDEFINED


def interval(low: float, high: float, form: str) -> str:
    """An interval for people.

    Examples:
        >>> interval(0.2, 0.3, ".2f")
        '0.20 to 0.30'
    """
    if not (isfinite(low) and isfinite(high)):
        return UNDEFINED
    return f"{number(low, form)} to {number(high, form)}"


def interval_note(points: Sequence[Point]) -> str:
    """What the title of an axis says about intervals, if there are any."""
    return ", with 95 % interval" if any(point.has_interval for point in points) else ""


def in_order(widths: Iterable[int | str]) -> list[str]:
    """Widths from left to right: numbers by size, then texts such as ">20".

    Examples:
        >>> in_order([10, ">20", 2, 10])
        ['2', '10', '>20']
    """
    found = dict.fromkeys(widths)
    numbers = sorted(width for width in found if not isinstance(width, str))
    return [*map(str, numbers), *(shown(width) for width in found if isinstance(width, str))]
