"""Tables of judgements: their formats, shared columns, and the reader of comparisons."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import PurePath

import numpy as np

from wordorder.arrays import Integers
from wordorder.errors import InputError, UsageError
from wordorder.metaevaluation.judgements import (
    Comparisons,
    Judgements,
    comparison_counts,
    rating_counts,
)
from wordorder.output.temporary import is_path
from wordorder.output.wording import listed
from wordorder.text.languages import LANGUAGES, language
from wordorder.text.source import Input, quoted, shown_name
from wordorder.text.tables import TextTable, whole_number

LINE_COLUMNS = ("segment", "line", "line0", "srcindex")
"""Names of the line column; all count from 1, except `line0`."""

JUDGE_COLUMNS = ("judge", "annotator", "judgeid")
BETTER_COLUMNS = ("better", "translation")
WORSE_COLUMNS = ("worse", "perturbed")
RANKED_SYSTEM = re.compile(r"system(\d{1,9})(id|rank)", re.ASCII)

_PAIR = re.compile(r"([a-z]{2,3}(?:_[A-Za-z]+)?)-([a-z]{2,3}(?:_[A-Za-z]+)?)")
_ENDING = re.compile(r"\.(?:tsv|csv|txt|parquet)$|(?:\.(?:tsv|csv|txt))?\.(?:gz|xz|zst)$")


def pair_in_name(source: Input) -> str:
    """Return the language pair in a file name, or else the name without its extension.

    Examples:
        >>> pair_in_name("rankings/de-en.tsv"), pair_in_name("newstest2013.fr-en.csv.gz")
        ('de-en', 'fr-en')
        >>> pair_in_name("mine.tsv"), pair_in_name("-")
        ('mine', 'stdin')
    """
    name = shown_name(source)
    name = PurePath(name).name if is_path(source) else name
    name = name.strip("<>")
    for part in name.split("."):
        match = _PAIR.fullmatch(part)
        if match and all(map(language_code, match.groups())):
            return part
    return _ENDING.sub("", name) or name


@cache
def language_code(name: str) -> str | None:
    """Return the code of a language, given its English name or any code; None if unknown.

    Examples:
        >>> language_code("German"), language_code("ger"), language_code("xx")
        ('de', 'de', None)
    """
    for row in LANGUAGES:
        if row.name.lower() == name.lower():
            return row.code
    try:
        return language(name).code
    except UsageError:
        return None


# Recognition of formats.


def table_format(table: TextTable) -> str | None:
    """Recognise a table of rankings, contrasts, comparisons or ratings by its columns."""
    heads = set(table.heads)
    numbers_lines = not heads.isdisjoint(LINE_COLUMNS)
    if any(map(RANKED_SYSTEM.fullmatch, heads)):
        return "rankings"
    if "reference" in heads and heads & {*BETTER_COLUMNS} and heads & {*WORSE_COLUMNS}:
        return "contrasts"
    if {"better", "worse"} <= heads and numbers_lines:
        return "comparisons"
    return "ratings" if "system" in heads and numbers_lines else None


# The last step of all readers.


def finish_judgements(read: Judgements, file: str) -> Judgements:
    """Leave out unjudged systems, and add counts of repeated judgements.

    Args:
        read: The judgements, with the counts of their reader.
        file: The name of the file, for errors.

    Raises:
        InputError: There are no judgements.
    """
    judged = read.ratings if read.comparisons is None else read.comparisons
    if judged is None or not len(judged.line):
        raise InputError(f"{file}: no judgements of {read.name}")
    counts = dict(read.counts)
    if read.comparisons is not None:
        counts |= comparison_counts(read.comparisons)
    if read.ratings is not None:
        counts |= rating_counts(read.ratings)
    return replace(read.where(np.ones(len(judged.line), np.bool_)), counts=counts)


# Columns that several formats share: lines, judges and names.


def only_column(table: TextTable, names: Sequence[str]) -> str | None:
    """Return the only column with one of these names; None if there is none.

    Raises:
        InputError: There are several.
    """
    heads = [name for name in names if name in table.columns]
    if len(heads) > 1:
        raise InputError(f"{table.name}: columns {listed(heads)} mean the same; keep one of them")
    return heads[0] if heads else None


def read_line_column(table: TextTable) -> Integers:
    """Read the line of each row, counting from 1.

    Raises:
        InputError: There is no line column, or a cell is not a line number.
    """
    head = only_column(table, LINE_COLUMNS)
    if head is None:
        raise InputError(f"{table.name}: no line column; expected one of {', '.join(LINE_COLUMNS)}")
    lowest = 0 if head == "line0" else 1

    def parse(cell: str) -> int | None:
        number = whole_number(cell.strip())
        return None if number is None or number < lowest else number

    numbers = np.array(table.values(head, parse, f"a line number from {lowest}"), np.int64)
    return numbers + 1 - lowest


def read_judge_column(table: TextTable) -> tuple[Integers, tuple[str, ...]]:
    """Read the index of the judge of each row, −1 if unknown, and the names of all judges."""
    head = only_column(table, JUDGE_COLUMNS)
    if head is None:
        return np.full(len(table), -1, np.int64), ()
    cells = [cell.strip() for cell in table.columns[head]]
    names = tuple(filter(None, dict.fromkeys(cells)))
    return numbered(cells, names, absent=-1), names


def read_name_column(table: TextTable, head: str) -> list[str]:
    """Read the names of systems in a column.

    Raises:
        InputError: A name is empty.
    """
    return table.values(head, lambda cell: cell.strip() or None, "a system name")


def numbered(names: Sequence[str], order: Sequence[str], absent: int | None = None) -> Integers:
    """Return the index of each name in `order`; an empty name has the index `absent`.

    Examples:
        >>> numbered(["B", "A", ""], ["A", "B"], absent=-1).tolist()
        [1, 0, -1]
    """
    number_of = {name: number for number, name in enumerate(order)}
    if absent is not None:
        number_of[""] = absent
    return np.fromiter((number_of[name] for name in names), np.int64, len(names))


# Tables of single comparisons: a line, the better system and the worse one.


def comparisons(table: TextTable, pair: str) -> Judgements:
    """Read the comparisons in a table with the columns `segment`, `better` and `worse`.

    `segment` is the line, from 1; a column `judge` is optional. There are no ties.

    Args:
        table: The table.
        pair: The language pair.

    Raises:
        InputError: A cell cannot be read, or a system is compared with itself.
    """
    line, (judge, judges) = read_line_column(table), read_judge_column(table)
    better, worse = (read_name_column(table, side) for side in ("better", "worse"))
    names = tuple(sorted({*better, *worse}))
    first, second = numbered(better, names), numbered(worse, names)
    if (first == second).any():
        row = int(np.argmax(first == second))
        raise table.place(row).error(f"'{quoted(better[row])}' is compared with itself")
    compared = Comparisons(line, first, second, np.ones(len(table), np.int64), judge)
    return finish_judgements(Judgements(pair, names, compared, judges=judges), table.name)
