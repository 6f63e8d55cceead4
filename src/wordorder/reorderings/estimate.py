"""A figure and how sure it is."""

from __future__ import annotations

from typing import NamedTuple


class Estimate(NamedTuple):
    """A figure and the ends of its interval; NaN if it is undefined."""

    value: float
    low: float
    high: float
