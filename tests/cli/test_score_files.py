"""What `wordorder score` reads and writes besides plain texts and its table."""

from __future__ import annotations

import json
import sys
from math import isnan
from pathlib import Path

import numpy as np
import pytest

import wordorder as wo
from cli.test_schemas import validator
from wordorder.cli.demo import SAMPLE
from wordorder.scoring import FittedPreset

TEXTS = {name: SAMPLE / "de-en" / f"{name}.en" for name in ("reference", "monotone", "scrambled")}
QUICK = ["--lang", "en", "--resamples", "20"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the sample and a system that shares no word with one reference."""
    for name, file in TEXTS.items():
        (tmp_path / name).write_bytes(file.read_bytes())
    lines = TEXTS["monotone"].read_text("utf-8").splitlines()
    (tmp_path / "silent").write_text("\n".join(["", *lines[1:]]) + "\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def is_undefined(value: object) -> bool:
    return isinstance(value, float) and isnan(value)


def result() -> wo.ScoreResult:
    systems = {"monotone": "monotone", "silent": "silent"}
    return wo.score("reference", systems, lang="en", resampling=wo.Resampling(20))


@pytest.fixture
def write(run, folder):
    def write(*arguments: str) -> None:
        outcome = run("score", "reference", "monotone", "silent", *QUICK, *arguments)
        assert (outcome.code, outcome.err) == (0, "")

    return write


def test_parquet_has_every_sentence_and_the_signature(write) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    write("--segments", "scores.parquet")
    table = parquet.read_table("scores.parquet")
    expected = result()
    assert table.column_names == ["system", "line", *expected.measures]
    assert table.schema.metadata[b"signature"].decode() == expected.signature
    for name, column in expected.records("segments").columns.items():
        found = table[name].to_pylist()
        wanted = [None if is_undefined(value) else value for value in column.tolist()]
        assert found == wanted
    assert table["pef"].null_count == 1  # what is undefined is null


def test_without_pyarrow_the_extra_is_named_before_any_work(run, folder, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert run("score", "absent", "absent2", "--segments", "scores.parquet").code != 0
    assert not (folder / "scores.parquet").exists()


def test_files_of_shared_tasks(write, folder) -> None:
    (folder / "scores").mkdir()
    write("--shared-task", "scores")
    expected = result()
    wanted = {f"{name}.{kind}.score" for name in expected.measures for kind in ("sys", "seg")}
    assert {file.name for file in (folder / "scores").iterdir()} == wanted
    rows = [line.split("\t") for line in (folder / "scores/pef.sys.score").read_text().splitlines()]
    assert rows == [[name, repr(expected.value(name, "pef"))] for name in expected.systems]
    rows = [line.split("\t") for line in (folder / "scores/pef.seg.score").read_text().splitlines()]
    values = expected.segment("pef").reshape(-1).tolist()
    assert [row[1] for row in rows] == ["None" if isnan(v) else repr(v) for v in values]
    assert [row[0] for row in rows] == ["monotone"] * 30 + ["silent"] * 30


def test_the_folder_of_a_shared_task_must_be_there(run, folder) -> None:
    assert run("score", "absent", "absent2", "--shared-task", "nowhere").code == 1


def test_columns_of_one_file_are_scored_like_files(run, folder) -> None:
    columns = [
        (folder / name).read_text("utf-8").splitlines() for name in ("reference", "monotone")
    ]
    rows = ["\t".join(row) for row in zip(*columns, strict=True)]
    (folder / "texts.tsv").write_text("\n".join(["ref\tsys", *rows]) + "\n", "utf-8")
    one = run("score", "--tsv", "texts.tsv", "ref", "sys", *QUICK, "--format", "json")
    files = ["reference", "monotone", "--names", "sys"]
    other = run("score", *files, *QUICK, "--format", "json")
    found, wanted = json.loads(one.out), json.loads(other.out)
    assert found["scores"]["axes"]["system"] == ["sys"]
    found.pop("command")
    wanted.pop("command")
    assert found == wanted


@pytest.mark.slow
def test_holm_decides_what_is_found_and_gets_enough_resamples(run, folder) -> None:
    for name in ("c", "d", "e"):
        (folder / name).write_text((folder / "monotone").read_text("utf-8"), "utf-8")
    files = ["reference", "monotone", "scrambled", "c", "d", "e"]
    plain, corrected = (
        run("score", *files, "--lang", "en", "--metrics", "kendall", "--resamples", 99, *more)
        for more in ([], ["--holm"])
    )
    assert "scrambled orders words better than" in plain.out
    assert "p ≤ 0.010)" in plain.out
    assert "p ≤ 0.010 after Holm)" in corrected.out  # 10/1001
    assert "|test:bootstrap+holm|" in corrected.out
    assert "|resamples:1000|" in corrected.out
    assert (plain.err.count("\n"), corrected.err.count("\n")) == (1, 2)


def test_source_alignments_from_the_shell(run, folder) -> None:
    sample = SAMPLE / "de-en"
    links = [sample / "source-reference.align", sample / "source-monotone.align"]
    source = ["-s", sample / "source.de", "--src-tokenize", "13a"]
    given = ["--ref-align", links[0], "--hyp-align", links[1], "--format", "json"]
    outcome = run("score", "reference", "monotone", *source, *given, "--resamples", 20)
    assert (outcome.code, outcome.err) == (0, "")
    scores = json.loads(outcome.out)["scores"]
    expected = wo.score(
        "reference",
        "monotone",
        order_from=wo.SourceLinks(sample / "source.de", *links, source_tokenize="13a"),
        resampling=wo.Resampling(20),
    )
    assert scores["axes"]["measure"] == list(expected.measures)
    assert scores["columns"]["value"] == expected.scores["value"].tolist()
    assert expected.measures[0] == "lrscore"


def test_sentences_of_source_alignments_are_not_drawn(run, folder) -> None:
    outcome = run(
        "score", "reference", "monotone", "-s", "monotone", "--align", "ibm1", "--worst", 1
    )
    assert (outcome.code, outcome.out) == (2, "")


def test_columns_make_a_data_frame(folder) -> None:
    columns = result().records("segments").columns
    assert {len(column) for column in columns.values()} == {60}
    assert columns["line"].tolist() == [*range(1, 31)] * 2
    assert np.array_equal(columns["pef"][:30], result().segment("pef")[0])


def test_shared_task_files_replace_no_input(run, tmp_path) -> None:
    folder = tmp_path / "st"
    folder.mkdir()
    (tmp_path / "ref").write_text("a b\n")
    (folder / "pef.seg.score").write_text("b a\n")
    arguments = [tmp_path / "ref", folder / "pef.seg.score", "--shared-task", folder]
    assert run("score", *arguments).code == 2
    assert [file.name for file in folder.iterdir()] == ["pef.seg.score"]


def test_records_can_be_disarmed_for_spreadsheets(run, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("ref", "=A"):
        (tmp_path / name).write_text("a b c\n")
    run("score", "ref", "=A", "--segments", "x.csv", "--spreadsheet-safe")
    assert {line[:4] for line in (tmp_path / "x.csv").read_text().splitlines()[1:]} == {"'=A,"}
    shown = run("score", "ref", "=A", "--format", "tsv", "--spreadsheet-safe").out
    assert shown.splitlines()[1].startswith("'=A\t")
    assert run("score", "ref", "=A", "--format", "tsv").out.splitlines()[1].startswith("=A\t")


# --- Files of fitted weights


FITTED = FittedPreset("mine", {"chrf": 0.6, "misplaced_per_100": -0.2}, "rankings", "1f0c")


@pytest.fixture
def fitted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text(FITTED.to_toml(), encoding="utf-8")
    Path("ref").write_text("we have seen the house\n" * 30, encoding="utf-8")
    Path("A").write_text("seen have we the house\n" * 30, encoding="utf-8")
    return tmp_path


@pytest.mark.usefixtures("fitted")
def test_a_file_is_a_preset(run) -> None:
    given = (
        "score",
        "ref",
        "A",
        "--lang",
        "en",
        "--resamples",
        2,
        "--no-cache",
        "--format",
        "json",
    )
    outcome = run(*given, "--preset", "mine.toml")
    assert outcome.code == 0, outcome.err
    document = json.loads(outcome.out)
    validator("score.schema.json").validate(document)
    assert document["scores"]["axes"]["measure"][0] == "mine"
    assert document["scores"]["columns"]["value"][0][0] < 0
    assert "trained_on:rankings" in document["signature"]


@pytest.mark.usefixtures("fitted")
@pytest.mark.parametrize("option", [("--alpha", 0.3), ("--gamma", 0.5), ("--lowercase",)])
def test_its_parts_are_fixed(run, option) -> None:
    assert run("score", "ref", "A", "--preset", "mine.toml", *option).code == 2


@pytest.mark.usefixtures("fitted")
def test_a_wrong_file_is_told_with_its_line(run) -> None:
    Path("mine.toml").write_text(FITTED.to_toml().replace("chrf", "chr"), encoding="utf-8")
    assert run("score", "ref", "A", "--preset", "mine.toml").code == 1
