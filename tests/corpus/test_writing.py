"""Layouts of output: names and types of columns, and the types in which they are written."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest

from messages import refused
from wordorder.corpus.plan import CorpusPlan
from wordorder.corpus.writing import RowLayout, as_written, fits_parquet, fits_text, written_type
from wordorder.errors import InputError, UsageError

OUTPUTS = CorpusPlan.of(["links"], metrics="kendall,reorderings").described


@pytest.mark.parametrize("name", ["file", "row", "kendall"])
def test_columns_of_the_output_cannot_be_kept(name: str) -> None:
    with refused(UsageError):
        RowLayout(OUTPUTS, (name,))
    assert RowLayout(OUTPUTS, (name,), "text").keep == (name,)  # which has no other columns


def test_text_needs_columns_with_files_of_their_own() -> None:
    with refused(UsageError):
        RowLayout(OUTPUTS, (), "text")
    with refused(UsageError):
        RowLayout(OUTPUTS, ("a b", "a/b"), "text")


def test_columns_are_checked_before_the_work() -> None:
    schema = pa.schema({"links": pa.list_(pa.int32()), "id": pa.int64(), "text": pa.string()})
    RowLayout(OUTPUTS, ("links", "id")).check(schema, "a.parquet")
    RowLayout(OUTPUTS, ("text", "id"), "text").check(schema, "a.parquet")
    with refused(InputError):
        RowLayout(OUTPUTS, ("x",)).check(schema, "a.parquet")
    with refused(InputError):
        RowLayout(OUTPUTS, ("e",)).check(pa.schema({"e": pa.struct([])}), "a.parquet")
    with refused(InputError):
        RowLayout(OUTPUTS, ("links",), "text").check(schema, "a.parquet")


def test_types_of_columns() -> None:
    given = pa.schema({"id": pa.dictionary(pa.int8(), pa.large_string()), "n": pa.int16()})
    schema = RowLayout(OUTPUTS, ("id", "n")).schema(given, "signature")
    assert dict(zip(schema.names, map(str, schema.types), strict=True)) == {
        "file": "dictionary<values=string, indices=int32, ordered=0>",
        "row": "int64",
        "id": "large_string",
        "n": "int16",
        "kendall": "double",
        "reorderings": "int64",
    }
    assert schema.metadata == {b"signature": b"signature"}


TEXTS = ["a", None, "bc"]
VIEW = pa.string_view()


@pytest.mark.parametrize(
    ("column", "kind"),
    [
        (pa.array(TEXTS), pa.string()),
        (pa.array(TEXTS, VIEW), pa.large_string()),
        (pa.array([b"a", None], pa.binary_view()), pa.large_binary()),
        (pa.array(TEXTS).dictionary_encode(), pa.string()),
        (
            pa.DictionaryArray.from_arrays(pa.array([1, None, 0]), pa.array(["a", "b"], VIEW)),
            pa.large_string(),
        ),
        (pa.array([["a"], None, []], pa.list_(VIEW)), pa.list_(pa.large_string())),
        (pa.array([[["a"]]], pa.large_list(pa.list_(VIEW))), None),
        (pa.array([{"x": "a"}, None], pa.struct([("x", VIEW)])), None),
        (pa.array([["a"]], pa.list_(pa.dictionary(pa.int8(), pa.string()))), None),
    ],
)
def test_values_stay_without_dictionaries_and_views(column: Any, kind: Any) -> None:
    written = as_written(column)
    assert written.to_pylist() == column.to_pylist()
    assert written.type == written_type(column.type)
    assert kind is None or written.type == kind
    assert fits_parquet(column.type)
    chosen = pa.array([True] * len(column))
    assert written.filter(chosen).to_pylist() == column.to_pylist()


@pytest.mark.parametrize(
    "kind",
    [
        pa.run_end_encoded(pa.int32(), pa.string()),
        pa.month_day_nano_interval(),
        pa.struct([]),
        pa.list_(pa.struct([])),
        pa.dense_union([pa.field("a", pa.int32())]),
        pa.map_(VIEW, pa.int64()),
    ],
)
def test_what_parquet_or_pyarrow_does_not_know(kind: Any) -> None:
    assert not fits_parquet(kind)
    assert not fits_text(kind)


@pytest.mark.parametrize("kind", [pa.string(), VIEW, pa.int8(), pa.float16(), pa.null()])
def test_text(kind: Any) -> None:
    assert fits_text(kind)
    assert fits_text(pa.dictionary(pa.int32(), kind))
    assert not fits_text(pa.list_(kind))
