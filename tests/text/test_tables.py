"""Tables of text, whatever separates their cells."""

from __future__ import annotations

import io

import pyarrow as pa
import pytest

from messages import refused
from wordorder.errors import InputError
from wordorder.text import finite_number, read_table, whole_number


@pytest.mark.parametrize(
    "text",
    [
        "A\tb\nx y\t2\n\t3\n",
        "a,B\nx y,2\n,3\n",
        '"a"\t"b"\n"x y"\t2\n\t3',
        'a,b\n"x y",2\n"",3\n',
        " a \tb\nx y\t2\n\t3\n",
    ],
)
def test_cells_by_column(text: str) -> None:
    table = read_table(io.StringIO(text))
    assert table.heads == ("a", "b")
    assert {name: list(cells) for name, cells in table.columns.items()} == {
        "a": ["x y", ""],
        "b": ["2", "3"],
    }
    assert (list(table.lines), len(table)) == ([2, 3], 2)


def test_texts_stay_as_they_are_in_tsv() -> None:
    table = read_table(io.StringIO('a\tb\n"x\ty\\t\n'))
    assert [list(cells) for cells in table.columns.values()] == [['"x'], ["y\\t"]]


def test_lines_of_quoted_cells_are_counted() -> None:
    table = read_table(io.StringIO('a,b\n"1\n2",x\n3,y\n'))
    assert list(table.lines) == [2, 4]
    with refused(InputError):
        table.values("a", lambda cell: None if cell == "3" else cell, "nothing of the kind")


def test_columns_of_arrow() -> None:
    table = pa.table({"A": [1, None], "b": [0.1, 2.0], "c": [[1], [2]], "d": ["x", "y"]})
    texts = read_table(table)
    assert texts.columns == {"a": ["1", ""], "b": ["0.1", "2"], "d": ["x", "y"]}
    assert list(texts.lines) == [1, 2]
    with refused(InputError):
        read_table(pa.table([[1], [2]], names=["a", "A"]))
    with refused(InputError):
        read_table(pa.table({}))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a\tb\n1\n",
        "a\tb\n1\t2\n\n",
        "a\ta\n",
        'a,b\n"1,2\n',
    ],
)
def test_what_is_no_table_is_refused(text: str) -> None:
    with refused(InputError):
        read_table(io.StringIO(text))


def test_numbers() -> None:
    wrong = ["", "-1", "+1", "1.0", "²", "٣", "1_0", "1" * 10, "1" * 5000, " 1"]
    assert [whole_number(cell) for cell in wrong] == [None] * len(wrong)
    assert [whole_number(cell) for cell in ("0", "007", "999999999")] == [0, 7, 999_999_999]
    wrong = ["", "nan", "inf", "1e999", "0x1", "1_0", "٣", "1.", "e5", "1e", " 1"]
    right = {"1.": 1.0}
    assert [finite_number(cell) for cell in wrong] == [right.get(cell) for cell in wrong]
    assert [finite_number(c) for c in ("-.5", "+1E2", "1e-999")] == [-0.5, 100.0, 0.0]
