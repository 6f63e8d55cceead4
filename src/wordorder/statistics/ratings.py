"""Validation of ratings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from numpy.typing import ArrayLike, NDArray

    from wordorder.arrays import Floats, Integers

_SHAPE = "ratings must have the shape (raters, items), with the same items for every rater"


def as_table(ratings: ArrayLike | Sequence[ArrayLike]) -> NDArray[np.object_]:
    """Check ratings of shape (raters, items), of any type."""
    # As objects: NumPy would turn numbers, NaN included, into strings if there are any strings.
    try:
        table = np.asarray(ratings, dtype=object)
    except ValueError:  # arrays that do not stack
        raise InputError(_SHAPE) from None
    if table.ndim != 2:
        raise InputError(_SHAPE)
    return table


def as_labels(ratings: ArrayLike | Sequence[ArrayLike]) -> list[list[Hashable]]:
    """Check labels of shape (raters, items), which are compared and counted."""
    rows: list[list[Hashable]] = as_table(ratings).tolist()
    for row in rows:
        try:
            set(row)
        except TypeError:
            raise InputError(
                "a label cannot be counted, such as a dict or a set; give texts or numbers"
            ) from None
    return rows


def is_missing(label: object) -> bool:
    """Whether a rating is missing: None or NaN."""
    return label is None or label != label  # noqa: PLR0124  NaN alone differs from itself


def as_numbers(ratings: ArrayLike) -> Floats:
    """Check a table of numbers; NaN and None are missing and become NaN."""
    table = as_table(ratings)
    try:
        numbers = table.astype(np.float64)
    except (TypeError, ValueError):
        raise InputError("ratings on an ordered scale must be numbers") from None
    if np.isinf(numbers).any():
        raise InputError("ratings must be finite")
    return numbers


def as_counts(counts: ArrayLike) -> Integers:
    """Check counts of shape (items, categories), with the same number of ratings per item."""
    try:
        table = np.asarray(counts)
    except ValueError:
        raise InputError("counts must have the same categories for every item") from None
    if not table.size:
        return np.zeros((0, 0), dtype=np.int64)
    if table.ndim != 2 or table.dtype.kind not in "iu":
        raise InputError(
            "counts must be whole numbers of the shape (items, categories), "
            f"not {table.dtype} with {table.ndim} dimensions"
        )
    totals = table.sum(axis=1)
    if table.min() < 0:
        raise InputError(f"a count must be at least 0, not {table.min()}")
    odd = np.flatnonzero(totals != totals[0])
    if odd.size:
        raise InputError(
            f"item {odd[0]} has {totals[odd[0]]} ratings, but item 0 has {totals[0]}: "
            "Fleiss' kappa needs the same number for every item"
        )
    return table.astype(np.int64)
