"""Records in files: the same rows in every form, whole or not at all."""

from __future__ import annotations

import csv
import json
import math
import sys
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import example, given, strategies as st

from messages import refused
from wordorder.errors import InputError, MissingExtraError
from wordorder.output import Records, check_records_path, dumps, open_records, record_sink
from wordorder.output.views import table_of

if TYPE_CHECKING:
    from pathlib import Path

TYPES = {"label": str, "line": int, "share": float, "kept": bool}
ROWS = [
    ("NP+VP", 1, 2 / 3, True),
    ("a\tb\\\n%s", 2, None, False),
    ("", 3, math.inf, True),
    (None, 4, -0.0, None),
    ('"語', None, 1e300, False),
]
ENDINGS = ["tsv", "csv", "jsonl", "parquet"]

rows = st.lists(
    st.tuples(
        st.none() | st.text(st.characters(exclude_categories=["Cs"]), max_size=5),
        st.none() | st.integers(-(2**63), 2**63 - 1),
        st.none() | st.floats(),
        st.none() | st.booleans(),
    ),
    max_size=5,
)


class MishapError(Exception):
    pass


def write(path: Path, *batches: list[tuple[object, ...]]) -> None:
    with open_records(path, TYPES) as writer:
        for batch in batches:
            cells = zip(*batch, strict=True) if batch else [()] * len(TYPES)
            writer.write(dict(zip(TYPES, cells, strict=True)))


def write_half(path: Path) -> None:
    with open_records(path, {"n": int}) as writer:
        writer.write({"n": np.arange(200_000)})
        raise MishapError


def read_parquet(path: Path):
    return pytest.importorskip("pyarrow.parquet").read_table(path)


def without_nan(cell: object) -> object:
    return None if isinstance(cell, float) and math.isnan(cell) else cell


# The forms


def tsv_cell(cell: object) -> str:
    escapes = {"\\": r"\\", "\t": r"\t", "\n": r"\n", "\r": r"\r"}
    if isinstance(cell, str):
        return "".join(escapes.get(character, character) for character in cell)
    return "" if without_nan(cell) is None else repr(cell)


@given(rows, rows)
@example(ROWS, ROWS[:2])
def test_tsv_has_every_digit_and_escapes_what_would_end_a_cell(
    tmp_path_factory, first, second
) -> None:
    path = tmp_path_factory.getbasetemp() / "rows.tsv"
    write(path, first, second)
    lines = [TYPES, *(map(tsv_cell, row) for row in (*first, *second))]
    assert path.read_bytes() == "".join("\t".join(line) + "\n" for line in lines).encode()


@given(rows, rows)
@example(ROWS, ROWS[:2])
def test_csv_is_what_the_csv_module_reads(tmp_path_factory, first, second) -> None:
    path = tmp_path_factory.getbasetemp() / "rows.csv"
    write(path, first, second)
    with path.open(newline="", encoding="utf-8") as file:
        written = list(csv.reader(file))
    wanted = [
        ["" if without_nan(cell) is None else str(cell) for cell in row]
        for row in (*first, *second)
    ]
    assert written == [list(TYPES), *wanted]


@given(rows, rows)
@example(ROWS, ROWS[:2])
def test_json_lines_are_what_dumps_writes(tmp_path_factory, first, second) -> None:
    path = tmp_path_factory.getbasetemp() / "rows.jsonl"
    write(path, first, second)
    records = [dict(zip(TYPES, row, strict=True)) for row in (*first, *second)]
    assert path.read_bytes() == "".join(f"{dumps(record)}\n" for record in records).encode()


@pytest.mark.slow
@given(rows, rows)
@example(ROWS, ROWS[:2])
def test_parquet_has_the_values(tmp_path_factory, first, second) -> None:
    path = tmp_path_factory.getbasetemp() / "rows.parquet"
    write(path, first, second)
    written = [tuple(row.values()) for row in read_parquet(path).to_pylist()]
    assert written == [tuple(map(without_nan, row)) for row in (*first, *second)]


@pytest.mark.parametrize("ending", ["tsv", "csv", "jsonl"])
@pytest.mark.parametrize("kind", [np.float64, np.float32, np.int8, np.uint64, np.bool_, np.str_])
def test_arrays_are_written_like_lists(tmp_path, ending, kind) -> None:
    values = np.array([0, 1, 100, 0.5, math.nan, math.inf, -math.inf, 1e-5])
    column = (values if np.issubdtype(kind, np.floating) else values[:3]).astype(kind)
    for name, cells in (("array", column), ("list", column.tolist())):
        with open_records(tmp_path / f"{name}.{ending}", {"x": float}) as writer:
            writer.write({"x": cells})
    assert (tmp_path / f"array.{ending}").read_text() == (tmp_path / f"list.{ending}").read_text()


