"""Records as typed columns: TSV, CSV, JSON lines or Parquet, by file extension.

`wordorder.text.read_records` reads them all back.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from importlib import import_module
from os import fspath
from typing import TYPE_CHECKING, Any, Literal, Protocol, TextIO, TypeAlias

from wordorder.errors import MissingExtraError, UsageError
from wordorder.output.console import visible
from wordorder.output.files import Outputs
from wordorder.output.jsontext import dumps
from wordorder.output.tables import Cell, escape_formula, exact_text, has_no_value

if TYPE_CHECKING:
    import os

    import numpy as np
    from numpy.typing import NDArray


Values: TypeAlias = "Sequence[Cell] | NDArray[np.generic]"
Types: TypeAlias = "Mapping[str, type[str | int | float]]"
Path: TypeAlias = "str | os.PathLike[str]"
RecordFormat = Literal["tsv", "csv", "jsonl", "parquet"]

COMPRESSED = (".gz", ".xz", ".zst")
WORKBOOKS = (".xlsx", ".xls", ".ods")

SIGNATURE = "signature"
"""The key of the signature in Parquet metadata, and the extension of the signature files of TSV and
CSV."""

SPREADSHEET_SAFE = "spreadsheet-safe"
"""The line of a signature file which says that formulas are escaped."""

_ROWS_AS_TEXT = 2**14  # numbers take several times as much memory as text
_ROWS_IN_A_GROUP = 2**17
_ARROW_TYPES = {str: "string", int: "int64", float: "float64", bool: "bool"}
_CSV_QUOTES = re.compile('[",\r\n]')
_TSV_ESCAPES = str.maketrans({"\\": r"\\", "\t": r"\t", "\n": r"\n", "\r": r"\r"})


@dataclass(frozen=True, slots=True, eq=False)
class Records:
    r"""Long-form records, all of one kind, as columns: `pandas.DataFrame(records.columns)`.

    Attributes:
        types: The columns in order, each with its type: str, int, float or bool.
        columns: Their values, all of the same length; None or NaN if missing.
        signature: Everything that determines the values.

    Examples:
        >>> records = Records({"line": int, "kendall": float}, {"line": [1], "kendall": [0.5]})
        >>> len(records), records.text("tsv")
        (1, 'line\tkendall\n1\t0.5\n')
    """

    types: Types
    columns: Mapping[str, Values]
    signature: str | None = None

    def __post_init__(self) -> None:
        if not self.types:
            raise ValueError("records need at least one column")
        _in_order(self.columns, list(self.types))

    def __len__(self) -> int:
        return len(next(iter(self.columns.values())))

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """Iterate over the rows, with the columns in the order of `types`."""
        columns = _in_order(self.columns, list(self.types))
        lists = (cells if isinstance(cells, Sequence) else cells.tolist() for cells in columns)
        return zip(*lists, strict=True)

    def text(
        self, file_format: Literal["tsv", "csv", "jsonl"], *, spreadsheet_safe: bool = False
    ) -> str:
        """Return the records in one of the text formats; see `open_records`."""
        out = io.StringIO()
        _text_writer(out, file_format, self.types, spreadsheet_safe).write(self.columns)
        return out.getvalue()

    def save(self, path: Path, *, spreadsheet_safe: bool = False) -> None:
        """Write the records to a file, in the format of its extension (`open_records`)."""
        with open_records(
            path, self.types, self.signature, spreadsheet_safe=spreadsheet_safe
        ) as writer:
            writer.write(self.columns)


class RecordWriter(Protocol):
    """A writer of records, given as columns."""

    def write(self, columns: Mapping[str, Values]) -> None:
        """Write a batch of rows: all declared columns, of the same length."""


class RecordSink(Protocol):
    """A function that opens a writer of records once their types and signature are known."""

    def __call__(self, types: Types, signature: str | None) -> AbstractContextManager[RecordWriter]:
        """Open the writer."""


def record_sink(target: Path | RecordSink) -> RecordSink:
    """Return a sink that writes to a file; return a sink unchanged."""
    if callable(target):
        return target
    return lambda types, signature: open_records(target, types, signature)


@contextmanager
def open_records(
    path: Path | None,
    types: Types,
    signature: str | None = None,
    *,
    spreadsheet_safe: bool = False,
) -> Iterator[RecordWriter]:
    r"""Open a file of records, written completely or not at all (`open_output`).

    The extension selects the format: ``.parquet`` Parquet, ``.jsonl`` JSON lines, ``.csv`` CSV, any
    other TSV. None and NaN are null in Parquet and JSON, and empty in TSV and CSV, where an empty
    string thus counts as missing, too.

    Args:
        path: The file; None or "-" for standard output.
        types: The columns in order, each with its type: str, int, float or bool. Given before
            the first row, so that even a file without rows has its columns.
        signature: Stored in the metadata of Parquet; for TSV and CSV in a separate file, whose
            name adds ``.signature``. JSON lines have none.
        spreadsheet_safe: Whether to put an apostrophe before texts in TSV and CSV that a
            spreadsheet would take for formulas. The signature file records this, and
            `read_records` removes the apostrophes. Numbers do not change.

    Raises:
        InputError: The path cannot be written.
        MissingExtraError: Parquet needs pyarrow, which is not installed.

    Examples:
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "widths.tsv")
        ...     with open_records(file, {"line": int, "width": float}) as writer:
        ...         writer.write({"line": [1, 2], "width": [2.5, None]})
        ...         writer.write({"line": [3], "width": [4.0]})
        ...     file.read_text()
        'line\twidth\n1\t2.5\n2\t\n3\t4.0\n'
    """
    check_records_path(path)
    with (
        Outputs() as outputs,
        records_into(outputs, path, types, signature, spreadsheet_safe=spreadsheet_safe) as writer,
    ):
        yield writer


@contextmanager
def records_into(
    outputs: Outputs,
    path: Path | None,
    types: Types,
    signature: str | None = None,
    *,
    spreadsheet_safe: bool = False,
) -> Iterator[RecordWriter]:
    """Open records as one of several outputs that appear together."""
    file_format = record_format(path)
    stream = outputs.open(path)
    if file_format == "parquet":
        arrow, parquet = _pyarrow()
        fields = [(name, _ARROW_TYPES[kind]) for name, kind in types.items()]
        schema = arrow.schema(fields, signature and {SIGNATURE: signature})
        with parquet.ParquetWriter(stream.buffer, schema) as file:
            rows = _RowGroups(arrow, schema, file)
            yield rows
            rows.flush()
        return
    yield _text_writer(stream, file_format, types, spreadsheet_safe)
    beside = signature_file(path)
    if signature and beside is not None and outputs.can_stand_beside(path):
        stream.flush()
        # The size ties the signature to this file, should another one get the same name.
        safe = f"{SPREADSHEET_SAFE}\n" if spreadsheet_safe else ""
        outputs.open(beside).write(f"{signature}\nbytes:{stream.buffer.tell()}\n{safe}")


def record_format(path: Path | None) -> RecordFormat:
    """Return the format for a file's extension: parquet, jsonl or csv, else tsv.

    A compression extension may follow.

    Examples:
        >>> record_format("scores.CSV"), record_format("scores.txt")
        ('csv', 'tsv')
    """
    name = "" if path is None else fspath(path).lower()
    name = name.removesuffix(next(filter(name.endswith, COMPRESSED), ""))
    others: tuple[RecordFormat, ...] = ("parquet", "jsonl", "csv")
    return next((extension for extension in others if name.endswith(f".{extension}")), "tsv")


def signature_file(path: Path | None) -> str | None:
    """Return the name of the signature file of a TSV or CSV file; None for other formats.

    Examples:
        >>> signature_file("scores.tsv"), signature_file("scores.parquet")
        ('scores.tsv.signature', None)
    """
    if path is None or fspath(path) == "-" or record_format(path) in ("parquet", "jsonl"):
        return None
    return f"{fspath(path)}.{SIGNATURE}"


def check_records_path(path: Path | None) -> None:
    """Check, before the work starts, that a file can be written in the format of its name.

    Raises:
        MissingExtraError: Parquet needs pyarrow, which is not installed.
        UsageError: The name is that of a compressed file or a workbook.
    """
    name = "" if path is None else fspath(path)
    if name.lower().endswith(COMPRESSED):
        raise UsageError(f"{visible(name)}: records are written uncompressed; drop the extension")
    if name.lower().endswith(WORKBOOKS):
        raise UsageError(
            f"{visible(name)}: cannot write workbooks; use .csv, which spreadsheets import"
        )
    if record_format(path) == "parquet":
        _pyarrow()


def _text_writer(
    out: TextIO,
    file_format: Literal["tsv", "csv", "jsonl"],
    types: Types,
    spreadsheet_safe: bool,
) -> _Lines:
    if file_format == "jsonl":
        cells = ", ".join(dumps(name).replace("%", "%%") + ": %s" for name in types)
        return _Lines(out, types, f"{{{cells}}}\n", dumps)
    between, cell = ("\t", _tsv_cell) if file_format == "tsv" else (",", _csv_cell)
    if file_format == "csv" and len(types) == 1:
        cell = _lone_csv_cell
    out.write(between.join(map(cell, types)) + "\n")
    line = between.join(["%s"] * len(types)) + "\n"
    return _Lines(out, types, line, _escaping_formulas(cell) if spreadsheet_safe else cell)


def _escaping_formulas(as_text: Callable[[Cell], str]) -> Callable[[Cell], str]:
    return lambda cell: as_text(escape_formula(cell) if isinstance(cell, str) else cell)


class _Lines:
    """A writer of rows as lines of text, which fills in a template."""

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
    """A writer of rows to Parquet, which collects them into row groups of a suitable size."""

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
        except UnicodeError:  # file names that are not UTF-8, escaped as in `open_output`
            return self._arrow.array([_spelled_out(text) for text in values], kind)


def _in_order(columns: Mapping[str, Values], names: Sequence[str]) -> list[Values]:
    if columns.keys() != set(names):
        raise ValueError(f"expected the columns {', '.join(names)}, found {', '.join(columns)}")
    values = [columns[name] for name in names]
    if len({len(column) for column in values}) > 1:
        raise ValueError("the columns of a batch must have the same length")
    return values


def _texts(values: Values, as_text: Callable[[Cell], str]) -> list[str]:
    """Return the cells as text; numeric arrays are converted without checking each cell."""
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
    """Return the positions of NaN and infinities."""
    import numpy as np

    return np.flatnonzero(~np.isfinite(values)).tolist()


def _tsv_cell(cell: Cell) -> str:
    return "" if has_no_value(cell) else exact_text(cell).translate(_TSV_ESCAPES)


def _csv_cell(cell: Cell) -> str:
    text = "" if has_no_value(cell) else exact_text(cell)
    # Not the csv module, which before Python 3.13 does not quote a carriage return.
    return '"{}"'.format(text.replace('"', '""')) if _CSV_QUOTES.search(text) else text


def _lone_csv_cell(cell: Cell) -> str:
    """Return the only cell of a row, quoted if empty so that the line is not empty."""
    return _csv_cell(cell) or '""'


def _spelled_out(text: Any) -> str | None:
    return None if text is None else text.encode("utf-8", "backslashreplace").decode()


def _pyarrow() -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError as error:
        raise MissingExtraError("pyarrow", "writing Parquet", "parquet") from error
