"""Rows of cells, from files separated by tabs or commas."""

from __future__ import annotations

import csv
import re
from contextlib import closing
from typing import TYPE_CHECKING, Literal

from wordorder.output import visible
from wordorder.text.places import Place
from wordorder.text.reader import MAX_LINE_BYTES, read_lines
from wordorder.text.source import shown_name

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from wordorder.text.source import Input

Separation = Literal["escaped", "bare", "quoted", "csv"]
"""How cells are separated: `escaped`, TSV with the escapes \\t, \\n, \\r and \\\\, as this package
writes it; `bare`, TSV in which a backslash is a backslash; `quoted`, TSV in which cells may be
quoted, as spreadsheets save it; `csv`, commas and quotes."""

_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"t": "\t", "n": "\n", "r": "\r", "\\": "\\"}


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
                cells = [_ESCAPE.sub(_unescaped, cell) for cell in cells]
            yield Place(name, number), cells


def _unescaped(found: re.Match[str]) -> str:
    return _ESCAPED.get(found[1], found[0])


def _quoted_cells(
    lines: Iterator[tuple[int, str]], name: str, delimiter: str
) -> Iterator[tuple[Place, list[str]]]:
    # The csv module's limit, a tenth of a megabyte, is too low for a long document.
    csv.field_size_limit(max(csv.field_size_limit(), MAX_LINE_BYTES))
    # With line ends, because quoted cells may contain some.
    reader = csv.reader((f"{line}\n" for _, line in lines), delimiter=delimiter, strict=True)
    while True:
        place = Place(name, reader.line_num + 1)
        try:
            cells = next(reader, None)
        except csv.Error as error:
            between = "commas" if delimiter == "," else "tabs"
            what = (
                f"{visible(str(error))}; expected cells between {between}, with all quotes closed"
            )
            raise place.error(what) from error
        if cells is None:
            return
        yield place, cells
