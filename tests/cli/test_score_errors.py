"""Bad input and wrong usage of `wordorder score`: clear words, an exit code, nothing written."""

from __future__ import annotations

import gzip
import random
import shlex
import time

import pytest

from cli.program import COMMAND, start
from wordorder.output import counted

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
        program, _, message = line.partition(": ")
        assert program.startswith("wordorder")
        return message

    return refused


WRITING = ["-o", "out", "--segments", "segments.tsv"]

CONTENTS = {
    "nothing": (b"", "bad has no lines"),
    "one line": (b"a b c\n", "ref has 2 lines, but bad has 1"),
    "three lines": (b"a\nb\nc\n", "ref has 2 lines, but bad has 3"),
    "many lines": (b"a\n" * 1234, "ref has 2 lines, but bad has 1,234"),
    "an empty line more": (b"a\nb\n\n", "ref has 2 lines, but bad has 3"),
    "NUL": (b"a b c\nd \0 f\n", "bad:2: NUL byte in byte column 3"),
    "not UTF-8": (b"a b c\nd e \xff\n", "bad:2: byte 0xFF in byte column 5 is not UTF-8"),
    "half a character": (b"a b c\n\xe2\x9f", "bad:2: byte 0xE2"),
    "UTF-16": (GOOD.encode("utf-16"), "bad: looks like UTF-16"),
    "truncated gzip": (gzip.compress(GOOD.encode() * 99)[:-9], "bad: truncated gzip data"),
}


@pytest.mark.parametrize("content", CONTENTS)
def test_bad_content_of_a_system(refused, folder, content) -> None:
    data, message = CONTENTS[content]
    (folder / "bad").write_bytes(data)
    assert refused(1, "ref", "bad", *WRITING).startswith(message)
    assert refused(1, "ref", "A", "bad", "B", *WRITING).startswith(message)


@pytest.mark.parametrize("content", CONTENTS)
def test_bad_content_of_the_reference(refused, folder, content) -> None:
    data, message = CONTENTS[content]
    (folder / "bad").write_bytes(data)
    if "lines, but" in message:
        found, expected = message.removeprefix("ref has 2 lines, but bad has "), "2"
        message = f"bad has {found} line"
        assert f"but A has {expected}" in refused(1, "bad", "A")
    assert refused(1, "bad", "A", *WRITING).startswith(message)
    assert "bad" in refused(1, "ref", "A", "--ref", "bad", *WRITING)


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("absent", "absent: no such file"),
        ("no/such/folder", "no/such/folder: no such file"),
        (".", ".: is a directory"),
        ("a\x1b[31m", r"a\x1b[31m: no such file"),
        ("a\nb", r"a\nb: no such file"),
    ],
)
def test_what_is_not_a_file(refused, name, message, place) -> None:
    files = ["ref", "A", "B"]
    files[place] = name
    assert refused(1, *files, *WRITING).startswith(message)


def test_nothing_on_standard_input(refused) -> None:
    assert refused(1, "ref", "-", *WRITING).startswith("<stdin> has no lines")


# --- Usage


