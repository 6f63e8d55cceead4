"""Parquet files, read a few pages at a time."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from wordorder.corpus.inputs.storage import is_url, opened_for_arrow

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

_BATCH_BYTES = 1 << 26
_BUFFER = 1 << 18
_REMOTE_BUFFER = 1 << 22  # a request for each, so fewer and larger ones


def schema(name: str) -> Any:
    """The columns and their types."""
    with opened_for_arrow(name) as file:
        return _opened(file, name).schema_arrow


def group_rows(name: str) -> list[int]:
    """The number of rows in each row group."""
    with opened_for_arrow(name) as file:
        metadata = _opened(file, name).metadata
        return [metadata.row_group(group).num_rows for group in range(metadata.num_row_groups)]


def batches(
    name: str, groups: tuple[int, int] | None, columns: Sequence[str], rows: int
) -> Generator[Any, None, None]:
    """Some columns of some row groups, at most so many rows at a time."""
    chosen = range(*groups) if groups else []
    with opened_for_arrow(name) as file:
        whole = _opened(file, name)
        sizes = [_row_size(whole.metadata.row_group(one)) for one in chosen]
        for batch in whole.iter_batches(
            max(1, min(rows, _BATCH_BYTES // max(sizes, default=1))),
            row_groups=list(chosen),
            columns=list(columns),
            use_threads=False,
        ):
            for column in batch.columns:
                _check(column)
            yield batch


def _row_size(group: Any) -> int:
    """The mean number of bytes in a row, at least 1.

    Of all columns: pyarrow ends the process when it is asked for one with damaged statistics.
    """
    return max(1, int(group.total_byte_size) // max(1, int(group.num_rows)))


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
