"""Arrow IPC: files, whose record batches can be read alone, and streams."""

from __future__ import annotations

import io
import random

import pyarrow as pa
import pytest

from input_rows import anything, outcome, rows_of
from wordorder.corpus.inputs import fragments, list_fragments, read_fragment, schema_of

TABLE = pa.table(
    {
        "links": pa.array([None if row == 3 else f"{row}-0" for row in range(10)]),
        "id": pa.array(range(10)),
        "lang": pa.array(["en", "de"] * 5).dictionary_encode(),
    }
)
ROWS = list(zip(*(TABLE[name].to_pylist() for name in ("id", "links", "lang")), strict=True))


def written(kind, **options):
    """A file or a stream with four rows in a record batch."""
    content = io.BytesIO()
    new = pa.ipc.new_file if kind == "file" else pa.ipc.new_stream
    with new(content, TABLE.schema, options=pa.ipc.IpcWriteOptions(**options)) as writer:
        writer.write_table(TABLE, max_chunksize=4)
    return content.getvalue()


@pytest.mark.parametrize("compression", [None, "lz4", "zstd"])
@pytest.mark.parametrize(
    ("kind", "ending"), [("file", "arrow"), ("stream", "ipc"), ("file", "feather")]
)
def test_rows_come_back(tmp_path, kind, ending, compression):
    file = tmp_path / f"a.{ending}"
    file.write_bytes(written(kind, compression=compression))
    assert schema_of(str(file)).names == ["links", "id", "lang"]
    assert rows_of(file, ["id", "links", "lang"], rows=3) == ROWS


def test_fragments_of_a_file_are_whole_record_batches(tmp_path, monkeypatch):
    monkeypatch.setattr(fragments, "FRAGMENT_ROWS", 5)
    (tmp_path / "a.arrow").write_bytes(written("file"))
    first, second = list_fragments([str(tmp_path / "a.arrow")], anything)
    assert (first.groups, first.rows, second.groups, second.rows) == ((0, 2), 8, (2, 3), 2)
    assert [row for row, _ in read_fragment(second, ["id"])] == [9]
    assert rows_of(tmp_path / "a.arrow", ["id", "links", "lang"]) == ROWS


def test_a_stream_is_one_fragment(tmp_path):
    (tmp_path / "a.arrow").write_bytes(written("stream"))
    [part] = list_fragments([str(tmp_path / "a.arrow")], anything)
    assert (part.rows, part.groups) == (None, None)


@pytest.mark.parametrize("new", [pa.ipc.new_file, pa.ipc.new_stream])
@pytest.mark.parametrize("schema", [TABLE.schema, pa.schema([])])
def test_files_without_rows_or_columns(tmp_path, new, schema):
    with new(tmp_path / "a.arrow", schema):
        pass
    assert schema_of(str(tmp_path / "a.arrow")) == schema
    [part] = list_fragments([str(tmp_path / "a.arrow")], anything)
    assert list(read_fragment(part, schema.names[:1])) == []


@pytest.mark.parametrize("kind", ["file", "stream"])
def test_a_truncated_one_is_refused_or_ends_early(tmp_path, kind):
    whole = written(kind)
    file = tmp_path / "a.arrow"
    for length in range(0, len(whole) - 8, 97):
        file.write_bytes(whole[:length])
        found = outcome(file, ["id", "links", "lang"])
        if isinstance(found, str):
            assert "a.arrow: cannot be read" in found
        else:  # a stream may end after any of its batches
            assert kind == "stream"
            assert found == ROWS[: len(found)]


@pytest.mark.slow
def test_changed_bytes_are_refused_or_give_rows(tmp_path):
    """Whatever is wrong with a file, there is an error of one line, and no crash."""
    rng, file = random.Random(1), tmp_path / "a.arrow"
    for kind in ["file", "stream"] * 50:
        content = bytearray(written(kind))
        content[rng.randrange(len(content))] = rng.randrange(256)
        file.write_bytes(content)
        found = outcome(file, ["id", "links", "lang"])
        assert isinstance(found, list) or "a.arrow: " in found
