import array
import datetime
import json
import math

import numpy as np
import pytest
from hypothesis import given, strategies as st

from messages import refused
from wordorder.output import document, dumps

anything_in_json = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@pytest.mark.slow
@given(anything_in_json)
def test_round_trip(value: object) -> None:
    text = dumps(value)
    assert json.loads(text) == value
    assert len(text.splitlines()) == 1
    text.encode("utf-8")


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_floats_keep_every_bit(value: float) -> None:
    assert math.copysign(1, json.loads(dumps(value))) == math.copysign(1, value)
    assert json.loads(dumps(np.float64(value))) == value


def test_one_line_with_text_as_it_is_and_keys_in_order() -> None:
    assert dumps({"z": "語順\n", "a": (1, True, None)}) == r'{"z": "語順\n", "a": [1, true, null]}'


@pytest.mark.parametrize(
    "value", [math.nan, math.inf, -math.inf, np.float64("nan"), np.float32("inf"), np.array(np.nan)]
)
def test_undefined_is_null(value: object) -> None:
    assert dumps([value]) == "[null]"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (np.int32(3), "3"),
        (np.float64(0.1), "0.1"),
        (np.float32(0.5), "0.5"),
        (np.bool_(True), "true"),
        (np.str_("語"), '"語"'),
        (np.array([[1, 2], [3, 4]]), "[[1, 2], [3, 4]]"),
        (np.array([0.5, np.nan]), "[0.5, null]"),
        (np.array([None, "a", np.int8(1)], dtype=object), '[null, "a", 1]'),
        ({"values": np.arange(2)}, '{"values": [0, 1]}'),
        (array.array("i", [1, 2]), "[1, 2]"),
    ],
)
def test_array_types_become_plain(value: object, expected: str) -> None:
    assert dumps(value) == expected


@pytest.mark.parametrize(
    "value",
    [{1, 2}, b"bytes", object(), 1j, datetime.date(2024, 1, 1), np.longdouble(1), np.complex128(1)],
)
def test_other_types_are_refused_by_name(value: object) -> None:
    with refused(TypeError):
        dumps({"key": [value]})


@pytest.mark.parametrize("key", [1, None, 0.5, ("a",)])
def test_keys_are_text(key: object) -> None:
    with refused(TypeError):
        dumps({key: 1})


@pytest.mark.parametrize("character", ["\udcff", "\x9b", "\x7f", "\u2028", "\x85", "\x1b"])
def test_awkward_characters_are_escaped(character: str) -> None:
    text = dumps({character: f"a{character}b"})
    assert character not in text
    text.encode("utf-8")
    assert json.loads(text) == {character: f"a{character}b"}


def test_document_begins_with_its_schema() -> None:
    content = document("permutation/1", {"signature": "x", "n": 3})
    assert list(content.items()) == [
        ("schema", "wordorder/permutation/1"),
        ("signature", "x"),
        ("n", 3),
    ]


def test_document_refuses_a_second_schema() -> None:
    with refused(ValueError):
        document("permutation/1", {"schema": "mine"})
