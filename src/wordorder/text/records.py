"""Records back from a file: TSV, CSV, JSON lines or Parquet by its ending."""

from __future__ import annotations

import json
import math
import os
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wordorder.errors import InputError, MissingExtraError, UsageError
from wordorder.output import Records, counted, record_format, visible
from wordorder.output.records import SIGNATURE, signature_file
from wordorder.text.cells import read_cells
from wordorder.text.places import Place, quoted
from wordorder.text.reader import read_lines
from wordorder.text.source import open_bytes, shown_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordorder.output.records import Types
    from wordorder.text.cells import Separation

    File = str | os.PathLike[str]

_NAMES = {str: "a text", int: "a whole number", float: "a number", bool: "True or False"}


def read_records(path: File, types: Types, *, separation: Separation = "escaped") -> Records:
    r"""Read some columns of a file of records, whatever else it has.

    Args:
        path: A file in the form that its ending tells, as in `open_records`; text may be
            compressed. `-` is standard input, as TSV.
        types: The columns to read, each with its type: str, int, float or bool.
        separation: How the cells of TSV are separated (`read_cells`).

    Returns:
        The columns as lists. A number that is missing is NaN, anything else None.

    Raises:
        InputError: The file cannot be read, a row has another number of cells, or a cell is not of
            its type.
        UsageError: There is no such column.
        MissingExtraError: Parquet needs pyarrow.

    Examples:
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "scores.tsv")
        ...     _ = file.write_text("system\tline\tpef\nA\t1\t0.5\nA\t2\t\n")
        ...     read_records(file, {"line": int, "pef": float}).columns
        {'line': [1, 2], 'pef': [0.5, nan]}
    """
    file_format = record_format(path)
    if file_format == "parquet":
        return _read_parquet(path, types)
    if file_format == "jsonl":
        rows: Iterator[tuple[Place, Sequence[Any]]] = _json_rows(path, types)
    else:
        rows = _cell_rows(path, types, "csv" if file_format == "csv" else separation)
    columns: dict[str, list[Any]] = {name: [] for name in types}
    for place, values in rows:
        for (name, kind), value in zip(types.items(), values, strict=True):
            columns[name].append(_typed(value, kind, place, name, is_cell=file_format != "jsonl"))
    return Records(dict(types), columns, _signature_beside(path))


def read_columns(path: File, names: Sequence[str]) -> list[list[str]]:
    r"""Read texts that stand side by side in the columns of one file, which its first line names.

    Args:
        path: As in `read_records`; a backslash in TSV is a backslash.
        names: The columns, by their names.

    Raises:
        InputError: The file cannot be read, or a line has another number of cells.
        UsageError: There is no such column.

    Examples:
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "texts.tsv")
        ...     _ = file.write_text("ref\tA\tB\nthe house\ta house\thouse\n")
        ...     read_columns(file, ["B", "ref"])
        [['house'], ['the house']]
    """
    records = read_records(path, dict.fromkeys(names, str), separation="bare")
    return [[str(text or "") for text in records.columns[name]] for name in names]


def _cell_rows(
    path: File, types: Types, separation: Separation
) -> Iterator[tuple[Place, list[str]]]:
    with closing(read_cells(path, separation)) as rows:
        place, heads = next(rows, (None, []))
        if place is None:
            raise InputError(f"{visible(shown_name(path))}: empty; line 1 must name the columns")
        places = [_place_of(name, heads, place) for name in types]
        for place, cells in rows:
            if len(cells) != len(heads):
                raise place.error(
                    f"{counted(len(cells), 'cell')}, but line 1 names "
                    f"{counted(len(heads), 'column')}"
                )
            yield place, [cells[column] for column in places]


def _place_of(name: str, heads: Sequence[str], place: Place) -> int:
    if name not in heads:
        raise UsageError.unknown(f"column in {place.name}:", name, [quoted(h) for h in heads[:50]])
    if heads.count(name) > 1:
        raise place.error(f"{heads.count(name)} columns are named '{quoted(name)}'")
    return heads.index(name)


def _json_rows(path: File, types: Types) -> Iterator[tuple[Place, list[Any]]]:
    name = visible(shown_name(path))
    with closing(read_lines(path)) as lines:
        for number, line in lines:
            place = Place(name, number)
            try:
                record = json.loads(line, parse_constant=_refuse_constant)
            except (ValueError, RecursionError) as error:
                raise place.error(f"not JSON: {quoted(line)}") from error
            if not isinstance(record, dict):
                raise place.error(f"expected a JSON object, found {quoted(line)}")
            _refuse_missing(types, record, place)
            yield place, [record[wanted] for wanted in types]


def _refuse_missing(types: Types, record: dict[str, Any], place: Place) -> None:
    for wanted in types:
        if wanted not in record:
            if place.line > 1:
                raise place.error(f"no '{quoted(wanted)}' in this record")
            raise UsageError.unknown(f"column in {place.name}:", wanted, map(quoted, record))


def _refuse_constant(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")


def _typed(value: Any, kind: type, place: Place, name: str, *, is_cell: bool) -> Any:
    """The value of a cell, which is always text, or of a member of a JSON object."""
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
    if "_" in text or not text.isascii():  # which int and float would take
        raise ValueError
    value = kind(text)
    if value != value:  # no value is an empty cell, never a word  # noqa: PLR0124
        raise ValueError
    return value


def _read_parquet(path: File, types: Types) -> Records:
    try:
        arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError as error:
        raise MissingExtraError("pyarrow", "reading Parquet", "parquet") from error
    name = visible(shown_name(path))
    with open_bytes(path):  # which knows how to say that a file cannot be read
        pass
    try:
        table = parquet.read_table(os.fspath(path))
        for wanted in types:
            if wanted not in table.column_names:
                raise UsageError.unknown(f"column in {name}:", wanted, table.column_names)
        arrow_types = {str: arrow.string(), int: arrow.int64(), float: arrow.float64()}
        columns = {
            wanted: table[wanted].cast(arrow_types.get(kind, arrow.bool_())).to_pylist()
            for wanted, kind in types.items()
        }
    except (OSError, arrow.ArrowException) as error:
        raise InputError(
            f"{name}: cannot be read as Parquet: {visible(str(error))[:200]}"
        ) from error
    for wanted, kind in types.items():
        if kind is float:
            columns[wanted] = [math.nan if cell is None else cell for cell in columns[wanted]]
    metadata = table.schema.metadata or {}
    signature = metadata.get(SIGNATURE.encode())
    return Records(dict(types), columns, None if signature is None else signature.decode())


def _signature_beside(path: File) -> str | None:
    """What `open_records` has written beside a file of text."""
    beside = signature_file(path)
    if beside is None or not Path(beside).is_file():
        return None
    signature, size, *_ = [*(line for _, line in read_lines(beside)), "", ""]
    return signature if size == f"bytes:{Path(path).stat().st_size}" else None
