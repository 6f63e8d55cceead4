"""Parquet, and Arrow IPC (also known as Feather): files with a footer, and streams."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from wordorder.corpus.inputs.formats import InputFormat, sliced
from wordorder.corpus.inputs.storage import is_url, opened, reading
from wordorder.text.arrow import pyarrow

_BATCH_BYTES = 1 << 26
_BUFFER = 1 << 18
_REMOTE_BUFFER = 1 << 22  # a request for each, so fewer and larger ones
_IPC_MARK = b"ARROW1"  # of a file, not of a stream


@contextmanager
def _opened(name: str) -> Iterator[Any]:
    """Open a file for pyarrow, which reads local files without holding up other threads."""
    arrow = pyarrow("reading Parquet and Arrow files")
    with opened(name) as file:  # says in our own words why a file cannot be opened
        if is_url(name):
            yield file
            return
        with reading(name):
            native = arrow.OSFile(os.fsencode(name))
        with native:
            yield native


def _parquet_schema(name: str) -> Any:
    """The columns and their types."""
    with _opened(name) as file:
        return _parquet_reader(file, name).schema_arrow


def _parquet_group_rows(name: str) -> list[int]:
    """The number of rows in each row group."""
    with _opened(name) as file:
        metadata = _parquet_reader(file, name).metadata
        return [metadata.row_group(group).num_rows for group in range(metadata.num_row_groups)]


def _parquet_batches(
    name: str, groups: tuple[int, int] | None, columns: Sequence[str], rows: int
) -> Generator[Any, None, None]:
    """Some columns of some row groups, at most so many rows at a time."""
    chosen = range(*groups) if groups else []
    with _opened(name) as file:
        whole = _parquet_reader(file, name)
        sizes = [_row_size(whole.metadata.row_group(group)) for group in chosen]
        for batch in whole.iter_batches(
            max(1, min(rows, _BATCH_BYTES // max(sizes, default=1))),
            row_groups=list(chosen),
            columns=list(columns),
            use_threads=False,
        ):
            for column in batch.columns:
                _refuse_damage(column)
            yield batch


def _row_size(group: Any) -> int:
    """The mean number of bytes in a row, at least 1.

    Of all columns: pyarrow ends the process when it is asked for one with damaged statistics.
    """
    return max(1, int(group.total_byte_size) // max(1, int(group.num_rows)))


def _refuse_damage(column: Any) -> None:
    """Refuse damage that pyarrow has not seen, such as an index beyond the end of a dictionary.

    A text that is not UTF-8 is a fault of its row, so texts are not looked at here.
    """
    if str(column.type) not in ("string", "large_string"):
        column.validate(full=True)


def _parquet_reader(file: Any, name: str) -> Any:
    """Open it so that a row group of any size takes little memory.

    With `pre_buffer`, the default, the columns of a whole row group are in memory at once; without
    a buffer, so is each column.
    """
    return import_module("pyarrow.parquet").ParquetFile(
        file,
        pre_buffer=False,
        buffer_size=_REMOTE_BUFFER if is_url(name) else _BUFFER,
        page_checksum_verification=True,  # of files that have any
    )


def _ipc_schema(name: str) -> Any:
    """The columns and their types."""
    with _opened(name) as file:
        return _ipc_reader(file, []).schema


def _ipc_group_rows(name: str) -> list[int] | None:
    """The number of rows in each record batch; None for a stream, which only reading tells."""
    with _opened(name) as file:
        if not _has_footer(file):
            return None
        narrowest = _narrowest(_ipc_reader(file, []).schema)
        whole = _ipc_reader(file, narrowest)
        return [whole.get_batch(number).num_rows for number in range(whole.num_record_batches)]


def _ipc_batches(
    name: str, groups: tuple[int, int] | None, columns: Sequence[str], rows: int
) -> Generator[Any, None, None]:
    """Some columns of some record batches, in pieces of at most so many rows.

    A record batch is in memory as a whole. It would not be if the file were mapped, but then a file
    that someone makes shorter ends the process.
    """
    with _opened(name) as file:
        names = _ipc_reader(file, []).schema.names
        whole = _ipc_reader(file, [names.index(column) for column in columns])
        for batch in map(whole.get_batch, range(*groups)) if groups else whole:
            batch.validate(full=True)
            yield from sliced(batch, rows)


def _ipc_reader(file: Any, fields: Sequence[int]) -> Any:
    """A reader of some columns, by number; of all if there are none."""
    ipc = import_module("pyarrow.ipc")
    options = ipc.IpcReadOptions(included_fields=list(fields), use_threads=False)
    return (ipc.open_file if _has_footer(file) else ipc.open_stream)(file, options=options)


def _has_footer(file: Any) -> bool:
    file.seek(0)
    mark = bytes(file.read(len(_IPC_MARK)))
    file.seek(0)
    return mark == _IPC_MARK


def _narrowest(schema: Any) -> list[int]:
    """The column that is read fastest, to count its rows."""

    def width(number: int) -> int:
        try:
            return int(schema.field(number).type.bit_width)
        except ValueError:  # of no fixed width
            return 1 << 20

    return sorted(range(len(schema)), key=width)[:1]


PARQUET = InputFormat(_parquet_schema, _parquet_batches, _parquet_group_rows)
IPC = InputFormat(_ipc_schema, _ipc_batches, _ipc_group_rows)
