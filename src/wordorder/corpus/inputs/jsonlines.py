"""JSON lines: an object in every line, with a text, a list or a number for each column.

pyarrow's own reader takes several objects in a line for several rows, does not say in which line
an error is, and crashes if the first line is `null`.
"""

from __future__ import annotations

import json
from contextlib import closing
from typing import TYPE_CHECKING, Any, NoReturn

from wordorder.corpus.inputs.cells import sliced
from wordorder.corpus.inputs.json_columns import column_of, column_type
from wordorder.corpus.inputs.storage import text_input
from wordorder.errors import InputError
from wordorder.text import Place, quoted, read_blocks
from wordorder.text.arrow import pyarrow

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

BLOCK_SIZE = 1 << 21
"""Bytes of text to take at a time; lists of numbers take up to twenty times as much when parsed."""


def schema(name: str) -> Any:
    """The columns of the first lines, and what they hold there.

    Raises:
        InputError: There are no lines, or one of the first holds no JSON object.
    """
    arrow = pyarrow("reading JSON lines as columns")
    seen: dict[str, list[Any]] = {}
    with closing(_records(name)) as blocks:
        _, records = next(blocks, (1, []))
    if not records:
        raise InputError(f"{name}: empty, so nothing tells its columns; leave it out")
    for record in records:
        for column, value in record.items():
            seen.setdefault(column, []).append(value)
    return arrow.schema([(column, column_type(values)) for column, values in seen.items()])


def batches(
    name: str, _: tuple[int, int] | None, columns: Sequence[str], rows: int
) -> Generator[Any, None, None]:
    """Some columns, at most so many rows at a time; what a line does not have is null.

    Raises:
        InputError: A line holds no JSON object, or something else than the first lines.
    """
    arrow, whole = pyarrow(), schema(name)
    with closing(_records(name)) as blocks:
        for first_line, records in blocks:
            arrays = []
            for column in columns:
                values = [record.get(column) for record in records]
                try:
                    arrays.append(column_of(values, whole.field(column).type))
                except (ValueError, OverflowError, arrow.ArrowException):
                    _refuse_first(values, whole.field(column), Place(name, first_line))
            yield from sliced(arrow.RecordBatch.from_arrays(arrays, list(columns)), rows)


def _records(name: str) -> Generator[tuple[int, list[dict[str, Any]]], None, None]:
    """The number of the first line of every block, and what its lines hold."""
    decode = json.JSONDecoder(parse_constant=_refuse_constant).decode
    with text_input(name) as source, closing(read_blocks(source, block_size=BLOCK_SIZE)) as blocks:
        for block in blocks:
            lines = block.data.decode().split("\n")[:-1]
            try:
                records = list(map(decode, lines))
            except (ValueError, RecursionError):
                _refuse_first_line(lines, Place(name, block.first_line))
            if set(map(type, records)) != {dict}:
                _refuse_first_line(lines, Place(name, block.first_line))
            yield block.first_line, records


def _refuse_constant(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")


def _refuse_first_line(lines: Sequence[str], start: Place) -> NoReturn:
    """Say which line is the first that holds no object."""
    for number, line in enumerate(lines, start.line):
        place = start._replace(line=number)
        try:
            found = json.loads(line, parse_constant=_refuse_constant)
        except (ValueError, RecursionError) as error:
            told = f"not JSON: {quoted(line)}" if line.strip() else "an empty line; remove it"
            raise place.error(told) from error
        if not isinstance(found, dict):
            raise place.error(f"expected a JSON object, found {quoted(line)}")
    raise start.error("lines that cannot be read")


def _refuse_first(values: Sequence[Any], field: Any, start: Place) -> NoReturn:
    """Say which line is the first with a value of another type."""
    for number, value in enumerate(values, start.line):
        try:
            column_of([value], field.type)
        except (ValueError, OverflowError, pyarrow().ArrowException) as error:
            shown = quoted(json.dumps(value, ensure_ascii=False))
            raise start._replace(line=number).error(
                f"'{quoted(field.name)}' is {shown}, expected {field.type} as in the first lines"
            ) from error
    raise start.error(f"'{quoted(field.name)}' cannot be read from here on")
