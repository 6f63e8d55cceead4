"""Columns of Arrow data, texts or lists, with a row for each sentence pair.

This module and pyarrow are imported only when there is Arrow data to read. Lists become ragged
arrays that share their memory.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from importlib import import_module
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wordorder.arrays import IntArray
from wordorder.errors import InputError, MissingExtraError, UsageError, expect
from wordorder.output.console import visible
from wordorder.text.source import ArrowData, Place, is_arrow, note_missing, shown_name

LONGEST_TEXT = 256 << 20
"""The longest text allowed in a cell, in bytes."""

MOST_ITEMS = 1 << 17  # in a piece of lists; about as many as in a block of text
MOST_ROWS = 1 << 15


@dataclass(frozen=True, slots=True, eq=False)
class ArrowColumn:
    """A column of a table, or a single array with a name for errors.

    Arrays and columns of tables can also be given directly; this class names them, and chooses a
    column of a `RecordBatchReader`, which is read batch by batch, in bounded memory.

    Attributes:
        data: A pyarrow Array, ChunkedArray, RecordBatch, Table or RecordBatchReader, or Arrow data
            of another package, such as a data frame of polars or pandas.
        name: The column of a table, optional if it is the only one; for a single array, any name.
            Errors show it.

    Raises:
        UsageError: `data` is not Arrow data.

    Examples:
        >>> import pyarrow as pa
        >>> from wordorder import read_alignments
        >>> table = pa.table({"id": [7, 8], "links": ["0-1 1-0", "0-0"]})
        >>> batch, = read_alignments(ArrowColumn(table, "links"))
        >>> [str(links) for links in batch]
        ['0-1 1-0', '0-0']
    """

    data: ArrowData = field(repr=False)
    name: str = ""

    def __post_init__(self) -> None:
        expect(self.name, str, "name")
        if not is_arrow(self.data):
            raise UsageError(f"expected Arrow data, not {type(self.data).__name__}")

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """Export the column to other packages."""
        whole = pyarrow().chunked_array(list(self.chunks()), self.type)
        return whole.__arrow_c_stream__(requested_schema)

    @property
    def type(self) -> Any:
        """The type of its values."""
        data = _as_pyarrow(self.data)
        is_array = hasattr(data, "type")
        return data.type if is_array else data.schema.field(self._column_number(data)).type

    def holds_lists(self) -> bool:
        """Return whether its values are lists."""
        types = pyarrow().types
        return bool(types.is_list(self.type) or types.is_large_list(self.type))

    def chunks(self) -> Iterator[Any]:
        """Yield the arrays of the column, checked for consistent sizes.

        Raises:
            InputError: The data cannot be read, or is damaged.
            UsageError: There is no such column.
        """
        arrow, data = pyarrow(), _as_pyarrow(self.data)
        if isinstance(data, arrow.Array):
            arrays = iter([data])
        elif isinstance(data, arrow.ChunkedArray):
            arrays = data.iterchunks()
        else:
            number = self._column_number(data)
            batches = [data] if isinstance(data, arrow.RecordBatch) else data
            if isinstance(data, arrow.Table):
                batches = data.to_batches()
            arrays = (batch.column(number) for batch in batches)
        while True:
            try:
                array = next(arrays, None)
                if array is None:
                    return
                array.validate()
            # Any kind: the caller's code may make the batches of a reader.
            except Exception as error:
                raise self.damaged(error) from error
            yield array.storage if isinstance(array, arrow.ExtensionArray) else array

    def damaged(self, error: Exception) -> InputError:
        """Return the error for data that cannot be read."""
        return InputError(f"{visible(shown_name(self))}: damaged: {visible(str(error))[:200]}")

    def _column_number(self, data: Any) -> int:
        """Return the position of the column in a table."""
        names = data.schema.names
        if not self.name:
            if len(names) != 1:
                raise UsageError(
                    f"the table has {len(names)} columns; give one, such as table['NAME'], or "
                    "ArrowColumn(table, 'NAME')"
                )
            return 0
        if names.count(self.name) > 1:
            raise UsageError(f"{names.count(self.name)} columns are named {self.name!r}")
        if self.name not in names:
            raise UsageError.unknown("column", self.name, names)
        return int(names.index(self.name))


def pyarrow(purpose: str = "reading Arrow data") -> Any:
    """Import pyarrow.

    Raises:
        MissingExtraError: pyarrow is not installed.
    """
    try:
        return import_module("pyarrow")
    except ImportError as error:
        raise MissingExtraError("pyarrow", purpose, "parquet") from error


def as_column(source: ArrowData, name: str) -> ArrowColumn:
    """Return Arrow data of any kind as a pyarrow column; `name` is for arrays without a name."""
    data = _as_pyarrow(source.data if isinstance(source, ArrowColumn) else source)
    own = getattr(source, "name", None)  # pandas and polars name their columns, too
    if not isinstance(own, str):
        own = ""
    if hasattr(data, "type"):
        return ArrowColumn(data, own or name)
    names = data.schema.names
    return ArrowColumn(data, own or (names[0] if len(names) == 1 else ""))


def as_table(source: ArrowData) -> Any:
    """Return Arrow data with several columns as a pyarrow Table.

    Raises:
        InputError: The data is a single array, or cannot be read.
    """
    arrow = pyarrow()
    data = _as_pyarrow(source.data if isinstance(source, ArrowColumn) else source)
    if isinstance(data, (arrow.Array, arrow.ChunkedArray)):
        raise InputError("records need a table, not a single column")
    try:
        if isinstance(data, arrow.RecordBatchReader):
            return data.read_all()
        return arrow.Table.from_batches([data]) if isinstance(data, arrow.RecordBatch) else data
    except Exception as error:  # any kind, as above
        raise InputError(f"the table cannot be read: {visible(str(error))[:200]}") from error


def null_rows(array: Any) -> list[int]:
    """Return the positions of the nulls in an array."""
    if not array.null_count:
        return []
    return np.flatnonzero(array.is_null().to_numpy(zero_copy_only=False)).tolist()


def text_cells(column: ArrowColumn) -> Iterator[Any]:
    """Yield the arrays of a column of texts, as string or large_string, checked.

    Raises:
        InputError: The column is not of text, or damaged.
    """
    arrow = pyarrow()
    for chunk in column.chunks():
        try:
            chunk.validate(full=True)
            array = _as_strings(chunk)
        except arrow.ArrowException as error:
            raise column.damaged(error) from error
        if not (arrow.types.is_string(array.type) or arrow.types.is_large_string(array.type)):
            raise InputError(
                f"{visible(shown_name(column))}: the column is {visible(str(chunk.type))[:100]}, "
                "expected text"
            )
        if len(array):
            yield array


def _as_strings(chunk: Any) -> Any:
    """Convert dictionary, string view and null arrays to string or large_string."""
    arrow = pyarrow()
    if arrow.types.is_dictionary(chunk.type):
        words = _as_strings(chunk.dictionary)
        return arrow.DictionaryArray.from_arrays(chunk.indices, words).dictionary_decode()
    if arrow.types.is_null(chunk.type) or str(chunk.type) == "string_view":
        return chunk.cast(arrow.large_string())
    return chunk


def text_pieces(
    column: ArrowColumn,
    size: int,
    on_bytes: Callable[[int], None] | None,
    missing: dict[int, str] | None,
) -> Iterator[bytes]:
    r"""Yield a column as lines, about `size` bytes at a time; line ends in cells become blanks.

    Examples:
        >>> import pyarrow as pa
        >>> list(text_pieces(ArrowColumn(pa.array(["a\nb", "c", ""])), 4, None, None))
        [b'a b\n', b'c\n\n']
    """
    first = 1
    for cells in text_cells(column):
        offsets = _text_offsets(cells)
        if (longest := int(np.diff(offsets).max())) > LONGEST_TEXT:
            where = f"{visible(shown_name(column))}:{first + int(np.argmax(np.diff(offsets)))}"
            raise InputError(f"{where}: a text of {longest:,} bytes is too long")
        before = offsets[:-1] - offsets[0] + np.arange(len(cells))  # with the line ends
        bounds = [0, *(np.flatnonzero(np.diff(before // size)) + 1).tolist(), len(cells)]
        for start, stop in pairwise(bounds):
            piece = cells.slice(start, stop - start)
            for row in null_rows(piece):
                note_missing(missing, shown_name(column), first + row)
            data = as_lines(piece)
            if on_bytes is not None:
                on_bytes(len(data))
            yield data
            first += len(piece)


def _text_offsets(cells: Any) -> NDArray[np.int64]:
    wide = pyarrow().types.is_large_string(cells.type)
    offsets = np.frombuffer(cells.buffers()[1], np.int64 if wide else np.int32)
    return offsets[cells.offset : cells.offset + len(cells) + 1].astype(np.int64)


def as_lines(cells: Any) -> bytes:
    """Return the texts as lines; line ends in a text become blanks."""
    arrow, compute = pyarrow(), import_module("pyarrow.compute")
    texts = cells.fill_null("") if cells.null_count else cells
    if _has_line_ends(texts):
        texts = compute.replace_substring_regex(texts, "[\r\n]", " ")
    one_row = arrow.LargeListArray.from_arrays(arrow.array([0, len(texts)], "int64"), texts)
    line_end = arrow.scalar("\n", texts.type)
    return b"".join([compute.binary_join(one_row, line_end)[0].as_buffer(), b"\n"])


def _has_line_ends(texts: Any) -> bool:
    if not len(texts):
        return False
    begin, *_, end = _text_offsets(texts)[[0, -1]].tolist()
    content = texts.buffers()[2]
    if content is None:  # all texts are empty
        return False
    written = content.slice(begin, end - begin).to_pybytes()  # searching bytes is fast
    return b"\n" in written or b"\r" in written


def _as_pyarrow(data: Any) -> Any:
    """Return the data as a pyarrow object, without a copy."""
    arrow = pyarrow()
    tables = (arrow.Table, arrow.RecordBatch, arrow.RecordBatchReader)
    if isinstance(data, (arrow.Array, arrow.ChunkedArray, *tables)):
        return data
    try:
        if hasattr(data, "columns") or hasattr(data, "schema"):
            return arrow.table(data)
        is_stream = hasattr(data, "__arrow_c_stream__")
        return arrow.chunked_array(data) if is_stream else arrow.array(data)
    # Any kind: another package exports the data.
    except Exception as error:
        raise InputError(f"the Arrow data cannot be read: {visible(str(error))[:200]}") from error


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
        """The memory of items and offsets, in bytes."""
        return int(self.items.nbytes) + self.offsets.nbytes

    def without_items(self, rows: Collection[int]) -> ListPiece:
        """Return the piece with some rows emptied, a copy only if they have items."""
        emptied = np.zeros(len(self), np.bool_)
        emptied[list(rows)] = True
        lengths = np.diff(self.offsets)
        if not lengths[emptied].any():
            return self
        filled = pyarrow().array(np.repeat(~emptied, lengths))
        offsets = np.concatenate([[0], np.cumsum(np.where(emptied, 0, lengths))])
        return replace(self, items=self.items.filter(filled), offsets=offsets)

    def integers(self, items: Any, content: str) -> IntArray:
        """Return integer items of this piece as int32, copied only if of another type.

        Args:
            items: The items, or one field of each.
            content: What a row holds, for errors.

        Raises:
            InputError: An item is not an integer, or does not fit in 32 bits.
        """
        self.refuse_nulls(items, content)
        if pyarrow().types.is_null(items.type):  # possible if all rows are empty
            return np.empty(0, np.int32)
        if not pyarrow().types.is_integer(items.type):
            kind = visible(str(items.type))[:100]
            raise InputError(f"{self.name}: {content} must be integers, not {kind}")
        values: NDArray[np.integer] = items.to_numpy(zero_copy_only=True)
        if values.dtype != np.int32:
            limits = np.iinfo(np.int32)
            outside = np.flatnonzero((values < limits.min) | (values > limits.max))
            if outside.size:
                problem = f"{content} must fit in 32 bits, unlike {values[outside[0]]}"
                raise self._place(int(outside[0])).error(problem)
        return values.astype(np.int32, copy=False)

    def refuse_nulls(self, items: Any, content: str) -> None:
        """Reject nulls among the items of this piece.

        Raises:
            InputError: An item is null.
        """
        if nulls := null_rows(items):
            raise self._place(nulls[0]).error(f"{content} must be integers, not null")

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
    """Yield a column of lists in pieces; null rows are noted, and have no items.

    Args:
        column: A column of type `list` or `large_list`.
        missing: Where to note null rows; by default they are an error.
        most_items: The most items in a piece, unless a row has more.
        most_rows: The most rows in a piece.

    Raises:
        InputError: There is a null row, or the column is damaged.

    Examples:
        >>> import pyarrow as pa
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
    """Return the offsets of the rows, checked; Arrow itself checks only the last."""
    offsets: NDArray[np.signedinteger] = chunk.offsets.to_numpy(zero_copy_only=True)
    if offsets[0] < 0 or (np.diff(offsets) < 0).any() or offsets[-1] > len(chunk.values):
        raise column.damaged(ValueError("the offsets of its lists are not in order"))
    return offsets
