"""Files behind URLs are read as those of this machine."""

from __future__ import annotations

import gzip
import io
import sys

import fsspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from input_rows import anything, rows_of
from messages import refused
from wordorder import InputError, MissingExtraError
from wordorder.corpus.inputs import storage
from wordorder.corpus.inputs.fragments import list_fragments, read_fragment

TABLE = pa.table({"a": ["x", "y"], "b": ["1", "2"]})


@pytest.fixture
def memory():
    system = fsspec.filesystem("memory")
    yield system
    system.rm("/", recursive=True)


def parquet():
    content = io.BytesIO()
    pq.write_table(TABLE, content)
    return content.getvalue()


def ipc():
    content = io.BytesIO()
    with pa.ipc.new_file(content, TABLE.schema) as writer:
        writer.write_table(TABLE)
    return content.getvalue()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.parquet", parquet()),
        ("a.arrow", ipc()),
        ("a.tsv", b"a\tb\nx\t1\ny\t2\n"),
        ("a.csv.gz", gzip.compress(b"a,b\nx,1\ny,2\n", mtime=0)),
        ("a.jsonl", b'{"a":"x","b":"1"}\n{"a":"y","b":"2"}\n'),
    ],
)
def test_every_format_is_read_from_a_url(memory, name, content):
    memory.pipe_file(f"/in/{name}", content)
    for given in (f"memory://in/{name}", "memory://in", "memory:///in/"):
        assert rows_of(given, ["b", "a"]) == [("1", "x"), ("2", "y")]
    [part] = list_fragments(["memory://in"], anything)
    [verified] = list_fragments(["memory://in"], anything, verify=True)
    assert part.input.endswith(f"/in/{name}")
    assert verified.identity != part.identity == verified.state


def test_parallel_lines_from_urls(memory):
    memory.pipe_file("/en", b"x\ny\n")
    memory.pipe_file("/de", b"1\n2")
    assert rows_of("a=memory://en,b=memory://de", ["a", "b"]) == [("x", "1"), ("y", "2")]


def test_errors_show_the_url(memory):
    memory.pipe_file("/a.tsv", b"a\tb\nx\n")
    with refused(InputError):
        rows_of("memory://a.tsv", ["a"])
    memory.pipe_file("/a.parquet", b"PAR1")
    with refused(InputError):
        rows_of("memory://a.parquet", ["a"])


def test_a_change_is_noticed(memory):
    memory.pipe_file("/a.tsv", b"a\nx\n")
    [part] = list_fragments(["memory://a.tsv"], anything)
    memory.pipe_file("/a.tsv", b"a\ny\n")
    with refused(InputError):
        list(read_fragment(part, ["a"]))


def test_a_file_given_twice(memory):
    memory.pipe_file("/in/a.tsv", b"a\nx\n")
    with refused(InputError):
        list_fragments(["memory://in/a.tsv", "memory:///in"], anything)


def test_without_fsspec(monkeypatch):
    monkeypatch.setitem(sys.modules, "fsspec", None)
    with refused(MissingExtraError):
        list_fragments(["s3://bucket/a.parquet"], anything)


@pytest.mark.parametrize(
    ("scheme", "package"),
    [("s3", "s3fs"), ("gs", "gcsfs"), ("abfs", "adlfs"), ("sftp", "paramiko")],
)
def test_without_the_package_for_a_scheme(monkeypatch, scheme, package):
    monkeypatch.setitem(sys.modules, package, None)
    with refused(MissingExtraError):
        list_fragments([f"{scheme}://bucket/a.parquet"], anything)


def test_without_pyarrow(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for ending in ("parquet", "arrow", "tsv", "csv", "jsonl"):
        file = tmp_path / f"a.{ending}"
        file.write_text('{"a": "x"}\n')
        with refused(MissingExtraError):
            list_fragments([str(file)], anything)


@pytest.mark.parametrize(
    "error",
    [
        RuntimeError("two\nlines"),
        RuntimeError(),
        PermissionError(),
    ],
)
def test_any_failure_is_an_error_of_one_line(error):
    with refused(InputError), storage.reading("s3://a"):
        raise error
