"""TSV and CSV: exact texts, and errors with file and line."""

from __future__ import annotations

import csv
import gzip
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from input_rows import rows_of
from wordorder import InputError
from wordorder.corpus.inputs import schema_of

any_text = st.characters(exclude_categories=["Cs"], exclude_characters="\0\r\n")
cell = st.text(st.sampled_from("\"'\\,;") | any_text, max_size=5)


def tables(cells):
    return st.integers(1, 4).flatmap(
        lambda width: st.lists(st.lists(cells, min_size=width, max_size=width), max_size=20)
    )


@given(
    tables(cell.filter(lambda text: "\t" not in text)), st.integers(1, 30), st.sampled_from([1, 3])
)
def test_tsv_is_split_at_tabs_and_nothing_else(tmp_path_factory, rows, block, most):
    width = len(rows[0]) if rows else 2
    names = [f"column {number}" for number in range(width)]
    file = tmp_path_factory.mktemp("tsv") / "a.tsv"
    file.write_bytes("".join("\t".join(row) + "\n" for row in [names, *rows]).encode())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("wordorder.corpus.inputs.tables.BLOCK_SIZE", block)
        assert rows_of(file, names, rows=most) == [tuple(row) for row in rows]
        assert rows_of(file, names[-1:], rows=most) == [tuple(row[-1:]) for row in rows]


@given(tables(cell | st.just("two\nlines")), st.sampled_from([1, 3]))
def test_csv_is_read_as_it_is_written(tmp_path_factory, rows, most):
    width = len(rows[0]) if rows else 2
    names = [f'a "{number}", b' for number in range(width)]
    text = io.StringIO()
    csv.writer(text, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows([names, *rows])
    file = tmp_path_factory.mktemp("csv") / "a.csv"
    file.write_bytes(text.getvalue().encode())
    assert rows_of(file, names, rows=most) == [tuple(row) for row in rows]


@pytest.mark.parametrize("ending", ["tsv", "csv"])
def test_byte_order_mark_and_line_ends_are_dropped(tmp_path, ending):
    file = tmp_path / f"A.{ending.upper()}.gz"
    between = "\t" if ending == "tsv" else ","
    text = "\ufeffa,b\r\nx,\r\n,y".replace(",", between)
    file.write_bytes(gzip.compress(text.encode()))
    assert rows_of(file, ["b", "a"]) == [("", "x"), ("y", "")]


def test_a_carriage_return_in_a_line_is_text(tmp_path):
    file = tmp_path / "a.tsv"
    file.write_bytes(b"a\tb\nx\ry\tz\n")
    assert rows_of(file, ["a", "b"]) == [("x\ry", "z")]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "empty; line 1 must name the columns"),
        ("a,b\nx,y\nx\n", ":3: 1 cell, but line 1 names 2 columns"),
        ("a,b\nx,y,z\nx\n", ":2: 3 cells, but line 1 names 2 columns"),
        ("a,b\nx,y,z\nx\nx,y\n", ":2: 3 cells, but line 1 names 2 columns"),
        ("a,b\nx\nx,y,z\n", ":2: 1 cell, but line 1 names 2 columns"),
        ("a,b\nx,y\n\nx,y\n", ":3: [01] cells?, but line 1 names 2 columns"),
        ("a,a\nx,y\n", "2 columns are named 'a'; rename them"),
        ("b,c\nx,y\n", "no column 'a'; it has b and c"),
        ("a,b\nx\0,y\n", ":2: NUL byte in byte column 2"),
    ],
)
@pytest.mark.parametrize("ending", ["tsv", "csv"])
def test_damaged_tables(tmp_path, ending, content, message):
    file = tmp_path / f"a.{ending}"
    file.write_text(content.replace(",", "\t") if ending == "tsv" else content)
    with pytest.raises(InputError, match=rf"a\.{ending}:? ?{message}"):
        rows_of(file, ["a"])


def test_an_open_quote(tmp_path):
    file = tmp_path / "a.csv"
    file.write_text('a,b\nx,"y\nz')
    with pytest.raises(InputError, match=r"a\.csv:2: .*quotes closed"):
        rows_of(file, ["a"])


def test_only_the_first_line(tmp_path):
    file = tmp_path / "a.tsv"
    file.write_text("a\tb")
    assert rows_of(file, ["a"]) == []
    assert schema_of(str(file)).names == ["a", "b"]


def test_wrong_lines_are_found_in_any_block(tmp_path, monkeypatch):
    monkeypatch.setattr("wordorder.corpus.inputs.tables.BLOCK_SIZE", 4)
    file = tmp_path / "a.tsv"
    file.write_text("a\tb\n" + "1\t2\n" * 100 + "3\n" + "1\t2\n" * 9)
    with pytest.raises(InputError, match=r"a\.tsv:102: 1 cell"):
        rows_of(file, ["a"])
