"""Bad input and wrong usage of `wordorder score`: clear words, an exit code, nothing written."""

from __future__ import annotations

import gzip
import random
import shlex
import time

import pytest

from cli.program import COMMAND, start
from messages import check

GOOD = "a b c\nd e f\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("ref", "A", "B"):
        (tmp_path / name).write_text(GOOD)
    return tmp_path


@pytest.fixture
def refused(run, folder):
    """Run what must fail; give the one line that says why."""

    def refused(code: int, *arguments: object, stdin: str = "") -> str:
        before = {path: path.read_bytes() for path in folder.iterdir() if path.is_file()}
        outcome = run("score", *arguments, stdin=stdin)
        after = {path: path.read_bytes() for path in folder.iterdir() if path.is_file()}
        assert (outcome.code, outcome.out) == (code, "")
        assert after == before
        assert "Traceback" not in outcome.err
        (line,) = outcome.err.splitlines()
        return line

    return refused


WRITING = ["-o", "out", "--segments", "segments.tsv"]

CONTENTS = {
    "nothing": b"",
    "one line": b"a b c\n",
    "three lines": b"a\nb\nc\n",
    "many lines": b"a\n" * 1234,
    "an empty line more": b"a\nb\n\n",
    "NUL": b"a b c\nd \0 f\n",
    "not UTF-8": b"a b c\nd e \xff\n",
    "half a character": b"a b c\n\xe2\x9f",
    "UTF-16": GOOD.encode("utf-16"),
    "truncated gzip": gzip.compress(GOOD.encode() * 99)[:-9],
}


@pytest.mark.parametrize("content", CONTENTS)
def test_bad_content_of_a_system(refused, folder, content) -> None:
    (folder / "bad").write_bytes(CONTENTS[content])
    refused(1, "ref", "bad", *WRITING)
    refused(1, "ref", "A", "bad", "B", *WRITING)


@pytest.mark.parametrize("content", CONTENTS)
def test_bad_content_of_the_reference(refused, folder, content) -> None:
    (folder / "bad").write_bytes(CONTENTS[content])
    refused(1, "bad", "A", *WRITING)
    refused(1, "ref", "A", "--ref", "bad", *WRITING)


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("name", ["absent", "no/such/folder", ".", "a\x1b[31m", "a\nb"])
def test_what_is_not_a_file(refused, name, place) -> None:
    files = ["ref", "A", "B"]
    files[place] = name
    refused(1, *files, *WRITING)


def test_nothing_on_standard_input(refused) -> None:
    refused(1, "ref", "-", *WRITING)


# --- Usage


