"""The columns of a batch by role, with the rows that can be used."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from wordorder.text.arrow import ArrowColumn, pyarrow, text_cells

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

LONGEST_ROW = 4000
"""The most words in a sentence, as in trees."""

LONGEST_CELL = 1 << 20
"""The longest text in a cell, in bytes; as many as the text of a tree may have."""


@dataclass(slots=True)
class CorpusRows:
    """Rows to evaluate: bad ones are emptied as they are found.

    Attributes:
        arrays: For each role an Arrow array of texts or lists; rows that cannot be used are
            empty or null.
        usable: Whether each row has no null and no problem so far.
        problems: What is wrong with bad rows.
    """

    arrays: dict[str, Any]
    usable: NDArray[np.bool_]
    problems: dict[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, columns: Mapping[str, str], batch: Any) -> CorpusRows:
        """Take the columns out of a record batch.

        Raises:
            InputError: A column is damaged.
        """
        arrays = {role: _plain(batch.column(name), name) for role, name in columns.items()}
        rows = cls(arrays, np.ones(batch.num_rows, np.bool_))
        for array in arrays.values():
            if array.null_count:
                rows.usable &= array.is_valid().to_numpy(zero_copy_only=False)
        for role, array in arrays.items():
            if is_text(array):
                rows._refuse_long_cells(role, array)
        rows._empty_unusable()
        return rows

    def __len__(self) -> int:
        return len(self.usable)

    def refuse(self, bad: Mapping[int, str]) -> None:
        """Note bad rows; a row that is bad already, or has a null, stays as it is."""
        for row, problem in bad.items():
            if self.usable[row]:
                self.problems[row] = problem
                self.usable[row] = False

    def refuse_where(self, bad: NDArray[np.bool_], problem: Any) -> None:
        """Note bad rows, each with the problem that a function of the row tells."""
        found = np.flatnonzero(bad & self.usable)
        self.refuse({row: problem(row) for row in found.tolist()})

    def _refuse_long_cells(self, role: str, array: Any) -> None:
        sizes = import_module("pyarrow.compute").binary_length(array)
        sizes = sizes.fill_null(0).to_numpy(zero_copy_only=False)
        self.refuse_where(
            sizes > LONGEST_CELL, lambda row: f"{role}: a text of {sizes[row]:,} bytes is too long"
        )

    def _empty_unusable(self) -> None:
        if self.usable.all():
            return
        compute = import_module("pyarrow.compute")
        kept = pyarrow().array(self.usable)
        for role, array in self.arrays.items():
            nothing = pyarrow().scalar("" if is_text(array) else None, array.type)
            self.arrays[role] = compute.if_else(kept, array, nothing)


def is_text(array: Any) -> bool:
    """Whether an array has texts rather than lists."""
    types = pyarrow().types
    return bool(types.is_string(array.type) or types.is_large_string(array.type))


def _plain(array: Any, name: str) -> Any:
    """Texts as string or large_string, lists as they are; checked."""
    column = ArrowColumn(array, name)
    if column.holds_lists():
        return _whole(column.chunks(), array)
    return _whole(text_cells(column), pyarrow().array([], "string"))


def _whole(chunks: Iterable[Any], empty: Any) -> Any:
    return next(iter(chunks), empty)
