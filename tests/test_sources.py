"""Every reader gives the same for a path, a stream and Arrow data."""

from __future__ import annotations

import gzip
import io
import os
import threading
from functools import cache
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest

import wordorder as wo
from messages import refused
from reading_kinds import KINDS, Kind
from wordorder.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


# --- Kinds of source


def path(kind: Kind, folder: Path) -> Path:
    file = folder / "input"
    file.write_text(kind.text, encoding="utf-8")
    return file


def compressed(kind: Kind, folder: Path) -> Path:
    file = folder / "input.gz"
    file.write_bytes(gzip.compress(kind.text.encode()))
    return file


def open_file(kind: Kind, folder: Path) -> Any:
    return path(kind, folder).open("rb")


def binary_stream(kind: Kind, folder: Path) -> Any:
    return io.BytesIO(gzip.compress(kind.text.encode()))


def text_stream(kind: Kind, folder: Path) -> Any:
    return io.StringIO(kind.text)


def encoded_stream(kind: Kind, folder: Path) -> Any:
    return io.TextIOWrapper(io.BytesIO(kind.text.encode("utf-16")), encoding="utf-16")


def pipe(kind: Kind, folder: Path) -> Any:
    end, start = os.pipe()

    def write() -> None:
        with os.fdopen(start, "wb", buffering=0) as file:
            for byte in kind.text.encode():
                file.write(bytes([byte]))

    threading.Thread(target=write, daemon=True).start()
    return os.fdopen(end, "rb", buffering=0)


def array(kind: Kind, folder: Path) -> Any:
    return pa.array(kind.rows)


def large(kind: Kind, folder: Path) -> Any:
    return pa.array(kind.rows, pa.large_string())


def views(kind: Kind, folder: Path) -> Any:
    if not hasattr(pa, "string_view"):
        pytest.skip("pyarrow has no views before version 16")
    return pa.array(kind.rows).cast(pa.string_view())


def dictionary(kind: Kind, folder: Path) -> Any:
    return pa.array([*kind.rows, "x"]).dictionary_encode().slice(0, len(kind.rows))


def sliced(kind: Kind, folder: Path) -> Any:
    return pa.array(["before", *kind.rows, "after", None]).slice(1, len(kind.rows))


def chunked(kind: Kind, folder: Path) -> Any:
    parts = [[], kind.rows[:1], kind.rows[1:3], [], kind.rows[3:], []]
    return pa.chunked_array(parts, pa.string())


def column(kind: Kind, folder: Path) -> Any:
    table = pa.table({"other": range(len(kind.rows)), "rows": kind.rows})
    return wo.text.ArrowColumn(table, "rows")


def record_batch(kind: Kind, folder: Path) -> Any:
    return wo.text.ArrowColumn(pa.RecordBatch.from_pydict({"a": kind.rows, "b": kind.rows}), "b")


def batches(kind: Kind, folder: Path) -> Any:
    table = pa.table({"rows": kind.rows, "other": kind.rows})
    parts = [*table.slice(0, 0).to_batches(), *table.to_batches(max_chunksize=1)]
    empty = pa.RecordBatch.from_pydict(
        {"rows": pa.array([], pa.string()), "other": pa.array([], pa.string())}
    )
    reader = pa.RecordBatchReader.from_batches(table.schema, [empty, *parts, empty])
    return wo.text.ArrowColumn(reader, "rows")


def polars(kind: Kind, folder: Path) -> Any:
    return pytest.importorskip("polars").Series("rows", kind.rows)


def pandas(kind: Kind, folder: Path) -> Any:
    return pytest.importorskip("pandas").Series(kind.rows, name="rows")


STREAMS = [open_file, binary_stream, text_stream, encoded_stream, pipe]
ARROW = [array, large, views, dictionary, sliced, chunked, column, record_batch, batches]
SOURCES = [compressed, *STREAMS, *ARROW, polars, pandas]


@pytest.fixture(scope="module")
def read_from_path(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Any]:
    """What a kind reads from a path, read once."""
    return cache(lambda name: KINDS[name].read(path(KINDS[name], tmp_path_factory.mktemp("path"))))


@pytest.mark.parametrize("make", SOURCES, ids=lambda make: make.__name__)
@pytest.mark.parametrize("name", KINDS)
@pytest.mark.filterwarnings("ignore::wordorder.errors.WordorderWarning")
def test_all_sources_give_the_same(
    name: str, make: Callable[..., Any], read_from_path: Callable[[str], Any], tmp_path: Path
) -> None:
    kind = KINDS[name]
    source = make(kind, tmp_path)
    assert kind.read(source) == read_from_path(name)
    if make in STREAMS:
        assert not source.closed  # that is up to whoever opened it
        source.close()


NO_ROWS_ARE_AN_ERROR = {
    "text of links",
    "text to score",
    "text to match",
    "text to align",
    "drawn links",
    "evaluated links",
    "analysed links",
    "comparisons",
}


@pytest.mark.parametrize("name", sorted(KINDS.keys() - NO_ROWS_ARE_AN_ERROR))
def test_nothing_is_nothing_everywhere(name: str, tmp_path: Path) -> None:
    kind = KINDS[name]
    nothing = tmp_path / "nothing"
    nothing.write_text("")
    expected = kind.read(nothing)
    none = pa.array([], pa.string())
    reader = pa.RecordBatchReader.from_batches(pa.schema({"a": pa.string()}), [])
    for source in (
        io.BytesIO(),
        io.StringIO(),
        none,
        pa.chunked_array([], pa.string()),
        pa.chunked_array([none, none]),
        pa.array([], pa.null()),
        reader,
    ):
        assert kind.read(source) == expected


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.filterwarnings("ignore::wordorder.errors.WordorderWarning")
def test_a_null_row_is_an_error_that_names_it(name: str, tmp_path: Path) -> None:
    kind = KINDS[name]
    holed = Kind([kind.rows[0], kind.rows[1], None, kind.rows[3]], kind.read)  # type: ignore[list-item]
    for make in (array, large, chunked, dictionary):
        source = wo.text.ArrowColumn(make(holed, tmp_path), "here")
        with refused(InputError):
            kind.read(source)
