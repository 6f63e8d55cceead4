"""`wordorder preorder apply`, `check` and `export`."""

from __future__ import annotations

import io
import json

import pytest

import wordorder as wo
from wordorder.output import dumps
from wordorder.preordering import RULE_SETS, rule_set_text

PARSES = """\
1\tI\ti\tPRON\t_\t_\t2\tnsubj\t_\t_
2\tsaw\tsee\tVERB\t_\t_\t0\troot\t_\t_
3\tyou\tyou\tPRON\t_\t_\t2\tobj\t_\t_

1\tYes\tyes\tINTJ\t_\t_\t0\troot\t_\t_
"""
RULES = '[[rule]]\nname = "all"\norder = ["obj", "self", "*"]\n'


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "parses.conllu").write_text(PARSES)
    (tmp_path / "mine.toml").write_text(RULES)


@pytest.mark.parametrize("to", ["text", "order", "conllu"])
def test_apply_does_what_its_twin_does(run, to) -> None:
    outcome = run("preorder", "apply", "parses.conllu", "--rules", "mine.toml", "--to", to)
    expected = "".join(wo.apply_rules("parses.conllu", "mine.toml", to))
    assert outcome == (0, expected, "")
    piped = run("preorder", "apply", "-", "--rules", "mine.toml", "--to", to, stdin=PARSES)
    assert piped == outcome


def test_apply_writes_whole_files_or_none(run, tmp_path) -> None:
    arguments = ["preorder", "apply", "parses.conllu", "--rules", "sov", "-o", "out.txt"]
    assert run(*arguments) == (0, "", "")
    assert (tmp_path / "out.txt").read_text() == "I you saw\nYes\n"
    (tmp_path / "parses.conllu").write_text(PARSES + "\n1\tbad\n")
    outcome = run(*arguments)
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err.startswith("wordorder: parses.conllu:7: ")
    assert (tmp_path / "out.txt").read_text() == "I you saw\nYes\n"
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "mine.toml",
        "out.txt",
        "parses.conllu",
    ]


def test_apply_warns_of_other_labels(run) -> None:
    outcome = run("preorder", "apply", "parses.conllu", "--rules", "sov-stanford")
    assert (outcome.code, outcome.out) == (0, "I you saw\nYes\n")
    assert outcome.err.startswith("wordorder: the rules of 'sov-stanford' are for Stanford depend")
    assert outcome.err.count("\n") == 1


WRONG = {
    ("apply", "parses.conllu"): (2, "--rules"),
    ("apply", "parses.conllu", "--rules", "svo"): (1, "there is no file of rules 'svo'; built-in "),
    ("apply", "absent", "--rules", "sov"): (1, "absent: no such file"),
    ("apply", "-", "--rules", "-"): (2, "only one file can be -"),
    ("apply", "parses.conllu", "--rules", "sov", "--to", "words"): (2, "--to"),
    ("apply", "parses.conllu", "--rules", "mine.toml", "-o", "mine.toml"): (
        2,
        "overwrite the input",
    ),
    ("apply", "mine.toml", "--rules", "sov"): (1, "mine.toml:1: "),
    ("check", "parses.conllu"): (1, "parses.conllu:1: this is not TOML"),
    ("check", "."): (1, "directory"),
    ("check", "mine.toml", "--parses", "mine.toml"): (1, "mine.toml:1: "),
    ("export", "svo"): (2, "unknown rule set 'svo': did you mean 'sov'?"),
}


@pytest.mark.parametrize("arguments", WRONG, ids=" ".join)
def test_wrong_input_is_told_in_one_line(run, arguments) -> None:
    code, message = WRONG[arguments]
    outcome = run("preorder", *arguments)
    assert (outcome.code, outcome.out) == (code, "")
    assert message in outcome.err
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize("options", [[], ["--parses", "parses.conllu"]])
def test_check_does_what_its_twin_does(run, options) -> None:
    outcome = run("preorder", "check", "mine.toml", *options, "--format", "json")
    document = json.loads(outcome.out)
    assert document.pop("command").startswith("wordorder preorder check mine.toml")
    twin = wo.check_rules("mine.toml", *options[1:])
    assert document == json.loads(dumps(twin.to_dict()))


def test_check_lists_warnings_and_ends_well(run, tmp_path) -> None:
    (tmp_path / "mine.toml").write_text(RULES.replace("obj", "obk"))
    outcome = run("preorder", "check", "mine.toml", "--parses", "parses.conllu", "--entries")
    assert (outcome.code, outcome.err) == (0, "")
    assert "3 warnings; 2 sentences, 1 head with children" in outcome.out
    assert "'obk' is not a relation of Universal Dependencies" in outcome.out
    clean = run("preorder", "check", "sov")
    assert (clean.code, clean.err) == (0, "")
    assert "no warnings" in clean.out
    tsv = run("preorder", "check", "sov", "--format", "tsv", "--entries").out
    assert tsv.startswith("rule\tentry\tchildren\nverbs\tcc\t")


def test_check_tells_the_line_of_an_error(run, tmp_path) -> None:
    (tmp_path / "mine.toml").write_text(RULES.replace("obj", "fixd obj"))
    outcome = run("preorder", "check", "mine.toml")
    assert outcome == (
        1,
        "",
        "wordorder: mine.toml:3: entry 'fixd obj': unknown manner 'fixd': did you mean 'fixed'?\n",
    )


def test_export_prints_files_and_lists_them(run, tmp_path) -> None:
    listed = run("preorder", "export").out
    assert [line.split()[0] for line in listed.splitlines()] == list(RULE_SETS)
    for name in RULE_SETS:
        assert run("preorder", "export", name) == (0, rule_set_text(name), "")
    assert run("preorder", "export", "sov", "-o", "new.toml") == (0, "", "")
    assert wo.rule_set(tmp_path / "new.toml") == wo.rule_set("sov")
    assert wo.rule_set(io.StringIO(rule_set_text("sov"))).signature == wo.rule_set("sov").signature
