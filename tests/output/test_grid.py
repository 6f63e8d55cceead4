"""Figures over named axes: their parts, and their records."""

from __future__ import annotations

import pickle
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from messages import refused
from wordorder.errors import UsageError
from wordorder.output.grid import Grid, pair_labels

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

NAMES = ["", "A", "B", "f1", "ab c", "-"]
LABELS = {
    "system": st.lists(st.sampled_from(NAMES), unique=True, max_size=3),
    "measure": st.lists(st.sampled_from(NAMES), unique=True, max_size=3),
    "line": st.lists(st.integers(1, 99), max_size=4),
    "pair": st.lists(st.sampled_from(pair_labels(NAMES)), unique=True, max_size=3),
}


@st.composite
def grids(draw: DrawFn) -> Grid:
    """Grids of up to three axes, some of them without labels, and of three kinds of columns."""
    names = draw(st.lists(st.sampled_from(sorted(LABELS)), unique=True, max_size=3))
    axes = {name: tuple(draw(LABELS[name])) for name in names}
    shape = tuple(map(len, axes.values()))
    size = int(np.prod(shape, dtype=int))
    cells = {
        "value": (st.floats(allow_infinity=False), float),
        "count": (st.integers(0, 9), int),
        "known": (st.booleans(), bool),
    }
    columns = {
        name: np.array(draw(st.lists(kind, min_size=size, max_size=size)), dtype).reshape(shape)
        for name, (kind, dtype) in cells.items()
    }
    return Grid(axes, columns)


def cells_of(grid: Grid, order: list[str]) -> list[tuple[Any, ...]]:
    """All rows, one by one: labels, then the figures at them."""
    rows = []
    for labels in product(*(range(len(grid.axes[axis])) for axis in order)):
        at = dict(zip(order, labels, strict=True))
        place = tuple(at[axis] for axis in grid.axes)
        named: list[Any] = []
        for axis in order:
            label = grid.axes[axis][at[axis]]
            named += label if isinstance(label, tuple) else [label]
        rows.append((*named, *(column[place].item() for column in grid.columns.values())))
    return rows


@given(grids(), st.data())
def test_records_have_a_row_for_each_combination(grid: Grid, data: st.DataObject) -> None:
    order = data.draw(st.permutations(list(grid.axes)))
    records = grid.records(order=order)
    rows = list(records.rows())
    expected = cells_of(grid, list(order))
    np.testing.assert_equal(rows, expected)
    assert records.types["known"] is bool
    assert records.types["count"] is int
    for axis in grid.axes:
        names = ["first", "second"] if axis == "pair" else [axis]
        assert {records.types[name] for name in names} == {int if axis == "line" else str}


@given(grids().filter(lambda grid: grid.axes.get("system")))
def test_wide_records_have_a_column_for_each_label(grid: Grid) -> None:
    wide = grid.wide("system")
    labels = grid.axes["system"]
    headings = [f"{label}{end}" for label in labels for end in ("", "_count", "_known")]
    assert list(wide.columns)[-len(headings) :] == headings
    others = {axis: places for axis, places in grid.axes.items() if axis != "system"}
    assert len(wide) == np.prod(list(map(len, others.values())), dtype=int)
    for label in labels:
        for end in ("count", "known"):
            figures = wide.columns[f"{label}_{end}"]
            assert list(figures) == grid.at(end, system=label).reshape(-1).tolist()
        np.testing.assert_equal(wide.columns[label], grid.at(system=label).reshape(-1).tolist())


@given(grids(), st.data())
def test_a_part_has_the_figures_of_its_labels(grid: Grid, data: st.DataObject) -> None:
    chosen = {
        axis: data.draw(st.sampled_from(labels))
        for axis, labels in grid.axes.items()
        if labels and axis != "line" and data.draw(st.booleans())
    }
    places = tuple(
        grid.axes[axis].index(chosen[axis]) if axis in chosen else slice(None) for axis in grid.axes
    )
    np.testing.assert_equal(grid.at("count", **chosen), grid["count"][places])
    np.testing.assert_equal(grid.at(**chosen), grid["value"][places])


