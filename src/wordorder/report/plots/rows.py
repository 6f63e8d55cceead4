"""What the plots are made of: one row for each point.

Intervals are 95 % intervals; NaN stands for a value or an end of an interval that is undefined.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import nan


@dataclass(frozen=True, slots=True)
class LengthRow:
    """Mean RQuantity of a corpus, over the sentences with so many target words."""

    corpus: str
    length_low: int
    length_high: int | None  # None: no longest one
    sentences: int
    value: float
    low: float = nan
    high: float = nan


@dataclass(frozen=True, slots=True)
class WidthRow:
    """The reorderings of one source width in all sentences of a corpus or a test set.

    A width that is a text, such as ">20", stands for all above the others.
    """

    series: str
    width: int | str
    count: int
    sentences: int


@dataclass(frozen=True, slots=True)
class LabelRow:
    """How many of all reorderings of one source width have a label."""

    label: str
    width: int | str
    count: int
    total: int


@dataclass(frozen=True, slots=True)
class RetainedRow:
    """How many of the reference's reorderings of one source width a system retains (S5.6).

    The interval is that of the share, retained / judged.
    """

    system: str
    width: int | str
    retained: int
    judged: int
    low: float = nan
    high: float = nan


@dataclass(frozen=True, slots=True)
class SetRow:
    """A score of a system on one of the reordering test sets (S5.5)."""

    system: str
    set: str
    measure: str
    sentences: int
    value: float
    low: float = nan
    high: float = nan
