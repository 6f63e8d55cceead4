"""JSON lines: exact values, and errors with file and line."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, strategies as st

from input_rows import rows_in_blocks, rows_of
from messages import refused
from wordorder import InputError
from wordorder.corpus.inputs.fragments import schema_of

KINDS = {
    "text": st.text(st.characters(exclude_categories=["Cs"]), max_size=5),
    "whole": st.integers(-(2**63), 2**63 - 1),
    "share": st.floats(allow_nan=False, allow_infinity=False),
    "kept": st.booleans(),
    "words": st.lists(st.text("ab", max_size=3)),
    "order": st.lists(st.integers(0, 9)),
}
records = st.lists(st.fixed_dictionaries({}, optional={k: st.none() | v for k, v in KINDS.items()}))


def write(path, *lines):
    path.write_text("".join(f"{line}\n" for line in lines))
    return str(path)


@pytest.mark.slow
@given(records, st.sampled_from([1, 3, 100]))
def test_values_come_back(tmp_path_factory, records, most):
    # The first line has all columns, so that their types are known.
    known = {"text": "", "whole": 0, "share": 0.5, "kept": True, "words": ["a"], "order": [1]}
    file = tmp_path_factory.mktemp("json") / "a.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record in [known, *records]))
    expected = [tuple(record.get(name) for name in KINDS) for record in [known, *records]]
    assert rows_of(file, list(KINDS), rows=most) == expected


def test_pairs_of_whole_numbers_are_links(tmp_path):
    name = write(tmp_path / "a.jsonl", '{"l": []}', '{"l": [[0, 1], [2, 0]]}', '{"l": null}', "{}")
    assert (
        str(schema_of(name).field("l").type) == "list<item: struct<source: int32, target: int32>>"
    )
    links = [{"source": 0, "target": 1}, {"source": 2, "target": 0}]
    assert rows_of(name, ["l"]) == [([],), (links,), (None,), (None,)]


def test_objects_with_source_and_target_are_links(tmp_path):
    links = [{"source": 0, "target": 1}, {"target": 0, "source": 2}]
    name = write(tmp_path / "a.jsonl", json.dumps({"l": links}), '{"l": [[3, 4]]}', '{"l": []}')
    assert rows_of(name, ["l"]) == [(links,), ([{"source": 3, "target": 4}],), ([],)]
    for bad in ('{"source": 0}', '{"source": 0, "target": 0.5}', '{"source": 0, "to": 1}'):
        name = write(tmp_path / "b.jsonl", json.dumps({"l": links}), f'{{"l": [{bad}]}}')
        with refused(InputError):
            rows_of(name, ["l"])


def test_other_lists_of_lists_stay_so(tmp_path):
    name = write(tmp_path / "a.jsonl", '{"l": [[0, 1, 2], []]}')
    assert rows_of(name, ["l"]) == [([[0, 1, 2], []],)]


def test_objects_are_shown_but_cannot_be_read(tmp_path):
    name = write(tmp_path / "a.jsonl", '{"a": "x", "o": {"b": 1}, "l": [{"b": 1}]}')
    assert [str(field.type) for field in schema_of(name)] == [
        "string",
        "struct<>",
        "list<item: struct<>>",
    ]
    assert rows_of(name, ["a"]) == [("x",)]
    for column in ("o", "l"):
        with refused(InputError):
            rows_of(name, [column])


@pytest.mark.parametrize(
    "line",
    [
        "",
        "null",
        "[1]",
        '{"a": "x"} {"a": "y"}',
        '{"a": NaN}',
        '{"a": "x", "z": ' + "[" * 100_000,
        '{"z": ' + "1" * 5000 + "}",
        '{"a": 1}',
        '{"a": ["x"]}',
        '{"a": "\\ud800"}',
        '{"n": 1.5}',
        '{"n": true}',
        '{"n": 9223372036854775808}',
        '{"l": "xy"}',
        '{"l": [[0]]}',
        '{"l": [[0, 1.5]]}',
        '{"l": [[0, 2147483648]]}',
        '{"l": [null]}',
        '{"w": "xy"}',
    ],
)
def test_wrong_lines(tmp_path, line):
    good = '{"a": "x", "n": 1, "l": [[0, 1]], "w": ["x"]}'
    name = write(tmp_path / "a.jsonl", *[good] * 5, line, good)
    with refused(InputError):
        rows_in_blocks(name, ["a", "n", "l", "w"], block_size=80)


def test_a_name_that_is_not_unicode(tmp_path):
    name = write(tmp_path / "a.jsonl", '{"\\ud800": 1}')
    with refused(InputError):
        schema_of(name)


def test_numbers_are_whole_only_if_all_of_the_first_are(tmp_path):
    name = write(tmp_path / "a.jsonl", '{"n": 1}', '{"n": 0.5}')
    assert rows_of(name, ["n"]) == [(1.0,), (0.5,)]


def test_an_empty_file(tmp_path):
    with refused(InputError):
        schema_of(write(tmp_path / "a.jsonl"))
