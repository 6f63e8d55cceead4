"""`wordorder preorder evaluate`: the same as its Python twin, in every format."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import wordorder as wo
from parse_texts import conllu
from wordorder.output import dumps

SCHEMA = Path(__file__).parents[2] / "docs" / "schemas" / "preorder-evaluation.schema.json"
WE_SEE = [("we", 2, "nsubj", "PRON"), ("see", 0, "root", "VERB"), ("it", 2, "obj", "PRON")]
BAD = [("we", 0, "root", "PRON"), ("see", 1, "dep", "VERB"), ("it", 2, "obj", "PRON")]
COUNT = 32
FILES = {
    "P1.conllu": conllu(*[WE_SEE] * COUNT),
    "P2.conllu": conllu(*[BAD] * COUNT),
    "manual.align": "0-0 1-2 2-1\n0-0 1-1 2-2\n" * (COUNT // 2),
    "auto.align": "0-0 1-2\n\n" * (COUNT // 2),
    "src.txt": "we see it\n" * COUNT,
    "last.toml": '[[rule]]\norder = ["*", "self"]\n',
}


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)


@pytest.fixture
def told(run):
    def told(*arguments: object) -> str:
        outcome = run("preorder", "evaluate", *arguments)
        assert (outcome.code, outcome.err) == (0, "")
        return outcome.out

    return told


def test_the_table(told) -> None:
    text = told("P1.conllu", "--align", "manual.align", "--rules", "none,last.toml")
    header, none, last, oracle = text.splitlines()[:4]
    assert header.split()[:3] == ["system", "fuzzy", "fuzzy"]
    assert [line.split()[0] for line in (none, last, oracle)] == ["none", "last", "oracle"]
    assert "32 sentences; 100% of the words are linked" in text
    assert "wordorder preorder evaluate P1.conllu --align manual.align --rules" in text


@pytest.mark.parametrize("options", [[], ["--with-sentences"]], ids=["figures", "sentences"])
def test_json_is_that_of_the_twin_and_as_the_schema_says(told, options) -> None:
    given = [
        "P1.conllu",
        "P2.conllu",
        "--names",
        "good,bad",
        "--rules",
        "none",
        "--rules",
        "last.toml",
    ]
    given += ["--align", "by hand=manual.align", "--align", "auto.align", "--gold", "P1.conllu"]
    given += ["--src", "src.txt", "--metrics", "kendall,ulam", "--seed", "3", "--resamples", "50"]
    given += ["--compat", "lader"]
    document = json.loads(told(*given, "--format", "json", *options))
    Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8"))).validate(document)
    assert document.pop("command").startswith("wordorder preorder evaluate P1.conllu P2.conllu")
    twin = wo.evaluate_preordering(
        {"good": "P1.conllu", "bad": "P2.conllu"},
        {"by hand": "manual.align", "auto": "auto.align"},
        ["none", "last.toml"],
        metrics=["kendall", "ulam"],
        gold="P1.conllu",
        source="src.txt",
        compat="lader",
        resampling=wo.Resampling(50, 3),
    )
    assert document == json.loads(dumps(twin.to_dict(sentences=bool(options))))


def test_further_tables(told) -> None:
    given = ["P1.conllu", "--rules", "none,last.toml,reverse", "--align", "manual.align"]
    text = told(*given, "--by", "pairs")
    assert "fuzzy  last" in text
    assert "+ the column is better than the row" in text
    text = told(*given, "--align", "auto.align", "--by", "alignments")
    assert "manual and auto" in text


@pytest.mark.parametrize("style", ["latex", "markdown", "tsv"])
@pytest.mark.parametrize("view", [[], ["--by", "pairs"]], ids=["scores", "pairs"])
def test_other_formats(told, style, view) -> None:
    given = ["P1.conllu", "--rules", "none,last.toml", "--align", "manual.align"]
    text = told(*given, "--format", style, *view)
    assert "none" in text
    if style == "tsv":
        assert text.startswith("alignment\t")


def test_sentences_go_to_a_file(told) -> None:
    given = ["P1.conllu", "--rules", "none,last.toml", "--align", "manual.align"]
    told(*given, "--segments", "scores.tsv")
    header, *rows = Path("scores.tsv").read_text().splitlines()
    assert header.split("\t")[:4] == ["alignment", "system", "sentence", "fuzzy"]
    assert len(rows) == 3 * COUNT
    assert {row.split("\t")[1] for row in rows} == {"none", "last", "oracle"}


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (["P1.conllu", "--rules", "none"], 2),
        (["P1.conllu", "--align", "manual.align"], 2),
        (["P1.conllu", "--align", "manual.align", "--rules", "nine"], 1),
        (["P1.conllu", "--align", "nothing", "--rules", "none"], 1),
        (["P1.conllu", "--align", "a=manual.align", "--align", "a=auto.align"], 2),
        (["-", "--align", "-", "--rules", "none"], 2),
        (["-", "--align", "manual.align", "--rules", "none,-"], 2),
        (["P1.conllu", "--align", "manual.align", "--rules", ","], 2),
        (["P1.conllu", "--align", "src.txt", "--rules", "none"], 1),
        (["src.txt", "--align", "manual.align", "--rules", "none"], 1),
        (["P1.conllu", "--align", "manual.align", "--rules", "none", "--src", "manual.align"], 1),
        (["P1.conllu", "--align", "manual.align", "--rules", "none", "--with-sentences"], 2),
        (["P1.conllu", "--align", "manual.align", "--rules", "none", "-o", "P1.conllu"], 2),
        (["P1.conllu", "--align", "manual.align", "--rules", "last.toml", "-o", "last.toml"], 2),
    ],
)
def test_errors_are_one_line(run, given, code) -> None:
    outcome = run("preorder", "evaluate", *given)
    assert outcome.code == code
    assert outcome.err.count("\n") == 1
    assert outcome.out == ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a=manual.align", "a=auto.align"),
        ("auto.align", "auto=manual.align"),
        ("auto.align", "auto.align"),
    ],
)
def test_two_alignments_need_two_names(run, one, other) -> None:
    given = ["--align", one, "--align", other, "--rules", "none"]
    assert run("preorder", "evaluate", "P1.conllu", *given).code == 2


def test_a_file_name_may_have_the_sign_of_a_name(told, tmp_path) -> None:
    (tmp_path / "a=b.align").write_text(FILES["manual.align"])
    text = told("P1.conllu", "--align", "a=b.align", "--rules", "none", "--format", "tsv")
    assert text.splitlines()[1].startswith("a=b\t")
