"""Random judgements, for Hypothesis."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from hypothesis import strategies as st

from wordorder.metaevaluation import Comparisons, Judgements, Ratings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oracles.judgements import Said

SYSTEMS = ("A", "B", "C")
JUDGES = ("x", "y", "z")


def said() -> st.SearchStrategy[list[Said]]:
    """Comparisons that repeat often, some by unknown judges."""
    pairs = st.permutations(SYSTEMS).map(lambda names: tuple(names[:2]))
    preferences = st.sampled_from([-1, 0, 1])
    one = st.tuples(st.integers(1, 3), pairs, preferences, st.sampled_from([*JUDGES, None])).map(
        lambda row: (row[0], *row[1], *row[2:])
    )
    return st.lists(one, min_size=1, max_size=30)


def compared(rows: Sequence[Said]) -> Judgements:
    """The same comparisons as a table."""
    columns = list(zip(*rows, strict=True))
    numbers: list[Any] = [
        columns[0],
        [SYSTEMS.index(name) for name in columns[1]],
        [SYSTEMS.index(name) for name in columns[2]],
        columns[3],
        [-1 if judge is None else JUDGES.index(judge) for judge in columns[4]],
    ]
    arrays = (np.array(column, np.int64) for column in numbers)
    return Judgements("de-en", SYSTEMS, Comparisons(*arrays), judges=JUDGES)


def spoken(judgements: Judgements) -> list[Said]:
    """A table of comparisons, row by row."""
    assert judgements.comparisons is not None
    names, judges = judgements.systems, judgements.judges
    return [
        (line, names[first], names[second], preference, None if judge < 0 else judges[judge])
        for line, first, second, preference, judge in zip(
            *(column.tolist() for column in judgements.comparisons), strict=True
        )
    ]


def rated(rows: Sequence[tuple[int, str, float, str | None]]) -> Judgements:
    """Ratings as a table."""
    line, system, score, judge = zip(*rows, strict=True)
    ratings = Ratings(
        np.array(line, np.int64),
        np.array([SYSTEMS.index(name) for name in system], np.int64),
        np.array(score, np.float64),
        np.array([-1 if one is None else JUDGES.index(one) for one in judge], np.int64),
    )
    return Judgements("de-en", SYSTEMS, ratings=ratings, judges=JUDGES)


def ratings() -> st.SearchStrategy[list[tuple[int, str, float, str | None]]]:
    """Ratings that repeat often, some by unknown judges."""
    row = st.tuples(
        st.integers(1, 3),
        st.sampled_from(SYSTEMS),
        st.integers(0, 6).map(float),
        st.sampled_from([*JUDGES, None]),
    )
    return st.lists(row, min_size=1, max_size=30)
