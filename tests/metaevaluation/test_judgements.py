"""The table of judgements refuses what is impossible."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from judgement_strategies import compared, said, spoken
from messages import refused
from wordorder.errors import InputError, UsageError
from wordorder.metaevaluation import Comparisons, Judgements, Ratings

if TYPE_CHECKING:
    from oracles.judgements import Said

ONE, ZERO = np.ones(2, np.int64), np.zeros(2, np.int64)
GOOD = Comparisons(ONE, ZERO, ONE, ONE, -ONE)
RATED = Ratings(ONE, ZERO, np.ones(2), -ONE)


@given(said(), st.data())
def test_some_judgements_keep_their_names(rows: list[Said], data: st.DataObject) -> None:
    kept = data.draw(st.lists(st.booleans(), min_size=len(rows), max_size=len(rows)))
    found = compared(rows).where(np.array(kept))
    expected = [row for row, keep in zip(rows, kept, strict=True) if keep]
    assert spoken(found) == expected
    assert set(found.systems) == {name for row in expected for name in row[1:3]}
    assert set(found.judges) == {row[4] for row in expected} - {None}


def test_judgements_of_nothing_have_no_pairs() -> None:
    nothing = Judgements("x", ("A", "B"))
    assert len(nothing.pairs().line) == nothing.last_line == 0
    assert np.isnan(nothing.mean_ratings(3)).all()
    assert nothing.where(np.zeros(0, np.bool_)) is nothing


@pytest.mark.parametrize(
    "columns",
    [
        {"line": ONE[:1]},
        {"line": ZERO},
        {"line": np.ones(2)},
        {"line": [1, 1]},
        {"first": ONE},
        {"first": ONE + 1},
        {"second": -ONE},
        {"preference": ONE * 2},
        {"judge": ZERO},
    ],
)
def test_impossible_comparisons_are_refused(columns: dict[str, Any]) -> None:
    with refused(InputError):
        Judgements("x", ("A", "B"), GOOD._replace(**columns))


def test_impossible_ratings_and_names_are_refused() -> None:
    for score in (np.nan, np.inf):
        with refused(InputError):
            Judgements("x", ("A",), ratings=RATED._replace(score=np.full(2, score)))
    with refused(InputError):
        Judgements("x", ("A",), ratings=RATED._replace(system=ONE))
    with refused(InputError):
        Judgements("x", ("A", "A"))
    with refused(UsageError):
        Judgements("x", "AB")  # type: ignore[arg-type]
    with refused(UsageError):
        Judgements("x", ("A", "B"), GOOD, RATED)
