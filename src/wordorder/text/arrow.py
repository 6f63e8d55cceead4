"""Columns of Arrow data, with a row for each sentence pair.

pyarrow is imported only here and in `records`, and only once there is Arrow data to read.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import import_module
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from wordorder.errors import InputError, MissingExtraError, UsageError, expect
from wordorder.output import visible
from wordorder.text.source import ArrowData, is_arrow, shown_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from wordorder.text.source import Input

LONGEST_TEXT = 256 << 20
"""The longest text allowed in a cell, in bytes."""

_LINE_ENDS = "[\r\n]"


@dataclass(frozen=True, slots=True, eq=False)
class ArrowColumn:
    """A column of a table, or a single array with a name for errors.

    Arrays and the columns of tables can also be given as they are; this names them, and chooses a
    column of a `RecordBatchReader`, which is read batch by batch, in bounded memory.

    Attributes:
        data: A pyarrow Array, ChunkedArray, RecordBatch, Table or RecordBatchReader, or Arrow data
            of another package, such as a data frame of polars or pandas.
        name: The column of a table, which may be left out if it is the only one; of a single array,
            any name. Errors show it.

    Raises:
        UsageError: This is not Arrow data.

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
            raise UsageError(f"expected Arrow data, not of type {type(self.data).__name__}")

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """Export the column to other packages."""
        whole = pyarrow().chunked_array(list(self.chunks()), self.type)
        return whole.__arrow_c_stream__(requested_schema)

    @property
    def type(self) -> Any:
        """The type of its values."""
        data = _native(self.data)
        return data.type if hasattr(data, "type") else data.schema.field(self._number(data)).type

    def holds_lists(self) -> bool:
        """Whether its values are lists."""
        types = pyarrow().types
        return bool(types.is_list(self.type) or types.is_large_list(self.type))

    def chunks(self) -> Iterator[Any]:
        """The arrays that the column consists of, checked for consistent sizes.

        Raises:
            InputError: The data cannot be read, or is damaged.
            UsageError: There is no such column.
        """
        arrow, data = pyarrow(), _native(self.data)
        if isinstance(data, arrow.Array):
            arrays = iter([data])
        elif isinstance(data, arrow.ChunkedArray):
            arrays = data.iterchunks()
        else:
            number = self._number(data)
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
            # Any kind: what makes the batches of a reader may be the caller's code.
            except Exception as error:
                raise self.damaged(error) from error
            yield array.storage if isinstance(array, arrow.ExtensionArray) else array

    def damaged(self, error: Exception) -> InputError:
        """Say that the data cannot be read."""
        return InputError(f"{visible(shown_name(self))}: damaged: {visible(str(error))[:200]}")

    def _number(self, data: Any) -> int:
        """The place of the column in a table."""
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
        MissingExtraError: It is not installed.
    """
    try:
        return import_module("pyarrow")
    except ImportError as error:
        raise MissingExtraError("pyarrow", purpose, "parquet") from error


def settled(source: Input, name: str = "") -> Input:
    """Return Arrow data of any kind as a column of pyarrow's, any other input as it is.

    What another package exports may be exportable only once, so this is done before anything else.

    Args:
        source: Any input.
        name: What to call an array without a name in errors.
    """
    if not is_arrow(source):
        return source
    data = _native(source.data if isinstance(source, ArrowColumn) else source)
    given = getattr(source, "name", None)  # pandas and polars name their columns, too
    own = given if isinstance(given, str) else ""
    if hasattr(data, "type"):
        return ArrowColumn(data, own or name)
    names = data.schema.names
    return ArrowColumn(data, own or (names[0] if len(names) == 1 else ""))


def as_table(source: ArrowData) -> Any:
    """Return Arrow data with several columns as a pyarrow Table.

    Raises:
        InputError: It has no columns, or cannot be read.
    """
    arrow = pyarrow()
    data = _native(source.data if isinstance(source, ArrowColumn) else source)
    if isinstance(data, (arrow.Array, arrow.ChunkedArray)):
        raise InputError("records need a table, not a single column")
    try:
        if isinstance(data, arrow.RecordBatchReader):
            return data.read_all()
        return arrow.Table.from_batches([data]) if isinstance(data, arrow.RecordBatch) else data
    except Exception as error:  # any kind, as above
        raise InputError(f"the table cannot be read: {visible(str(error))[:200]}") from error


def note_missing(missing: dict[int, str] | None, name: str, row: int) -> None:
    """Note a null row, with its number from 1.

    Raises:
        InputError: There is nowhere to note it, so that it may not be left out.
    """
    problem = f"{visible(name)}:{row}: null, which is a missing row, not an empty one; remove it"
    if missing is None:
        raise InputError(problem)
    missing.setdefault(row, problem)


def null_rows(array: Any) -> list[int]:
    """The positions of the nulls of an array."""
    if not array.null_count:
        return []
    import numpy as np  # here, as it is slow to import, and much is read without

    return np.flatnonzero(array.is_null().to_numpy(zero_copy_only=False)).tolist()


def text_cells(column: ArrowColumn) -> Iterator[Any]:
    """The arrays of a column of texts, as string or large_string, checked.

    Raises:
        InputError: They are not text.
    """
    arrow = pyarrow()
    for chunk in column.chunks():
        try:
            chunk.validate(full=True)
            array = _plain(chunk)
        except arrow.ArrowException as error:
            raise column.damaged(error) from error
        if not (arrow.types.is_string(array.type) or arrow.types.is_large_string(array.type)):
            raise InputError(
                f"{visible(shown_name(column))}: a column of {visible(str(chunk.type))[:100]}, "
                "expected text"
            )
        if len(array):
            yield array


def _plain(chunk: Any) -> Any:
    """Texts as string or large_string: not in a dictionary, not as views, not all null."""
    arrow = pyarrow()
    if arrow.types.is_dictionary(chunk.type):
        words = _plain(chunk.dictionary)
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
    r"""A column as lines of text, about `size` bytes at a time; a line end in a cell is a blank.

    Examples:
        >>> import pyarrow as pa
        >>> list(text_pieces(ArrowColumn(pa.array(["a\nb", "c", ""])), 4, None, None))
        [b'a b\n', b'c\n\n']
    """
    import numpy as np

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
    import numpy as np

    wide = pyarrow().types.is_large_string(cells.type)
    offsets = np.frombuffer(cells.buffers()[1], np.int64 if wide else np.int32)
    return offsets[cells.offset : cells.offset + len(cells) + 1].astype(np.int64)


def as_lines(cells: Any) -> bytes:
    """The texts, each with a line end behind it; a line end in a text is a blank."""
    arrow, compute = pyarrow(), import_module("pyarrow.compute")
    texts = cells.fill_null("") if cells.null_count else cells
    if _has_line_ends(texts):
        texts = compute.replace_substring_regex(texts, _LINE_ENDS, " ")
    one_row = arrow.LargeListArray.from_arrays(arrow.array([0, len(texts)], "int64"), texts)
    line_end = arrow.scalar("\n", texts.type)
    return b"".join([compute.binary_join(one_row, line_end)[0].as_buffer(), b"\n"])


def _has_line_ends(texts: Any) -> bool:
    if not len(texts):
        return False
    begin, *_, end = _text_offsets(texts)[[0, -1]].tolist()
    content = texts.buffers()[2]
    if content is None:  # no text has a character
        return False
    written = content.slice(begin, end - begin).to_pybytes()  # finding in bytes is fast
    return b"\n" in written or b"\r" in written


def _native(data: Any) -> Any:
    """The data as an object of pyarrow's, without a copy."""
    arrow = pyarrow()
    tables = (arrow.Table, arrow.RecordBatch, arrow.RecordBatchReader)
    if isinstance(data, (arrow.Array, arrow.ChunkedArray, *tables)):
        return data
    try:
        if hasattr(data, "columns") or hasattr(data, "schema"):
            return arrow.table(data)
        is_stream = hasattr(data, "__arrow_c_stream__")
        return arrow.chunked_array(data) if is_stream else arrow.array(data)
    # Any kind: it is another package that exports the data.
    except Exception as error:
        raise InputError(f"Arrow data that cannot be read: {visible(str(error))[:200]}") from error