def test_arrays_of_parquet_have_null_for_nan(tmp_path) -> None:
    path = tmp_path / "rows.parquet"
    with open_records(path, {"line": int, "share": float, "label": str}) as writer:
        writer.write(
            {
                "line": np.array([1, 2], np.int32),
                "share": np.array([math.nan, 0.5]),
                "label": np.array(["a", "b"]),
            }
        )
    assert read_parquet(path).to_pydict() == {
        "line": [1, 2],
        "share": [None, 0.5],
        "label": ["a", "b"],
    }


def test_columns_keep_the_order_that_was_announced(tmp_path) -> None:
    for ending in ENDINGS:
        with open_records(tmp_path / f"rows.{ending}", {"b": int, "a": int}) as writer:
            writer.write({"a": [1], "b": [2]})
    assert (tmp_path / "rows.tsv").read_text() == "b\ta\n2\t1\n"
    assert (tmp_path / "rows.jsonl").read_text() == '{"b": 2, "a": 1}\n'
    assert read_parquet(tmp_path / "rows.parquet").column_names == ["b", "a"]
    records = Records({"b": int, "a": float}, {"a": np.array([0.5, 1.5]), "b": [2, 3]})
    assert list(records.rows()) == [(2, 0.5), (3, 1.5)]
    assert table_of(records).rows == ((2, 0.5), (3, 1.5))


def test_names_are_only_text(tmp_path) -> None:
    names = {"100 %s\t": int, '"': int}
    for ending in ("tsv", "jsonl"):
        with open_records(tmp_path / f"rows.{ending}", names) as writer:
            writer.write({name: [1] for name in names})
    assert (tmp_path / "rows.tsv").read_text() == '100 %s\\t\t"\n1\t1\n'
    assert json.loads((tmp_path / "rows.jsonl").read_text()) == dict.fromkeys(names, 1)


def test_standard_output_is_tsv(capsysbinary) -> None:
    for path in (None, "-"):
        with open_records(path, {"n": int}) as writer:
            writer.write({"n": [1]})
        assert capsysbinary.readouterr().out == b"n\n1\n"


# Without rows, and with many


def test_without_a_batch_there_are_still_columns(tmp_path) -> None:
    for ending in ENDINGS:
        write(tmp_path / f"rows.{ending}")
    assert (tmp_path / "rows.tsv").read_text() == "label\tline\tshare\tkept\n"
    assert (tmp_path / "rows.jsonl").read_text() == ""
    table = read_parquet(tmp_path / "rows.parquet")
    assert table.num_rows == 0
    assert [str(field.type) for field in table.schema] == ["string", "int64", "double", "bool"]


def test_a_first_batch_without_values_does_not_decide_the_types(tmp_path) -> None:
    path = tmp_path / "rows.parquet"
    write(path, [(None, None, None, None)], ROWS)
    assert read_parquet(path).num_rows == 1 + len(ROWS)


@pytest.mark.parametrize("ending", ENDINGS)
def test_batches_of_any_size_make_the_same_rows(tmp_path, ending) -> None:
    path, many = tmp_path / f"rows.{ending}", np.arange(40_000)
    with open_records(path, {"n": int}) as writer:
        for batch in np.split(many, [0, 1, 10, 35_000]):
            writer.write({"n": batch})
    if ending == "parquet":
        assert read_parquet(path)["n"].to_pylist() == many.tolist()
    else:
        lines = path.read_text().splitlines()[ending != "jsonl" :]
        assert lines == [f'{{"n": {n}}}' if ending == "jsonl" else f"{n}" for n in many.tolist()]


