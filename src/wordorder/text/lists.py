"""Arrow columns of lists, as ragged arrays that share their memory."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from wordorder.errors import InputError
from wordorder.output import visible
from wordorder.text.arrow import note_missing, null_rows, pyarrow
from wordorder.text.places import Place
from wordorder.text.source import shown_name

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from numpy.typing import NDArray

    from wordorder.arrays import IntArray
    from wordorder.text.arrow import ArrowColumn

MOST_ITEMS = 1 << 17  # in a piece; about as many as in a block of text
MOST_ROWS = 1 << 15


@dataclass(frozen=True, slots=True)
class ListPiece:
    """Consecutive rows: row i has the items `offsets[i]` to `offsets[i + 1]`.

    Attributes:
        items: The items of all rows, an Arrow array.
        offsets: The start and end of each row; int32 for `list`, int64 for `large_list`.
        first_row: The number of the first row, counted from 1.
        name: The name of the column in errors.
    """

    items: Any
    offsets: NDArray[np.signedinteger]
    first_row: int
    name: str

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def nbytes(self) -> int:
        """The size of its memory; a row without items has some, too."""
        return int(self.items.nbytes) + self.offsets.nbytes

    def without_items(self, rows: Collection[int]) -> ListPiece:
        """Empty some rows; there is a copy only if they have items."""
        emptied = np.zeros(len(self), np.bool_)
        emptied[list(rows)] = True
        lengths = np.diff(self.offsets)
        if not lengths[emptied].any():
            return self
        kept = pyarrow().array(np.repeat(~emptied, lengths))
        offsets = np.concatenate([[0], np.cumsum(np.where(emptied, 0, lengths))])
        return replace(self, items=self.items.filter(kept), offsets=offsets)

    def integers(self, items: Any, what: str) -> IntArray:
        """Return integer items of this piece as int32, without a copy if they are.

        Args:
            items: The items, or one field of each.
            what: What a row holds, for errors.

        Raises:
            InputError: An item is not an integer, or too large.
        """
        self.refuse_nulls(items, what)
        if pyarrow().types.is_null(items.type):  # what rows that are all empty may have
            return np.empty(0, np.int32)
        if not pyarrow().types.is_integer(items.type):
            kind = visible(str(items.type))[:100]
            raise InputError(f"{self.name}: {what} must be integers, not {kind}")
        values: NDArray[np.integer] = items.to_numpy(zero_copy_only=True)
        if values.dtype != np.int32:
            limits = np.iinfo(np.int32)
            outside = np.flatnonzero((values < limits.min) | (values > limits.max))
            if outside.size:
                what = f"{what} must fit in 32 bits, unlike {values[outside[0]]}"
                raise self._place(int(outside[0])).error(what)
        return values.astype(np.int32, copy=False)

    def refuse_nulls(self, items: Any, what: str) -> None:
        """Reject a null among the items of a row.

        Raises:
            InputError: There is one.
        """
        if nulls := null_rows(items):
            raise self._place(nulls[0]).error(f"{what} must be integers, not null")

    def _place(self, item: int) -> Place:
        row = int(np.searchsorted(self.offsets, item, side="right")) - 1
        return Place(self.name, self.first_row + row)


def list_pieces(
    column: ArrowColumn,
    missing: dict[int, str] | None,
    *,
    most_items: int = MOST_ITEMS,
    most_rows: int = MOST_ROWS,
) -> Iterator[ListPiece]:
    """The rows of a column of lists, some at a time; null rows are noted, and have no items.

    Args:
        column: Its type is `list` or `large_list`.
        missing: Where to note null rows; by default they are an error.
        most_items: The most items in a piece, unless a row has more.
        most_rows: The most rows in a piece.

    Raises:
        InputError: There is a null row, or the column is damaged.

    Examples:
        >>> import pyarrow as pa
        >>> from wordorder.text.arrow import ArrowColumn
        >>> column = ArrowColumn(pa.array([[1, 0], [], [0]]).slice(1))
        >>> [(piece.items.to_pylist(), piece.offsets.tolist()) for piece in list_pieces(column, {})]
        [([0], [0, 0, 1])]
    """
    first = 1
    for chunk in column.chunks():
        if not len(chunk):
            continue
        offsets = _checked_offsets(chunk, column)
        part = np.maximum(
            (offsets[:-1] - offsets[0]) // most_items, np.arange(len(chunk)) // most_rows
        )
        bounds = [0, *(np.flatnonzero(np.diff(part)) + 1).tolist(), len(chunk)]
        for start, stop in pairwise(bounds):
            begin, end = int(offsets[start]), int(offsets[stop])
            rows = offsets[start : stop + 1]
            nulls = null_rows(chunk.slice(start, stop - start))
            for row in nulls:
                note_missing(missing, shown_name(column), first + row)
            yield ListPiece(
                chunk.values.slice(begin, end - begin),
                rows - rows.dtype.type(begin) if begin else rows,
                first,
                visible(shown_name(column)),
            ).without_items(nulls)
            first += stop - start


def _checked_offsets(chunk: Any, column: ArrowColumn) -> NDArray[np.signedinteger]:
    """The offsets of the rows; Arrow itself checks only the last."""
    offsets: NDArray[np.signedinteger] = chunk.offsets.to_numpy(zero_copy_only=True)
    if offsets[0] < 0 or (np.diff(offsets) < 0).any() or offsets[-1] > len(chunk.values):
        raise column.damaged(ValueError("the offsets of its lists are not in order"))
    return offsets
