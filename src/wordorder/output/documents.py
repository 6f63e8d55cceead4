"""Values in JSON documents of results: converted when written, checked when read."""

from __future__ import annotations

from math import isfinite, nan
from typing import TYPE_CHECKING, Any, TypeVar

from wordorder.output.cells import Estimate

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_Read = TypeVar("_Read")


def figure_content(figure: float) -> float | None:
    """A figure as a plain number; None if undefined."""
    return float(figure) if isfinite(figure) else None


def estimate_content(estimate: Estimate) -> dict[str, float | None]:
    """A figure with the ends of its interval.

    Examples:
        >>> estimate_content(Estimate(0.5, 0.25, float("nan")))
        {'value': 0.5, 'low': 0.25, 'high': None}
    """
    return {name: figure_content(figure) for name, figure in estimate._asdict().items()}


def read_figure(found: object) -> float:
    """Read a figure; NaN for null."""
    return nan if found is None else read_number(found)


def read_number(found: object) -> float:
    """Read a number that must be defined.

    Raises:
        TypeError: It is not a number.
    """
    if isinstance(found, bool) or not isinstance(found, (int, float)):
        raise TypeError(f"expected a number, found {found!r:.40}")
    return float(found)


def read_estimate(found: Mapping[str, Any]) -> Estimate:
    """Read a figure with the ends of its interval."""
    return Estimate(*(read_figure(found[name]) for name in Estimate._fields))


def read_integer(found: object) -> int:
    """Read an integer.

    Raises:
        TypeError: It is something else.
    """
    if isinstance(found, bool) or not isinstance(found, int):
        raise TypeError(f"expected a whole number, found {found!r:.40}")
    return found


def read_count(found: object) -> int:
    """Read a non-negative integer.

    Raises:
        TypeError: It is something else.
    """
    count = read_integer(found)
    if count < 0:
        raise TypeError(f"expected a whole number, found {found!r:.40}")
    return count


def read_optional(read: Callable[[object], _Read], found: object) -> _Read | None:
    """Read what may be null.

    Args:
        read: Reads it if it is not, such as `read_text`.
        found: What was found.
    """
    return None if found is None else read(found)


def read_text(found: object) -> str:
    """Read a string.

    Raises:
        TypeError: It is something else.
    """
    if not isinstance(found, str):
        raise TypeError(f"expected a text, found {found!r:.40}")
    return found


def read_bool(found: object) -> bool:
    """Read a boolean.

    Raises:
        TypeError: It is something else.
    """
    if not isinstance(found, bool):
        raise TypeError(f"expected true or false, found {found!r:.40}")
    return found
