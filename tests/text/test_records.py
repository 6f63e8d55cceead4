"""Records come back from every form of file."""

from __future__ import annotations

import gzip
import io
import json
import math
import sys
from typing import TYPE_CHECKING

import pyarrow as pa
import pytest
from hypothesis import example, given, strategies as st

import wordorder as wo
from messages import check, refused
from wordorder import InputError, MissingExtraError, UsageError
from wordorder.output import Records
from wordorder.text import column_names, read_cells, read_columns, read_records

if TYPE_CHECKING:
    from pathlib import Path

TYPES = {"label": str, "line": int, "share": float, "kept": bool}
ENDINGS = ["tsv", "csv", "jsonl", "parquet"]
SIGNATURE = "wordorder:1|seed:語"

# Files of text are UTF-8 without NUL; a text has at least one character, as an empty one is none.
texts = st.text(
    st.sampled_from("\\\t\n\r\"',;=ntr")
    | st.characters(exclude_categories=["Cs"], exclude_characters="\0"),
    min_size=1,
    max_size=6,
)
rows = st.lists(
    st.tuples(
        st.none() | texts,
        st.none() | st.integers(-(2**63), 2**63 - 1),
        st.floats(),
        st.none() | st.booleans(),
    ),
    max_size=6,
)
ROWS = [
    ('a\tb\\tc\n"d"\r\n', 1, 2 / 3, True),
    ("\\", 2, math.nan, False),
    (None, None, -math.inf, None),
    ("\ufeff, 語", 3, -0.0, True),
    ("\r", 4, 1e300, True),
]


def as_records(rows) -> Records:
    columns = zip(*rows, strict=True) if rows else [()] * len(TYPES)
    return Records(TYPES, dict(zip(TYPES, columns, strict=True)), SIGNATURE)


def comparable(columns, ending: str) -> dict[str, list[object]]:
    def shown(cell: object) -> object:
        if isinstance(cell, float) and not math.isfinite(cell):
            # JSON has no infinity.
            return "nan" if ending == "jsonl" or math.isnan(cell) else repr(cell)
        if isinstance(cell, str) and ending == "csv":
            # Whoever reads text takes this for the end of a line, also between quotes.
            return cell.replace("\r\n", "\n")
        return (type(cell), cell)

    return {name: [shown(cell) for cell in cells] for name, cells in columns.items()}


@pytest.mark.parametrize("ending", ENDINGS)
@given(rows=rows)
@example(rows=ROWS)
@example(rows=[])
def test_every_table_comes_back(tmp_path_factory, ending, rows) -> None:
    path = tmp_path_factory.getbasetemp() / f"there-and-back.{ending}"
    records = as_records(rows)
    records.save(path)
    back = read_records(path, TYPES)
    assert comparable(back.columns, ending) == comparable(records.columns, ending)
    assert back.signature == (None if ending == "jsonl" else SIGNATURE)


@pytest.mark.parametrize("ending", ENDINGS)
def test_some_columns_in_another_order(tmp_path, ending) -> None:
    path = tmp_path / f"rows.{ending}"
    as_records(ROWS[:2]).save(path)
    back = read_records(path, {"kept": bool, "line": float})
    assert back.columns == {"kept": [True, False], "line": [1.0, 2.0]}


@pytest.mark.parametrize("ending", ["tsv", "csv", "jsonl"])
def test_compressed(tmp_path, ending) -> None:
    as_records(ROWS[:1]).save(tmp_path / f"rows.{ending}")
    packed = tmp_path / f"rows.{ending}.gz"
    packed.write_bytes(gzip.compress((tmp_path / f"rows.{ending}").read_bytes()))
    assert read_records(packed, {"line": int}).columns == {"line": [1]}


def test_the_signature_of_another_file_is_not_taken(tmp_path) -> None:
    file = tmp_path / "rows.tsv"
    as_records(ROWS[:1]).save(file)
    file.write_text("line\n7\n")
    assert read_records(file, {"line": int}).signature is None


