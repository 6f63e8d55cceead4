"""The columns of a batch by role, with the rows that can be used."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from wordorder.errors import InputError
from wordorder.text.arrow import ArrowColumn, as_lines, pyarrow, text_cells

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

LONGEST_ROW = 4000
"""The most words in a sentence, as in trees. The slowest figures, those of two texts that repeat
ten words at random, take 0.1 seconds for 1,000 words, 3 for as many as this, and 6 for 8,000; those
of links take 0.04 seconds."""

LONGEST_CELL = 1 << 20
"""The longest text in a cell, in bytes; as many as the text of a tree may have."""

_PARSED_IN_KERNELS = ("links", "permutation")
"""Their text may have any characters: those that do not belong there are found in any case."""


@dataclass(slots=True)
class CorpusRows:
    """Rows to evaluate; what is wrong with them is noted as it is found.

    Attributes:
        arrays: For each role an Arrow array: texts, empty in rows without use, or lists, null in
            such rows.
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
                if role not in _PARSED_IN_KERNELS:
                    rows._refuse_nul(role, array)
        rows.empty_unusable()
        return rows

    def __len__(self) -> int:
        return len(self.usable)

    def refuse(self, bad: Mapping[int, InputError]) -> None:
        """Note bad rows; one that has a null or a problem already stays as it is."""
        for row, problem in bad.items():
            if self.usable[row]:
                # It may be read in a file, where nothing tells how options are written.
                self.problems[row] = problem.render(lambda name, value: f"{name} {value}".rstrip())
                self.usable[row] = False

    def refuse_where(self, bad: NDArray[np.bool_], problem: Callable[[int], str]) -> None:
        """Note bad rows, each with the problem that a function of the row tells."""
        found = np.flatnonzero(bad & self.usable)
        self.refuse({row: InputError(problem(row)) for row in found.tolist()})

    def refuse_long(self, what: str, lengths: NDArray[np.integer]) -> None:
        """Note rows with too many words."""
        self.refuse_where(
            lengths > LONGEST_ROW,
            lambda row: f"{what} has {lengths[row]:,} words, more than {LONGEST_ROW:,}",
        )

    def empty_unusable(self) -> None:
        """Empty the cells of rows without use, so that nothing is wrong with them."""
        if self.usable.all():
            return
        kept = pyarrow().array(self.usable)
        for role, array in self.arrays.items():
            nothing = pyarrow().scalar("" if is_text(array) else None, array.type)
            self.arrays[role] = _compute().if_else(kept, array, nothing)

    def lines(self, role: str) -> bytes:
        """The texts of a role, each with a line end behind it."""
        return as_lines(self.arrays[role])

    def _refuse_long_cells(self, role: str, array: Any) -> None:
        sizes = _compute().binary_length(array).fill_null(0).to_numpy(zero_copy_only=False)
        self.refuse_where(
            sizes > LONGEST_CELL, lambda row: f"{role}: a text of {sizes[row]:,} bytes is too long"
        )

    def _refuse_nul(self, role: str, array: Any) -> None:
        data = array.buffers()[2]
        if data is None or not (np.frombuffer(data, np.uint8) == 0).any():
            return
        found = _compute().match_substring(array, "\0").fill_null(False)
        self.refuse_where(
            found.to_numpy(zero_copy_only=False), lambda _row: f"{role}: there is a NUL byte"
        )


def is_text(array: Any) -> bool:
    """Whether an array has texts rather than lists."""
    types = pyarrow().types
    return bool(types.is_string(array.type) or types.is_large_string(array.type))


def _plain(array: Any, name: str) -> Any:
    """Texts as string or large_string, lists as they are; checked."""
    if isinstance(array, pyarrow().ExtensionArray):
        array = array.storage
    column = ArrowColumn(array, name)
    lists = column.holds_lists()
    chunks = column.chunks() if lists else text_cells(column)
    return next(chunks, array if lists else pyarrow().array([], "string"))


def _compute() -> Any:
    return import_module("pyarrow.compute")
