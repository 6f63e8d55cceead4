"""`wordorder preorder errors`, from files to the screen."""

from __future__ import annotations

import json
import re

import pytest

from wordorder.output import dumps
from wordorder.preordering import PreorderingErrors, analyze_preordering

GOLD = """\
# text = We eat rice now
1\tWe\twe\tPRON\tPRP\t_\t2\tnsubj\t_\t_
2\teat\teat\tVERB\tVBP\t_\t0\troot\t_\t_
3\trice\trice\tNOUN\tNN\t_\t2\tobj\t_\t_
4\tnow\tnow\tADV\tRB\t_\t2\tadvmod\t_\t_

1\tYou\tyou\tPRON\tPRP\t_\t2\tnsubj\t_\t_
2\tdrink\tdrink\tVERB\tVBP\t_\t0\troot\t_\t_
3\tgreen\tgreen\tADJ\tJJ\t_\t4\tamod\t_\t_
4\ttea\ttea\tNOUN\tNN\t_\t2\tobj\t_\t_

1\tGo\tgo\tVERB\tVB\t_\t0\troot\t_\t_

"""
RULES = """\
name = "test"
[[rule]]
name = "verbs"
head = { upos = "VERB" }
order = ["nsubj", "advmod", "obj", "self", "*"]
[[rule]]
name = "nouns"
head = { upos = "NOUN" }
order = ["self", "*"]
"""
FILES = ["parses.conllu", "--align", "links.align", "--rules", "rules.toml"]


@pytest.fixture(autouse=True)
def _files(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gold.conllu").write_text(GOLD)
    (tmp_path / "parses.conllu").write_text(GOLD.replace("obj", "dep", 1))
    (tmp_path / "links.align").write_text("0-0 1-3 2-2 3-1\n0-0 1-3 2-1 3-2\n\n")
    (tmp_path / "rules.toml").write_text(RULES)


@pytest.fixture
def errors(run):
    def errors(*options: object) -> str:
        outcome = run("preorder", "errors", *FILES, *options)
        assert (outcome.code, outcome.err) == (0, "")
        return outcome.out

    return errors


def test_what_is_shown_by_default(errors) -> None:
    out = errors("--gold", "gold.conllu")
    assert re.findall(r"^(?:where|misplaced|what) .*", out, re.MULTILINE) == [
        "where the score is lost",
        "misplaced labels",
        "what each rule contributes",
        "what errors of the parser cost",
    ]
    assert "what errors of the parser cost" not in errors()
    for line in (
        "rules on the parse            0.167      –  –",
        "rules on the gold parse       0.500  0.333  parser",
        "best order of the gold parse  1.000  0.500  rules",
        "perfect order                 1.000  0.000  translation",
        "fuzzy over words with links; 3 sentences, 1 of them without links",
        "nouns      1        1    0.667  -0.500       0     1     1",
        "label: obj → dep         1          1         1  0.3333       1      0        1",
    ):
        assert line in out


def test_examples_of_rules(errors) -> None:
    assert (
        "nouns hurts most in sentence 2, -1.000\n"
        "  without: You green tea drink\n"
        "  with:    You tea green drink\n"
    ) in errors("--by", "rules")


def test_sentences(errors) -> None:
    out = errors("--by", "worst", "--by", "differences", "--other", "gold.conllu", "--top", 1)
    assert "sentence 2: fuzzy parse 0.000, other 0.000; 1 of 4 judged words misplaced" in out
    assert "sentence 1: fuzzy parse 0.333, other 1.000; 1 of 4 judged words misplaced" in out
    assert "wanted: We now rice eat\nparse:  We now eat ←rice\nother:  We now rice eat\n" in out
    assert "dep*" in out
    assert "obj*" in out


@pytest.mark.parametrize("view", list(PreorderingErrors.views())[1:])
@pytest.mark.parametrize("style", ["table", "tsv", "latex", "markdown", "json"])
def test_every_view_in_every_format(errors, view, style) -> None:
    assert errors("--gold", "gold.conllu", "--by", view, "--format", style)


def test_python_gives_the_same_document(errors) -> None:
    document = json.loads(errors("--gold", "gold.conllu", "--format", "json", "--words", "all"))
    del document["command"]
    result = analyze_preordering(
        "parses.conllu",
        "links.align",
        "rules.toml",
        gold="gold.conllu",
        linked_only=False,
        worst=15,
    )
    assert json.loads(dumps(result.to_dict())) == document


def test_a_saved_document_is_loaded(errors, tmp_path) -> None:
    errors("--gold", "gold.conllu", "--format", "json", "-o", "errors.json")
    loaded = PreorderingErrors.load(tmp_path / "errors.json")
    assert loaded.confusions is not None
    assert [one[:3] for one in loaded.confusions] == [("label", "*", "*"), ("label", "obj", "dep")]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["--by", "confusions"], 2),
        (["--by", "differences"], 2),
        (["--format", "tsv", "--by", "words", "--by", "tags"], 2),
        (["--gold", "none.conllu"], 1),
        (["--gold", "links.align"], 1),
        (["--by", "nothing"], 2),
        (["--metric", "ulam"], 2),
    ],
    ids=str,
)
def test_wrong_usage(run, options, code) -> None:
    outcome = run("preorder", "errors", *FILES, *options)
    assert (outcome.code, outcome.out) == (code, "")
    assert outcome.err.count("\n") <= 3


def test_links_past_the_end(run, tmp_path) -> None:
    (tmp_path / "links.align").write_text("0-0 9-3\n\n\n")
    outcome = run("preorder", "errors", *FILES)
    assert (outcome.code, outcome.out) == (1, "")