def test_one_column_with_nothing_in_it(tmp_path) -> None:
    for ending in ENDINGS:
        path = tmp_path / f"rows.{ending}"
        Records({"label": str}, {"label": ["a", None, "b"]}).save(path)
        assert read_records(path, {"label": str}).columns == {"label": ["a", None, "b"]}


def test_json_tells_no_text_from_an_empty_one(tmp_path) -> None:
    (tmp_path / "rows.jsonl").write_text('{"x": ""}\n{"x": null}\n')
    assert read_records(tmp_path / "rows.jsonl", {"x": str}).columns == {"x": ["", None]}


@pytest.mark.parametrize("ending", ["XLSX", "xls", "ods"])
def test_workbooks_are_not_written(tmp_path, ending) -> None:
    with refused(UsageError):
        Records({"x": int}, {"x": [1]}).save(tmp_path / f"rows.{ending}")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("ending", ["tsv.gz", "csv.xz", "jsonl.zst", "parquet.gz"])
def test_names_of_compressed_files_are_refused_for_writing(tmp_path, ending) -> None:
    with refused(UsageError):
        as_records(ROWS).save(tmp_path / f"rows.{ending}")


def test_from_standard_input(stdin) -> None:
    stdin(b"a\tb\n1\t2\n")
    assert read_records("-", {"b": int}).columns == {"b": [2]}


@pytest.mark.parametrize("ending", ENDINGS)
def test_an_unknown_column_is_named(tmp_path, ending) -> None:
    as_records(ROWS).save(tmp_path / f"rows.{ending}")
    with refused(UsageError):
        read_records(tmp_path / f"rows.{ending}", {"lines": int})


@pytest.mark.parametrize(
    "text",
    [
        "n\nx\n",
        "n\n1\n1.5\n",
        "n\n1_0\n",
        "n\n٣\n",
        "n\n1\t2\n",
        "n\tn\n1\t2\n",
        "n\n\x1b[31m\n",
    ],
)
def test_cells_of_the_wrong_kind_are_refused_by_line(tmp_path, text) -> None:
    (tmp_path / "rows.tsv").write_text(text)
    with refused(InputError):
        read_records(tmp_path / "rows.tsv", {"n": int})


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("{", int),
        ("[1]", int),
        ('{"n": true}', int),
        ('{"n": 1.5}', int),
        ('{"n": [1]}', float),
        ('{"n": 1}', bool),
        ('{"n": "1"}', int),
        ('{"n": NaN}', float),
        ('{"n": 1}', str),
        ("[" * 50_000, int),
    ],
    ids=range(10),
)
def test_lines_of_json_of_the_wrong_kind_are_refused(tmp_path, line, kind) -> None:
    (tmp_path / "rows.jsonl").write_text(json.dumps({"n": None}) + "\n" + line + "\n")
    with refused(InputError):
        read_records(tmp_path / "rows.jsonl", {"n": kind})


def test_no_number_is_an_empty_cell_not_a_word(tmp_path) -> None:
    (tmp_path / "rows.tsv").write_text("x\nnan\n")
    with refused(InputError):
        read_records(tmp_path / "rows.tsv", {"x": float})


def test_a_file_that_is_no_parquet_is_refused(tmp_path) -> None:
    (tmp_path / "rows.parquet").write_text("n\n1\n")
    with refused(InputError):
        read_records(tmp_path / "rows.parquet", {"n": int})
    with refused(InputError):
        read_records(tmp_path / "nowhere.parquet", {"n": int})


def test_a_column_of_parquet_of_the_wrong_kind_is_refused(tmp_path) -> None:
    Records({"n": str}, {"n": ["x"]}).save(tmp_path / "rows.parquet")
    with refused(InputError):
        read_records(tmp_path / "rows.parquet", {"n": int})


