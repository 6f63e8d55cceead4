"""The lines of keys and values in TOML, however they are written."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, strategies as st

from wordorder.text.toml_files import toml_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

MANY_FORMS = """\
# [[rule]] in a comment
name = "a # no comment, [[rule]]"   # 2
text = '''
[[rule]]
x = 1'''
other = \"\"\"
a "quoted" \\\"\"\" [[rule]]\"\"\"  # 6 and 7

[[rule]]  # 9
"name" = 'x'
head = { upos = ["A", "B"], "Number[psor]" = 'Sing' }  # 11
order = [  # 12
  "one",  # 13
  # "none",
  "two", "three",  # 15
  [ "deep",
    "deeper" ],  # 17
]
[[ rule ]]  # 19
head.upos = 1.5
[rule.head.more]  # 21
lemma = 2024-01-01
[table]  # 23
x.y.z = true
inline = [{a = 1}, {b = 2,
 c = [3]}]"""


def test_every_form_of_toml() -> None:
    lines, _ = toml_lines(MANY_FORMS.replace("{b = 2,\n c", "{b = 2, c"))
    expected: dict[tuple[str | int, ...], int] = {
        ("name",): 2,
        ("text",): 3,
        ("other",): 6,
        ("rule", 0): 9,
        ("rule", 0, "name"): 10,
        ("rule", 0, "head"): 11,
        ("rule", 0, "head", "upos"): 11,
        ("rule", 0, "head", "upos", 1): 11,
        ("rule", 0, "head", "Number[psor]"): 11,
        ("rule", 0, "order"): 12,
        ("rule", 0, "order", 0): 13,
        ("rule", 0, "order", 1): 15,
        ("rule", 0, "order", 2): 15,
        ("rule", 0, "order", 3): 16,
        ("rule", 0, "order", 3, 1): 17,
        ("rule", 1): 19,
        ("rule", 1, "head"): 20,
        ("rule", 1, "head", "upos"): 20,
        ("rule", 1, "head", "more", "lemma"): 22,
        ("table", "x", "y", "z"): 24,
        ("table", "inline", 0, "a"): 25,
        ("table", "inline", 1, "b"): 25,
        ("table", "inline", 1, "c", 0): 25,
    }
    assert {where: lines.get(where) for where in expected} == expected


def paths(value: Any, where: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    yield where
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from paths(inner, (*where, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from paths(inner, (*where, number))


def test_every_path_of_the_parsed_document_has_a_line() -> None:
    text = MANY_FORMS.replace("{b = 2,\n c", "{b = 2, c")
    lines, many_dots = toml_lines(text)
    assert not many_dots
    for where in paths(tomllib.loads(text)):
        assert where in ((), ("rule",), ("table",), ("rule", 1, "head", "more")) or where in lines


@given(st.text(alphabet="[]{}=,.#\"'\\\n ab", max_size=60))
def test_any_text_gives_some_lines(text: str) -> None:
    count = text.count("\n") + 1
    assert all(1 <= line <= count for line in toml_lines(text).lines.values())


HOSTILE = {
    "dots": ".".join("a" * 300_000) + " = 1",
    "brackets": "x = " + "[" * 500_000,
    "tables": "x = " + "{a=" * 300_000,
    "open texts": 'x = """\\\n' * 100_000,
    "open quotes": "'" * 500_001,
    "headers": "[[" * 300_000,
}


@pytest.mark.slow
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_texts_take_a_moment(text: str) -> None:
    keys = toml_lines(text)
    assert len(keys.lines) < 20
    assert bool(keys.many_dots) == text.startswith("a.a.a.")
