"""Numbers out of JSON documents, which anybody may have changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray


def numbers_or_null(values: Iterable[float | None], name: str) -> NDArray[np.float64]:
    """Return numbers as an array, in which NaN stands for null.

    Examples:
        >>> numbers_or_null([0.5, None, 1], "scores")
        array([0.5, nan, 1. ])
    """
    array = np.asarray([np.nan if value is None else value for value in values])
    if array.ndim != 1 or array.dtype.kind not in "fiu":
        raise InputError(f"{name} must be numbers or null")
    return array.astype(np.float64)
