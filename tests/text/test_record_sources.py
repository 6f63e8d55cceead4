"""Records from streams and Arrow tables."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pyarrow as pa
import pytest

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
