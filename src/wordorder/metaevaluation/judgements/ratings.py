"""Tables of ratings: a system, a line and a score, from DA, ESA, MQM or any other scale."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import Argument, InputError, UsageError
from wordorder.metaevaluation.judgements.building import counted_judgements
from wordorder.metaevaluation.judgements.columns import (
    JUDGE_COLUMNS,
    LINE_COLUMNS,
    has_line_column,
    numbered,
    read_judge_column,
    read_line_column,
    read_name_column,
)
from wordorder.metaevaluation.judgements.table import Judgements, Ratings
from wordorder.output import listed
from wordorder.text import finite_number, quoted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wordorder.arrays import Floats
    from wordorder.text import TextTable

SCORE_COLUMNS = ("score", "rating", "esa", "esa_score", "mean_esa", "mqm", "da", "raw_score")
"""Names of the column with the rating."""

_LARGEST = 1e100  # so that no sum of ratings overflows
_MISSING = ("", "None")


def is_ratings(table: TextTable) -> bool:
    """Whether a table has the columns of ratings."""
    return "system" in table.heads and has_line_column(table)


def ratings(table: TextTable, pair: str, human: str | None) -> Judgements:
    """The ratings in a table with the columns `system`, `segment` and `score`.

    `segment` is the line, from 1; `line0` counts from 0. The score, where higher is better, may
    have any of the names in `SCORE_COLUMNS`, or be the only other column with nothing but numbers.
    An empty score or `None` is missing and left out. A column `judge` or `annotator` may say who
    rated; other columns are ignored.

    Args:
        table: The table.
        pair: The language pair.
        human: The name of the column with the score, if there are several.

    Raises:
        InputError: A cell cannot be read, or it is not clear which column is the score.
        UsageError: There is no such column.
    """
    line, (judge, judges) = read_line_column(table), read_judge_column(table)
    systems = read_name_column(table, "system")
    names = tuple(dict.fromkeys(systems))
    scores = read_scores_of(table, _score_column(table, human))
    rated = Ratings(line, numbered(systems, names), scores, judge)
    return counted_judgements(rated_judgements(pair, names, rated, judges=judges), table.name)


def rated_judgements(
    pair: str,
    names: tuple[str, ...],
    ratings: Ratings,
    *,
    judges: tuple[str, ...] = (),
    labels: Mapping[int, str] | None = None,
) -> Judgements:
    """Leave out missing ratings, which are NaN, and count them."""
    line, system, score, judge = ratings
    rated = ~np.isnan(score)
    kept = Ratings(line[rated], system[rated], score[rated], judge[rated])
    counts = {"missing_ratings": int((~rated).sum())}
    return Judgements(pair, names, None, kept, judges, labels or {}, counts)


def read_scores_of(table: TextTable, head: str) -> Floats:
    """The ratings of a column, NaN where there is none.

    Raises:
        InputError: A cell is no number.
    """
    return np.array(table.values(head, _rating, "a finite number, or nothing"), np.float64)


def _rating(cell: str) -> float | None:
    if cell.strip() in _MISSING:
        return np.nan
    value = finite_number(cell.strip())
    return None if value is None or abs(value) > _LARGEST else value


def _score_column(table: TextTable, human: str | None) -> str:
    others = [head for head in table.heads if head not in ("system", *LINE_COLUMNS, *JUDGE_COLUMNS)]
    if human is not None:
        if human.lower() not in others:
            raise UsageError.unknown(f"column in {table.name}:", human, others)
        return human.lower()
    found = [head for head in others if head in SCORE_COLUMNS]
    if not found:
        found = [head for head in others if _is_numeric(table.columns[head])]
    if len(found) == 1:
        return found[0]
    what = "no column has the score"
    if found:
        what = f"several columns may be the score: {listed([quoted(head) for head in found])}"
    raise InputError(f"{table.name}: {what}; name it score, or choose it with ", Argument("human"))


def _is_numeric(cells: Sequence[str]) -> bool:
    """Whether cells hold nothing but numbers, and at least one."""
    given = [cell for cell in dict.fromkeys(cells) if cell.strip() not in _MISSING]
    return bool(given) and all(_rating(cell) is not None for cell in given)
