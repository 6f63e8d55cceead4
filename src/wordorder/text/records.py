"""Records with named columns: TSV, CSV, JSON lines or Parquet, by file extension, or Arrow tables.

`read_cells` streams the rows of TSV and CSV as text; `read_records` returns typed columns.
"""

from __future__ import annotations

import csv
import json
import math
import os
import re
import warnings
from collections.abc import Collection, Generator, Iterator, Sequence
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

from wordorder.errors import InputError, UsageError, WordorderWarning
from wordorder.output.console import visible
from wordorder.output.jsontext import refuse_constant
from wordorder.output.records import (
    SIGNATURE,
    SPREADSHEET_SAFE,
    RecordFormat,
    Records,
    Types,
    record_format,
    signature_file,
)
from wordorder.output.tables import unescape_formula
from wordorder.output.temporary import is_path
from wordorder.output.wording import counted
from wordorder.text.reader import MAX_LINE_BYTES, read_lines
from wordorder.text.source import Input, Place, is_arrow, open_bytes, quoted, raw_chunks, shown_name

Separation = Literal["escaped", "bare", "quoted", "csv"]
"""How cells are separated: `escaped`, TSV with the escapes \\t, \\n, \\r and \\\\, as this package
writes it; `bare`, TSV with literal backslashes; `quoted`, TSV whose cells may be quoted, as
spreadsheets save it; `csv`, commas and quotes."""

_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"t": "\t", "n": "\n", "r": "\r", "\\": "\\"}

# A cell quoted by a spreadsheet, which doubles the quotes inside.
_DOUBLED_QUOTES = re.compile(r'"[^"]*(""[^"]*)+"')

_NAMES = {str: "a string", int: "a whole number", float: "a number", bool: "True or False"}


def read_cells(
    path: Input, separation: Separation
) -> Generator[tuple[Place, list[str]], None, None]:
    """Stream the rows of a file, plain or compressed, each with its place.

    Raises:
        InputError: The file cannot be read, or a quote is not closed.
    """
    name = visible(shown_name(path))
    with closing(read_lines(path)) as lines:
        if separation in ("quoted", "csv"):
            yield from _quoted_cells(lines, name, "," if separation == "csv" else "\t")
            return
        for number, line in lines:
            cells = line.split("\t")
            if separation == "escaped" and "\\" in line:
                cells = [_ESCAPE.sub(lambda it: _ESCAPED.get(it[1], it[0]), cell) for cell in cells]
            yield Place(name, number), cells


def _quoted_cells(
    lines: Iterator[tuple[int, str]], name: str, delimiter: str
) -> Iterator[tuple[Place, list[str]]]:
    # The csv module's limit, a tenth of a megabyte, is too low for a long document.
    csv.field_size_limit(max(csv.field_size_limit(), MAX_LINE_BYTES))
    # Line ends are put back, because quoted cells may contain them.
    reader = csv.reader((f"{line}\n" for _, line in lines), delimiter=delimiter, strict=True)
    while True:
        place = Place(name, reader.line_num + 1)
        try:
            cells = next(reader, None)
        except csv.Error as error:
            between = "commas" if delimiter == "," else "tabs"
            problem = (
                f"{visible(str(error))}; expected cells between {between}, with all quotes closed"
            )
            raise place.error(problem) from error
        if cells is None:
            return
        yield place, cells


