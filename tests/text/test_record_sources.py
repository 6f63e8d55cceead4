"""Records from streams and Arrow tables."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pyarrow as pa
import pytest

import wordorder as wo
from wordorder.errors import InputError
from wordorder.text import read_records

if TYPE_CHECKING:
    from pathlib import Path


def test_records_come_from_streams_and_tables(tmp_path: Path) -> None:
    types = {"line": int, "pef": float, "name": str}
    text = "line\tpef\tname\tother\n1\t0.5\tA\tx\n2\t\tB\tx\n"
    file = tmp_path / "records.tsv"
    file.write_text(text)
    expected = str(read_records(file, types).columns)
    table = pa.table({"line": [1, 2], "pef": [0.5, None], "name": ["A", "B"], "other": [1, 2]})
    csv = io.StringIO(text.replace("\t", ","))
    csv.name = "records.csv"
    frames = [pytest.importorskip(name).DataFrame(table.to_pydict()) for name in ("polars",)]
    sources = [
        io.StringIO(text),
        io.BytesIO(text.encode()),
        csv,
        table,
        table.to_batches()[0],
        table.to_reader(1),
        table.slice(0, 1).to_reader(),
        *frames,
    ]
    found = [str(read_records(source, types).columns) for source in sources]
    assert found[:6] == [expected] * 6
    assert found[7:] == [expected]


def test_parquet_comes_from_streams(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    table = pa.table({"line": [1, 2]}).replace_schema_metadata({"signature": "x"})
    parquet.write_table(table, tmp_path / "records.parquet")
    with (tmp_path / "records.parquet").open("rb") as stream:
        records = read_records(stream, {"line": int})
    assert (records.columns, records.signature) == ({"line": [1, 2]}, "x")


def test_damaged_tables_are_refused() -> None:
    for source in (pa.array([1]), pa.table({"a": ["x"]}), pa.table([[1], [2]], names=["a", "a"])):
        with pytest.raises(InputError):
            read_records(source, {"a": int})


def test_tables_are_taken_where_record_files_are() -> None:
    corpus = wo.AlignedCorpus(io.StringIO("0-1 1-0\n0-0 1-1\n"))
    table = pa.table({"system": ["A", "A"], "line": [1, 2], "pef": [0.25, None]})
    found = wo.build_testsets(corpus, shortest=1, scores=table, measure="pef")
    assert found.scores.axes["system"] == ("A",)
    wrong = pa.table({"system": ["A"], "line": [3], "pef": [0.25]})
    corpus = wo.AlignedCorpus(io.StringIO("0-1 1-0\n0-0 1-1\n"))
    with pytest.raises(InputError, match="<arrow>: record 1: sentence 3, but there are 2"):
        wo.build_testsets(corpus, shortest=1, scores=wrong, measure="pef")


def test_a_key_may_be_a_table(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.tsv"
    sheet.write_text("id\tjudge_1\nX1\tcorrect\nX2\tincorrect\n")
    key = pa.table({"id": ["X1", "X2"], "line": [1, 2], "retained": ["yes", "no"]})
    assert len(wo.judge_agreement(key, [sheet]).items) == 2
