"""Text as Arrow columns: TSV, CSV, and parallel lines, a block at a time.

Line 1 of TSV and CSV names the columns; in TSV, quotes and backslashes are text. Parallel lines are
in several files, `NAME=FILE,NAME=FILE`, each of which is a column.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wordorder.corpus.inputs.formats import InputFormat, sliced
from wordorder.corpus.inputs.storage import parallel_files, text_input
from wordorder.errors import InputError
from wordorder.output.wording import counted
from wordorder.text.arrow import pyarrow
from wordorder.text.reader import TextBlock, read_blocks
from wordorder.text.source import Place

BLOCK_SIZE = 1 << 22
"""Bytes of text to read at a time: the rows of one batch, or of a few."""

_TAB, _LINE_END = b"\t\n"


def columns_of_block(block: TextBlock, width: int, chosen: Sequence[int]) -> list[Any]:
    r"""Split lines at tabs, and return an Arrow array for each chosen column.

    Args:
        block: The lines.
        width: The number of columns.
        chosen: Numbers of columns, from 0.

    Raises:
        InputError: A line has more or fewer cells.

    Examples:
        >>> from wordorder.text import TextBlock
        >>> block = TextBlock(b"the house\t0-0\n\t1-1\n", 2, 2, "train.tsv")
        >>> [column.to_pylist() for column in columns_of_block(block, 2, [1, 0])]
        [['0-0', '1-1'], ['the house', '']]
    """
    arrow = pyarrow()
    codes = np.frombuffer(block.data, np.uint8)
    is_end = codes == _LINE_END
    ends = np.flatnonzero(is_end | (codes == _TAB))
    # There are as many line ends as lines: if each is in its place, all others are tabs.
    if len(ends) != width * block.lines or not is_end[ends[width - 1 :: width]].all():
        lines = enumerate(block.data.split(b"\n"), block.first_line)
        counts = ((line, text.count(b"\t") + 1) for line, text in lines)
        line, count = next((line, count) for line, count in counts if count != width)
        raise _wrong_number(Place(block.name, line), count, width)
    cells = _texts(block.data.translate(None, b"\t\n"), ends)
    return [cells.take(arrow.array(np.arange(column, len(ends), width))) for column in chosen]


def _texts(data: bytes, ends: NDArray[np.int64]) -> Any:
    """Return the texts in data without separators; `ends` are the places where these were."""
    arrow = pyarrow()
    offsets = np.concatenate([[0], ends - np.arange(len(ends))]).astype(np.int32)
    return arrow.StringArray.from_buffers(
        len(ends), arrow.py_buffer(offsets), arrow.py_buffer(data)
    )


def _wrong_number(place: Place, cells: int, width: int) -> Exception:
    """Return the error for a line with the wrong number of cells."""
    return place.error(f"{counted(cells, 'cell')}, but line 1 names {counted(width, 'column')}")


def _tsv_schema(name: str) -> Any:
    """Return the columns of a TSV file; all are text."""
    with text_input(name) as source, closing(read_blocks(source)) as blocks:
        return _schema(_tsv_heads(next(blocks, None), name))


def _tsv_batches(
    name: str,
    _: tuple[int, int] | None,
    columns: Sequence[str],
    rows: int,
    *,
    block_size: int = BLOCK_SIZE,
) -> Generator[Any, None, None]:
    """Stream some columns of a TSV file, at most `rows` rows at a time."""
    arrow = pyarrow()
    with (
        text_input(name) as source,
        closing(read_blocks(source, block_size=block_size)) as blocks,
    ):
        first = next(blocks, None)
        heads = _tsv_heads(first, name)
        chosen = [heads.index(column) for column in columns]
        block = None
        if first is not None:
            rest = first.data[first.data.index(b"\n") + 1 :]
            block = TextBlock(rest, first.first_line + 1, first.lines - 1, first.name)
        while block is not None:
            arrays = columns_of_block(block, len(heads), chosen)
            yield from sliced(arrow.RecordBatch.from_arrays(arrays, list(columns)), rows)
            block = next(blocks, None)


def _csv_schema(name: str) -> Any:
    """Return the columns of a CSV file; all are text."""
    from wordorder.text.records import read_cells

    with text_input(name) as source, closing(read_cells(source, "csv")) as lines:
        return _schema(next(lines, (None, []))[1] or _no_heads(name))


def _csv_batches(
    name: str, _: tuple[int, int] | None, columns: Sequence[str], rows: int
) -> Generator[Any, None, None]:
    """Stream some columns of a CSV file, at most `rows` rows at a time.

    pyarrow's reader would accept cells with wrong quotes, and give no line numbers.
    """
    from wordorder.text.records import read_cells

    arrow = pyarrow()
    with text_input(name) as source, closing(read_cells(source, "csv")) as lines:
        heads = next(lines, (None, []))[1] or _no_heads(name)
        chosen = [heads.index(column) for column in columns]
        for some in _portions(lines, rows):
            for place, cells in some:
                if len(cells) != len(heads):
                    raise _wrong_number(place, len(cells), len(heads))
            texts = [[cells[column] for _, cells in some] for column in chosen]
            arrays = [arrow.array(column, arrow.string()) for column in texts]
            yield arrow.RecordBatch.from_arrays(arrays, list(columns))


def _portions(
    lines: Iterable[tuple[Place, list[str]]], rows: int
) -> Iterator[list[tuple[Place, list[str]]]]:
    """Yield `rows` rows at a time, fewer if they are long."""
    some, size = [], 0
    for place, cells in lines:
        some.append((place, cells))
        size += sum(map(len, cells))
        if len(some) == rows or size >= BLOCK_SIZE:
            yield some
            some, size = [], 0
    if some:
        yield some


def _schema(heads: Sequence[str]) -> Any:
    arrow = pyarrow("reading tables of text as columns")
    return arrow.schema([(head, arrow.string()) for head in heads])


def _tsv_heads(block: TextBlock | None, name: str) -> list[str]:
    if block is None:
        return _no_heads(name)
    return block.data[: block.data.index(b"\n")].decode().split("\t")


def _no_heads(name: str) -> list[str]:
    raise InputError(f"{name}: empty; line 1 must name the columns")


def _parallel_schema(name: str) -> Any:
    """Return the columns, all of which are text."""
    arrow = pyarrow("reading parallel lines as columns")
    files = parallel_files(name)
    for file in files.values():
        with closing(_lines(file)) as lines:
            next(lines, None)  # if unreadable, an error before the work starts
    return arrow.schema([(column, arrow.string()) for column in files])


def _parallel_batches(
    name: str,
    _: tuple[int, int] | None,
    columns: Sequence[str],
    rows: int,
    *,
    block_size: int = BLOCK_SIZE,
) -> Generator[Any, None, None]:
    """Stream the lines of files side by side, at most `rows` at a time.

    All files are read, even for some columns, so that any difference in length is found.

    Raises:
        InputError: A file has more lines than another.
    """
    arrow, files = pyarrow(), parallel_files(name)
    with ExitStack() as stack:
        streams = [
            stack.enter_context(closing(_lines(file, block_size))) for file in files.values()
        ]
        ready: list[Any] = [next(stream, None) for stream in streams]
        read = 0
        while all(texts is not None for texts in ready):
            count = min(rows, *map(len, ready))
            pieces = [texts.slice(0, count) for texts in ready]
            yield arrow.RecordBatch.from_arrays(pieces, list(files)).select(list(columns))
            read += count
            ready = [
                texts.slice(count) if len(texts) > count else next(stream, None)
                for texts, stream in zip(ready, streams, strict=True)
            ]
        rest = [
            0 if texts is None else len(texts) + sum(map(len, stream))
            for texts, stream in zip(ready, streams, strict=True)
        ]
        if any(rest):
            sizes = ", ".join(
                f"{file} has {counted(read + more, 'line')}"
                for file, more in zip(files.values(), rest, strict=True)
            )
            raise InputError(f"{sizes}; each needs one line per sentence pair")


def _lines(file: str, block_size: int = BLOCK_SIZE) -> Generator[Any, None, None]:
    """Yield the lines of a file, as Arrow arrays."""
    with text_input(file) as source, closing(read_blocks(source, block_size=block_size)) as blocks:
        for block in blocks:
            ends = np.flatnonzero(np.frombuffer(block.data, np.uint8) == _LINE_END)
            yield _texts(block.data.replace(b"\n", b""), ends)


TSV = InputFormat(_tsv_schema, _tsv_batches)
CSV = InputFormat(_csv_schema, _csv_batches)
PARALLEL_LINES = InputFormat(_parallel_schema, _parallel_batches)