def read_records(
    path: Input,
    types: Types,
    *,
    separation: Separation = "escaped",
    spreadsheet_safe: bool | None = None,
    needed: Collection[str] = (),
) -> Records:
    r"""Read some columns of a record file, ignoring the others.

    Args:
        path: A file in the format of its extension, as in `open_records`, where text may be
            compressed; `-` for standard input, as TSV; an open stream, in the format of its name,
            or TSV; or an Arrow table, record batch or record batch reader.
        types: The columns to read, each with its type: str, int, float or bool.
        separation: How the cells of TSV are separated (`read_cells`).
        spreadsheet_safe: Whether texts that look like formulas were written after an apostrophe;
            by default, what the signature file says (`open_records`).
        needed: Columns that every file of this kind has; a file without them is the wrong one.

    Returns:
        The columns as lists. A missing float is NaN, any other missing value None.

    Raises:
        InputError: The file cannot be read, a row has the wrong number of cells, a cell is not of
            its type, or a needed column is missing.
        UsageError: Unknown column.
        MissingExtraError: Parquet and Arrow need pyarrow.

    Examples:
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "scores.tsv")
        ...     _ = file.write_text("system\tline\tpef\nA\t1\t0.5\nA\t2\t\n")
        ...     read_records(file, {"line": int, "pef": float}).columns
        {'line': [1, 2], 'pef': [0.5, nan]}
    """
    file_format = records_format(path)
    if file_format in ("arrow", "parquet"):
        return _records_of_table(_arrow_table(path, file_format), path, types, needed)
    rows: Iterator[tuple[Place, list[Any]]]
    if file_format == "jsonl":
        rows = _json_rows(path, types, needed)
    else:
        rows = _cell_rows(path, types, "csv" if file_format == "csv" else separation, needed)
    signature, was_safe = _signature_beside(path)
    columns: dict[str, list[Any]] = {name: [] for name in types}
    for place, values in rows:
        for (name, kind), value in zip(types.items(), values, strict=True):
            columns[name].append(_typed(value, kind, place, name, is_cell=file_format != "jsonl"))
    safe = was_safe if spreadsheet_safe is None else spreadsheet_safe
    for name in [name for name, kind in types.items() if safe and kind is str]:
        columns[name] = [None if text is None else unescape_formula(text) for text in columns[name]]
    return Records(dict(types), columns, signature)


def records_format(path: Input) -> RecordFormat | Literal["arrow"]:
    """Return the format of records: that of their file extension, or Arrow.

    Examples:
        >>> import io
        >>> records_format("scores.csv"), records_format(io.StringIO())
        ('csv', 'tsv')
    """
    if is_arrow(path):
        return "arrow"
    return record_format(path if is_path(path) else shown_name(path))


def column_names(path: Input) -> list[str]:
    r"""Return the column names of a record file: its first line, or the keys of its first record.

    Args:
        path: As in `read_records`; a stream is consumed.

    Raises:
        InputError: The file cannot be read, or is empty.
        MissingExtraError: Parquet and Arrow need pyarrow.

    Examples:
        >>> import io
        >>> column_names(io.StringIO("system\tline\tpef\nA\t1\t0.5\n"))
        ['system', 'line', 'pef']
    """
    file_format = records_format(path)
    if file_format in ("arrow", "parquet"):
        return list(_arrow_table(path, file_format).column_names)
    if file_format == "jsonl":
        with closing(_json_objects(path)) as records:
            return list(next(records, (None, {}))[1])
    with closing(read_cells(path, "csv" if file_format == "csv" else "escaped")) as rows:
        place, heads = next(rows, (None, []))
    if place is None:
        raise _empty_file(path)
    return heads


def read_columns(path: Input, names: Sequence[str]) -> list[list[str]]:
    r"""Read columns of text from one file, whose first line names them.

    Args:
        path: As in `read_records`; backslashes in TSV are literal.
        names: The names of the columns.

    Raises:
        InputError: The file cannot be read, or a line has the wrong number of cells.
        UsageError: Unknown column.

    Examples:
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "texts.tsv")
        ...     _ = file.write_text("ref\tA\tB\nthe house\ta house\thouse\n")
        ...     read_columns(file, ["B", "ref"])
        [['house'], ['the house']]
    """
    records = read_records(path, dict.fromkeys(names, str), separation="bare")
    columns = [[str(text or "") for text in records.columns[name]] for name in names]
    if records_format(path) == "tsv":
        _warn_of_quotes(path, columns)
    return columns


