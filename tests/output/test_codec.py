"""The one codec: what it writes comes back, what it reads is checked, and its schema fits both."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf, isnan, nan
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

import numpy as np
import pytest
from hypothesis import given, strategies as st
from hypothesis.extra import numpy as npst
from jsonschema import Draft202012Validator
from numpy.typing import NDArray

from messages import refused
from output.test_grid import grids
from wordorder.errors import InputError, UsageError
from wordorder.output import dumps
from wordorder.output.codec import (
    SENTENCES,
    UNSAVED,
    Bounds,
    Count,
    Dimensions,
    Finite,
    Level,
    Share,
    decode,
    derived,
    document_schema,
    encode,
)
from wordorder.output.codec_classes import class_codec, codec
from wordorder.output.grid import Grid, Layout

HUGE = 10**5000  # more digits than Python writes
DTYPES = ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f4", "f8", "b1"]


class Pair(NamedTuple):
    """Two figures.

    Attributes:
        low: The lower one.
        high: The other one,
            which is higher.
    """

    low: float
    high: float = 1.0


class Words:
    """Words that are written as one text."""

    PLAIN = str

    def __init__(self, *words: str) -> None:
        self.words = words

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Words) and self.words == other.words

    def __hash__(self) -> int:
        return hash(self.words)

    def to_plain(self) -> str:
        return "|".join(self.words)

    @classmethod
    def from_plain(cls, plain: str) -> Words:
        if "!" in plain:
            raise UsageError("! is no word")
        return cls(*plain.split("|"))


@dataclass(frozen=True)
class Tree:
    """A node, and those below it."""

    label: str
    below: tuple[Tree, ...] = ()


@dataclass(frozen=True)
class Everything:
    """A bit of everything.

    Attributes:
        name: A text.
        number: May be undefined.
        count: How many.
    """

    NOT_A_FIELD: ClassVar[int] = 3

    name: str
    number: float
    count: Count
    sure: bool
    kind: Literal["a", "b", 3]
    maybe: int | None
    mixed: str | int | bool
    texts: tuple[str, ...]
    mapped: Mapping[str, tuple[float, int]]
    by_number: Mapping[int, Pair]
    words: Words
    tree: Tree | None
    pair: Pair = field(default=Pair(0.0))
    unseen: int = field(default=7, metadata=UNSAVED)

    def __post_init__(self) -> None:
        if self.name == "wrong":
            raise ValueError("this name is wrong")

    @derived
    def double(self) -> Annotated[int, Bounds(least=0)]:
        """Twice the count."""
        return 2 * self.count


numbers = st.floats(allow_infinity=False)
trees = st.recursive(
    st.builds(Tree, st.text()), lambda inner: st.builds(Tree, st.text(), st.tuples(inner, inner))
)
everything = st.builds(
    Everything,
    name=st.text().filter(lambda name: name != "wrong"),
    number=numbers,
    count=st.integers(0),
    sure=st.booleans(),
    kind=st.sampled_from(["a", "b", 3]),
    maybe=st.none() | st.integers(),
    mixed=st.text() | st.integers() | st.booleans(),
    texts=st.lists(st.text()).map(tuple),
    mapped=st.dictionaries(st.text(), st.tuples(numbers, st.integers())),
    by_number=st.dictionaries(st.integers(-(10**50), 10**50), st.builds(Pair, numbers, numbers)),
    words=st.lists(st.text("abc "), min_size=1).map(lambda words: Words(*words)),
    tree=st.none() | trees,
    pair=st.builds(Pair, numbers, numbers),
)


def through_json(plain: Any) -> Any:
    return json.loads(dumps(plain))


def check(hint: Any, value: Any) -> None:
    """A value comes back, and what is written has its schema."""
    plain = through_json(encode(value, hint))
    definitions: dict[str, Any] = {}
    schema = codec(hint).schema(definitions)
    whole = {**schema, "$defs": definitions}
    Draft202012Validator.check_schema(whole)
    Draft202012Validator(whole).validate(plain)
    again = decode(hint, plain)
    np.testing.assert_equal(again, value)
    assert type(again) is type(value)
    assert through_json(encode(again, hint)) == plain


@given(everything)
def test_a_bit_of_everything_comes_back(value: Everything) -> None:
    plain = through_json(encode(value))
    Draft202012Validator(document_schema(Everything, "everything/1")).validate(plain)
    again = decode(Everything, plain)
    assert dumps(encode(again)) == dumps(encode(value))
    assert repr(again) == repr(value) or "Words" in repr(value)
    assert plain["double"] == 2 * value.count
    assert "unseen" not in plain


@pytest.mark.parametrize(
    ("hint", "values"),
    [
        (str, st.text()),
        (int, st.integers()),
        (float, numbers),
        (bool, st.booleans()),
        (Count, st.integers(0)),
        (Finite, st.floats(allow_nan=False, allow_infinity=False)),
        (Share, st.floats(0, 1)),
        (Level, st.floats(0, 1, exclude_min=True, exclude_max=True)),
        (Annotated[int, Bounds(above=0, most=9)], st.integers(1, 9)),
        (Literal["a", 1, True], st.sampled_from(["a", 1, True])),
        (int | None, st.none() | st.integers()),
        (str | float, st.text() | numbers),
        (str | int | None, st.none() | st.text() | st.integers()),
        (tuple[int, ...], st.lists(st.integers()).map(tuple)),
        (tuple[str, float, bool], st.tuples(st.text(), numbers, st.booleans())),
        (tuple[tuple[str, str], ...], st.lists(st.tuples(st.text(), st.text())).map(tuple)),
        (dict[str, int | None], st.dictionaries(st.text(), st.none() | st.integers())),
        (dict[int, str], st.dictionaries(st.integers(-(10**20), 10**20), st.text())),
        (Pair, st.builds(Pair, numbers, numbers)),
        (tuple[Pair, ...], st.lists(st.builds(Pair, numbers, numbers)).map(tuple)),
        (Words, st.lists(st.text("abc"), min_size=1).map(lambda words: Words(*words))),
        (Tree, trees),
        (Tree | None, st.none() | trees),
    ],
    ids=str,
)
@given(data=st.data())
def test_values_come_back(hint: Any, values: st.SearchStrategy[Any], data: st.DataObject) -> None:
    check(hint, data.draw(values))


def array_hint(dtype: str, dimensions: int) -> Any:
    hint = NDArray[np.dtype(dtype).type]  # type: ignore[misc]
    return hint if dimensions == 1 else Annotated[hint, Dimensions(dimensions)]


@pytest.mark.parametrize("dtype", DTYPES)
@given(data=st.data())
def test_arrays_come_back(dtype: str, data: st.DataObject) -> None:
    shape = data.draw(npst.array_shapes(max_dims=3, min_side=0, max_side=3))
    width = 32 if dtype == "f4" else 64
    elements = {"elements": st.floats(allow_infinity=False, width=width)} if dtype[0] == "f" else {}
    array = data.draw(npst.arrays(dtype, shape, **elements))
    hint = array_hint(dtype, len(shape))
    again = decode(hint, through_json(encode(array, hint)))
    assert again.dtype == array.dtype
    if 0 in shape:  # lists do not tell how long the lists in an empty list would be
        assert again.size == 0
        assert again.ndim == len(shape)
    else:
        np.testing.assert_array_equal(again, array)
    schema = codec(hint).schema({})
    Draft202012Validator(schema).validate(through_json(encode(array, hint)))
    apart: list[NDArray[Any]] = []
    read_back = decode(hint, encode(array, hint, apart), apart)
    np.testing.assert_array_equal(read_back, array)
    assert read_back.shape == shape


@given(grids())
def test_grids_come_back(grid: Grid) -> None:
    layout = Layout(*grid.axes, columns={"value": float, "count": int, "known": bool})
    hint = Annotated[Grid, layout]
    plain = through_json(encode(grid, hint))
    Draft202012Validator(codec(hint).schema({})).validate(plain)
    again: Any = decode(hint, plain)
    assert dict(again.axes) == dict(grid.axes)
    for name, column in grid.columns.items():
        assert again[name].dtype == column.dtype
        np.testing.assert_array_equal(again[name], column)


def test_a_grid_of_another_layout_is_not_written() -> None:
    grid = Grid.of({"system": ["A"]}, value=[1])
    with refused(TypeError):
        encode(grid, Annotated[Grid, Layout("measure", columns={"value": float})])
    with refused(TypeError):
        encode(grid, Annotated[Grid, Layout("system", columns={"low": float})])


def test_undefined_numbers_are_null() -> None:
    assert encode((nan, inf, -inf, 0.5), tuple[float, ...]) == [None, None, None, 0.5]
    assert isnan(decode(float, None))
    assert decode(float, 3) == 3.0
    assert type(decode(float, 3)) is float
    assert isnan(decode(str | float, None))  # type: ignore[arg-type]
    assert decode(float | None, None) is None  # type: ignore[arg-type]


def test_numbers_of_numpy_are_plain() -> None:
    plain = encode((np.float64(0.5), np.int64(3), np.bool_(True)), tuple[float, int, bool])
    assert plain == [0.5, 3, True]
    assert [type(number) for number in plain] == [float, int, bool]
    assert encode(np.int64(3), str | int) == 3


GRID = Annotated[Grid, Layout("pair", "line", columns={"p": float, "n": int})]


def grid_with(**changes: Any) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "axes": {"pair": [["A", "B"]], "line": [1, 2]},
        "columns": {"p": [[0.5, None]], "n": [[1, 2]]},
    }
    for name, value in changes.items():
        plain["axes" if name in plain["axes"] else "columns"][name] = value
    return plain


FAULTS: list[tuple[Any, Any]] = [
    (str, 1),
    (int, True),
    (int, 1.0),
    (Count, -1),
    (Count, -HUGE),
    (float, HUGE),
    (float, "x" * 99),
    (float, inf),
    (Finite, None),
    (Share, 1.5),
    (Level, 0),
    (bool, 0),
    (Literal["a", 1], True),
    (Literal["a", 1], {}),
    (str | int, None),
    (str | int, 0.5),
    (tuple[int, ...], {}),
    (tuple[int, ...], [0, "a"]),
    (tuple[int, str], [0]),
    (tuple[int, str], [0, 1]),
    (Mapping[str, int], []),
    (Mapping[str, int], {"a": {"b": 1}}),
    (Mapping[int, int], {"x": 1}),
    (Mapping[int, int], {"--1": 1}),
    (Mapping[int, int], {"01": 1}),
    (Mapping[int, int], {"-0": 1}),
    (Mapping[int, int], {"١": 1}),
    (Mapping[int, int], {"9" * 9999: 1}),
    (Mapping[str, int], {"k" * 99: None}),
    (Mapping[str, int], {"\x1b[1m": None}),
    (Pair, {}),
    (Pair, {"low": 1, "more": 2}),
    (Pair, {"low": 1, "x" * 99: 2}),
    (Pair, {"low": 1, 7: 2}),
    (tuple[Pair, ...], [{"low": 1}, {"low": "1"}]),
    (Words, 1),
    (Words, "a|!"),
    (tuple[Words, ...], ["a", "!"]),
    (NDArray[np.int64], [1, 2.5]),
    (NDArray[np.int64], [HUGE]),
    (NDArray[np.int64], [True]),
    (NDArray[np.int8], [128]),
    (NDArray[np.uint8], [-1]),
    (NDArray[np.float64], [HUGE]),
    (NDArray[np.float64], [1, inf]),
    (NDArray[np.bool_], [None]),
    (NDArray[np.float64], [[1]]),
    (array_hint("f8", 2), [[1], [1, 2]]),
    (array_hint("f8", 2), [[1], 2]),
    (array_hint("f8", 2), [[1, 2], [3, "4"]]),
    (GRID, {"axes": {}}),
    (GRID, grid_with(line=[1, "2"])),
    (GRID, grid_with(pair=["AB"])),
    (GRID, grid_with(pair=[["A"]])),
    (GRID, grid_with(pair=[["A", "B"]] * 2)),
    (GRID, grid_with(pair=[])),
    (GRID, grid_with(n=[[1, 0.5]])),
    (GRID, grid_with(n=[[1]])),
    (GRID, grid_with(more=[[1]])),
    (Tree, {"label": "a", "below": [{"label": 1}]}),
]


@pytest.mark.parametrize(("hint", "plain"), FAULTS, ids=range(len(FAULTS)))
def test_faults_name_their_place(hint: Any, plain: Any) -> None:
    with refused(InputError) as caught:
        decode(hint, plain)
    assert len(str(caught.value)) < 100


def test_a_grid_without_faults_is_read() -> None:
    assert decode(GRID, grid_with())["n"].tolist() == [[1, 2]]  # type: ignore[attr-defined]


def test_labels_come_once() -> None:
    hint = Annotated[Grid, Layout("system", columns={"value": float})]
    plain = {"axes": {"system": ["A", "A"]}, "columns": {"value": [0, 1]}}
    with refused(InputError):
        decode(Mapping[str, hint], {"grid": plain})  # type: ignore[valid-type]


def test_what_a_class_refuses_is_a_fault() -> None:
    with refused(InputError):
        decode(tuple[Strict, ...], [{"number": 1}, {"number": 2}])


@dataclass(frozen=True)
class Strict:
    number: int

    def __post_init__(self) -> None:
        if self.number == 2:
            raise ValueError("not a pair\nbut two")


@pytest.mark.slow
@pytest.mark.parametrize("depth", [100_000])
def test_deep_nesting_is_refused(depth: int) -> None:
    plain: dict[str, Any] = {"label": ""}
    for _ in range(depth):
        plain = {"label": "", "below": [plain]}
    with refused(InputError):
        decode(Tree, plain)
    while plain.get("below"):  # or Python itself would take it apart too deeply
        (plain,) = plain.pop("below")


@given(everything, st.data())
def test_damage_is_refused(value: Everything, data: st.DataObject) -> None:
    plain = through_json(encode(value))
    read = sorted(set(plain) - {"double"})
    name = data.draw(st.sampled_from(read))
    with pytest.raises(InputError):
        decode(Everything, {**plain, name: {"no such key": [None]}})
    optional = class_codec(Everything).optional
    if name not in optional:
        with pytest.raises(InputError):
            decode(Everything, {key: plain[key] for key in plain if key != name})
    with refused(InputError):
        decode(Everything, {**plain, "unseen": 1})
    with refused(InputError):
        decode(Everything, {**plain, "name": "wrong"})


def test_derived_properties_are_not_read() -> None:
    plain = encode(Kept(2, None))
    assert plain == {"number": 2, "lines": None, "half": 1.0}
    assert decode(Kept, {**plain, "half": "anything"}).number == 2
    assert decode(Kept, {"number": 2}).lines is None
    assert class_codec(Kept).of_sentences == {"lines"}
    assert class_codec(Kept).write(Kept(2, (1,)), None, frozenset({"lines"})) == {
        "number": 2,
        "half": 1.0,
    }


@dataclass(frozen=True)
class Kept:
    number: int
    lines: tuple[int, ...] | None = field(default=None, metadata=SENTENCES)

    @derived
    def half(self) -> float:
        """Half of it."""
        return self.number / 2


def test_the_schema_has_the_docstrings() -> None:
    schema = document_schema(Everything, "everything/1")
    assert schema["$id"] == "urn:wordorder:everything:1"
    assert schema["description"] == "A bit of everything."
    properties = schema["properties"]
    assert properties["name"] == {"description": "A text.", "type": "string"}
    assert properties["double"]["description"] == "Twice the count."
    assert "unseen" not in properties
    assert set(schema["required"]) == set(properties) - {"pair"}
    pair = schema["$defs"]["Pair"]
    assert pair["properties"]["high"]["description"] == "The other one, which is higher."
    assert pair["required"] == ["low"]
    assert schema["$defs"]["Tree"]["properties"]["below"]["items"] == {"$ref": "#/$defs/Tree"}


@pytest.mark.parametrize("hint", [object, set[int], tuple[int, ...] | str, dict[float, int]])
def test_other_hints_have_no_codec(hint: Any) -> None:
    with refused(TypeError):
        codec(hint)


@pytest.mark.parametrize(
    "plain",
    [
        2,
        -1,
        True,
        [0.5],
        0,
        1,
    ],
)
def test_arrays_kept_apart_are_checked(plain: Any) -> None:
    apart: list[NDArray[Any]] = [np.zeros(2, np.int64), np.zeros((1, 1))]
    with refused(InputError):
        decode(NDArray[np.float64], plain, apart)
