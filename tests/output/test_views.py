"""The generic forms of views, on small figures."""

from __future__ import annotations

from itertools import combinations
from math import nan
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from wordorder.output import Column, Estimate, Records, View
from wordorder.output.grid import Grid
from wordorder.output.views import (
    STARS_NOTE,
    UNKNOWN,
    Field,
    difference_table,
    fields,
    first_records,
    grid_table,
    joined_records,
    levels_note,
    mark_matrix,
    record_view,
    records_of,
    row_view,
    side_by_side,
    significance_mark,
    significance_marks,
    stars,
    table_of,
)

ROWS = [("a", 1, 0.5), ("b", 2, nan), ("c", 3, 1.5)]
COLUMNS = [*fields(str, "name"), *fields(int, "n"), *fields(float, "x", digits=2)]


def all_rows(result: Any) -> list[tuple[Any, ...]]:
    return ROWS[: result or None]


def best_rows(result: Any, top: int | None) -> list[tuple[Any, ...]]:
    return ROWS[::-1][:top]


def test_tables_and_records_have_the_same_rows() -> None:
    view = row_view(COLUMNS, all_rows)
    (table,) = view.call("tables", 2, top=None)
    assert [(column.name, column.align, column.digits) for column in table.columns] == [
        ("name", "left", None),
        ("n", "right", None),
        ("x", "right", 2),
    ]
    assert len(table.rows) == 2
    records = view.call("records", 2, top=None)
    assert records.types == {"name": str, "n": int, "x": float}
    assert records.columns["n"] == [1, 2]
    assert not view.ranks


def test_a_view_that_ranks_takes_top() -> None:
    view = row_view(COLUMNS, best_rows)
    assert view.ranks
    assert [len(view.call(part, None, top=2)) for part in ("records",)] == [2]
    assert [row[0] for row in view.call("tables", None, top=2)[0].rows] == ["c", "b"]
    assert len(view.call("records", None, top=None)) == 3


@pytest.mark.parametrize("for_people", [False, True])
def test_columns_may_be_unneeded(for_people: bool) -> None:
    view = row_view(COLUMNS, all_rows, lambda _, seen: ["n"] if seen == for_people else [])
    names = [column.name for column in view.call("tables", 1, top=None)[0].columns]
    assert ("n" in names) != for_people
    assert ("n" in view.call("records", 1, top=None).columns) == for_people


def test_a_view_fits_its_arguments() -> None:
    def named(result: Any, first: str, second: str = "") -> Records:
        return records_of(fields(str, "name"), [(first,), (second,)])

    view = record_view(named)
    assert [
        view.fits(None, arguments) for arguments in ([], ["a"], ["a", "b"], ["a", "b", "c"])
    ] == [*(False, True, True, False)]
    assert view.call("tables", None, "a", "b", top=None)[0].rows == (("a",), ("b",))
    assert not view.ranks
    assert View(lambda _: [], named, lines=lambda _, *, top=None: [1][:top]).ranks


def test_records_as_a_table() -> None:
    def ranked(result: Any, *, top: int | None = None) -> Records:
        return first_records(records_of(COLUMNS, ROWS), top)

    view = record_view(ranked, lines=lambda _: [1])
    assert view.ranks
    (table,) = view.call("tables", None, top=1)
    assert table.rows == (("a", 1, 0.5),)
    assert [(column.align, column.digits) for column in table.columns] == [
        ("left", None),
        ("right", 3),
        ("right", 3),
    ]
    assert view.call("lines", None, top=1) == [1]
    assert table_of(records_of(COLUMNS, [])).rows == ()


def test_records_side_by_side() -> None:
    first, second = (records_of([Field(name, int)], [(1,), (2,)]) for name in "ab")
    both = joined_records(first, second)
    assert both.columns == {"a": [1, 2], "b": [1, 2]}
    assert both.types == {"a": int, "b": int}


GRID = Grid.of(
    {"system": ["A", "B"], "measure": ["f1", "wer"]},
    value=[[0.5, 0.25], [0.75, 1.0]],
    low=[[0.4, 0.2], [0.7, 0.9]],
    high=[[0.6, 0.3], [0.8, 1.0]],
)


def test_a_grid_as_a_table() -> None:
    table = grid_table(
        GRID,
        [("wer", Column("error", digits=2, best="low")), Column("f1")],
        rows=["B"],
        head=Column("name"),
        title="title",
        note="note",
    )
    assert [column.name for column in table.columns] == ["name", "error", "f1"]
    assert table.rows == (("B", Estimate(1.0, 0.9, 1.0), Estimate(0.75, 0.7, 0.8)),)
    assert (table.title, table.note) == ("title", "note")
    plain = Grid.of(GRID.axes, value=GRID["value"])
    assert grid_table(plain, [Column("f1")]).rows == (("A", 0.5), ("B", 0.75))
    lines = Grid.of({"line": [7], "measure": ["f1"]}, value=[[1]])
    assert grid_table(lines, [Column("f1")]).rows == (("7", 1.0),)


