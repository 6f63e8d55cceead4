"""`wordorder preorder learn` and `select`."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import wordorder as wo

SCHEMAS = Path(__file__).parents[2] / "docs" / "schemas"
ROW = "{}\t{}\t_\t{}\t_\t_\t{}\t{}\t_\t_\n"


def parse(sent_id, subject, verb, other):
    words = ROW.format(1, subject, "PROPN", 2, "nsubj") + ROW.format(2, verb, "VERB", 0, "root")
    return f"# sent_id = {sent_id}\n{words}" + ROW.format(3, other, "PROPN", 2, "obj") + "\n"


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = list(product("abc", "vwxyz", "mnopq"))
    texts = [parse(number, *each) for number, each in enumerate(words)]
    (tmp_path / "parses.conllu").write_text("".join(texts))
    (tmp_path / "links.align").write_text("0-0 1-2 2-1\n" * len(words))


SELECT = ("preorder", "select", "parses.conllu", "one.conllu")
LEARN = ("preorder", "learn", "parses.conllu", "--align", "links.align")


def test_learn_does_what_its_twin_does(run) -> None:
    learned = wo.learn_rules("parses.conllu", "links.align")
    assert run(*LEARN) == (0, learned.to_toml(), "")
    assert [rule.name for rule in wo.RuleSet.parse(learned.to_toml()).rules] == ["VERB"]
    for view in ("rules", "path"):
        outcome = run(*LEARN, "--format", "tsv", "--by", view)
        assert outcome.code == 0
        assert len(outcome.out.splitlines()) >= 2


def test_learn_writes_what_apply_reads(run, tmp_path) -> None:
    assert run(*LEARN, "-o", "learned.toml") == (0, "", "")
    outcome = run("preorder", "apply", "parses.conllu", "--rules", "learned.toml")
    assert outcome.out.splitlines()[0] == "a m v"


def test_documents_follow_their_schemas(run) -> None:
    outcome = run(*LEARN, "--format", "json")
    _validate("preorder-learned", outcome.out)
    Path("other.conllu").write_text(Path("parses.conllu").read_text())
    arguments = ["preorder", "select", "parses.conllu", "other.conllu", "--align", "links.align"]
    outcome = run(*arguments, "--rules", "sov", "--summary", "summary.json")
    assert outcome == (0, Path("parses.conllu").read_text(), "")
    _validate("preorder-selection", Path("summary.json").read_text())


def _validate(name, text):
    schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator(schema).validate(json.loads(text))


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ((*LEARN, "--metric", "pef"), 2, "--metric"),
        ((*LEARN, "--folds", "1"), 2, "--folds"),
        (("preorder", "learn", "parses.conllu"), 2, "--align"),
        (
            ("preorder", "learn", "parses.conllu", "--align", "short.align"),
            1,
            "short.align has 1 sentence, but parses.conllu has 75",
        ),
        (
            (*SELECT, "--align", "links.align", "--rules", "sov"),
            1,
            "parses.conllu has 75 sentences, but one.conllu has 1",
        ),
    ],
)
def test_wrong_input_is_one_line(run, arguments, code, message) -> None:
    Path("short.align").write_text("0-0\n")
    Path("one.conllu").write_text(parse(1, "a", "v", "m"))
    outcome = run(*arguments)
    assert (outcome.code, outcome.out) == (code, "")
    assert message in outcome.err
    assert "Traceback" not in outcome.err
