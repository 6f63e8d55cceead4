"""`wordorder align match`, and `show --match`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

HYPOTHESES = "The houses are big\nhe said that\n\n"
REFERENCES = "large is the house\nthat he told\nnothing\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hyp").write_text(HYPOTHESES)
    (tmp_path / "ref").write_text(REFERENCES)
    return tmp_path


@pytest.fixture
def match(run, folder):
    def match(*arguments: object) -> str:
        outcome = run("align", "match", "ref", "hyp", *arguments)
        assert (outcome.code, outcome.err) == (0, "")
        return outcome.out

    return match


def test_all_stages_of_the_language(match) -> None:
    assert match("--lang", "en") == "0-2 1-3 2-1 3-0\n0-1 1-2 2-0\n\n"


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--stages", "exact"], "0-2\n0-1 2-0\n\n"),
        (["--stages", "exact", "--cased"], "\n0-1 2-0\n\n"),
        (["--lang", "en", "--stages", "stem,exact"], "0-2 1-3\n0-1 2-0\n\n"),
        (["--lang", "en", "--stages", "exact,synonym"], "0-2 1-3 2-1 3-0\n0-1 1-2 2-0\n\n"),
        (["--by-context"], "0-2\n0-1 2-0\n\n"),
    ],
    ids=" ".join,
)
def test_some_stages(match, options, expected) -> None:
    assert match(*options) == expected


def test_weights_decide_between_stages(match, folder) -> None:
    (folder / "hyp").write_text("houses house\n")
    (folder / "ref").write_text("house\n")
    assert match("--lang", "en") == "0-0\n"
    assert match("--lang", "en", "--weights", "stem=0.5,synonym=0.5") == "1-0\n"


@pytest.mark.parametrize("weights", ["stem", "stem=1,stem=1", "sten=1", "stem=0", "stem=nan"])
@pytest.mark.parametrize("command", [["align", "match", "hyp", "ref"], ["score", "ref", "hyp"]])
def test_wrong_weights(run, folder, command, weights) -> None:
    outcome = run(*command, "--lang", "en", "--weights", weights)
    assert (outcome.code, outcome.out) == (2, "")


def test_without_a_language_one_hint_says_so(run, folder) -> None:
    outcome = run("align", "match", "ref", "hyp")
    assert (outcome.code, outcome.out) == (0, "0-2\n0-1 2-0\n\n")
    assert outcome.err.count("\n") == 1
    assert run("align", "match", "ref", "hyp", "--quiet") == outcome
    assert run("align", "match", "ref", "hyp", "--cased").err == outcome.err


def test_synonyms_and_paraphrases_of_your_own(match, folder) -> None:
    (folder / "own").write_text("big\tlarge\nhouses\thouse\n")
    assert match("--synonyms", "own", "--stages", "exact,synonym") == "0-2 1-3 3-0\n0-1 2-0\n\n"
    (folder / "table").write_text("0.5\nsaid that\nthat\n")
    options = ["--paraphrases", "table", "--stages", "exact,paraphrase"]
    assert match(*options) == "0-2\n0-1 1-0 2-0\n\n"


def test_vectors_of_your_own(run, match, folder) -> None:
    (folder / "vectors").write_text("2 2\nbig 1 0.3\nlarge 1 0\n")
    options = ["--vectors", "vectors", "--quiet"]
    assert match("--vectors", "vectors", "--stages", "exact,vectors") == "0-2 1-3 3-0\n0-1 2-0\n\n"
    assert match(*options, "--min-similarity", "0.99") == "0-2 1-3\n0-1 2-0\n\n"
    shown = run("align", "show", "--match", "--src", "hyp", "--tgt", "ref", *options)
    assert (shown.code, shown.err) == (0, "")
    assert "3 links (1 exact, 2 vectors)" in shown.out
    scored = run("score", "ref", "hyp", *options, "--format", "json")
    assert scored.code == 0
    assert "|vectors:vectors-" in json.loads(scored.out)["signature"]


def test_synonyms_from_standard_input(run, folder) -> None:
    options = ["--synonyms", "-", "--quiet"]
    outcome = run("align", "match", "ref", "hyp", *options, stdin="big\tlarge\n")
    assert (outcome.code, outcome.out, outcome.err) == (0, "0-2 3-0\n0-1 2-0\n\n", "")
    outcome = run("align", "match", "ref", "-", *options, stdin=HYPOTHESES)
    assert (outcome.code, outcome.out) == (2, "")


def test_the_permutation_of_a_match(run, match) -> None:
    links = match("--lang", "en")
    outcome = run("align", "permutations", "-", "--convention", "matched", stdin=links)
    assert outcome.out == "2 3 1 0\n1 2 0\n\n"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--lang", "xx-no"], 2),
        (["--stages", "exat"], 2),
        (["--stages", "stem"], 2),
        (["--lang", "en", "--stages", "stem"], 2),
        (["--by-context", "--lang", "en"], 2),
        (["--paraphrases", "hyp"], 1),
        (["--synonyms", "absent"], 1),
        (["--paraphrases", "-"], 2),
        (["--vectors", "-"], 2),
        (["--vectors", "hyp"], 1),
        (["--vectors", "absent"], 1),
        (["--vectors", "wordllama", "-l", "de"], 2),
        (["--vectors", "hyp", "--min-similarity", "2"], 2),
        (["--min-similarity", "0.5"], 2),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_refusals(run, folder, arguments, code) -> None:
    outcome = run("align", "match", "ref", "hyp", "--quiet", *arguments)
    assert (outcome.code, outcome.out) == (code, "")


def test_different_numbers_of_lines_are_both_named(run, folder) -> None:
    (folder / "ref").write_text("one\n")
    outcome = run("align", "match", "ref", "hyp", "--lang", "en")
    assert (outcome.code, outcome.out) == (1, "")


def test_show_tells_the_stages(run, folder) -> None:
    arguments = ["show", "--match", "--lang", "en", "-s", "hyp", "-t", "ref"]
    outcome = run("align", *arguments, "--svg", "picture.svg", "--lines", "1")
    assert outcome.code == 0
    assert outcome.out.startswith(
        "line 1: 4 hypothesis words, 4 reference words, "
        "4 links (1 exact, 1 stem, 2 synonym), 83% of link pairs cross\n"
    )
    assert 'class="synonym sure"' in (folder / "picture.svg").read_text()


@pytest.mark.parametrize(
    "arguments", [["show"], ["show", "--match"], ["show", "hyp", "--match", "-s", "a", "-t", "b"]]
)
def test_show_needs_either_links_or_texts(run, folder, arguments) -> None:
    outcome = run("align", *arguments)
    assert (outcome.code, outcome.out) == (2, "")


RAW = {
    "raw.ref": 'The house, which is large, stands.\nHe said: "no".\n\nOne.\n',
    "raw.hyp": 'Stands the house (which is large).\n"No", said he.\nNothing\nOne\n',
}


@pytest.fixture
def raw(tmp_path, monkeypatch) -> list[str]:
    monkeypatch.chdir(tmp_path)
    for name, text in RAW.items():
        (tmp_path / name).write_text(text)
    return list(RAW)


def test_links_are_those_of_score(run, raw) -> None:
    document = json.loads(
        run("score", *raw, "--lang", "en", "--format", "json", "--with-sentences").out
    )
    expected = [sentence["translations"][0]["links"] for sentence in document["sentences"]]
    outcome = run("align", "match", *raw, "--lang", "en", "--tokenize", "13a")
    lines = outcome.out.splitlines()
    found = [[[int(word) for word in link.split("-")] for link in line.split()] for line in lines]
    assert found == expected
    assert run("align", "match", *raw, "--lang", "en").out != outcome.out


def test_links_go_from_hypothesis_to_reference(run, raw) -> None:
    first = run("align", "match", *raw, "--tokenize", "13a").out.splitlines()[0]
    assert first.split()[0] == "0-7"  # "Stands" is the first word of the hypothesis


@pytest.mark.parametrize("work", ["train", "apply", "show"])
def test_raw_text_is_tokenised_on_demand(run, raw, work) -> None:
    """As if it had been tokenised before; and without the option words are between blanks."""
    from wordorder.text import tokenizer

    for name, text in RAW.items():
        lines = (" ".join(tokenizer("13a")(line)) for line in text.splitlines())
        Path(f"split.{name}").write_text("".join(f"{line}\n" for line in lines))
    commands = {
        "train": ["train", *raw],
        "apply": ["apply", *raw, "--align", "ibm1"],
        "show": ["show", "--match", "--lang", "en", "-s", raw[1], "-t", raw[0]],
    }
    command = ["align", *commands[work], "--quiet"]
    split = [f"split.{word}" if word in raw else word for word in command]
    made = run(*command, "--tokenize", "13a")
    assert made == run(*split)
    assert made != run(*command)
    mixed = run(*command, "--tokenize", "13a", "--src-tokenize", "none")
    assert mixed.code == 0
    assert mixed != made


def test_errors_of_tokenised_texts_name_the_files(run, raw) -> None:
    Path("short").write_text("a\n")
    outcome = run("align", "match", raw[0], "short", "--tokenize", "13a")
    assert (outcome.code, outcome.out) == (1, "")
    missing = run("align", "train", raw[0], "missing", "--tokenize", "13a")
    assert (missing.code, missing.out) == (1, "")