def test_without_pyarrow_the_extra_is_named(tmp_path, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with refused(MissingExtraError):
        read_records(tmp_path / "rows.parquet", {"n": int})


def test_bare_and_escaped_differ_in_backslashes(tmp_path) -> None:
    file = tmp_path / "rows.tsv"
    file.write_text("text\nC:\\temp \\x\n")
    assert read_columns(file, ["text"]) == [["C:\\temp \\x"]]
    assert read_records(file, {"text": str}).columns == {"text": ["C:\temp \\x"]}


def test_quotes_that_are_not_closed_are_refused(tmp_path) -> None:
    (tmp_path / "sheet.tsv").write_text('a\tb\n1\t"x\n')
    with refused(InputError):
        list(read_cells(tmp_path / "sheet.tsv", "quoted"))


# Formulas


FORMULAS = ['=HYPERLINK("x")', "+1", "-1", "@SUM(A1)", "\tx", "\rx", " =1", "'=1", "''-", "＝1"]
PLAIN = ["a=b", "'a", "it's", "1-2", "", "word"]


@pytest.mark.parametrize("name", ["x.tsv", "x.csv", "x.jsonl"])
def test_what_was_disarmed_for_spreadsheets_comes_back(tmp_path, name) -> None:
    texts = [*FORMULAS, *PLAIN]
    records = Records(
        {"word": str, "gain": float, "line": int},
        {"word": texts, "gain": [-0.5] * len(texts), "line": [-1] * len(texts)},
        "signed",
    )
    records.save(tmp_path / name, spreadsheet_safe=True)
    back = read_records(tmp_path / name, records.types)
    assert back.columns["word"] == [text or (None if name != "x.jsonl" else "") for text in texts]
    assert (back.columns["gain"], back.columns["line"]) == ([-0.5] * 16, [-1] * 16)
    assert back.signature == (None if name == "x.jsonl" else "signed")


def test_no_cell_of_text_begins_as_a_formula(tmp_path) -> None:
    texts = [*FORMULAS, *PLAIN]
    records = Records({"word": str, "gain": float}, {"word": texts, "gain": [-0.5] * len(texts)})
    text = records.text("tsv", spreadsheet_safe=True)
    cells = [line.split("\t") for line in text.splitlines()[1:]]
    assert all(word.startswith("'") for word, _ in cells[: len(FORMULAS)])
    assert [word for word, _ in cells[len(FORMULAS) :]] == PLAIN
    assert {number for _, number in cells} == {"-0.5"}
    (tmp_path / "x.tsv").write_text(text)
    back = read_records(tmp_path / "x.tsv", {"word": str}, spreadsheet_safe=True)
    assert back.columns["word"] == [cell or None for cell in texts]


def test_apostrophes_of_other_files_stay(tmp_path) -> None:
    Records({"word": str}, {"word": ["'=1"]}, "signed").save(tmp_path / "x.tsv")
    assert read_records(tmp_path / "x.tsv", {"word": str}).columns["word"] == ["'=1"]


@pytest.mark.parametrize("ending", [*ENDINGS, "tsv.gz"])
def test_names_of_columns(tmp_path, ending) -> None:
    file = tmp_path / f"rows.{ending.removesuffix('.gz')}"
    as_records(ROWS).save(file)
    if ending.endswith("gz"):
        (tmp_path / "rows.tsv.gz").write_bytes(gzip.compress(file.read_bytes()))
        file = tmp_path / "rows.tsv.gz"
    assert column_names(file) == list(TYPES)


def test_names_of_columns_of_an_empty_file(tmp_path) -> None:
    for ending in ("tsv", "csv"):
        file = tmp_path / f"rows.{ending}"
        file.touch()
        with refused(InputError):
            column_names(file)
    (tmp_path / "rows.jsonl").touch()
    assert column_names(tmp_path / "rows.jsonl") == []


# Records from streams and Arrow tables.


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
    columns = [str(read_records(source, types).columns) for source in sources]
    assert columns[:6] == [expected] * 6
    assert columns[7:] == [expected]


def test_parquet_comes_from_streams(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    table = pa.table({"line": [1, 2]}).replace_schema_metadata({"signature": "x"})
    parquet.write_table(table, tmp_path / "records.parquet")
    with (tmp_path / "records.parquet").open("rb") as stream:
        records = read_records(stream, {"line": int})
    assert (records.columns, records.signature) == ({"line": [1, 2]}, "x")


def test_damaged_tables_are_refused() -> None:
    for source in (pa.array([1]), pa.table({"a": ["x"]}), pa.table([[1], [2]], names=["a", "a"])):
        with refused(InputError):
            read_records(source, {"a": int})


def test_tables_are_taken_where_record_files_are() -> None:
    corpus = wo.reorderings.AlignedCorpus(io.StringIO("0-1 1-0\n0-0 1-1\n"))
    table = pa.table({"system": ["A", "A"], "line": [1, 2], "pef": [0.25, None]})
    found = wo.reorderings.build_testsets(corpus, shortest=1, scores=table, measure="pef")
    assert found.scores.axes["system"] == ("A",)
    wrong = pa.table({"system": ["A"], "line": [3], "pef": [0.25]})
    corpus = wo.reorderings.AlignedCorpus(io.StringIO("0-1 1-0\n0-0 1-1\n"))
    with refused(InputError):
        wo.reorderings.build_testsets(corpus, shortest=1, scores=wrong, measure="pef")


def test_a_key_may_be_a_table(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.tsv"
    sheet.write_text("id\tjudge_1\nX1\tcorrect\nX2\tincorrect\n")
    key = pa.table({"id": ["X1", "X2"], "line": [1, 2], "retained": ["yes", "no"]})
    assert len(wo.reorderings.judge_agreement(key, [sheet]).items) == 2


# Texts in the columns of one file.


def test_columns_come_in_the_order_asked_for(tmp_path) -> None:
    file = tmp_path / "texts.tsv"
    file.write_text("ref\tA\tB\none\ttwo\tthree\n\t\tx y\n")
    assert read_columns(file, ["B", "ref", "B"]) == [
        ["three", "x y"],
        ["one", ""],
        ["three", "x y"],
    ]


def test_an_unknown_column_of_texts_is_named(tmp_path) -> None:
    file = tmp_path / "texts.tsv"
    file.write_text("ref\tA\n")
    with refused(UsageError):
        read_columns(file, ["ref", "C"])


@pytest.mark.parametrize("mark", [",", ";", "|"])
def test_columns_that_are_separated_otherwise(tmp_path, mark) -> None:
    file = tmp_path / "texts.tsv"
    file.write_text(f"ref{mark}A\nthe house{mark}a house\n")
    with refused(InputError):
        read_columns(file, ["ref"])


def test_columns_named_in_quotes(tmp_path) -> None:
    file = tmp_path / "texts.tsv"
    file.write_text('"ref"\t"A"\n"the house"\t"a house"\n')
    with refused(InputError):
        read_columns(file, ["ref"])


def test_a_line_with_other_cells_is_named(tmp_path) -> None:
    file = tmp_path / "texts.tsv"
    file.write_text("ref\tA\na\tb\na\n")
    with refused(InputError):
        read_columns(file, ["ref"])


def test_an_empty_file_has_no_columns(tmp_path) -> None:
    file = tmp_path / "texts.tsv"
    file.write_text("")
    with refused(InputError):
        read_columns(file, ["ref"])


@pytest.mark.parametrize(
    ("cells", "hinted"),
    [
        (['"a b"', '"c d"'], True),
        (['"a ""b"""', "c"], True),
        (['"Well," he said. "Yes."', '"No."', "c"], False),
        (['"No."'], False),
        (["a", ""], False),
    ],
)
def test_cells_that_look_quoted_get_a_hint(tmp_path, recwarn, cells, hinted) -> None:
    file = tmp_path / "texts.tsv"
    file.write_text("ref\tA\n" + "".join(f"{cell}\tx\n" for cell in cells))
    assert read_columns(file, ["ref"]) == [cells]  # in TSV a quote is a quote
    assert len(recwarn) == hinted
    for warning in recwarn:
        check(str(warning.message))


def test_csv_has_quotes_around_cells(tmp_path, recwarn) -> None:
    file = tmp_path / "texts.csv"
    file.write_text('ref,A\n"a ""b"", c",x\n')
    assert read_columns(file, ["ref", "A"]) == [['a "b", c'], ["x"]]
    assert not recwarn


def test_a_long_cell_of_csv(tmp_path) -> None:
    file = tmp_path / "texts.csv"
    file.write_text('ref\n"{}"\n'.format("a " * 200_000))
    assert read_columns(file, ["ref"]) == [["a " * 200_000]]