def _warn_of_quotes(path: Input, columns: Sequence[Sequence[str]]) -> None:
    """Warn if quotes added by a spreadsheet seem to be part of the texts."""
    for column in columns:
        cells = [cell for cell in column if cell]
        in_quotes = [len(cell) > 1 and cell[0] == cell[-1] == '"' for cell in cells]
        doubled = (
            _DOUBLED_QUOTES.fullmatch(cell)
            for cell, is_quoted in zip(cells, in_quotes, strict=True)
            if is_quoted
        )
        if (len(cells) > 1 and all(in_quotes)) or any(doubled):
            warnings.warn(
                WordorderWarning(
                    f"{visible(shown_name(path))}: cells look quoted, and in TSV quotes are part "
                    "of the text; if that is not intended, save the file as CSV (.csv)"
                ),
                stacklevel=3,
            )
            return


def _cell_rows(
    path: Input, types: Types, separation: Separation, needed: Collection[str]
) -> Iterator[tuple[Place, list[str]]]:
    with closing(read_cells(path, separation)) as rows:
        place, heads = next(rows, (None, []))
        if place is None:
            raise _empty_file(path)
        places = [_column_index(name, heads, place, needed) for name in types]
        for place, cells in rows:
            if len(cells) != len(heads):
                raise place.error(
                    f"{counted(len(cells), 'cell')}, but line 1 names "
                    f"{counted(len(heads), 'column')}"
                )
            yield place, [cells[column] for column in places]


def _empty_file(path: Input) -> InputError:
    return InputError(f"{visible(shown_name(path))}: empty; line 1 must name the columns")


def _column_index(name: str, heads: Sequence[str], place: Place, needed: Collection[str]) -> int:
    if name not in heads:
        raise _missing_column(place.name, name, heads, needed)
    if heads.count(name) > 1:
        raise place.error(f"{heads.count(name)} columns are named '{quoted(name)}'")
    return heads.index(name)


def _missing_column(
    file: str, name: str, heads: Collection[str], needed: Collection[str]
) -> InputError | UsageError:
    if name in needed:
        listed = " and ".join(f"'{column}'" for column in needed)
        return InputError(f"{file}: no column '{name}'; expected records with {listed}")
    if f'"{name}"' in heads:
        return InputError(
            f"{file}: the column names are quoted, and in TSV quotes are part of a name; save the "
            "file without quotes, or as .csv"
        )
    [*others, last] = heads or [""]
    if not others and (mark := next((mark for mark in ",;|" if mark in last), None)):
        return InputError(
            f"{file}: columns seem to be separated by '{mark}'; save the file with tabs, or "
            "with commas as .csv"
        )
    return UsageError.unknown(f"column in {file}:", name, heads)


def _json_rows(
    path: Input, types: Types, needed: Collection[str]
) -> Iterator[tuple[Place, list[Any]]]:
    with closing(_json_objects(path)) as records:
        for place, record in records:
            for name in types:
                if name not in record:
                    if place.line > 1:
                        raise place.error(f"no '{quoted(name)}' in this record")
                    raise _missing_column(place.name, name, record, needed)
            yield place, [record[name] for name in types]


def _json_objects(path: Input) -> Generator[tuple[Place, dict[str, Any]], None, None]:
    name = visible(shown_name(path))
    with closing(read_lines(path)) as lines:
        for number, line in lines:
            place = Place(name, number)
            try:
                record = json.loads(line, parse_constant=refuse_constant)
            except (ValueError, RecursionError) as error:
                raise place.error(f"not JSON: {quoted(line)}") from error
            if not isinstance(record, dict):
                raise place.error(f"expected a JSON object, found {quoted(line)}")
            yield place, record