USAGE = {
    "no system": (["ref"], "missing argument HYP..."),
    "two standard inputs": (["-", "-"], "only one file can be -"),
    "two standard systems": (["ref", "-", "-"], "only one file can be -"),
    "standard synonyms": (["ref", "-", "--synonyms", "-"], "only one file can be -"),
    "a system twice": (["ref", "A", "A"], "a file is given twice"),
    "unknown system": (["ref", "A", "B", "--diff", "A", "C"], "unknown system 'C'"),
    "a system with itself": (["ref", "A", "B", "--diff", "A", "A"], "two different systems"),
    "hostile system": (["ref", "A", "--diff", "A", "\x1b[31m"], r"unknown system '\x1b[31m'"),
    "output is a system": (["ref", "A", "-o", "A"], "--output would overwrite the input A"),
    "output is the reference": (["ref", "A", "-o", "./ref"], "--output would overwrite the input"),
    "output is a reference": (["ref", "A", "-r", "B", "-o", "B"], "--output would overwrite"),
    "segments are a system": (
        ["ref", "A", "--segments", "A"],
        "--segments would overwrite the inp",
    ),
    "both outputs": (["ref", "A", "-o", "x", "--segments", "x"], "must be different files"),
    "both to the screen": (["ref", "A", "--segments", "-"], "must be different files"),
    "unknown metric": (["ref", "A", "--metrics", "kendal"], "unknown metric 'kendal': did you mea"),
    "no metric": (["ref", "A", "--metrics", ""], "unknown metric ''"),
    "unknown preset": (["ref", "A", "--preset", "bleu"], "unknown preset 'bleu'"),
    "unknown ordering": (["ref", "A", "--ordering", "x"], "--ordering cannot be "),
    "unknown lexical part": (["ref", "A", "--lexical", "x"], "--lexical cannot be "),
    "unknown test": (["ref", "A", "--test", "t"], "--test cannot be "),
    "unknown format": (["ref", "A", "--format", "xml"], "--format cannot be "),
    "unknown tokeniser": (["ref", "A", "--tokenize", "x"], "--tokenize cannot be "),
    "unknown language": (["ref", "A", "--lang", "xx-no"], "unknown language 'xx-no'"),
    "alpha above 1": (["ref", "A", "--alpha", "1.1"], "--alpha: "),
    "alpha below 0": (["ref", "A", "--alpha", "-0.1"], "--alpha: "),
    "alpha a word": (["ref", "A", "--alpha", "half"], "--alpha: "),
    "alpha undefined": (["ref", "A", "--alpha", "nan"], "--alpha must lie between 0 and 1"),
    "beta above 1": (["ref", "A", "--beta", "2"], "--beta: "),
    "no resamples": (["ref", "A", "--resamples", "0"], "--resamples: "),
    "a negative seed": (["ref", "A", "--seed", "-1"], "--seed: "),
    "no threads": (["ref", "A", "--threads", "0"], "--threads: "),
    "none of the worst": (["ref", "A", "--worst", "0"], "--worst: "),
    "parts of ribes": (
        ["ref", "A", "--preset", "ribes", "--lexical", "f1"],
        "ribes has fixed parts",
    ),
    "alpha of ribes": (
        ["ref", "A", "--preset", "ribes", "--alpha", "0.5"],
        "ribes has fixed parts",
    ),
    "case of ribes": (["ref", "A", "--preset", "ribes", "--lowercase"], "--alpha, --lowercase"),
    "chrf in lrscore": (
        ["ref", "A", "--preset", "lrscore", "--lexical", "chrf"],
        "the lexical part of lrscore is BLEU: choose bleu1 or bleu4",
    ),
    "two tables as tsv": (
        ["ref", "A", "--by", "length", "--worst", "1", "--format", "tsv"],
        "tsv holds one table",
    ),
    "too few names": (["ref", "A", "B", "--names", "x"], "--names has 1 name for 2 files"),
    "a name twice": (["ref", "A", "B", "--names", "x,x"], "--names has a duplicate name"),
    "errors as a metric": (
        ["ref", "A", "--metrics", "breaks_per_100"],
        "breaks_per_100 is always counted: leave it out of --metrics",
    ),
    "chance with source": (
        ["ref", "A", "-s", "B", "--align", "ibm1", "--chance"],
        "--chance needs a direct match: leave out --src",
    ),
    "links without source": (["ref", "A", "--ref-align", "B"], "source: give it with --src"),
    "aligner without source": (["ref", "A", "--align", "ibm1"], "source: give it with --src"),
    "surface without source": (["ref", "A", "--surface"], "source: give it with --src"),
    "source without links": (
        ["ref", "A", "-s", "B"],
        "with --src, give --ref-align and --hyp-align, or --align",
    ),
    "links and an aligner": (
        ["ref", "A", "-s", "B", "--ref-align", "B", "--align", "ibm1"],
        "or --align",
    ),
    "too few links": (
        ["ref", "A", "-s", "B", "--ref-align", "B"],
        "--hyp-align is given 0 times for 1 text",
    ),
    "surface and an aligner": (
        ["ref", "A", "-s", "B", "--align", "ibm1", "--surface"],
        "--surface needs --ref-align, without --hyp-align and --align",
    ),
    "frs without source": (
        ["ref", "A", "--preset", "frs"],
        "frs needs source alignments: give --src, --ref-align and --hyp-align",
    ),
    "pefscore with a source": (
        ["ref", "A", "-s", "B", "--align", "ibm1", "--preset", "pefscore"],
        "choose the preset lrscore or frs",
    ),
    "matching with a source": (
        ["ref", "A", "-s", "B", "--align", "ibm1", "--cased"],
        "need a direct match: leave out --src",
    ),
}


@pytest.mark.parametrize("case", USAGE)
def test_wrong_usage(refused, case) -> None:
    arguments, message = USAGE[case]
    writing = [] if {"-o", "--segments"} & set(arguments) else WRITING
    assert message in refused(2, *arguments, *writing)