def test_names_side_by_side() -> None:
    figures = {
        "de": {"fuzzy": Estimate(0.5, 0.4, 0.6), "f1": Estimate(1.0, nan, nan)},
        "fr": {"fuzzy": Estimate(0.7, 0.6, 0.8), "wer": Estimate(0.1, 0.0, 0.2)},
    }
    table = side_by_side(figures, {"de": 0.95, "fr": 0.5}, head="what", note="note")
    names = ["what", "de", "95% interval", "fr", "50% interval"]
    assert [column.name for column in table.columns] == names
    assert [row[0] for row in table.rows] == ["fuzzy", "f1", "wer"]
    assert table.rows[0] == ("fuzzy", 0.5, "0.400–0.600", 0.7, "0.600–0.800")
    assert table.rows[1][2] == table.rows[1][4] == "–"
    assert table.note == "note"
    marked = side_by_side(figures, 0.95, best={"fr": "low"})
    assert [column.best for column in marked.columns] == [None, None, None, "low", None]


def test_differences_have_stars() -> None:
    table = difference_table(
        {
            "A → B": {"f1": (0.2, 0.01), "wer": (0.1, 0.2)},
            "A → C": {"wer": (0.3, 0.07)},
        },
        head=Column("pair", "left"),
        digits=2,
        joined=True,
    )
    assert [(column.name, column.digits, column.joined) for column in table.columns[1:3]] == [
        ("f1", 2, False),
        ("p", 3, True),
    ]
    assert table.marks == {(0, 1): "**", (1, 3): "*"}
    assert table.marks_note == STARS_NOTE
    assert repr(table.rows[1]) == repr(("A → C", nan, nan, 0.3, 0.07))
    assert difference_table({"x": {"f1": (0.2, 0.5)}}, head=Column("p")).marks_note is None


@given(st.integers(2, 5), st.data())
def test_a_matrix_of_marks_turns_pairs_round(count: int, data: st.DataObject) -> None:
    names = [f"s{n}" for n in range(count)]
    signs = st.sampled_from(["+**", "+*", "0", "-*", "-**"])
    marks = {pair: data.draw(signs) for pair in combinations(names, 2)}
    turned = {
        (second, first): mark.translate(str.maketrans("+-", "-+"))
        for (first, second), mark in marks.items()
    }
    half = mark_matrix("f1", names, marks, note="note")
    assert half == mark_matrix("f1", names, turned, note="note")
    assert [column.name for column in half.columns] == ["f1", *names[1:]]
    assert [row[0] for row in half.rows] == names[:-1]
    whole = mark_matrix("f1", names, marks, whole=True)
    assert [column.name for column in whole.columns[1:]] == [str(n + 1) for n in range(count)]
    for row, first in enumerate(names):
        for column, second in enumerate(names):
            expected = {**marks, **turned}.get((first, second), "")
            assert whole.rows[row][column + 1] == expected
            if row < column:
                assert half.rows[row][column] == expected
            elif column > 0 and row < count - 1:
                assert half.rows[row][column] == ""


@given(st.floats(0, 1) | st.just(nan), st.sampled_from([0.05, 0.1]), st.booleans())
def test_marks_have_the_stars_of_their_p_value(p: float, alpha: float, excludes: bool) -> None:
    for difference in (0.1, -0.1):
        mark = significance_mark(difference, p, alpha=alpha, excludes_zero=excludes)
        if excludes and stars(p):
            assert mark == ("+" if difference > 0 else "-") + stars(p)
        else:
            assert mark in ("0", "+*", "-*")
        if not excludes and alpha == 0.1:
            assert mark == "0"
    for nothing in (0.0, nan):
        assert significance_mark(nothing, p, alpha=alpha, excludes_zero=excludes) == "0"


def test_pairs_that_cannot_be_judged_have_a_mark_of_their_own() -> None:
    figures = np.array([0.1, -0.1, nan]), np.array([0.01, 0.01, nan]), np.array([True, True, False])
    assert significance_marks(*figures, alpha=0.05) == ["+**", "-**", "0"]
    known = np.array([True, False, True])
    assert significance_marks(*figures, alpha=0.05, known=known) == ["+**", UNKNOWN, "0"]
    assert significance_marks(*figures, alpha=0.05, known=False) == [UNKNOWN] * 3


def test_the_note_says_what_the_levels_are() -> None:
    assert levels_note(0.1) == (
        "** p < 0.05 and an interval without 0, * p < 0.10 and an interval without 0"
    )
    assert levels_note(0.01) == "** p < 0.05, * p < 0.10"