def _typed(value: Any, kind: type, place: Place, name: str, *, is_cell: bool) -> Any:
    """Return the value of a cell, which is always text, or of a JSON member."""
    if value is None or (is_cell and value == ""):
        return math.nan if kind is float else None
    try:
        if is_cell:
            return _parsed(value, kind)
        if kind is float and isinstance(value, (int, float)) and not isinstance(value, bool):
            return float(value)
        if type(value) is kind:
            return value
    except (ValueError, OverflowError):
        pass
    raise place.error(f"{quoted(name)} is '{quoted(str(value))}', expected {_NAMES[kind]}")


def _parsed(text: str, kind: type) -> Any:
    if kind is bool:
        return ("False", "True").index(text) == 1
    if kind is str:
        return text
    if "_" in text or not text.isascii():  # int and float would accept these
        raise ValueError
    value = kind(text)
    if value != value:  # a missing value is an empty cell, never the word nan  # noqa: PLR0124
        raise ValueError
    return value


def _arrow_table(path: Any, file_format: str) -> Any:
    if file_format == "parquet":
        return parquet_table(path)
    from wordorder.text.arrow import as_table

    return as_table(path)


def parquet_table(path: Input) -> Any:
    """Read a Parquet file as a pyarrow Table.

    Raises:
        InputError: The file cannot be read.
        MissingExtraError: pyarrow is not installed.
    """
    from wordorder.text.arrow import pyarrow

    arrow = pyarrow("reading Parquet")
    parquet = import_module("pyarrow.parquet")
    name = visible(shown_name(path))
    with open_bytes(path) as file:  # raises our own error if the file cannot be read
        # Parquet is read from its end, so a stream, which may not be seekable, is read whole.
        content = None if is_path(path) else b"".join(raw_chunks(file, name, 1 << 20, None))
    try:
        whole = path if content is None else arrow.BufferReader(content)
        return parquet.read_table(os.fspath(whole) if is_path(whole) else whole)
    except (OSError, arrow.ArrowException) as error:
        raise unreadable_table(path, error) from error


def unreadable_table(path: Input, error: Exception) -> InputError:
    """Return the error for Parquet or Arrow data that cannot be read."""
    problem = f"cannot be read as {'Arrow' if is_arrow(path) else 'Parquet'}"
    return InputError(f"{visible(shown_name(path))}: {problem}: {visible(str(error))[:200]}")


def _records_of_table(table: Any, path: Input, types: Types, needed: Collection[str]) -> Records:
    from wordorder.text.arrow import pyarrow

    arrow, file = pyarrow(), visible(shown_name(path))
    try:
        table.validate(full=True)
        for name in types:
            if name not in table.column_names:
                raise _missing_column(file, name, table.column_names, needed)
            if table.column_names.count(name) > 1:
                raise InputError(f"{file}: several columns are named '{quoted(name)}'")
        arrow_types = {str: arrow.string(), int: arrow.int64(), float: arrow.float64()}
        columns = {
            name: table[name].cast(arrow_types.get(kind, arrow.bool_())).to_pylist()
            for name, kind in types.items()
        }
    except (OSError, UnicodeError, arrow.ArrowException) as error:
        raise unreadable_table(path, error) from error
    for name, kind in types.items():
        if kind is float:
            columns[name] = [math.nan if cell is None else cell for cell in columns[name]]
    metadata = table.schema.metadata or {}
    signature = metadata.get(SIGNATURE.encode())
    return Records(
        dict(types), columns, None if signature is None else signature.decode(errors="replace")
    )


def _signature_beside(path: Input) -> tuple[str | None, bool]:
    """Return the signature from beside a text, and whether the text is spreadsheet-safe."""
    if not is_path(path):
        return None, False
    file = signature_file(path)
    if file is None or not Path(file).is_file():
        return None, False
    signature, size, safe, *_ = [*(line for _, line in read_lines(file)), "", "", ""]
    if size != f"bytes:{Path(path).stat().st_size}":
        return None, False
    return signature, safe == SPREADSHEET_SAFE
