"""TSV, CSV and parallel lines: exact texts, and errors with file and line."""

from __future__ import annotations

import csv
import gzip
import io

import pytest
from hypothesis import given, strategies as st

from input_rows import rows_in_blocks, rows_of
from messages import refused
from wordorder import InputError
from wordorder.corpus.inputs.fragments import schema_of
from wordorder.corpus.inputs.storage import parallel_files

any_text = st.characters(exclude_categories=["Cs"], exclude_characters="\0\r\n")
cell = st.text(st.sampled_from("\"'\\,;") | any_text, max_size=5)


def tables(cells):
    return st.integers(1, 4).flatmap(
        lambda width: st.lists(st.lists(cells, min_size=width, max_size=width), max_size=20)
    )


@pytest.mark.slow
@given(
    tables(cell.filter(lambda text: "\t" not in text)), st.integers(1, 30), st.sampled_from([1, 3])
)
def test_tsv_is_split_at_tabs_and_nothing_else(tmp_path_factory, rows, block, most):
    width = len(rows[0]) if rows else 2
    names = [f"column {number}" for number in range(width)]
    file = tmp_path_factory.mktemp("tsv") / "a.tsv"
    file.write_bytes("".join("\t".join(row) + "\n" for row in [names, *rows]).encode())
    for chosen in (names, names[-1:]):
        expected = [tuple(row[-len(chosen) :]) for row in rows]
        assert rows_of(file, chosen, rows=most) == expected
        assert rows_in_blocks(file, chosen, most, block_size=block) == expected


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
    "content",
    [
        "",
        "a,b\nx,y\nx\n",
        "a,b\nx,y,z\nx\n",
        "a,b\nx,y,z\nx\nx,y\n",
        "a,b\nx\nx,y,z\n",
        "a,b\nx,y\n\nx,y\n",
        "a,a\nx,y\n",
        "b,c\nx,y\n",
        "a,b\nx\0,y\n",
    ],
)
@pytest.mark.parametrize("ending", ["tsv", "csv"])
def test_damaged_tables(tmp_path, ending, content):
    file = tmp_path / f"a.{ending}"
    file.write_text(content.replace(",", "\t") if ending == "tsv" else content)
    with refused(InputError):
        rows_of(file, ["a"])


def test_an_open_quote(tmp_path):
    file = tmp_path / "a.csv"
    file.write_text('a,b\nx,"y\nz')
    with refused(InputError):
        rows_of(file, ["a"])


def test_only_the_first_line(tmp_path):
    file = tmp_path / "a.tsv"
    file.write_text("a\tb")
    assert rows_of(file, ["a"]) == []
    assert schema_of(str(file)).names == ["a", "b"]


def test_wrong_lines_are_found_in_any_block(tmp_path):
    file = tmp_path / "a.tsv"
    file.write_text("a\tb\n" + "1\t2\n" * 100 + "3\n" + "1\t2\n" * 9)
    with refused(InputError):
        rows_in_blocks(file, ["a"], block_size=4)


line = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\r\n"), max_size=9)


@given(st.lists(st.tuples(line, line), max_size=20), st.integers(1, 30), st.sampled_from([1, 3]))
def test_lines_stay_side_by_side(tmp_path_factory, rows, block, most):
    folder = tmp_path_factory.mktemp("lines")
    source, target = folder / "a,b.en", folder / "a.de.gz"
    source.write_bytes("".join(f"{one}\n" for one, _ in rows).encode())
    target.write_bytes(gzip.compress("".join(f"{two}\n" for _, two in rows).encode()))
    name = f"source={source},target={target}"
    expected = [(two, one) for one, two in rows]
    assert rows_of(name, ["target", "source"], rows=most) == expected
    assert rows_in_blocks(name, ["target", "source"], most, block_size=block) == expected


@pytest.mark.parametrize(("more", "fewer"), [(5, 3), (3, 0), (2, 1)])
def test_unequal_numbers_of_lines(tmp_path, more, fewer):
    (tmp_path / "en").write_text("x\n" * more)
    (tmp_path / "de").write_text("y\n" * fewer)
    (tmp_path / "links").write_text("\n" * more)
    name = f"a={tmp_path}/en,b={tmp_path}/de,c={tmp_path}/links"
    with refused(InputError):
        rows_of(name, ["c"])


def test_a_folder_with_an_equals_sign_is_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "date=2024").mkdir()
    (tmp_path / "date=2024" / "a.tsv").write_text("a\nx\n")
    assert rows_of("date=2024/a.tsv", ["a"]) == rows_of("date=2024", ["a"]) == [("x",)]
    assert rows_of("date=date=2024/a.tsv", ["date"]) == [("a",), ("x",)]


@pytest.mark.parametrize("name", ["a.parquet", "=a", "a=", "s3://b/c=d", "a=b,c", "", "a=b,c="])
def test_other_inputs(name):
    assert parallel_files(name) in ({}, {"a": name[2:]})


def test_a_column_given_twice():
    with refused(InputError):
        schema_of("a=x,a=y")


def test_a_missing_file(tmp_path):
    (tmp_path / "en").write_text("x\n")
    with refused(InputError):
        schema_of(f"a={tmp_path}/en,b={tmp_path}/de")


def test_text_that_is_not_text(tmp_path):
    (tmp_path / "en").write_bytes(b"x\n\xff\n")
    with refused(InputError):
        rows_of(f"a={tmp_path}/en", ["a"])
