"""WMT's rankings: a judge puts some translations of one line in order, ties allowed."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wordorder.arrays import Integers, places_of_rows
from wordorder.errors import InputError, UsageError
from wordorder.metaevaluation.judgement_formats import (
    RANKED_SYSTEM,
    finish_judgements,
    language_code,
    numbered,
    read_judge_column,
    read_line_column,
)
from wordorder.metaevaluation.judgements import Comparisons, Judgements, pairs_within
from wordorder.text.tables import TextTable, whole_number

_BLANK = 0


def rankings(table: TextTable, name: str, pair: str | None) -> list[Judgements]:
    """Read the comparisons in a table of rankings, by language pair.

    Columns are `system1Id`, `system1rank`, `system2Id`, … in any number. Rank 1 is the best; −1 or
    an empty cell is blank and left out. Systems with the same output may share a cell, joined by
    `+`: each gets the rank, and they are not compared with each other. `srcIndex` is the line, from
    1; `judgeId` and the languages, `srclang` and `trglang`, are optional.

    Args:
        table: The table.
        name: The language pair, if the table does not name it.
        pair: The only language pair to read.

    Raises:
        InputError: A column is missing or a cell cannot be read.
        UsageError: There is no such language pair.
    """
    line, (judge, judges) = (
        read_line_column(table),
        read_judge_column(table),
    )
    names, entries, blank = _entries(table)
    pairs, pair_of_row = _language_pairs(table, name)
    if not pairs:
        raise InputError(f"{table.name}: no judgements")
    if pair is not None and pair not in pairs:
        raise UsageError.unknown(f"language pair in {table.name}:", pair, pairs)
    judged = []
    for number, language_pair in enumerate(pairs):
        if pair not in (None, language_pair):
            continue
        rows = pair_of_row == number
        first, second, row = entries.where(rows[entries.ranking]).comparisons()
        preference = np.sign(second.rank - first.rank)
        compared = Comparisons(line[row], first.system, second.system, preference, judge[row])
        counts = {"rankings": int(rows.sum()), "blank_ranks": int(blank[rows].sum())}
        read = Judgements(language_pair, names, compared, judges=judges, counts=counts)
        judged.append(finish_judgements(read, table.name))
    return judged


class _Entries(NamedTuple):
    """Ranked systems, an array for each column: ranking, place in it, system and rank."""

    ranking: Integers
    slot: Integers
    system: Integers
    rank: Integers

    def where(self, rows: NDArray[np.bool_] | Integers) -> _Entries:
        return _Entries(*(column[rows] for column in self))

    def comparisons(self) -> tuple[_Entries, _Entries, Integers]:
        """Return both sides of every comparison, and the ranking it comes from."""
        pairs = pairs_within(self.ranking)
        first, second = map(self.where, pairs)
        distinct = (first.slot != second.slot) & (first.system != second.system)
        return first.where(distinct), second.where(distinct), first.ranking[distinct]


def _entries(table: TextTable) -> tuple[tuple[str, ...], _Entries, Integers]:
    """Read the names of systems, an entry for each rank, and the blank ranks in each row."""
    slots = [_slot(table, number) for number in _slot_numbers(table)]
    rows = len(table)
    ids = list(dict.fromkeys(id_ for id_column, _ in slots for id_ in id_column))
    parts = [list(filter(None, dict.fromkeys(map(str.strip, id_.split("+"))))) for id_ in ids]
    names = tuple(sorted({name for joined in parts for name in joined}))
    systems = numbered([name for joined in parts for name in joined], names)
    offsets = np.cumsum([0, *map(len, parts)])
    id_of_entry = np.concatenate([numbered(column, ids) for column, _ in slots])
    places, ends = places_of_rows(offsets, id_of_entry)
    copies = np.repeat(np.arange(len(id_of_entry)), np.diff(ends))
    rank = np.concatenate([ranks for _, ranks in slots])
    entries = _Entries(copies % rows, copies // rows, systems[places], rank[copies])
    is_named = (np.array(list(map(bool, column)), np.bool_) for column, _ in slots)
    blank = [(ranks == _BLANK) & named for (_, ranks), named in zip(slots, is_named, strict=True)]
    return names, entries.where(entries.rank != _BLANK), np.sum(blank, axis=0)


def _slot_numbers(table: TextTable) -> list[str]:
    """Return the numbers of systems in the names of columns.

    Raises:
        InputError: A system has no id or no rank.
    """
    slots = dict.fromkeys(
        slot.groups() for slot in map(RANKED_SYSTEM.fullmatch, table.heads) if slot
    )
    for number, kind in slots:
        other = "rank" if kind == "id" else "id"
        if (number, other) not in slots:
            has, lacks = f"system{number}{kind}", f"system{number}{other}"
            raise InputError(f"{table.name}: has a column {has}, but no column {lacks}")
    return [number for number, kind in slots if kind == "id"]


def _slot(table: TextTable, number: str) -> tuple[list[str], Integers]:
    """Read the ids and ranks of one place in the rankings.

    Raises:
        InputError: A rank cannot be read, or stands beside an empty id.
    """
    ids = [cell.strip() for cell in table.columns[f"system{number}id"]]
    expected = "a rank from 1, or -1 or nothing if there is none"
    ranks = np.array(table.values(f"system{number}rank", _rank, expected), np.int64)
    nameless = np.array([not id_.strip("+ ") for id_ in ids], np.bool_) & (ranks != _BLANK)
    if nameless.any():
        row = int(np.argmax(nameless))
        raise table.place(row).error(f"system{number}rank without a name in system{number}id")
    return ids, ranks


def _rank(cell: str) -> int | None:
    text = cell.strip()
    return _BLANK if text in ("", "-1") else whole_number(text) or None


def _language_pairs(table: TextTable, pair: str) -> tuple[list[str], Integers]:
    """Read the language pairs, and the index of the pair of each row.

    Raises:
        InputError: A language is unknown, or one of the two columns is missing.
    """
    heads = [head for head in ("srclang", "trglang") if head in table.columns]
    if not heads:
        return [pair], np.zeros(len(table), np.int64)
    if len(heads) < 2:
        raise InputError(
            f"{table.name}: has only the column {heads[0]}; expected both srclang and trglang"
        )
    expected = "a language, such as German or de"
    codes = [
        table.values(head, lambda cell: language_code(cell.strip()), expected) for head in heads
    ]
    names = [f"{source}-{target}" for source, target in zip(*codes, strict=True)]
    pairs = list(dict.fromkeys(names))
    return pairs, numbered(names, pairs)
