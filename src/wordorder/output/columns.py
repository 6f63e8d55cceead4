"""Records as columns, a batch at a time: TSV, JSON lines or Parquet by the ending of the file."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import contextmanager
from importlib import import_module
from os import fspath
from typing import TYPE_CHECKING, Any, Protocol, TextIO, TypeAlias

from wordorder.errors import MissingExtraError
from wordorder.output.cells import has_no_value, in_full
from wordorder.output.files import open_output
from wordorder.output.jsontext import dumps
from wordorder.output.tsv import escaped

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Iterator, Mapping

    import numpy as np
    from numpy.typing import NDArray

    from wordorder.output.cells import Cell

    Values: TypeAlias = Sequence[Cell] | NDArray[np.generic]
    Types: TypeAlias = Mapping[str, type[str | int | float]]

_ROWS_AS_TEXT = 2**14  # as text, numbers take several times their room
_ROWS_IN_A_GROUP = 2**17
_ARROW_TYPES = {str: "string", int: "int64", float: "float64", bool: "bool"}


class ColumnWriter(Protocol):
    """Writes records, given as columns."""

    def write(self, columns: Mapping[str, Values]) -> None:
        """Write a batch of rows: every column that was announced, all equally long."""


@contextmanager
def open_columns(
    path: str | os.PathLike[str] | None, types: Types, metadata: Mapping[str, str] | None = None
) -> Iterator[ColumnWriter]:
    r"""A writer of records into a file that appears whole or not at all (`open_output`).

    A name that ends in ``.parquet`` makes Parquet, ``.jsonl`` JSON lines, any other TSV. Where a
    value is None or NaN, Parquet and JSON have null and TSV has nothing.

    Args:
        path: The file; None or "-" for standard output.
        types: The columns in their order, each with its type: str, int, float or bool. Known
            before the first row, so that a file without rows has its columns, too.
        metadata: Kept in the schema of a Parquet file; the other forms have no place for it.

    Raises:
        InputError: The path cannot be written.
        MissingExtraError: Parquet is wanted, but pyarrow is missing.

    Examples:
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "widths.tsv")
        ...     with open_columns(file, {"line": int, "width": float}) as writer:
        ...         writer.write({"line": [1, 2], "width": [2.5, None]})
        ...         writer.write({"line": [3], "width": [4.0]})
        ...     file.read_text()
        'line\twidth\n1\t2.5\n2\t\n3\t4.0\n'
    """
    with open_output(path) as out, columns_into(out, path, types, metadata) as writer:
        yield writer


@contextmanager
def columns_into(
    out: TextIO,
    path: str | os.PathLike[str] | None,
    types: Types,
    metadata: Mapping[str, str] | None = None,
) -> Iterator[ColumnWriter]:
    """The same for a stream of `open_output`, for columns known only after it was opened."""
    match _ending(path):
        case ".parquet":
            arrow, parquet = _pyarrow()
            fields = [(name, _ARROW_TYPES[kind]) for name, kind in types.items()]
            schema = arrow.schema(fields, metadata)
            with parquet.ParquetWriter(out.buffer, schema) as file:
                rows = _RowGroups(arrow, schema, file)
                yield rows
                rows.flush()
        case ".jsonl":
            cells = ", ".join(dumps(name).replace("%", "%%") + ": %s" for name in types)
            yield _Lines(out, types, f"{{{cells}}}\n", dumps)
        case _:
            out.write("\t".join(map(escaped, types)) + "\n")
            yield _Lines(out, types, "\t".join(["%s"] * len(types)) + "\n", _tsv_cell)


def check_columns_path(path: str | os.PathLike[str] | None) -> None:
    """Complain before the work is done if the file needs a package that is missing.

    Raises:
        MissingExtraError: Parquet is wanted, but pyarrow is missing.
    """
    if _ending(path) == ".parquet":
        _pyarrow()


class _Lines:
    """Rows as lines of text, each the same line with other cells filled in."""

    def __init__(
        self, out: TextIO, names: Iterable[str], line: str, as_text: Callable[[Cell], str]
    ) -> None:
        self._out = out
        self._names = tuple(names)
        self._line = line
        self._as_text = as_text

    def write(self, columns: Mapping[str, Values]) -> None:
        values = _in_order(columns, self._names)
        for start in range(0, len(values[0]), _ROWS_AS_TEXT):
            piece = slice(start, start + _ROWS_AS_TEXT)
            texts = [_texts(column[piece], self._as_text) for column in values]
            self._out.write("".join(map(self._line.__mod__, zip(*texts, strict=True))))


class _RowGroups:
    """Rows of a Parquet file, gathered into groups of a size that is good to read."""

    def __init__(self, arrow: Any, schema: Any, file: Any) -> None:
        self._arrow = arrow
        self._schema = schema
        self._file = file
        self._waiting: list[Any] = []
        self._rows_waiting = 0

    def write(self, columns: Mapping[str, Values]) -> None:
        values = _in_order(columns, self._schema.names)
        arrays = [
            self._array(column, field.type)
            for column, field in zip(values, self._schema, strict=True)
        ]
        self._waiting.append(self._arrow.Table.from_arrays(arrays, schema=self._schema))
        self._rows_waiting += len(values[0])
        if self._rows_waiting >= _ROWS_IN_A_GROUP:
            self.flush()

    def flush(self) -> None:
        if self._waiting:
            self._file.write_table(self._arrow.concat_tables(self._waiting), _ROWS_IN_A_GROUP)
            self._waiting.clear()
            self._rows_waiting = 0

    def _array(self, values: Values, kind: Any) -> Any:
        try:
            return self._arrow.array(values, kind, from_pandas=True)  # NaN becomes null
        except UnicodeError:  # names of files that are not UTF-8, spelled out as in `open_output`
            return self._arrow.array([_spelled_out(text) for text in values], kind)


def _in_order(columns: Mapping[str, Values], names: Sequence[str]) -> list[Values]:
    if columns.keys() != set(names):
        raise ValueError(f"expected the columns {', '.join(names)}, found {', '.join(columns)}")
    values = [columns[name] for name in names]
    if len({len(column) for column in values}) > 1:
        raise ValueError("the columns of a batch must be equally long")
    return values


def _texts(values: Values, as_text: Callable[[Cell], str]) -> list[str]:
    """The cells as text; those of numeric arrays without a look at each of them."""
    if isinstance(values, Sequence):
        return list(map(as_text, values))
    cells = values.tolist()
    match values.dtype.kind:
        case "i" | "u":
            return list(map(int.__repr__, cells))
        case "f":
            texts = list(map(float.__repr__, cells))
            for place in _without_digits(values):
                texts[place] = as_text(cells[place])
            return texts
    return list(map(as_text, cells))


def _without_digits(values: NDArray[np.generic]) -> list[int]:
    """Where NaN and the infinities are."""
    import numpy as np

    return np.flatnonzero(~np.isfinite(values)).tolist()


def _tsv_cell(cell: Cell) -> str:
    return "" if has_no_value(cell) else escaped(in_full(cell))


def _spelled_out(text: Any) -> str | None:
    return None if text is None else text.encode("utf-8", "backslashreplace").decode()


def _ending(path: str | os.PathLike[str] | None) -> str:
    """The ending if it is one that has a form of its own."""
    name = "" if path is None else fspath(path)
    return next((ending for ending in (".parquet", ".jsonl") if name.endswith(ending)), "")


def _pyarrow() -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError as error:
        raise MissingExtraError("pyarrow", "writing Parquet", "parquet") from error