def test_a_column_given_twice(refused, folder) -> None:
    (folder / "texts.tsv").write_text("ref\tA\na b\tb a\n")
    assert "twice" in refused(2, "--tsv", "texts.tsv", "ref", "A", "A", "--lang", "en")


def test_usage_is_checked_before_files_are_read(refused) -> None:
    assert "unknown metric" in refused(2, "absent", "A", "--metrics", "x")
    assert "ribes has fixed parts" in refused(2, "absent", "A", "--preset", "ribes", "--alpha", "1")


# --- Labels


@pytest.mark.parametrize(("labels", "count"), [("x\n", "1"), ("x\n" * 3, "3"), ("", "0")])
def test_a_wrong_number_of_labels(refused, folder, labels, count) -> None:
    (folder / "labels").write_text(labels)
    found = refused(1, "ref", "A", "--by", "labels", "--lang", "en", *WRITING)
    assert found == f"labels has {counted(int(count), 'line')} for 2 sentences"


def test_a_wrong_number_of_labels_names_the_file(refused, folder) -> None:
    (folder / "kinds.txt").write_text("x\n")
    assert "kinds.txt" in refused(1, "ref", "A", "--by", "kinds.txt", "--lang", "en")


@pytest.mark.parametrize("labels", ["absent", ".", "A"])
def test_bad_labels_are_the_only_complaint(refused, folder, labels) -> None:
    (folder / "A").write_text("a\n")
    refused(1, "ref", "B", "--by", labels, *WRITING)


@pytest.mark.parametrize(
    ("labels", "message"), [("absent", "absent: no such file"), (".", ".: is a directory")]
)
def test_labels_that_cannot_be_read(refused, labels, message) -> None:
    arguments = ["ref", "A", "--by", labels, "--lang", "en", *WRITING]
    assert refused(1, *arguments).startswith(message)


@pytest.mark.parametrize("option", ["-o", "--segments"])
def test_labels_are_not_replaced(refused, folder, option) -> None:
    (folder / "labels").write_text("x\ny\n")
    assert "would overwrite" in refused(2, "ref", "A", "--by", "labels", option, "labels")


def test_labels_and_a_system_cannot_both_be_standard_input(refused) -> None:
    arguments = ["ref", "-", "--by", "-", "--lang", "en"]
    assert "only one file can be -" in refused(2, *arguments, stdin=GOOD)


# --- Outputs that cannot be written


@pytest.mark.parametrize("option", ["-o", "--segments"])
@pytest.mark.parametrize("path", ["no/such/folder/x", ".", "new/"])
def test_an_output_that_cannot_be_written_is_told_before_the_work(refused, option, path) -> None:
    assert refused(1, "absent", "A", option, path).startswith(f"cannot write '{path}'")


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
    found = run("score", "blank", "A", "--lang", "en").err
    assert "wordorder: A: none of the words are matched or aligned; " in found
    assert "none of" not in run("score", "ref", "A", "--lang", "en").err


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
    few = "wordorder: few sentences (2): intervals and p-values are rough below 30\n"
    assert (outcome.code, outcome.err) == (0, few)
    assert len((folder / "segments.tsv").read_text().splitlines()) == 3


@pytest.mark.parametrize("resamples", ["100000000", str(10**30)])
def test_more_resamples_than_memory_are_refused(refused, resamples) -> None:
    told = refused(2, "ref", "A", "--resamples", resamples, *WRITING)
    assert told.startswith("--resamples must be at most 100,000: ")


def test_by_is_given_once(refused) -> None:
    assert refused(2, "ref", "A", "--by", "length", "--by", "coverage") == (
        "--by is given 2 times; give it once; see wordorder score --help"
    )


def test_a_misspelt_group_is_no_file(refused) -> None:
    told = "unknown group or file 'lenght': did you mean 'length'?"
    assert refused(2, "ref", "A", "--by", "lenght") == told


def test_messages_are_bounded(refused) -> None:
    assert len(refused(2, "ref", "A", "--metrics", "x" * 100_000)) < 20_000


@pytest.mark.slow
def test_standard_input_is_not_overwritten(folder) -> None:
    line = "wordorder score ref - -o A < A".replace("wordorder", shlex.join(COMMAND))
    outcome = start(["bash", "-c", line])
    assert outcome.code == 2
    assert outcome.err == "wordorder: --output would overwrite the input A; name another file\n"
