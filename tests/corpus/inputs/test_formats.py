"""Inputs are files, folders and URLs; what cannot be read is refused in one line."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from input_rows import anything, rows_of
from messages import refused
from wordorder import InputError
from wordorder.corpus.inputs.formats import files_of
from wordorder.corpus.inputs.fragments import list_fragments


@pytest.fixture(autouse=True)
def _inside(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def table(tmp_path):
    (tmp_path / "a.tsv").write_text("a\nx\n")
    return "a.tsv"


def test_a_folder_has_its_files_in_order(tmp_path):
    (tmp_path / "in").mkdir()
    names = ["b.TSV.gz", "a.jsonl", "c.parquet", "_d.tsv", ".e.tsv", "README", "f.parquet.gz"]
    for name in names:
        (tmp_path / "in" / name).touch()
    (tmp_path / "in" / "g.tsv").mkdir()
    assert [Path(file).name for file in files_of(["in"])] == ["a.jsonl", "b.TSV.gz", "c.parquet"]
    assert files_of(["in/_d.tsv"]) == ["in/_d.tsv"]


def test_a_folder_of_several_formats(tmp_path, table):
    (tmp_path / "b.jsonl").write_text('{"a": "y"}\n')
    assert [part.input for part in list_fragments(["."], anything)] == ["a.tsv", "b.jsonl"]


@pytest.mark.parametrize("other", ["a.tsv", "./a.tsv", "b.tsv", ".", "a=a.tsv"])
def test_a_file_given_twice(table, other):
    Path("b.tsv").symlink_to("a.tsv")
    with refused(InputError):
        files_of(["a.tsv", other])


@pytest.mark.parametrize(
    "name",
    [
        "-",
        "",
        "nothing.parquet",
        "*.parquet",
        "memory://*.tsv",
        "memory://nothing.tsv",
        "a\0b.tsv",
        "a=b\0",
        pytest.param("x" * 5000 + ".tsv", id="a long name"),
        "empty",
        "nothing://b/a.tsv",
        "a.tsv/b.tsv",
        "a.txt",
    ],
)
def test_what_is_no_input(tmp_path, table, name):
    (tmp_path / "empty").mkdir()
    with refused(InputError):
        list_fragments([name], anything)


@pytest.mark.skipif(sys.platform == "win32", reason="no named pipes in folders")
def test_a_named_pipe_is_refused_before_it_is_opened():
    os.mkfifo("pipe.tsv")
    for name in ("pipe.tsv", "a=pipe.tsv"):
        with refused(InputError):
            list_fragments([name], anything)


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="may read everything")
def test_no_permission(table):
    Path(table).chmod(0)
    with refused(InputError):
        list_fragments([table], anything)


@pytest.mark.skipif(sys.platform != "linux", reason="names are text elsewhere")
@pytest.mark.parametrize("ending", [".tsv", ".parquet"])
def test_names_that_are_not_utf8(table, ending):
    import pyarrow as pa
    import pyarrow.parquet as pq

    name = os.fsdecode(b"\xff") + ending
    if ending == ".parquet":
        pq.write_table(pa.table({"a": ["x"]}), "b.parquet")
        table = "b.parquet"
    Path(table).rename(name)
    assert rows_of(name, ["a"]) == [("x",)]
