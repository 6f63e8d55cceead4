"""Test sets by amount of reordering."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from wordorder.errors import InputError, UsageError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

SETS = ("none", "low", "medium", "high")
OUTSIDE = "outside"  # the label of sentences in no set


@dataclass(frozen=True, slots=True, eq=False)
class ReorderingSets:
    """Sentences split into four sets.

    Attributes:
        lines: For each set, the lines or numbers of its sentences, ascending.
        rquantity: For each set, the mean RQuantity of its sentences; NaN if it is empty.
        labels: For every sentence, the name of its set, or "outside".
    """

    lines: dict[str, NDArray[np.int64]]
    rquantity: dict[str, float]
    labels: tuple[str, ...]


def reordering_sets(
    rquantity: ArrayLike,
    reorderings: ArrayLike,
    target_lengths: ArrayLike,
    *,
    shortest: int = 20,
    longest: int = 39,
    lines: ArrayLike | None = None,
) -> ReorderingSets:
    """Split a corpus into sets with no, low, medium and high reordering.

    Of the sentences with `shortest` to `longest` target words, "none" has those without
    reorderings. The others are sorted by (RQuantity, line) and split into three sets of equal
    size; any remainder goes to the first sets, one sentence each.

    Args:
        rquantity: RQuantity of each sentence.
        reorderings: Number of reorderings of each sentence.
        target_lengths: Number of target words of each sentence.
        shortest: Shortest target sentence.
        longest: Longest target sentence.
        lines: Line or number of each sentence; by default 1, 2, …

    Raises:
        UsageError: `shortest` is greater than `longest`.

    Examples:
        >>> sets = reordering_sets([0, 0.5, 0.1, 0.9], [0, 1, 1, 2], [20, 25, 30, 39])
        >>> {name: lines.tolist() for name, lines in sets.lines.items()}
        {'none': [1], 'low': [3], 'medium': [2], 'high': [4]}

    References:
        Birch, Blunsom and Osborne (2009), A Quantitative Analysis of Reordering Phenomena, 5.1.
    """
    check_lengths(shortest, longest)
    quantity = _column(rquantity, "rquantity").astype(np.float64)
    count = _column(reorderings, "reorderings")
    length = _column(target_lengths, "target_lengths")
    number = np.arange(1, len(quantity) + 1) if lines is None else _column(lines, "lines")
    if not len(quantity) == len(count) == len(length) == len(number):
        raise InputError("RQuantity, reorderings, lengths and lines differ in number")
    fitting = (length >= shortest) & (length <= longest)
    moved = np.flatnonzero(fitting & (count > 0))
    ordered = moved[np.lexsort((number[moved], quantity[moved]))]
    parts = [np.flatnonzero(fitting & (count == 0)), *np.array_split(ordered, 3)]
    labels = np.full(len(quantity), OUTSIDE, dtype=object)
    for name, part in zip(SETS, parts, strict=True):
        labels[part] = name
    return ReorderingSets(
        {name: np.sort(number[part]) for name, part in zip(SETS, parts, strict=True)},
        {
            name: float(quantity[part].mean()) if len(part) else float("nan")
            for name, part in zip(SETS, parts, strict=True)
        },
        tuple(labels.tolist()),
    )


def _column(values: ArrayLike, name: str) -> NDArray[Any]:
    try:
        column = np.asarray(values)
    except ValueError:  # sequences of different lengths
        column = np.empty((0, 0))
    if column.ndim != 1 or (len(column) and column.dtype.kind not in "iuf"):
        raise InputError(f"{name} must be a flat sequence of numbers")
    return column if len(column) else np.empty(0)


def check_lengths(shortest: int, longest: int) -> None:
    """Reject lengths that no sentence can have.

    Raises:
        UsageError: `shortest` is greater than `longest`.
    """
    if not 0 < shortest <= longest:
        raise UsageError(f"no sentence can have {shortest} to {longest} words")
