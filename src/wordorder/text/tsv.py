"""Texts that stand side by side in the columns of one file."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from wordorder.errors import InputError, UsageError
from wordorder.text.reader import read_lines
from wordorder.text.source import shown_name

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Sequence


def read_columns(path: str | os.PathLike[str], names: Sequence[str]) -> list[list[str]]:
    r"""Read columns of a TSV file, whose first line names them.

    Args:
        path: A path, or ``-`` for standard input; plain or compressed.
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
    name = shown_name(path)
    with closing(read_lines(path)) as lines:
        return _columns(lines, name, names)


def _columns(lines: Iterator[tuple[int, str]], name: str, names: Sequence[str]) -> list[list[str]]:
    heads = next(lines, (1, ""))[1].split("\t")
    for wanted in names:
        if wanted not in heads:
            raise UsageError.unknown(f"column in {name}:", wanted, heads)
    places = [heads.index(wanted) for wanted in names]
    columns: list[list[str]] = [[] for _ in names]
    for number, line in lines:
        cells = line.split("\t")
        if len(cells) != len(heads):
            raise InputError(
                f"{name}:{number}: {len(cells)} cells, but line 1 names {len(heads)} columns"
            )
        for column, place in zip(columns, places, strict=True):
            column.append(cells[place])
    return columns
