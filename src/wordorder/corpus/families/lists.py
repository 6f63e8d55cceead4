"""Bad rows in columns of lists: found only if some row is bad, without a look at each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from wordorder.text.arrow import ArrowColumn, pyarrow
from wordorder.text.lists import list_pieces

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from wordorder.arrays import Integers
    from wordorder.corpus.families.rows import CorpusRows
    from wordorder.text.lists import ListPiece

MISSING = -1
"""Stands for a null in a list, and for a number that is out of bounds for any sentence."""

_LARGEST = int(np.iinfo(np.int32).max)


def whole_column(rows: CorpusRows, role: str) -> ListPiece:
    """All rows as one piece, null ones without items; there is at least one row."""
    column = ArrowColumn(rows.arrays[role], role)
    return next(list_pieces(column, {}, most_items=_LARGEST, most_rows=_LARGEST))


def safe_integers(items: Any) -> Integers:
    """Integers of any type as int64, with `MISSING` for nulls and numbers that are too large."""
    if pyarrow().types.is_null(items.type):
        return np.full(len(items), MISSING)
    values = items.fill_null(0).to_numpy(zero_copy_only=False)
    good = (values >= 0) & (values <= _LARGEST)
    if items.null_count:
        good &= items.is_valid().to_numpy(zero_copy_only=False)
    return np.where(good, values, MISSING).astype(np.int64)


def rows_with(bad: NDArray[np.bool_], offsets: NDArray[np.signedinteger]) -> dict[int, int]:
    """The rows with a bad item, each with the place of the first."""
    places = np.flatnonzero(bad)
    of_rows = np.searchsorted(offsets, places, side="right") - 1
    found, first = np.unique(of_rows, return_index=True)
    return dict(zip(found.tolist(), places[first].tolist(), strict=True))


def shown_item(fields: Sequence[Any], place: int) -> str | None:
    """An item as text, such as a link; None if it has a null."""
    values = [field[place].as_py() for field in fields]
    return None if None in values else "-".join(map(str, values))
