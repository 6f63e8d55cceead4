"""Checks of judgements as they enter, so that nothing later meets an impossible index."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from wordorder.errors import InputError, expect
from wordorder.text import quoted

if TYPE_CHECKING:
    from collections.abc import Sequence


def check_names(names: Sequence[str], argument_name: str) -> None:
    """Check the names of systems or judges.

    Raises:
        InputError: Two names are the same.
        UsageError: They are no tuple of texts.
    """
    expect(names, tuple, argument_name)
    for name in names:
        expect(name, str, argument_name)
    for name, count in Counter(names).items():
        if count > 1:
            raise InputError(f"{count} {argument_name} are named '{quoted(name)}'")


def check_columns(columns: Sequence[Any], names: Sequence[str]) -> None:
    """Check that columns are flat arrays of numbers and have the same length.

    Raises:
        InputError: They are not.
    """
    for column, name in zip(columns, names, strict=True):
        kinds = "f" if name == "score" else "i"
        if not isinstance(column, np.ndarray) or column.ndim != 1 or column.dtype.kind not in kinds:
            wanted = "numbers" if kinds == "f" else "whole numbers"
            raise InputError(f"{name} of judgements must be a flat array of {wanted}")
        if len(column) != len(columns[0]):
            what = f"{name} has {len(column):,} values, but {names[0]} {len(columns[0]):,}"
            raise InputError(f"columns of judgements differ in length: {what}")


def check_range(values: Any, name: str, lowest: int, below: int | None = None) -> None:
    """Check that numbers lie in a range.

    Raises:
        InputError: One does not.
    """
    wrong = values < lowest
    if below is not None:
        wrong |= values >= below
    if wrong.any():
        expected = f"from {lowest}" if below is None else f"from {lowest} to {below - 1}"
        raise InputError(f"{name} of a judgement is {values[wrong][0]}; expected {expected}")
