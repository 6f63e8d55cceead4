"""Figures with their labels: arrays over named axes.

A result keeps its figures as a `Grid`, never as a bare array beside a tuple of names, so that
tables, records and JSON documents all take the labels from the same place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Self, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wordorder.errors import UsageError
from wordorder.output.records import Records, Values
from wordorder.output.tables import Estimate

Label: TypeAlias = str | int | tuple[str, str]
"""The label of a place on an axis: a name, a number such as a line, or a pair of names."""

ESTIMATE = {"value": float, "low": float, "high": float}
"""The columns of figures with intervals."""

DIFFERENCE = {"difference": float, "low": float, "high": float, "p": float, "p_holm": float}
"""The columns of differences with intervals and p-values."""

_DTYPES = {float: np.dtype(np.float64), int: np.dtype(np.int64), bool: np.dtype(np.bool_)}


@dataclass(frozen=True, eq=False)
class Layout:
    """The axes and columns that a grid must have: an annotation for fields of results.

    Attributes:
        axes: The names of the axes.
        columns: The names and types of the columns.

    Examples:
        >>> from typing import Annotated
        >>> Scores = Annotated[Grid, Layout("system", "measure", columns=ESTIMATE)]
    """

    axes: tuple[str, ...]
    columns: Mapping[str, type]

    def __init__(self, *axes: str, columns: Mapping[str, type]) -> None:
        object.__setattr__(self, "axes", axes)
        object.__setattr__(self, "columns", columns)

    def dtype(self, column: str) -> np.dtype[Any]:
        """Return the type of the elements of a column."""
        return _DTYPES[self.columns[column]]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Grid:
    """Figures over named axes: one array for each column, all of the same shape.

    Attributes:
        axes: The labels of each axis, by its name.
        columns: The figures, by name, such as value, low and high; the first is the main one.

    Raises:
        ValueError: An axis has a label twice (only lines may repeat, in several files), or the
            shape of a column is not that of the axes.

    Examples:
        >>> scores = Grid.of(
        ...     {"system": ["A", "B"], "measure": ["fuzzy", "f1"]},
        ...     value=[[0.5, 0.25], [0.75, 1.0]],
        ...     low=[[0.4, 0.2], [0.7, 0.9]],
        ...     high=[[0.6, 0.3], [0.8, 1.0]],
        ... )
        >>> scores
        <Grid: 2 systems × 2 measures; value, low, high>
        >>> scores.estimate(system="B", measure="fuzzy")
        Estimate(value=0.75, low=0.7, high=0.8)
        >>> scores.at(measure="f1").tolist()
        [0.25, 1.0]
    """

    axes: Mapping[str, tuple[Label, ...]]
    columns: Mapping[str, NDArray[Any]]

    def __post_init__(self) -> None:
        for axis, labels in self.axes.items():
            if axis != "line" and len(set(labels)) < len(labels):
                raise ValueError(f"duplicate {axis}")
        for name, column in self.columns.items():
            if column.shape != self.shape:
                raise ValueError(f"{name} has the shape {column.shape}, expected {self.shape}")
        if not self.columns:
            raise ValueError("a grid needs at least one column")

    @classmethod
    def of(cls, axes: Mapping[str, Iterable[Label]], **columns: ArrayLike) -> Self:
        """Make a grid from labels and arrays.

        An array may be flat, and may have or lack dimensions of one label; a transposed array is
        refused, because its figures would get the wrong labels.
        """
        labels = {
            axis: tuple(names.tolist() if isinstance(names, np.ndarray) else names)
            for axis, names in axes.items()
        }
        shape = tuple(map(len, labels.values()))
        return cls(labels, {name: _in_shape(column, shape) for name, column in columns.items()})

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of labels on each axis."""
        return tuple(map(len, self.axes.values()))

    def names(self, axis: str) -> tuple[str, ...]:
        """Return the labels of an axis of names.

        Examples:
            >>> Grid.of({"system": ["A", "B"]}, value=[0.5, 0.7]).names("system")
            ('A', 'B')
        """
        return tuple(label for label in self.axes[axis] if isinstance(label, str))

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The labels of the axis `pair`."""
        return tuple(label for label in self.axes["pair"] if isinstance(label, tuple))

    @property
    def lines(self) -> tuple[int, ...]:
        """The labels of the axis `line`."""
        return tuple(label for label in self.axes["line"] if isinstance(label, int))

    def __getitem__(self, column: str) -> NDArray[Any]:
        """Return a whole column."""
        return self.columns[column]

    def place(self, axis: str, label: Label) -> int:
        """Return the place of a label on its axis.

        Raises:
            UsageError: There is no such label.

        Examples:
            >>> Grid.of({"system": ["A", "B"]}, value=[0.5, 0.7]).place("system", "B")
            1
        """
        labels = self.axes[axis]
        if label not in labels:
            name = label if isinstance(label, int) else _spelled(label)
            raise UsageError.unknown(axis, name, map(_spelled, labels))
        return labels.index(label)

    def at(self, column: str | None = None, /, **labels: Label) -> NDArray[Any]:
        """Return the figures of a column, by default the main one, at these labels.

        Axes that are not named are kept. With all axes named, the array has no dimension: use
        `figure` or `estimate` for plain numbers.

        Raises:
            UsageError: There is no such label.
        """
        unknown = [axis for axis in labels if axis not in self.axes]
        if unknown:
            raise UsageError.unknown("axis", unknown[0], self.axes)
        place = tuple(
            self.place(axis, labels[axis]) if axis in labels else slice(None) for axis in self.axes
        )
        figures = self.columns[next(iter(self.columns)) if column is None else column]
        return np.asarray(figures[place])

    def figure(self, column: str | None = None, /, **labels: Label) -> float:
        """Return one number; see `at`."""
        return float(self.at(column, **labels))

    def estimate(self, **labels: Label) -> Estimate:
        """Return one figure with the ends of its interval; see `at`."""
        return Estimate(*(self.figure(name, **labels) for name in Estimate._fields))

    def only(self, axis: str, labels: Iterable[Label]) -> Self:
        """Return the grid with only these labels of an axis, in this order.

        Raises:
            UsageError: There is no such label.

        Examples:
            >>> grid = Grid.of({"line": [1, 2, 3]}, fuzzy=[0.5, 0.7, 0.9])
            >>> grid.only("line", [3, 1])["fuzzy"].tolist()
            [0.9, 0.5]
        """
        return self._at_places(axis, [self.place(axis, label) for label in labels])

    def only_lines(self, lines: Collection[int]) -> Self:
        """Return the grid with only these lines, in its own order."""
        known = self.axes["line"]
        return self._at_places("line", [place for place, line in enumerate(known) if line in lines])

    def first(self, axis: str, top: int | None) -> Self:
        """Return the grid with only the first labels of an axis; all if `top` is None."""
        return self._at_places(axis, range(len(self.axes[axis]))[:top])

    def _at_places(self, axis: str, places: Sequence[int]) -> Self:
        dimension, labels = list(self.axes).index(axis), self.axes[axis]
        return type(self)(
            {**self.axes, axis: tuple(labels[place] for place in places)},
            {
                name: np.take(column, np.asarray(places, np.intp), dimension)
                for name, column in self.columns.items()
            },
        )

    def records(self, *extra: tuple[str, type, Values], order: Sequence[str] = ()) -> Records:
        """Return the figures in long form: a row for each combination of labels.

        Args:
            *extra: Columns to put between the labels and the figures: name, type, and a value for
                each row.
            order: The axes from the slowest to the fastest to vary; by default, as in the grid.

        Examples:
            >>> grid = Grid.of({"pair": [("A", "B")], "measure": ["f1", "wer"]}, p=[[0.1, 0.2]])
            >>> grid.records().columns["first"], grid.records().columns["p"]
            (['A', 'A'], [0.1, 0.2])
        """
        axes = list(order) or list(self.axes)
        turned = [list(self.axes).index(axis) for axis in axes]
        types: dict[str, type] = {}
        columns: dict[str, Values] = {}
        before, after = 1, int(np.prod(self.shape, dtype=int))
        for axis in axes:
            labels = self.axes[axis]
            after = after // len(labels) if labels else 0
            for name, kind, cells in _label_columns(axis, labels):
                types[name] = kind
                columns[name] = [cell for cell in cells for _ in range(after)] * before
            before *= len(labels)
        for name, kind, values in extra:
            types[name], columns[name] = kind, values
        for name, column in self.columns.items():
            types[name] = _type_of(column)
            columns[name] = column.transpose(turned).reshape(-1).tolist()
        return Records(types, columns)

    def wide(self, axis: str) -> Records:
        """Return the figures in wide form: a column for each label of an axis and each figure.

        Columns of the main figure have the names of the labels; those of other figures also end in
        the name of the figure, such as `f1_low`.

        Examples:
            >>> grid = Grid.of({"system": ["A", "B"], "measure": ["f1"]}, value=[0, 1], low=[0, 0])
            >>> grid.wide("measure").columns
            {'system': ['A', 'B'], 'f1': [0, 1], 'f1_low': [0, 0]}
        """
        dimension, main = list(self.axes).index(axis), next(iter(self.columns))
        others = {name: labels for name, labels in self.axes.items() if name != axis}
        rows = Grid(others, {"": np.zeros(tuple(map(len, others.values())))}).records()
        types, columns = dict(rows.types), dict(rows.columns)
        del types[""], columns[""]
        for place, label in enumerate(self.axes[axis]):
            for name, column in self.columns.items():
                heading = f"{label}" if name == main else f"{label}_{name}"
                types[heading] = _type_of(column)
                columns[heading] = column.take(place, dimension).reshape(-1).tolist()
        return Records(types, columns)

    def __repr__(self) -> str:
        counts = " × ".join(f"{len(labels)} {axis}s" for axis, labels in self.axes.items())
        return f"<Grid: {counts}; {', '.join(self.columns)}>"


def pair_labels(names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return the labels of all pairs, the first name varying slowest.

    Examples:
        >>> pair_labels(["A", "B", "C"])
        (('A', 'B'), ('A', 'C'), ('B', 'C'))
    """
    return tuple(combinations(names, 2))


def _in_shape(column: ArrayLike, shape: tuple[int, ...]) -> NDArray[Any]:
    """Reshape a column to the axes if there is only one way to do so."""
    array = np.asarray(column)
    sizes, wanted = ([size for size in sizes if size != 1] for sizes in (array.shape, shape))
    is_flat = array.ndim == 1 and array.size == np.prod(shape, dtype=int)
    return array.reshape(shape) if is_flat or sizes == wanted else array


def _label_columns(axis: str, labels: Sequence[Label]) -> list[tuple[str, type, list[Any]]]:
    if axis == "pair":
        pairs = [label for label in labels if isinstance(label, tuple)]
        return [("first", str, [a for a, _ in pairs]), ("second", str, [b for _, b in pairs])]
    numbers = axis == "line" or (bool(labels) and all(isinstance(label, int) for label in labels))
    return [(axis, int if numbers else str, list(labels))]


def _spelled(label: Label) -> str:
    return "–".join(label) if isinstance(label, tuple) else str(label)


def _type_of(column: NDArray[Any]) -> type:
    return {"i": int, "b": bool}.get(column.dtype.kind, float)
