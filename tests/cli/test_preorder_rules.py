"""`wordorder preorder apply`, `check`, `export`, `learn` and `select`."""

from __future__ import annotations

import io
import json
import sys
from itertools import product
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

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
    expected = "".join(wo.preordering.apply_rules("parses.conllu", "mine.toml", to))
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
    assert (tmp_path / "out.txt").read_text() == "I you saw\nYes\n"
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "mine.toml",
        "out.txt",
        "parses.conllu",
    ]


def test_apply_warns_of_other_labels(run) -> None:
    outcome = run("preorder", "apply", "parses.conllu", "--rules", "sov-stanford")
    assert (outcome.code, outcome.out) == (0, "I you saw\nYes\n")
    assert outcome.err.count("\n") == 1


WRONG = {
    ("apply", "parses.conllu"): 2,
    ("apply", "parses.conllu", "--rules", "svo"): 1,
    ("apply", "absent", "--rules", "sov"): 1,
    ("apply", "-", "--rules", "-"): 2,
    ("apply", "parses.conllu", "--rules", "sov", "--to", "words"): 2,
    ("apply", "parses.conllu", "--rules", "mine.toml", "-o", "mine.toml"): 2,
    ("apply", "mine.toml", "--rules", "sov"): 1,
    ("check", "parses.conllu"): 1,
    ("check", "."): 1,
    ("check", "mine.toml", "--parses", "mine.toml"): 1,
    ("export", "svo"): 2,
}


@pytest.mark.parametrize("arguments", WRONG, ids=" ".join)
def test_wrong_input_is_told_in_one_line(run, arguments) -> None:
    outcome = run("preorder", *arguments)
    assert (outcome.code, outcome.out) == (WRONG[arguments], "")
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize("options", [[], ["--parses", "parses.conllu"]])
def test_check_does_what_its_twin_does(run, options) -> None:
    outcome = run("preorder", "check", "mine.toml", *options, "--format", "json")
    document = json.loads(outcome.out)
    assert document.pop("command").startswith("wordorder preorder check mine.toml")
    twin = wo.preordering.check_rules("mine.toml", *options[1:])
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
    assert (outcome.code, outcome.out) == (1, "")


def test_export_prints_files_and_lists_them(run, tmp_path) -> None:
    listed = run("preorder", "export").out
    assert [line.split()[0] for line in listed.splitlines()] == list(RULE_SETS)
    for name in RULE_SETS:
        assert run("preorder", "export", name) == (0, rule_set_text(name), "")
    assert run("preorder", "export", "sov", "-o", "new.toml") == (0, "", "")
    assert wo.preordering.rule_set(tmp_path / "new.toml") == wo.preordering.rule_set("sov")
    assert (
        wo.preordering.rule_set(io.StringIO(rule_set_text("sov"))).signature
        == wo.preordering.rule_set("sov").signature
    )


# --- learn and select


SCHEMAS = Path(__file__).parents[2] / "docs" / "schemas"
ROW = "{}\t{}\t_\t{}\t_\t_\t{}\t{}\t_\t_\n"


def parse(sent_id, subject, verb, other):
    words = ROW.format(1, subject, "PROPN", 2, "nsubj") + ROW.format(2, verb, "VERB", 0, "root")
    return f"# sent_id = {sent_id}\n{words}" + ROW.format(3, other, "PROPN", 2, "obj") + "\n"


