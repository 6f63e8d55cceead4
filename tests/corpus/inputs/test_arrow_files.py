"""Parquet and Arrow IPC."""

from __future__ import annotations

import io
import random
import subprocess
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from input_rows import anything, outcome, rows_of
from messages import refused
from wordorder import InputError
from wordorder.corpus.inputs.arrow_files import PARQUET
from wordorder.corpus.inputs.fragments import list_fragments, read_fragment, schema_of

LINKS = pa.list_(pa.struct([("source", pa.int32()), ("target", pa.int32())]))


def write(path, columns, **options):
    pq.write_table(pa.table(columns), path, **options)
    return path


@pytest.mark.parametrize(
    "values",
    [
        pa.array(["0-0", None, ""]),
        pa.array(["0-0", None, "a"], pa.large_string()),
        pa.array(["x", "y", None]).dictionary_encode(),
        pa.array([[{"source": 0, "target": 1}], [], None], LINKS),
        pa.array([[1], [], None], pa.large_list(pa.int64())),
        pa.array([[1, 2], [0, 0], [3, 4]], pa.list_(pa.int8(), 2)),
        pa.array([None, None, None]),
        pa.array([{"a": {"b": [1]}}, None, {"a": None}]),
        pa.array([[(1, "x")], None, []], pa.map_(pa.int8(), pa.string())),
        pa.array([b"\0\xff", None, b""]),
        pa.array([1, None, 3], pa.decimal128(38, 2)),
    ],
    ids=lambda values: str(values.type)[:20],
)
def test_values_of_all_types_come_back(tmp_path, values):
    file = write(tmp_path / "a.parquet", {"v": values})
    assert rows_of(file, ["v"], rows=2) == [(value,) for value in values.to_pylist()]


def test_names_with_dots_are_names(tmp_path):
    columns = {"a": [{"b": 1}], "a.b": [2], "a.b.c": [3]}
    file = write(tmp_path / "a.parquet", columns)
    assert rows_of(file, ["a.b"]) == [(2,)]
    assert rows_of(file, ["a.b.c", "a"]) == [(3, {"b": 1})]


def test_files_without_rows_row_groups_or_columns(tmp_path):
    assert rows_of(write(tmp_path / "a.parquet", {"v": pa.array([], pa.string())}), ["v"]) == []
    with pq.ParquetWriter(tmp_path / "b.parquet", pa.schema([("v", pa.string())])):
        pass
    assert rows_of(tmp_path / "b.parquet", ["v"]) == []
    file = write(tmp_path / "c.parquet", {})
    assert schema_of(str(file)).names == []
    with refused(InputError):
        rows_of(file, ["v"])


def test_two_columns_of_the_same_name(tmp_path):
    table = pa.Table.from_arrays([pa.array([1]), pa.array([2])], ["v", "v"])
    pq.write_table(table, tmp_path / "a.parquet")
    with refused(InputError):
        rows_of(tmp_path / "a.parquet", ["v"])


@pytest.mark.parametrize(
    "content",
    [b"", b"PAR1", b"PAR1PAR1", b"x" * 1000, b"PAR1" + b"\xff" * 50],
    ids=["empty", "start", "start and end", "text", "bytes"],
)
def test_what_is_no_parquet(tmp_path, content):
    (tmp_path / "a.parquet").write_bytes(content)
    with refused(InputError):
        schema_of(str(tmp_path / "a.parquet"))


def test_every_truncated_file_is_refused(tmp_path):
    whole = write(tmp_path / "a.parquet", {"v": ["0-0", "1-1"]}).read_bytes()
    for length in range(0, len(whole), 7):
        (tmp_path / "a.parquet").write_bytes(whole[:length])
        with refused(InputError):
            schema_of(str(tmp_path / "a.parquet"))


def test_checksums_of_pages_are_checked(tmp_path):
    file = write(
        tmp_path / "a.parquet", {"v": ["0-0" * 9]}, write_page_checksum=True, compression="none"
    )
    file.write_bytes(file.read_bytes().replace(b"0-0" * 9, b"0-1" * 9))
    with refused(InputError):
        rows_of(file, ["v"])


def test_long_texts_come_a_few_at_a_time(tmp_path):
    texts = [f"{row:01000}" for row in range(20)]
    file = write(tmp_path / "a.parquet", {"v": texts}, row_group_size=10)
    batches = list(PARQUET.batches(str(file), (0, 2), ["v"], 1 << 14, most_bytes=5000))
    assert max(map(len, batches)) < 6
    assert [text for batch in batches for text in batch["v"].to_pylist()] == texts


@pytest.mark.slow
def test_changed_bytes_are_refused_or_give_rows(tmp_path):
    """Whatever is wrong with a file, there is an error of one line, and no crash."""
    links = pa.array([[{"source": 0, "target": row}] for row in range(9)], LINKS)
    texts = pa.array([str(row % 3) for row in range(9)])
    columns = {"v": links, "w": texts.dictionary_encode()}
    whole = write(tmp_path / "a.parquet", columns, row_group_size=4).read_bytes()
    rng = random.Random(1)
    for _ in range(100):
        content = bytearray(whole)
        content[rng.randrange(len(content))] = rng.randrange(256)
        (tmp_path / "a.parquet").write_bytes(content)
        found = outcome(tmp_path / "a.parquet", ["v", "w"])
        assert isinstance(found, list) or "a.parquet: " in found


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="memory is measured in other ways elsewhere")
def test_memory_does_not_grow_with_the_row_group(tmp_path):
    """A row group of 160 MB is read in less memory than that."""
    rows = 1_500_000
    texts = pa.array([f"{row} " + "0-0 " * 25 for row in range(rows)])
    file = write(tmp_path / "a.parquet", {"v": texts}, row_group_size=rows, compression="none")
    assert pq.read_metadata(file).row_group(0).total_byte_size > 160_000_000
    script = (
        "import resource, sys\n"
        "from wordorder.corpus.inputs.fragments import list_fragments, read_fragment, schema_of\n"
        "schema_of(sys.argv[1])\n"
        "def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "before = peak()\n"
        "[part] = list_fragments([sys.argv[1]], lambda schema, name: None)\n"
        "assert sum(len(batch) for _, batch in read_fragment(part, ['v'])) == part.rows\n"
        "print((peak() - before) * 1024)\n"
    )
    grown = subprocess.run(
        [sys.executable, "-c", script, str(file)], capture_output=True, text=True, check=True
    )
    assert int(grown.stdout) < 80_000_000


# --- Arrow IPC


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


def test_fragments_of_a_file_are_whole_record_batches(tmp_path):
    (tmp_path / "a.arrow").write_bytes(written("file"))
    first, second = list_fragments([str(tmp_path / "a.arrow")], anything, least_rows=5)
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
def test_changed_bytes_of_arrow_ipc_are_refused_or_give_rows(tmp_path):
    """Whatever is wrong with a file, there is an error of one line, and no crash."""
    rng, file = random.Random(1), tmp_path / "a.arrow"
    for kind in ["file", "stream"] * 50:
        content = bytearray(written(kind))
        content[rng.randrange(len(content))] = rng.randrange(256)
        file.write_bytes(content)
        found = outcome(file, ["id", "links", "lang"])
        assert isinstance(found, list) or "a.arrow: " in found
