"""What an analyser checks of its arguments before it counts anything."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

import numpy as np

from wordorder.alignment import AlignmentBatch
from wordorder.errors import Argument, InputError, UsageError, expect
from wordorder.output import counted
from wordorder.reorderings.batch import ReorderingBatch

if TYPE_CHECKING:
    from numpy.typing import NDArray


def checked_names(names: Collection[str], what: str) -> tuple[str, ...]:
    """Return the names of sets or systems.

    Raises:
        UsageError: They are not a list of texts.
    """
    if isinstance(names, str) or not isinstance(names, Collection):
        kind = type(names).__name__
        raise UsageError(Argument(what), f" must be a list of names, not of type {kind}")
    for name in names:
        expect(name, str, what)
    return tuple(names)


def check_batch(
    alignments: AlignmentBatch, found: ReorderingBatch, *, names: tuple[str, str]
) -> None:
    """Reject reorderings that do not belong to the links.

    Args:
        alignments: The links.
        found: The reorderings.
        names: The names of both arguments.

    Raises:
        InputError: The numbers of sentence pairs differ.
        UsageError: They are of another type.
    """
    expect(alignments, AlignmentBatch, names[0])
    expect(found, ReorderingBatch, names[1])
    if len(alignments) != len(found.target_lengths):
        raise InputError(
            Argument(names[0]),
            f" has {counted(len(alignments), 'sentence pair')}, but ",
            Argument(names[1]),
            f" {len(found.target_lengths):,}; give those of the same sentences",
        )


def check_sets(
    names: Collection[str], masks: Mapping[str, NDArray[np.bool_]] | None, rows: int
) -> Mapping[str, NDArray[np.bool_]]:
    """Return the masks of a batch, one for each set.

    Args:
        names: The sets.
        masks: The masks by set.
        rows: Number of sentence pairs in the batch.

    Raises:
        UsageError: A mask is missing, does not fit the batch, or is that of another set.
    """
    given = {} if masks is None else masks
    expect(given, Mapping, "sets")
    if set(given) != set(names):
        raise UsageError(
            Argument("sets"), f" must have a mask for each of {tuple(names)}, not {tuple(given)}"
        )
    for name, mask in given.items():
        if not _is_column(mask, np.bool_, rows):
            raise UsageError(
                f"the mask of {name!r} in ",
                Argument("sets"),
                f" must be an array of bools, one for each of {counted(rows, 'sentence pair')}",
            )
    return given


def check_rows(values: NDArray[np.generic], dtype: type[np.generic], rows: int, name: str) -> None:
    """Reject what is not an array with a value for each sentence pair.

    Args:
        values: The values.
        dtype: Their type.
        rows: Number of sentence pairs.
        name: The name of the argument.

    Raises:
        UsageError: It is of another type or length.
    """
    if not _is_column(values, dtype, rows):
        each = counted(rows, "sentence pair")
        raise UsageError(
            Argument(name), f" must be an array of {np.dtype(dtype)}, one for each of {each}"
        )


def _is_column(values: object, dtype: type[np.generic], rows: int) -> bool:
    return isinstance(values, np.ndarray) and values.dtype == dtype and values.shape == (rows,)