def test_small_batches_share_a_row_group(tmp_path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    path, batch = tmp_path / "rows.parquet", np.arange(10_000)
    with open_records(path, {"n": int}) as writer:
        for _ in range(20):
            writer.write({"n": batch})
    metadata = parquet.read_metadata(path)
    groups = [metadata.row_group(place).num_rows for place in range(metadata.num_row_groups)]
    # After 14 batches there is enough for a group; what is more than that does not wait.
    assert groups == [2**17, 140_000 - 2**17, 60_000]


SIGNATURE = "a:1|b:語"


def test_parquet_has_the_signature_inside(tmp_path) -> None:
    path = tmp_path / "rows.parquet"
    with open_records(path, {"n": int}, SIGNATURE):
        pass
    assert read_parquet(path).schema.metadata == {b"signature": SIGNATURE.encode()}
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("ending", ["tsv", "csv"])
def test_tsv_and_csv_have_the_signature_beside_them(tmp_path, ending) -> None:
    with open_records(tmp_path / f"rows.{ending}", {"n": int}, SIGNATURE) as writer:
        writer.write({"n": [1]})
    beside = tmp_path / f"rows.{ending}.signature"
    assert beside.read_text(encoding="utf-8") == f"{SIGNATURE}\nbytes:4\n"


def test_json_lines_and_standard_output_stay_bare(tmp_path, capsys) -> None:
    for path in (tmp_path / "rows.jsonl", "-", None):
        with open_records(path, {"n": int}, SIGNATURE) as writer:
            writer.write({"n": [1]})
    assert [file.name for file in tmp_path.iterdir()] == ["rows.jsonl"]
    assert capsys.readouterr().out == "n\n1\n" * 2


def test_records_save_themselves_and_sinks_take_paths(tmp_path) -> None:
    records = Records({"n": int}, {"n": [1, 2]}, SIGNATURE)
    records.save(tmp_path / "a.tsv")
    with record_sink(tmp_path / "b.tsv")(records.types, records.signature) as writer:
        writer.write(records.columns)
    assert len(records) == 2
    for ending in ("", ".signature"):
        one, other = (tmp_path / f"{name}.tsv{ending}" for name in "ab")
        assert one.read_bytes() == other.read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("ending", ENDINGS)
def test_a_million_rows_take_seconds(tmp_path, ending) -> None:
    numbers = np.random.default_rng(2009).random(10**6)
    began = perf_counter()
    with open_records(tmp_path / f"rows.{ending}", {"a": float, "b": float}) as writer:
        writer.write({"a": numbers, "b": numbers})
    assert perf_counter() - began < 10  # a tenth of that on an idle machine


# What goes wrong


@pytest.mark.slow
@pytest.mark.parametrize("ending", ENDINGS)
def test_after_a_mishap_the_old_file_stays(tmp_path, ending) -> None:
    path = tmp_path / f"rows.{ending}"
    path.write_text("old")
    with pytest.raises(MishapError):
        write_half(path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize(
    "batch",
    [
        {"a": [1]},
        {"a": [1], "c": [1]},
        {"a": [1], "b": [1], "c": [1]},
        {"a": [1], "b": [1, 2]},
    ],
)
def test_other_columns_are_refused(tmp_path, ending, batch) -> None:
    with (
        refused(ValueError),
        open_records(tmp_path / f"rows.{ending}", {"a": int, "b": int}) as writer,
    ):
        writer.write(batch)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("as_array", [True, False])
def test_names_of_files_that_are_not_utf8_are_spelled_out(tmp_path, as_array) -> None:
    names = ["a", "caf\udce9"]
    for ending in ENDINGS:
        with open_records(tmp_path / f"rows.{ending}", {"file": str}) as writer:
            writer.write({"file": np.array(names) if as_array else [*names, None]})
    assert (tmp_path / "rows.tsv").read_text().split("\n")[2] == r"caf\udce9"
    written = read_parquet(tmp_path / "rows.parquet")["file"].to_pylist()
    assert written == ["a", r"caf\udce9", *([] if as_array else [None])]


def test_a_missing_folder_is_reported_before_any_row(tmp_path) -> None:
    with refused(InputError), open_records(tmp_path / "nowhere" / "rows.tsv", {"n": int}):
        pytest.fail("nothing can be written")


def test_without_pyarrow_the_extra_is_named(tmp_path, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for path in (None, "-", "rows.tsv", tmp_path / "rows.jsonl", "parquet"):
        check_records_path(path)
    for path in ("rows.parquet", tmp_path / "rows.parquet"):
        with refused(MissingExtraError):
            check_records_path(path)
    with (
        pytest.raises(MissingExtraError),
        open_records(tmp_path / "rows.parquet", {"n": int}),
    ):
        pytest.fail("nothing can be written")
    assert list(tmp_path.iterdir()) == []
