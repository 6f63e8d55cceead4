"""Correction of p-values for multiple tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from wordorder.arrays import Floats


def holm(p_values: ArrayLike) -> Floats:
    """Adjust p-values to control the family-wise error rate.

    For the i-th smallest of n p-values: adjusted_(i) = max over j ≤ i of min(1, (n − j + 1)·p_(j)).
    The first axis holds the tests of one family; further axes hold separate families, such as the
    columns of `p_value` with one metric each. NaN stays NaN and does not count.

    Examples:
        >>> holm([0.01, 0.04, float("nan"), 0.03]).tolist()
        [0.03, 0.06, nan, 0.06]

    Raises:
        InputError: A value is not a p-value.

    References:
        Holm (1979), A Simple Sequentially Rejective Multiple Test Procedure.
    """
    values = _as_p_values(p_values)
    order = np.argsort(values, axis=0, kind="stable")  # NaN comes last
    ordered = np.take_along_axis(values, order, axis=0)
    ranks = np.arange(len(values)).reshape(-1, *[1] * (values.ndim - 1))
    steps = ordered * ((~np.isnan(values)).sum(axis=0) - ranks)
    adjusted = np.empty_like(values)
    stepped_down = np.minimum(np.maximum.accumulate(steps, axis=0), 1)
    np.put_along_axis(adjusted, order, stepped_down, axis=0)
    return adjusted


def _as_p_values(p_values: ArrayLike) -> Floats:
    try:
        values = np.asarray(p_values, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError("p-values must be an array of numbers") from None
    if values.ndim == 0:
        raise InputError("p-values must be an array, not a single number")
    outside = values[(values < 0) | (values > 1)]
    if outside.size:
        raise InputError(f"a p-value must lie between 0 and 1, not {outside[0]}")
    return values
