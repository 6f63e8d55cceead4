"""Types of columns as they are written."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest

from wordorder.corpus.written_types import as_written, fits_parquet, fits_text, written_type

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
