"""Files are divided into fragments, and the fragments together have all rows."""

from __future__ import annotations

import os

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from input_rows import anything
from messages import refused
from wordorder import InputError
from wordorder.corpus.inputs.fragments import list_fragments, read_fragment, schema_of


def write(path, rows, group=4):
    links = [f"{row}-0" for row in range(rows)]
    table = pa.table(
        {"id": pa.array(range(rows), pa.int64()), "links": pa.array(links, pa.string())}
    )
    pq.write_table(table, path, row_group_size=group)
    return str(path)


def write_text(path, rows):
    path.write_text("id\tlinks\n" + "1\t0-0 1-1\n" * rows)
    return str(path)


def read_rows(parts, column):
    """The rows of all fragments, each with its number."""
    return [
        (first + place, value)
        for part in parts
        for first, batch in read_fragment(part, [column], rows=3)
        for place, value in enumerate(batch.column(0).to_pylist())
    ]


@pytest.mark.parametrize(("rows", "most", "held"), [(0, 5, [0]), (10, 5, [8, 2]), (10, 99, [10])])
def test_fragments_are_whole_row_groups(tmp_path, rows, most, held):
    parts = list_fragments([write(tmp_path / "a.parquet", rows)], anything, least_rows=most)
    assert [part.rows for part in parts] == held
    assert [part.number for part in parts] == list(range(len(held)))
    assert read_rows(parts, "links") == [(row + 1, f"{row}-0") for row in range(rows)]


def test_batches_have_the_columns_asked_for_in_that_order(tmp_path):
    [part] = list_fragments([write(tmp_path / "a.parquet", 2)], anything)
    [(_, batch)] = read_fragment(part, ["links", "id"])
    assert batch.to_pydict() == {"links": ["0-0", "1-0"], "id": [0, 1]}


def test_all_columns_are_checked_before_anything_else(tmp_path):
    good, bad = write(tmp_path / "a.parquet", 3), tmp_path / "b.parquet"
    pq.write_table(pa.table({"x": [1]}), bad)
    seen = []

    def check(schema, name):
        seen.append((name, schema.names))
        if "links" not in schema.names:
            raise InputError(f"{name}: no column 'links'")

    with refused(InputError):
        list_fragments([good, str(bad)], check)
    assert seen == [(good, ["id", "links"]), (str(bad), ["x"])]


def test_a_file_changed_since_it_was_listed(tmp_path):
    name = write(tmp_path / "a.parquet", 3)
    [part] = list_fragments([name], anything)
    write(name, 4)
    with refused(InputError):
        list(read_fragment(part, ["links"]))


def test_a_file_changed_while_it_is_read(tmp_path):
    name = write(tmp_path / "a.parquet", 8)
    [part] = list_fragments([name], anything)
    batches = read_fragment(part, ["links"], rows=4)
    next(batches)
    os.utime(name, ns=(1, 1))
    with refused(InputError):
        list(batches)


@pytest.mark.slow
@pytest.mark.parametrize("length", [0, 900])
def test_a_file_cut_while_it_is_read(tmp_path, length):
    for name in (write(tmp_path / "a.parquet", 800), write_text(tmp_path / "a.tsv", 800_000)):
        [part] = list_fragments([name], anything)
        batches = read_fragment(part, ["links"], rows=500)
        next(batches)
        os.truncate(name, length)
        with refused(InputError):
            list(batches)


def test_a_verified_file_is_known_by_its_content(tmp_path):
    name = write(tmp_path / "a.parquet", 3)
    [before] = list_fragments([name], anything, verify=True)
    os.utime(name, ns=(1, 1))
    [after] = list_fragments([name], anything, verify=True)
    [other] = list_fragments([name], anything)
    assert before.identity == after.identity != other.identity
    assert before.state != after.state == other.state


def test_schema(tmp_path):
    write(tmp_path / "a.parquet", 3)
    assert schema_of(str(tmp_path)).names == ["id", "links"]
