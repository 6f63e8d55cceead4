"""Tables of single comparisons: a line, the better system and the worse one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.metaevaluation.judgements.building import counted_judgements
from wordorder.metaevaluation.judgements.columns import (
    has_line_column,
    numbered,
    read_judge_column,
    read_line_column,
    read_name_column,
)
from wordorder.metaevaluation.judgements.table import Comparisons, Judgements
from wordorder.text import quoted

if TYPE_CHECKING:
    from wordorder.text import TextTable


def is_pairwise(table: TextTable) -> bool:
    """Whether a table has the columns of comparisons."""
    return {"better", "worse"} <= set(table.heads) and has_line_column(table)


def pairwise(table: TextTable, pair: str) -> Judgements:
    """The comparisons in a table with the columns `segment`, `better` and `worse`.

    `segment` is the line, from 1; a column `judge` may say who compared. There are no ties.

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
    return counted_judgements(Judgements(pair, names, compared, judges=judges), table.name)
