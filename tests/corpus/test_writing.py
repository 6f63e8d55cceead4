"""Layouts of output: names and types of columns."""

from __future__ import annotations

import pyarrow as pa
import pytest

from wordorder.corpus.plan import CorpusPlan
from wordorder.corpus.writing import Layout
from wordorder.errors import InputError, UsageError

OUTPUTS = CorpusPlan.of(["links"], metrics="kendall,reorderings").described


@pytest.mark.parametrize("name", ["file", "row", "kendall"])
def test_columns_of_the_output_cannot_be_kept(name: str) -> None:
    with pytest.raises(UsageError, match=f"keep= names the column '{name}'"):
        Layout(OUTPUTS, (name,))
    assert Layout(OUTPUTS, (name,), "text").keep == (name,)  # which has no other columns


def test_text_needs_columns_with_files_of_their_own() -> None:
    with pytest.raises(UsageError, match="keep="):
        Layout(OUTPUTS, (), "text")
    with pytest.raises(UsageError, match="keep="):
        Layout(OUTPUTS, ("a b", "a/b"), "text")


def test_columns_are_checked_before_the_work() -> None:
    schema = pa.schema({"links": pa.list_(pa.int32()), "id": pa.int64(), "text": pa.string()})
    Layout(OUTPUTS, ("links", "id")).check(schema, "a.parquet")
    Layout(OUTPUTS, ("text", "id"), "text").check(schema, "a.parquet")
    with pytest.raises(InputError, match=r"a\.parquet: no column 'x'; it has links, id, text"):
        Layout(OUTPUTS, ("x",)).check(schema, "a.parquet")
    with pytest.raises(InputError, match=r"column 'e' is struct<>, which cannot be written to P"):
        Layout(OUTPUTS, ("e",)).check(pa.schema({"e": pa.struct([])}), "a.parquet")
    with pytest.raises(InputError, match="cannot be written as text"):
        Layout(OUTPUTS, ("links",), "text").check(schema, "a.parquet")


def test_types_of_columns() -> None:
    given = pa.schema({"id": pa.dictionary(pa.int8(), pa.large_string()), "n": pa.int16()})
    schema = Layout(OUTPUTS, ("id", "n")).schema(given, "signature")
    assert dict(zip(schema.names, map(str, schema.types), strict=True)) == {
        "file": "dictionary<values=string, indices=int32, ordered=0>",
        "row": "int64",
        "id": "large_string",
        "n": "int16",
        "kendall": "double",
        "reorderings": "int64",
    }
    assert schema.metadata == {b"signature": b"signature"}