USAGE = {
    "no system": ["ref"],
    "two standard inputs": ["-", "-"],
    "two standard systems": ["ref", "-", "-"],
    "standard synonyms": ["ref", "-", "--synonyms", "-"],
    "a system twice": ["ref", "A", "A"],
    "unknown system": ["ref", "A", "B", "--diff", "A", "C"],
    "a system with itself": ["ref", "A", "B", "--diff", "A", "A"],
    "hostile system": ["ref", "A", "--diff", "A", "\x1b[31m"],
    "output is a system": ["ref", "A", "-o", "A"],
    "output is the reference": ["ref", "A", "-o", "./ref"],
    "output is a reference": ["ref", "A", "-r", "B", "-o", "B"],
    "segments are a system": ["ref", "A", "--segments", "A"],
    "both outputs": ["ref", "A", "-o", "x", "--segments", "x"],
    "both to the screen": ["ref", "A", "--segments", "-"],
    "unknown metric": ["ref", "A", "--metrics", "kendal"],
    "no metric": ["ref", "A", "--metrics", ""],
    "unknown preset": ["ref", "A", "--preset", "bleu"],
    "unknown ordering": ["ref", "A", "--ordering", "x"],
    "unknown lexical part": ["ref", "A", "--lexical", "x"],
    "unknown test": ["ref", "A", "--test", "t"],
    "unknown format": ["ref", "A", "--format", "xml"],
    "unknown tokeniser": ["ref", "A", "--tokenize", "x"],
    "unknown language": ["ref", "A", "--lang", "xx-no"],
    "alpha above 1": ["ref", "A", "--alpha", "1.1"],
    "alpha below 0": ["ref", "A", "--alpha", "-0.1"],
    "alpha a word": ["ref", "A", "--alpha", "half"],
    "alpha undefined": ["ref", "A", "--alpha", "nan"],
    "beta above 1": ["ref", "A", "--beta", "2"],
    "no resamples": ["ref", "A", "--resamples", "0"],
    "a negative seed": ["ref", "A", "--seed", "-1"],
    "no threads": ["ref", "A", "--threads", "0"],
    "none of the worst": ["ref", "A", "--worst", "0"],
    "parts of ribes": ["ref", "A", "--preset", "ribes", "--lexical", "f1"],
    "alpha of ribes": ["ref", "A", "--preset", "ribes", "--alpha", "0.5"],
    "case of ribes": ["ref", "A", "--preset", "ribes", "--lowercase"],
    "chrf in lrscore": ["ref", "A", "--preset", "lrscore", "--lexical", "chrf"],
    "two tables as tsv": ["ref", "A", "--by", "length", "--worst", "1", "--format", "tsv"],
    "too few names": ["ref", "A", "B", "--names", "x"],
    "a name twice": ["ref", "A", "B", "--names", "x,x"],
    "errors as a metric": ["ref", "A", "--metrics", "breaks_per_100"],
    "chance with source": ["ref", "A", "-s", "B", "--align", "ibm1", "--chance"],
    "links without source": ["ref", "A", "--ref-align", "B"],
    "aligner without source": ["ref", "A", "--align", "ibm1"],
    "surface without source": ["ref", "A", "--surface"],
    "source without links": ["ref", "A", "-s", "B"],
    "links and an aligner": ["ref", "A", "-s", "B", "--ref-align", "B", "--align", "ibm1"],
    "too few links": ["ref", "A", "-s", "B", "--ref-align", "B"],
    "surface and an aligner": ["ref", "A", "-s", "B", "--align", "ibm1", "--surface"],
    "frs without source": ["ref", "A", "--preset", "frs"],
    "pefscore with a source": ["ref", "A", "-s", "B", "--align", "ibm1", "--preset", "pefscore"],
    "matching with a source": ["ref", "A", "-s", "B", "--align", "ibm1", "--cased"],
}


@pytest.mark.parametrize("case", USAGE)
def test_wrong_usage(refused, case) -> None:
    arguments = USAGE[case]
    writing = [] if {"-o", "--segments"} & set(arguments) else WRITING
    refused(2, *arguments, *writing)


def test_a_column_given_twice(refused, folder) -> None:
    (folder / "texts.tsv").write_text("ref\tA\na b\tb a\n")
    refused(2, "--tsv", "texts.tsv", "ref", "A", "A", "--lang", "en")


def test_usage_is_checked_before_files_are_read(refused) -> None:
    refused(2, "absent", "A", "--metrics", "x")
    refused(2, "absent", "A", "--preset", "ribes", "--alpha", "1")


# --- Labels


@pytest.mark.parametrize("labels", ["x\n", "x\n" * 3, ""])
def test_a_wrong_number_of_labels(refused, folder, labels) -> None:
    (folder / "labels").write_text(labels)
    refused(1, "ref", "A", "--by", "labels", "--lang", "en", *WRITING)


def test_a_wrong_number_of_labels_names_the_file(refused, folder) -> None:
    (folder / "kinds.txt").write_text("x\n")
    refused(1, "ref", "A", "--by", "kinds.txt", "--lang", "en")


@pytest.mark.parametrize("labels", ["absent", ".", "A"])
def test_bad_labels_are_the_only_complaint(refused, folder, labels) -> None:
    (folder / "A").write_text("a\n")
    refused(1, "ref", "B", "--by", labels, *WRITING)


@pytest.mark.parametrize("labels", ["absent", "."])
def test_labels_that_cannot_be_read(refused, labels) -> None:
    refused(1, "ref", "A", "--by", labels, "--lang", "en", *WRITING)


