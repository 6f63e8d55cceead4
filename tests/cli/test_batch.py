"""`wordorder batch` on the command line."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import wordorder as wo
from messages import refused
from wordorder import Alignment, Permutation, permutation_scores

if TYPE_CHECKING:
    from pathlib import Path

LINKS = ["0-1 1-0 2-2", "0-0 1-1", None, "", "0-2 1-1 2-0"]


@pytest.fixture
def corpus(tmp_path) -> Path:
    """A small Parquet file."""
    file = tmp_path / "corpus.parquet"
    table = pa.table({"links": LINKS, "id": [7, 8, 9, 10, 11], "text": list("abcde")})
    pq.write_table(table, file)
    return file


def read(out: Path) -> list[dict]:
    """All rows, in the order of file and row."""
    files = sorted(out.glob("*.parquet"))
    rows = [row for file in files for row in pq.read_table(file).to_pylist()]
    return sorted(rows, key=lambda row: (row["file"], row["row"]))


def test_every_row_has_its_figures(run, corpus, tmp_path) -> None:
    out = tmp_path / "out"
    done = run("batch", corpus, "-o", out, "-m", "kendall,fuzzy,rquantity")
    assert done.code == 0, done.err
    rows = read(out)
    assert [row["row"] for row in rows] == [1, 2, 3, 4, 5]
    assert {row["file"] for row in rows} == {str(corpus)}
    for row, text in zip(rows, LINKS, strict=True):
        if not text:
            assert row["kendall"] is None
            assert row["rquantity"] == (None if text is None else 0)
            continue
        scores = permutation_scores(Permutation.from_alignment(Alignment.parse(text)))
        assert (row["kendall"], row["fuzzy"]) == (scores["kendall"], scores["fuzzy"])
    assert "kendall" in done.out


@pytest.mark.parametrize(
    ("rows", "condition"),
    [([], None), ([None] * 2, None), (LINKS, "kendall > 1"), (["x", "0-0"], "kendall < 1")],
)
def test_if_no_row_is_left_it_is_said_why(run, tmp_path, rows, condition) -> None:
    file = tmp_path / "corpus.parquet"
    pq.write_table(pa.table({"links": pa.array(rows, pa.string())}), file)
    where = [] if condition is None else ["--where", condition]
    done = run("batch", file, "-o", tmp_path / "out", "-m", "kendall", *where)
    assert done.code == 0
    assert done.err


def test_where_and_keep(run, corpus, tmp_path) -> None:
    out = tmp_path / "out"
    condition = "rquantity > 0 and kendall < 0.5"
    done = run("batch", corpus, "-o", out, "-m", "kendall", "--where", condition, "--keep", "id")
    assert done.code == 0, done.err
    assert [(row["row"], row["id"]) for row in read(out)] == [(5, 11)]


def test_conditions_on_columns_of_the_input(run, corpus, tmp_path) -> None:
    out = tmp_path / "out"
    condition = "kendall > 0.5 and id > 7"
    done = run("batch", corpus, "-o", out, "-m", "kendall", "--where", condition)
    assert done.code == 0, done.err
    assert [row["row"] for row in read(out)] == [2]
    assert run("batch", corpus, "-o", tmp_path / "no", "--where", "text > 7").code == 1
    assert not (tmp_path / "no").exists()


def test_a_condition_prefers_outputs(run, corpus, tmp_path) -> None:
    out = tmp_path / "out"
    done = run("batch", corpus, "-o", out, "-m", "kendall", "--where", "links > 2")
    assert done.code == 0, done.err
    assert [(row["row"], row["links"]) for row in read(out)] == [(1, 3), (5, 3)]


def test_filtered_texts(run, corpus, tmp_path) -> None:
    out = tmp_path / "out"
    done = run(
        "batch", corpus, "-o", out, "--where", "kendall > 0.5", "--keep", "text", "--to", "text"
    )
    assert done.code == 0, done.err
    (file,) = out.glob("*.text.txt")
    assert file.read_text() == "a\nb\n"
    assert not list(out.glob("*.parquet"))


def test_bad_rows_are_listed(run, tmp_path) -> None:
    file, out = tmp_path / "corpus.parquet", tmp_path / "out"
    pq.write_table(pa.table({"links": ["0-0", "0-x", "0-0 1-9"], "target": ["a", "a", "a"]}), file)
    done = run("batch", file, "-o", out, "-m", "kendall")
    assert done.code == 0, done.err
    assert [row["row"] for row in read(out)] == [1]
    (rejects,) = (out / "_rejects").iterdir()
    listed = [json.loads(line) for line in rejects.read_text().splitlines()]
    assert [(one["file"], one["row"]) for one in listed] == [(str(file), 2), (str(file), 3)]
    assert all(one["problem"] for one in listed)


def test_strict_stops_at_a_bad_row(run, tmp_path) -> None:
    file, out = tmp_path / "corpus.parquet", tmp_path / "out"
    pq.write_table(pa.table({"links": ["0-0", "0-x"]}), file)
    done = run("batch", file, "-o", out, "--strict")
    assert done.code == 1
    assert done.err.count("\n") == 1
    assert not list(out.glob("*.parquet"))


def test_if_all_rows_are_bad_the_first_is_told(run, tmp_path) -> None:
    file = tmp_path / "corpus.parquet"
    pq.write_table(pa.table({"links": ["0-x", "y"]}), file)
    assert run("batch", file, "-o", tmp_path / "out").code == 1


def test_the_function_takes_paths(corpus, tmp_path) -> None:
    found = wo.batch(corpus, tmp_path / "out", metrics="kendall")
    assert found.corpus.counts.written == len(LINKS)
    with refused(wo.InputError):
        wo.batch([corpus, corpus], tmp_path / "twice")
    with refused(wo.UsageError):
        wo.batch(corpus, 3)


def _corrupt(folder: Path) -> list[object]:
    file = folder / "corpus.parquet"
    pq.write_table(pa.table({"links": ["0-0"] * 100}), file)
    file.write_bytes(file.read_bytes()[:-20])
    return [file, "-o", folder / "out"]


def _missing_column(folder: Path) -> list[object]:
    file = folder / "corpus.parquet"
    pq.write_table(pa.table({"other": ["0-0"]}), file)
    return [file, "-o", folder / "out", "--links", "links"]


def _wrong_type(folder: Path) -> list[object]:
    file = folder / "corpus.parquet"
    pq.write_table(pa.table({"links": [1.5]}), file)
    return [file, "-o", folder / "out"]


def _second_input_lacks_it(folder: Path) -> list[object]:
    first, second = folder / "a.parquet", folder / "b.parquet"
    pq.write_table(pa.table({"links": ["0-0"]}), first)
    pq.write_table(pa.table({"other": ["0-0"]}), second)
    return [first, second, "-o", folder / "out"]


def _output_is_a_file(folder: Path) -> list[object]:
    file = folder / "corpus.parquet"
    pq.write_table(pa.table({"links": ["0-0"]}), file)
    (folder / "out").write_text("mine")
    return [file, "-o", folder / "out"]


def _output_of_others(folder: Path) -> list[object]:
    file = folder / "corpus.parquet"
    pq.write_table(pa.table({"links": ["0-0"]}), file)
    (folder / "out").mkdir()
    (folder / "out" / "mine.txt").write_text("mine")
    return [file, "-o", folder / "out", "--overwrite"]


def _no_such_folder(folder: Path) -> list[object]:
    file = folder / "corpus.parquet"
    pq.write_table(pa.table({"links": ["0-0"]}), file)
    return [file, "-o", folder / "corpus.parquet" / "out"]


@pytest.mark.parametrize(
    "broken",
    [
        _corrupt,
        _missing_column,
        _wrong_type,
        _second_input_lacks_it,
        _output_is_a_file,
        _output_of_others,
        _no_such_folder,
    ],
)
def test_refused_before_work_in_one_line(run, tmp_path, broken) -> None:
    arguments = broken(tmp_path)
    before = {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}
    done = run("batch", *arguments)
    assert done.code == 1
    assert done.err.count("\n") == 1, done.err
    after = {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}
    assert after == before


def test_an_output_of_other_options_needs_overwrite(run, corpus, tmp_path) -> None:
    out = tmp_path / "out"
    assert run("batch", corpus, "-o", out, "-m", "kendall").code == 0
    assert run("batch", corpus, "-o", out, "-m", "fuzzy").code == 1
    assert "kendall" in read(out)[0]
    assert run("batch", corpus, "-o", out, "-m", "fuzzy", "--overwrite").code == 0
    assert "fuzzy" in read(out)[0]
    assert "kendall" not in read(out)[0]


@pytest.mark.slow
def test_a_second_run_changes_nothing(run, corpus, tmp_path) -> None:
    out = tmp_path / "out"
    first = run("batch", corpus, "-o", out)
    files = [file for file in out.rglob("*-*") if file.is_file()]
    times = [file.stat().st_mtime_ns for file in files]
    second = run("batch", corpus, "-o", out)
    assert (second.code, second.out) == (0, first.out)
    assert [file.stat().st_mtime_ns for file in files] == times


@pytest.mark.parametrize("package", ["pyarrow"])
def test_without_the_extra_the_message_says_how_to_install_it(
    run, tmp_path, monkeypatch, package
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    assert run("batch", "links=a.align", "-o", tmp_path / "out").code == 1


def test_without_dask_the_message_says_how_to_install_it(run, corpus, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert run("batch", corpus, "-o", tmp_path / "out", "--engine", "dask").code == 1
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "options",
    [
        ["--to", "text"],
        ["--keep", "kendall"],
        ["--keep", "row"],
        ["--where", "nothing > 1"],
        ["--where", "kendall >"],
        ["--scheduler", "tcp://localhost:1"],
        ["-m", "kendal"],
        ["--links", "links", "--permutation", "links"],
    ],
)
def test_options_that_do_not_fit(run, corpus, tmp_path, options) -> None:
    done = run("batch", corpus, "-o", tmp_path / "out", "-m", "kendall", *options)
    assert done.code in (1, 2)
    assert done.err.count("\n") <= 3
    assert "Traceback" not in done.err
    assert not (tmp_path / "out").exists()
