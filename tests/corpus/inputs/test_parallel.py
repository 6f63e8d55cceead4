"""Parallel lines are columns, by the names that they are given."""

from __future__ import annotations

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from input_rows import rows_of
from wordorder import InputError
from wordorder.corpus.inputs import schema_of
from wordorder.corpus.inputs.parallel import parallel_files

line = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\r\n"), max_size=9)


@given(st.lists(st.tuples(line, line), max_size=20), st.integers(1, 30), st.sampled_from([1, 3]))
def test_lines_stay_side_by_side(tmp_path_factory, rows, block, most):
    folder = tmp_path_factory.mktemp("lines")
    source, target = folder / "a,b.en", folder / "a.de.gz"
    source.write_bytes("".join(f"{one}\n" for one, _ in rows).encode())
    target.write_bytes(gzip.compress("".join(f"{two}\n" for _, two in rows).encode()))
    name = f"source={source},target={target}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("wordorder.corpus.inputs.parallel.BLOCK_SIZE", block)
        assert rows_of(name, ["target", "source"], rows=most) == [(two, one) for one, two in rows]


@pytest.mark.parametrize(("more", "fewer"), [(5, 3), (3, 0), (2, 1)])
def test_unequal_numbers_of_lines(tmp_path, more, fewer):
    (tmp_path / "en").write_text("x\n" * more)
    (tmp_path / "de").write_text("y\n" * fewer)
    (tmp_path / "links").write_text("\n" * more)
    name = f"a={tmp_path}/en,b={tmp_path}/de,c={tmp_path}/links"
    with pytest.raises(InputError, match=rf"/en has {more} lines, .*/de has {fewer} line.*; they"):
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
    with pytest.raises(InputError, match="two files for the column 'a'"):
        schema_of("a=x,a=y")


def test_a_missing_file(tmp_path):
    (tmp_path / "en").write_text("x\n")
    with pytest.raises(InputError, match=r"de: no such file"):
        schema_of(f"a={tmp_path}/en,b={tmp_path}/de")


def test_text_that_is_not_text(tmp_path):
    (tmp_path / "en").write_bytes(b"x\n\xff\n")
    with pytest.raises(InputError, match=r"en:2: byte 0xFF"):
        rows_of(f"a={tmp_path}/en", ["a"])