@pytest.mark.parametrize("option", ["-o", "--segments"])
def test_labels_are_not_replaced(refused, folder, option) -> None:
    (folder / "labels").write_text("x\ny\n")
    refused(2, "ref", "A", "--by", "labels", option, "labels")


def test_labels_and_a_system_cannot_both_be_standard_input(refused) -> None:
    refused(2, "ref", "-", "--by", "-", "--lang", "en", stdin=GOOD)


# --- Outputs that cannot be written


@pytest.mark.parametrize("option", ["-o", "--segments"])
@pytest.mark.parametrize("path", ["no/such/folder/x", ".", "new/"])
def test_an_output_that_cannot_be_written_is_told_before_the_work(refused, option, path) -> None:
    refused(1, "absent", "A", option, path)


def test_an_old_output_stays_where_the_run_fails(refused, folder) -> None:
    for name in ("out", "segments.tsv"):
        (folder / name).write_text("old\n")
    refused(1, "ref", "absent", *WRITING)  # which compares all files


# --- What is odd, but no error


def test_empty_lines_are_sentences(run, folder) -> None:
    (folder / "blank").write_text("\n\n")
    for files in (["ref", "blank"], ["blank", "A"], ["blank", "blank"]):
        outcome = run("score", *files, "--lang", "en", "--resamples", 20, "--worst", 3)
        assert outcome.code == 0
        assert "Traceback" not in outcome.err
        assert "nan" not in outcome.out
        note = "; order undefined, as no word can be judged: 2 translations\n"
        assert note in outcome.out


def test_a_reference_without_words_is_suspicious(run, folder) -> None:
    (folder / "blank").write_text("\n\n")
    assert run("score", "blank", "A", "--lang", "en").err.count("\n") == 2
    assert run("score", "ref", "A", "--lang", "en").err.count("\n") == 1  # few sentences


WORDS = 100_000


def different_words(rng: random.Random) -> list[str]:
    return [f"w{number}" for number in range(WORDS)]


def repeated_words(rng: random.Random) -> list[str]:
    return [f"w{rng.randrange(5000)}" for _ in range(WORDS)]


def one_word(rng: random.Random) -> list[str]:
    return ["w"] * WORDS


@pytest.mark.slow
@pytest.mark.parametrize("options", [["--preset", "ribes"], ["--worst", "1"]], ids=" ".join)
@pytest.mark.parametrize("words", [different_words, repeated_words, one_word])
def test_a_line_of_100_000_words(run, folder, words, options) -> None:
    rng = random.Random(7)
    sentence = words(rng)
    for name in ("ref", "A"):
        (folder / name).write_text(" ".join(sentence) + "\nb a c\n")
        rng.shuffle(sentence)
    (folder / "A").write_text((folder / "A").read_text().replace("b a c", "c b a"))
    started = time.perf_counter()
    outcome = run("score", "ref", "A", "--lang", "en", *options, "--segments", "segments.tsv")
    assert time.perf_counter() - started < 30
    assert (outcome.code, outcome.err.count("\n")) == (0, 1)
    assert len((folder / "segments.tsv").read_text().splitlines()) == 3


@pytest.mark.parametrize("resamples", ["100000000", str(10**30)])
def test_more_resamples_than_memory_are_refused(refused, resamples) -> None:
    refused(2, "ref", "A", "--resamples", resamples, *WRITING)


def test_by_is_given_once(refused) -> None:
    refused(2, "ref", "A", "--by", "length", "--by", "coverage")


def test_a_misspelt_group_is_no_file(refused) -> None:
    refused(2, "ref", "A", "--by", "lenght")


def test_messages_are_bounded(refused) -> None:
    assert len(refused(2, "ref", "A", "--metrics", "x" * 100_000)) < 20_000


@pytest.mark.slow
def test_standard_input_is_not_overwritten(folder) -> None:
    line = "wordorder score ref - -o A < A".replace("wordorder", shlex.join(COMMAND))
    outcome = start(["bash", "-c", line])
    assert outcome.code == 2
    check(outcome.err.rstrip("\n"))
