"""Arrow IPC, also known as Feather: files, with a footer, and streams."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from wordorder.corpus.inputs.cells import sliced
from wordorder.corpus.inputs.storage import opened_for_arrow

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

_FILE_MARK = b"ARROW1"


def schema(name: str) -> Any:
    """The columns and their types."""
    with opened_for_arrow(name) as file:
        return _opened(file, []).schema


def group_rows(name: str) -> list[int] | None:
    """The number of rows in each record batch; None for a stream, which only reading tells."""
    with opened_for_arrow(name) as file:
        if not _is_file(file):
            return None
        narrowest = _narrowest(_opened(file, []).schema)
        whole = _opened(file, narrowest)
        return [whole.get_batch(number).num_rows for number in range(whole.num_record_batches)]


def batches(
    name: str, groups: tuple[int, int] | None, columns: Sequence[str], rows: int
) -> Generator[Any, None, None]:
    """Some columns of some record batches, in pieces of at most so many rows.

    A record batch is in memory as a whole. It would not be if the file were mapped, but then a file
    that someone makes shorter ends the process.
    """
    with opened_for_arrow(name) as file:
        names = _opened(file, []).schema.names
        whole = _opened(file, [names.index(column) for column in columns])
        for batch in map(whole.get_batch, range(*groups)) if groups else whole:
            batch.validate(full=True)
            yield from sliced(batch, rows)


def _opened(file: Any, fields: Sequence[int]) -> Any:
    """A reader of some columns, by number; of all if there are none."""
    ipc = import_module("pyarrow.ipc")
    options = ipc.IpcReadOptions(included_fields=list(fields), use_threads=False)
    return (ipc.open_file if _is_file(file) else ipc.open_stream)(file, options=options)


def _is_file(file: Any) -> bool:
    file.seek(0)
    mark = bytes(file.read(len(_FILE_MARK)))
    file.seek(0)
    return mark == _FILE_MARK


def _narrowest(schema: Any) -> list[int]:
    """The column that is read fastest, to count its rows."""

    def width(number: int) -> int:
        try:
            return int(schema.field(number).type.bit_width)
        except ValueError:  # of no fixed width
            return 1 << 20

    return sorted(range(len(schema)), key=width)[:1]
