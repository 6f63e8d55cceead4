import pickle

import numpy as np
import pytest
from hypothesis import given, strategies as st

from messages import refused
from oracles.conditions import holds
from wordorder.corpus.where import DEEPEST, LONGEST, Filter
from wordorder.errors import Argument, InputError, UsageError

pa = pytest.importorskip("pyarrow")

_VALUES = (None, -1.0, 0.0, 0.5, 1.0)
_NAMES = ("kendall", "anticipation@3", "pefscore:kendall", "my column")
_operands = st.sampled_from([*_NAMES, -1.0, 0.0, 0.5])
_comparisons = st.tuples(
    st.sampled_from(["<", "<=", ">", ">=", "==", "!="]), st.sampled_from(_NAMES), _operands
)
_conditions = st.recursive(
    _comparisons,
    lambda inner: st.one_of(
        st.tuples(st.just("not"), inner),
        st.tuples(st.sampled_from(["and", "or"]), inner, inner),
    ),
    max_leaves=6,
)


def _written(condition):
    sign, *parts = condition
    if sign == "not":
        return f"not ({_written(parts[0])})"
    if sign in ("and", "or"):
        return f"({_written(parts[0])}) {sign} ({_written(parts[1])})"
    shown = [f"`{part}`" if isinstance(part, str) and " " in part else str(part) for part in parts]
    return f"{shown[0]} {sign} {shown[1]}"


@given(_conditions, st.lists(st.tuples(*[st.sampled_from(_VALUES)] * 4), min_size=1, max_size=8))
def test_rows_that_fulfil_the_condition_are_chosen(condition, rows):
    columns = {name: np.array([row[k] for row in rows], float) for k, name in enumerate(_NAMES)}
    expected = [holds(condition, dict(zip(_NAMES, row, strict=True))) is True for row in rows]
    assert Filter(_written(condition)).mask(columns).tolist() == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a < 1 or b < 1 and a > 5", [True, False, False]),  # `and` binds more tightly
        ("NOT a > 1 AND b>=0", [True, False, False]),
        ("0 < a < 2", [True, False, False]),
        ("a = 7", [False, True, False]),
        ("-1e1 < b", [True, True, False]),
        ("a > b", [False, True, False]),
        ("not (a > 1)", [True, False, False]),
    ],
)
def test_the_language(text, expected):
    columns = {"a": [0.5, 7, None], "b": [1, 2, None]}
    assert Filter(text).mask(columns).tolist() == expected


def test_columns_of_arrow():
    columns = {"a": pa.array([1, 2, None]), "b": pa.chunked_array([[0.5], [float("nan"), 0.5]])}
    assert Filter("a >= 1 and b < 1").mask(columns).tolist() == [True, False, False]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "kendall",
        "kendall >",
        "> 0.9",
        "kendall >> 0.9",
        "kendall > 0.9 and",
        "and",
        "not",
        "(kendall > 0.9",
        "kendall > 0.9)",
        "()",
        "kendall > 0.9 coverage > 1",
        "kendall > 0.9.1",
        "kendall > 'high'",
        "1 < 2",
        "__import__('os').system('true') == 0",
        "kendall.__class__ == 1",
        "kendall > 0.9; drop",
        "lambda: 1",
        "kendall > 1 > nothing(",
        "`",
        "``> 1",
        "kendall > nan()",
        "é > 1",
        "kendall > \x1b[31m",
        pytest.param("(" * 100_000, id="only parentheses"),
        pytest.param("not " * 100_000 + "a > 1", id="too long"),
        pytest.param("not " * 1000 + "a > 1", id="too often not"),
        pytest.param("(" * 1000 + "a > 1", id="too many parentheses"),
    ],
)
def test_anything_else_is_refused_in_one_line(text):
    with refused(UsageError) as raised:
        Filter(text)
    assert raised.value.arguments == (Argument("where"),)
    assert "\n" not in str(raised.value)
    assert len(str(raised.value)) < 300


@pytest.mark.parametrize(
    "kind",
    [
        *(pa.int8(), pa.uint64(), pa.float16(), pa.float32(), pa.decimal128(21, 2)),
        pa.dictionary(pa.int8(), pa.int64()),
    ],
)
def test_numbers_of_any_type(kind):
    column = pa.array([7, None, 5, 3]).cast(getattr(kind, "value_type", kind))
    column = column.dictionary_encode() if pa.types.is_dictionary(kind) else column
    assert Filter("x > 4 and x != 5").mask({"x": column}).tolist() == [True, False, False, False]
    Filter("x > 4").check(["kendall"], pa.schema({"x": kind}), "a.parquet")


def test_large_whole_numbers():
    column = pa.array([16_777_216, 16_777_217, 16_777_218, 2**62, None])
    mask = Filter("x > 16777216 and x != 16777218").mask({"x": column})
    assert mask.tolist() == [False, True, False, True, False]
    assert Filter("x > 5").mask({"x": pa.array([2**64 - 1], pa.uint64())}).tolist() == [True]
    column = pa.array([0.1, float(np.float32(0.1))])
    assert Filter("x == 0.1").mask({"x": column}).tolist() == [True, False]


def test_columns_that_are_no_numbers_are_refused():
    schema = pa.schema({"x": pa.string(), "kendall": pa.string()})
    chosen = Filter("x > 4 and kendall > 0")
    with refused(InputError):
        chosen.check(["kendall"], schema, "a.tsv")
    with refused(InputError):
        chosen.check(["kendall"], pa.schema({}), "a.tsv")


def test_nesting_up_to_the_limit():
    text = "(" * DEEPEST + "a > 1" + ")" * DEEPEST
    assert Filter(text).mask({"a": [2.0]}).tolist() == [True]


def test_a_long_condition():
    text = "and ".join(["a>1 "] * (LONGEST // 8))
    assert Filter(text).mask({"a": [2.0, 0.0]}).tolist() == [True, False]


def test_filters_pickle():
    chosen = Filter("kendall > 0.9")
    assert pickle.loads(pickle.dumps(chosen)) == chosen


def test_what_is_no_text_is_refused():
    with refused(UsageError):
        Filter(3)
