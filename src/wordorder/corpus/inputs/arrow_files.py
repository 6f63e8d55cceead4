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
_REMOTE_BUFFER = 1 << 22  # larger, as each one is a request
_IPC_MARK = b"ARROW1"  # of a file, not of a stream


@contextmanager
def _opened(name: str) -> Iterator[Any]:
    """Open a file for pyarrow, which reads local files without blocking other threads."""
    arrow = pyarrow("reading Parquet and Arrow files")
    with opened(name) as file:  # raises our own error if the file cannot be opened
        if is_url(name):
            yield file
            return
        with reading(name):
            native = arrow.OSFile(os.fsencode(name))
        with native:
            yield native


def _parquet_schema(name: str) -> Any:
    """Return the columns and their types."""
    with _opened(name) as file:
        return _parquet_reader(file, name).schema_arrow


def _parquet_group_rows(name: str) -> list[int]:
    """Return the number of rows in each row group."""
    with _opened(name) as file:
        metadata = _parquet_reader(file, name).metadata
        return [metadata.row_group(group).num_rows for group in range(metadata.num_row_groups)]


def _parquet_batches(
    name: str,
    groups: tuple[int, int] | None,
    columns: Sequence[str],
    rows: int,
    *,
    most_bytes: int = _BATCH_BYTES,
) -> Generator[Any, None, None]:
    """Stream some columns of some row groups, at most `rows` rows at a time."""
    chosen = range(*groups) if groups else []
    with _opened(name) as file:
        whole = _parquet_reader(file, name)
        sizes = [_row_size(whole.metadata.row_group(group)) for group in chosen]
        for batch in whole.iter_batches(
            max(1, min(rows, most_bytes // max(sizes, default=1))),
            row_groups=list(chosen),
            columns=list(columns),
            use_threads=False,
        ):
            for column in batch.columns:
                _refuse_damage(column)
            yield batch


def _row_size(group: Any) -> int:
    """Return the mean number of bytes in a row of all columns, at least 1.

    pyarrow ends the process when asked about a single column with damaged statistics.
    """
    return max(1, int(group.total_byte_size) // max(1, int(group.num_rows)))


def _refuse_damage(column: Any) -> None:
    """Refuse damage that pyarrow has missed, such as an index beyond the end of a dictionary.

    Texts are not checked here, because invalid UTF-8 is a fault of its row.
    """
    if str(column.type) not in ("string", "large_string"):
        column.validate(full=True)


def _parquet_reader(file: Any, name: str) -> Any:
    """Open a file so that row groups of any size take little memory.

    With `pre_buffer`, the default, all columns of a row group are in memory at once; without a
    buffer, so is each whole column.
    """
    return import_module("pyarrow.parquet").ParquetFile(
        file,
        pre_buffer=False,
        buffer_size=_REMOTE_BUFFER if is_url(name) else _BUFFER,
        page_checksum_verification=True,  # if the file has checksums
    )


def _ipc_schema(name: str) -> Any:
    """Return the columns and their types."""
    with _opened(name) as file:
        return _ipc_reader(file, []).schema


def _ipc_group_rows(name: str) -> list[int] | None:
    """Return the number of rows in each record batch; None for a stream, which has no index."""
    with _opened(name) as file:
        if not _has_footer(file):
            return None
        narrowest = _narrowest(_ipc_reader(file, []).schema)
        whole = _ipc_reader(file, narrowest)
        return [whole.get_batch(number).num_rows for number in range(whole.num_record_batches)]


def _ipc_batches(
    name: str, groups: tuple[int, int] | None, columns: Sequence[str], rows: int
) -> Generator[Any, None, None]:
    """Stream some columns of some record batches, in pieces of at most `rows` rows.

    A record batch is in memory as a whole. Mapping the file would avoid that, but the process would
    end if someone truncated the file.
    """
    with _opened(name) as file:
        names = _ipc_reader(file, []).schema.names
        whole = _ipc_reader(file, [names.index(column) for column in columns])
        for batch in map(whole.get_batch, range(*groups)) if groups else whole:
            batch.validate(full=True)
            yield from sliced(batch, rows)


def _ipc_reader(file: Any, fields: Sequence[int]) -> Any:
    """Return a reader of some columns, by number; of all columns if `fields` is empty."""
    ipc = import_module("pyarrow.ipc")
    options = ipc.IpcReadOptions(included_fields=list(fields), use_threads=False)
    return (ipc.open_file if _has_footer(file) else ipc.open_stream)(file, options=options)


def _has_footer(file: Any) -> bool:
    file.seek(0)
    mark = bytes(file.read(len(_IPC_MARK)))
    file.seek(0)
    return mark == _IPC_MARK


def _narrowest(schema: Any) -> list[int]:
    """Return the column that is fastest to read, to count its rows."""

    def width(number: int) -> int:
        try:
            return int(schema.field(number).type.bit_width)
        except ValueError:  # of no fixed width
            return 1 << 20

    return sorted(range(len(schema)), key=width)[:1]


PARQUET = InputFormat(_parquet_schema, _parquet_batches, _parquet_group_rows)
IPC = InputFormat(_ipc_schema, _ipc_batches, _ipc_group_rows)
