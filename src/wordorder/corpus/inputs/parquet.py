"""Parquet files, read a few pages at a time."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from wordorder.corpus.inputs.storage import is_url, opened_for_arrow, reading

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_BATCH_BYTES = 1 << 25
_BUFFER = 1 << 18
_REMOTE_BUFFER = 1 << 22  # a request for each, so fewer and larger ones


def schema(name: str) -> Any:
    """The columns and their types."""
    with opened_for_arrow(name) as file, reading(name):
        return _opened(file, name).schema_arrow


def group_rows(name: str) -> list[int]:
    """The number of rows in each row group."""
    with opened_for_arrow(name) as file, reading(name):
        metadata = _opened(file, name).metadata
        return [metadata.row_group(group).num_rows for group in range(metadata.num_row_groups)]


def batches(
    name: str, groups: tuple[int, int] | None, columns: Sequence[str], rows: int
) -> Iterator[Any]:
    """Some columns of some row groups, at most so many rows at a time."""
    chosen = range(*groups) if groups else []
    with opened_for_arrow(name) as file:
        with reading(name):
            whole = _opened(file, name)
            sizes = [_row_size(whole.metadata.row_group(one), columns) for one in chosen]
            found = whole.iter_batches(
                max(1, min(rows, _BATCH_BYTES // max(sizes, default=1))),
                row_groups=list(chosen),
                columns=list(columns),
                use_threads=False,
            )
        while True:
            with reading(name):
                batch = next(found, None)
                for column in batch.columns if batch else ():
                    _check(column)
            if batch is None:
                return
            yield batch


def _row_size(group: Any, columns: Sequence[str]) -> int:
    """The mean number of bytes in some columns of a row, at least 1."""
    starts = tuple(f"{column}." for column in columns)
    parts = [group.column(number) for number in range(group.num_columns)]
    chosen = [part for part in parts if f"{part.path_in_schema}.".startswith(starts)]
    size: int = sum(part.total_uncompressed_size for part in chosen)
    return max(1, size // max(1, group.num_rows))


def _check(column: Any) -> None:
    """Refuse damage that pyarrow has not seen, such as an index beyond the end of a dictionary.

    A text that is not UTF-8 is a fault of its row, so texts are not looked at here.
    """
    if str(column.type) not in ("string", "large_string"):
        column.validate(full=True)


def _opened(file: Any, name: str) -> Any:
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