@given(grids().filter(lambda grid: "line" in grid.axes), st.sets(st.integers(1, 99)))
def test_only_some_lines(grid: Grid, lines: set[int]) -> None:
    chosen = grid.only_lines(lines)
    assert chosen.axes["line"] == tuple(line for line in grid.axes["line"] if line in lines)
    dimension = list(grid.axes).index("line")
    mask = [line in lines for line in grid.axes["line"]]
    np.testing.assert_equal(
        chosen["value"], np.compress(np.array(mask, bool), grid["value"], dimension)
    )
    for top in (None, 0, 2):
        assert grid.first("line", top).axes["line"] == grid.axes["line"][:top]


@given(grids())
def test_it_comes_back_from_a_pickle(grid: Grid) -> None:
    again = pickle.loads(pickle.dumps(grid))
    assert again.axes == grid.axes
    np.testing.assert_equal(dict(again.columns), dict(grid.columns))
    assert repr(again) == repr(grid)


SCORES = Grid.of(
    {"system": ["A", "B"], "measure": ["fuzzy", "f1"]},
    value=[[0.5, 0.25], [0.75, 1.0]],
    low=np.zeros(4),
    high=[1, 1, 1, 1],
)


def test_figures_and_estimates() -> None:
    assert SCORES.shape == (2, 2)
    assert SCORES.figure(system="B", measure="f1") == 1.0
    assert SCORES.estimate(system="A", measure="f1") == (0.25, 0.0, 1.0)
    assert SCORES.only("system", ["B"])["value"].tolist() == [[0.75, 1.0]]
    assert SCORES.records(order=["measure", "system"]).columns["system"] == ["A", "B", "A", "B"]
    more = SCORES.records(("number", int, [1, 2, 3, 4]))
    assert list(more.columns) == ["system", "measure", "number", "value", "low", "high"]


def test_lines_may_be_an_array() -> None:
    grid = Grid.of({"line": np.arange(3, 5)}, value=[0.5, 1.0])
    assert grid.records().types["line"] is int
    assert grid.figure(line=4) == 1.0
    assert Grid.of({"line": []}, value=[]).records().types["line"] is int


def test_lines_of_several_files_may_be_the_same() -> None:
    assert Grid.of({"line": [1, 1]}, value=[0, 1]).only_lines({1}).shape == (2,)


def test_a_grid_without_axes_is_one_figure() -> None:
    assert Grid.of({}, value=0.5).figure() == 0.5
    assert Grid.of({}, value=0.5).records().columns == {"value": [0.5]}


@pytest.mark.parametrize(
    ("axes", "columns"),
    [
        ({"system": ["A", "A"]}, {"value": [0, 1]}),
        ({"pair": [("A", "B"), ("A", "B")]}, {"p": [0, 1]}),
        ({"system": ["A", "B"]}, {"value": [0]}),
        ({"system": ["A", "B"]}, {}),
        ({"system": ["A", "B"], "measure": ["f1", "wer", "pef"]}, {"value": np.zeros((3, 2))}),
    ],
)
def test_what_does_not_fit_is_refused(axes: Any, columns: Any) -> None:
    with refused(ValueError):
        Grid.of(axes, **columns)


def test_unknown_labels_are_named() -> None:
    with refused(UsageError):
        SCORES.at(system="C")
    with refused(UsageError):
        SCORES.at(sytem="A")
    pairs = Grid.of({"pair": pair_labels(["A", "B"])}, p=[0.5])
    with refused(UsageError):
        pairs.figure(pair=("B", "A"))
    with refused(UsageError):
        Grid.of({"line": [1]}, value=[1]).only("line", [7])


def test_names_are_those_of_one_axis() -> None:
    grid = Grid.of({"pair": [("A", "B")], "measure": ["f1", "wer"]}, p=[[0.1, 0.2]])
    assert grid.names("measure") == ("f1", "wer")
    assert grid.names("pair") == ()
    assert grid.pairs == (("A", "B"),)
    assert Grid.of({"line": [3, 1]}, fuzzy=[0.5, 0.7]).lines == (3, 1)