@pytest.fixture
def learning(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = list(product("abc", "vwxyz", "mnopq"))
    texts = [parse(number, *each) for number, each in enumerate(words)]
    (tmp_path / "parses.conllu").write_text("".join(texts))
    (tmp_path / "links.align").write_text("0-0 1-2 2-1\n" * len(words))


SELECT = ("preorder", "select", "parses.conllu", "one.conllu")
LEARN = ("preorder", "learn", "parses.conllu", "--align", "links.align")


@pytest.mark.slow
@pytest.mark.usefixtures("learning")
def test_learn_does_what_its_twin_does(run) -> None:
    learned = wo.preordering.learn_rules("parses.conllu", "links.align")
    assert run(*LEARN) == (0, learned.to_toml(), "")
    assert [rule.name for rule in wo.preordering.RuleSet.parse(learned.to_toml()).rules] == ["VERB"]
    for view in ("rules", "path"):
        outcome = run(*LEARN, "--format", "tsv", "--by", view)
        assert outcome.code == 0
        assert len(outcome.out.splitlines()) >= 2


@pytest.mark.usefixtures("learning")
def test_learn_writes_what_apply_reads(run, tmp_path) -> None:
    assert run(*LEARN, "-o", "learned.toml") == (0, "", "")
    outcome = run("preorder", "apply", "parses.conllu", "--rules", "learned.toml")
    assert outcome.out.splitlines()[0] == "a m v"


@pytest.mark.usefixtures("learning")
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


@pytest.mark.usefixtures("learning")
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((*LEARN, "--metric", "pef"), 2),
        ((*LEARN, "--folds", "1"), 2),
        (("preorder", "learn", "parses.conllu"), 2),
        (("preorder", "learn", "parses.conllu", "--align", "short.align"), 1),
        ((*SELECT, "--align", "links.align", "--rules", "sov"), 1),
    ],
)
def test_wrong_input_is_one_line(run, arguments, code) -> None:
    Path("short.align").write_text("0-0\n")
    Path("one.conllu").write_text(parse(1, "a", "v", "m"))
    outcome = run(*arguments)
    assert (outcome.code, outcome.out) == (code, "")
    assert "Traceback" not in outcome.err


# --- Parsers: commands that take parses take a text and a parser, too


PARSED = (
    "1\tWe\t_\tPRON\t_\t_\t2\tnsubj\t_\t_\n"
    "2\teat\t_\tVERB\t_\t_\t0\troot\t_\t_\n"
    "3\trice\t_\tNOUN\t_\t_\t2\tobj\t_\t_\n\n"
    "1\tYou\t_\tPRON\t_\t_\t2\tnsubj\t_\t_\n"
    "2\tsleep\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n"
)
COMMANDS = [
    ("apply", "--rules", "sov"),
    ("apply", "--rules", "sov", "--to", "conllu"),
    ("evaluate", "--rules", "none,sov", "--align", "gold.align", "--resamples", "9"),
    ("errors", "--rules", "sov", "--align", "gold.align"),
    ("show", "--rules", "sov", "--align", "gold.align"),
]
PARSER = f"'{sys.executable}' parser.py"


@pytest.fixture
def files(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    tmp_path.joinpath("same.conllu").write_text(PARSED, encoding="utf-8")
    tmp_path.joinpath("same.txt").write_text("We eat rice\nYou sleep\n", encoding="utf-8")
    tmp_path.joinpath("gold.align").write_text("0-0 1-2 2-1\n0-0 1-1\n", encoding="utf-8")
    tmp_path.joinpath("parser.py").write_text(f"print({PARSED!r}, end='')\n")
    return tmp_path


def without_signature(text: str) -> str:
    return "".join(line for line in text.splitlines(keepends=True) if "wordorder" not in line)


@pytest.mark.usefixtures("files")
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("command", "options"), [(one[0], one[1:]) for one in COMMANDS])
def test_a_text_and_a_parser_are_as_good_as_parses(run, command: str, options) -> None:
    expected = run("preorder", command, "same.conllu", *options)
    found = run("preorder", command, "same.txt", *options, "--parser-cmd", PARSER)
    assert (expected.code, found.code) == (0, 0), found.err
    assert without_signature(found.out) == without_signature(expected.out)


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(("command", "options"), [(one[0], one[1:]) for one in COMMANDS[2:3]])
def test_the_parser_is_in_the_signature(run, command: str, options) -> None:
    options = (*options, "--parser-cmd", PARSER, "--format", "json")
    signature = json.loads(run("preorder", command, "same.txt", *options).out)["signature"]
    assert f"|parser:{PARSER}" in signature
