"""Bad input and wrong usage of `wordorder reorderings`: one clear line, and nothing written."""

from __future__ import annotations

import gzip
import sys

import pytest

from cli.reordering_files import LINKS, TARGET, write_corpus

ANALYZE = ["analyze", "links"]
TESTSET = ["testset", "links", "--shortest", "1"]
RETAINED = ["retained", "links", "monotone"]
SHEET = ["sheet", "links", "monotone", "-s", "src", "-r", "tgt", "-t", "tgt", "--key", "key"]
AGREEMENT = ["agreement", "key", "filled"]
COMMANDS = {one[0]: one for one in (ANALYZE, TESTSET, RETAINED, SHEET, AGREEMENT)}
SCORED = [*TESTSET, "--scores", "scores", "--measure", "bleu1"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    write_corpus(tmp_path)
    (tmp_path / "key").write_text("id\tline\tretained\nR001\t1\tyes\n")
    (tmp_path / "filled").write_text("id\tjudge_1\nR001\tc\n")
    (tmp_path / "scores").write_text("system\tline\tbleu1\nA\t1\t0.5\n")
    (tmp_path / "old").write_text("old")
    (tmp_path / "links.svg").write_text("0-0\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def refused(run, folder):
    """Run what must fail; give the one line that says why."""

    def refused(code: int, *arguments: object, stdin: str = "") -> str:
        before = {path: path.read_bytes() for path in folder.iterdir()}
        outcome = run("reorderings", *arguments, stdin=stdin)
        assert {path: path.read_bytes() for path in folder.iterdir()} == before
        assert (outcome.code, outcome.out) == (code, "")
        (line,) = outcome.err.splitlines()
        return line

    return refused


def outputs(command: str) -> list[str]:
    """Every file that a command writes; the first is there already."""
    return {
        "analyze": ["-o", "old", "--each", "each.tsv", "--sentences", "s.jsonl"],
        "testset": ["-o", "old", "--labels", "sets.txt"],
        "retained": ["-o", "old", "--each", "each.tsv"],
        "sheet": ["-o", "old"],
        "agreement": ["-o", "old"],
    }[command]


# Files


CONTENTS = {
    "not a link": b"0-1 1-0 2-2\n0-0 x\n",
    "NUL": b"0-1 1-0 2-2\n0-\x000\n",
    "not UTF-8": b"0-1 1-0 2-2\n0-0 \xff\n",
    "UTF-16": LINKS.encode("utf-16"),
    "truncated gzip": gzip.compress(LINKS.encode())[:12],
}


@pytest.mark.parametrize("content", CONTENTS)
@pytest.mark.parametrize("command", ["analyze", "testset", "retained", "sheet"])
def test_bad_links(refused, folder, command, content) -> None:
    (folder / "bad").write_bytes(CONTENTS[content])
    arguments = ["bad" if part == "links" else part for part in COMMANDS[command]]
    refused(1, *arguments, *outputs(command))
    if command in ("retained", "sheet"):
        arguments = ["bad" if part == "monotone" else part for part in COMMANDS[command]]
        refused(1, *arguments, *outputs(command))


@pytest.mark.parametrize("content", ["NUL", "not UTF-8", "UTF-16", "truncated gzip"])
@pytest.mark.parametrize("option", ["-s", "-t", "--trees"])
def test_bad_texts_and_trees(refused, folder, option, content) -> None:
    data = CONTENTS[content]
    if option == "--trees":
        data = data.replace(b"0-1 1-0 2-2", b"(S (A a) (B b) (C c))")
    elif option == "-s":
        data = data.replace(b"0-1 1-0 2-2", b"a b c")
    (folder / "bad").write_bytes(data)
    refused(1, *ANALYZE, option, "bad", *outputs("analyze"))


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", ["absent", ".", "a\x1b[31m"])
def test_what_is_not_a_file(refused, command, name) -> None:
    original = COMMANDS[command]
    arguments = [original[0], name, *original[2:]]
    refused(1, *arguments, *outputs(command))
    further = {
        "analyze": [["-s"], ["-t"], ["--trees"]],
        "retained": [["--trees"], ["-r", "tgt", "-t", "tgt", "--trace"]],
    }
    for options in further.get(command, []):
        refused(1, *original, *options, name)


@pytest.mark.parametrize("command", ["analyze", "testset", "retained", "sheet"])
def test_empty_files_are_named(refused, folder, command) -> None:
    for name in ("links", "monotone", "src", "tgt"):
        (folder / name).write_text("")
    refused(1, *COMMANDS[command], *outputs(command))


def test_nothing_on_standard_input(refused) -> None:
    refused(1, "analyze", "-")


def test_the_empty_one_of_several_corpora_is_named(refused, folder) -> None:
    (folder / "empty").write_text("")
    refused(1, "analyze", "links", "empty", "-o", "new")


@pytest.mark.parametrize("option", ["-s", "-t"])
@pytest.mark.parametrize("text", ["", TARGET[:6], f"{TARGET}x\n"], ids=["none", "fewer", "more"])
@pytest.mark.parametrize("command", ["analyze", "testset"])
def test_texts_with_another_number_of_lines(refused, folder, command, option, text) -> None:
    (folder / "other").write_text(text)
    refused(1, *COMMANDS[command], option, "other", *outputs(command))


@pytest.mark.parametrize(
    ("trees", "text"),
    [("penn", "(S (N j))\n"), ("trees.conllu", "1\tj\t_\tX\t_\t_\t0\troot\t_\t_\n")],
)
def test_trees_with_another_number_of_sentences(refused, folder, trees, text) -> None:
    (folder / trees).write_text((folder / trees).read_text() + text)
    refused(1, *ANALYZE, "--trees", trees, *outputs("analyze"))


def test_systems_with_another_number_of_lines(refused, folder) -> None:
    for name, text in {"fewer": "0-0\n", "more": f"{LINKS}0-0\n"}.items():
        (folder / name).write_text(text)
        refused(1, "retained", "links", "monotone", name, *outputs("retained"))
        refused(1, "retained", "links", name, "-s", "src", *outputs("retained"))


def test_links_past_the_end_of_a_text(refused, folder) -> None:
    (folder / "short").write_text(TARGET.replace("I H G F", "I H G"))
    refused(1, *ANALYZE, "-t", "short", *outputs("analyze"))


# Sentences that cannot be used


CONLLU = {
    "another number of words": ("4\ti\t_\tNOUN\t_\t_\t3\tobj\t_\t_\n", ""),
    "a head that is not there": ("\t3\tobj", "\t9\tobj"),
    "two roots": ("\t3\tobj", "\t0\troot"),
    "no head": ("\t3\tobj", "\t_\tobj"),
    "a cycle": ("\t3\tobj", "\t4\tobj"),
    "no root": ("2\te\t_\tNOUN\t_\t_\t0", "2\te\t_\tNOUN\t_\t_\t1"),
}
PENN = {
    "not closed": ("(N i)))", "(N i))"),
    "closed too often": ("(N i)))", "(N i))))"),
    "another number of words": (" (N i)", ""),
    "no brackets": ("(S (D d) (N e))", "d e"),
}
BAD = {f"trees.conllu {name}": case for name, case in CONLLU.items()} | {
    f"penn {name}": case for name, case in PENN.items()
}


@pytest.mark.slow
@pytest.mark.parametrize("command", ["analyze", "testset", "retained", "sheet"])
@pytest.mark.parametrize("case", BAD)
def test_bad_trees(run, refused, folder, command, case) -> None:
    trees = case.partition(" ")[0]
    good, worse = BAD[case]
    text = (folder / trees).read_text()
    assert text.count(good) == 1
    (folder / trees).write_text(text.replace(good, worse))
    options = [*COMMANDS[command], "--trees", trees]
    refused(1, *options, *outputs(command))
    outcome = run("reorderings", *options, "--skip-bad")
    assert outcome.code == 0
    assert outcome.err


def test_a_target_without_words(refused, run, folder) -> None:
    (folder / "tgt").write_text(TARGET.replace("J", ""))
    for command in ("analyze", "testset"):
        refused(1, *COMMANDS[command], "-t", "tgt", *outputs(command))
    outcome = run("reorderings", *ANALYZE, "-t", "tgt", "--skip-bad")
    assert outcome.err.count("\n") == 1


def test_what_is_left_out_names_options_as_typed(refused, run, folder) -> None:
    lines = (folder / "penn").read_text().splitlines()
    (folder / "trees").write_text("\n".join(["# text = a", *lines[1:]]) + "\n")
    what = refused(1, *ANALYZE, "--trees", "trees", *outputs("analyze"))
    outcome = run("reorderings", *ANALYZE, "--trees", "trees", "--skip-bad")
    assert outcome.err.endswith(f" {what.removeprefix('wordorder: ')}\n")


def test_all_sentences_left_out(refused, folder) -> None:
    (folder / "links").write_text("\n")
    (folder / "tgt").write_text("\n")
    refused(1, *ANALYZE, "-t", "tgt", "--skip-bad", *outputs("analyze"))


def test_a_system_that_links_more_words_than_the_tree_has(refused, folder) -> None:
    (folder / "monotone").write_text("0-0 9-1\n\n\n\n\n")
    refused(1, *RETAINED, "--trees", "penn", *outputs("retained"))


# Scores


SCORES = {
    "no rows": "system\tline\tbleu1\n",
    "a cell too many": "system\tline\tbleu1\nA\t1\t1\t1\n",
    "a line too far": "system\tline\tbleu1\nA\t6\t1\n",
    "line 0": "system\tline\tbleu1\nA\t0\t1\n",
    "no line": "system\tline\tbleu1\nA\t\t1\n",
    "a line in words": "system\tline\tbleu1\nA\tone\t1\n",
    "a score in words": "system\tline\tbleu1\nA\t1\tx\n",
    "an endless score": "system\tline\tbleu1\nA\t1\t1e999\n",
    "a long number": f"system\tline\tbleu1\nA\t{'9' * 9999}\t1\n",
    "a larger number": f"system\tline\tbleu1\nA\t{'9' * 999}\t1\n",
    "a line twice": "system\tline\tbleu1\nA\t1\t1\nB\t1\t1\nA\t1\t0\n",
    "a hostile system": "system\tline\tbleu1\n\x1b[31m\t1\t1\n\x1b[31m\t1\t0\n",
}


@pytest.mark.parametrize("case", SCORES)
def test_bad_scores(refused, folder, case) -> None:
    (folder / "scores").write_text(SCORES[case])
    assert len(refused(1, *SCORED, *outputs("testset"))) < 200


@pytest.mark.parametrize("text", ["system\tbleu1\n", "0-0 1-1\n"])
def test_scores_without_their_columns(refused, folder, text) -> None:
    (folder / "scores").write_text(text)
    refused(1, *SCORED)
    (folder / "scores").write_text("")
    refused(1, *SCORED)


@pytest.mark.parametrize("measure", ["blue1", "ulam", "line", "system"])
def test_unknown_measures(refused, measure) -> None:
    refused(2, *TESTSET, "--scores", "scores", "--measure", measure)


# Usage


USAGE = {
    "no links": ["analyze"],
    "the same links twice": [*ANALYZE, "links"],
    "labels without trees": [*ANALYZE, "--by", "label"],
    "patterns without trees": [*ANALYZE, "--by", "pattern"],
    "drawn labels": [*ANALYZE, "--plot-labels", "l.svg"],
    "unknown view": [*ANALYZE, "--by", "fate"],
    "two files of sets": [*ANALYZE, "--by", "src", "--by", "tgt"],
    "the side of no trees": [*ANALYZE, "--trees-over", "target"],
    "the format of no trees": [*ANALYZE, "--trees-from", "penn"],
    "the size of no plot": [*ANALYZE, "--plot-size", "300x300"],
    "the font of no plot": [*ANALYZE, "--plot-font", "Arial"],
    "half a size": [*ANALYZE, "--plot-widths", "w.svg", "--plot-size", "300"],
    "a tiny plot": [*ANALYZE, "--plot-widths", "w.svg", "--plot-size", "3x3"],
    "names of no scores": [*TESTSET, "--names", "A"],
    "two views as tsv": [*ANALYZE, "--by", "width", "--by", "length", "--format", "tsv"],
    "no top": [*ANALYZE, "--top", "0"],
    "too many texts": [*ANALYZE, "monotone", "-s", "src", "-s", "src", "-s", "src"],
    "too many trees": [*ANALYZE, *["--trees", "penn"] * 2],
    "k in words": [*ANALYZE, "--anticipation", "1,two"],
    "half a k": [*ANALYZE, "--anticipation", "1.5"],
    "a negative k": [*ANALYZE, "--anticipation", "-1"],
    "a huge k": [*ANALYZE, "--anticipation", "9" * 30],
    "a k too large": [*ANALYZE, "--anticipation", "2147483648"],
    "a k twice": [*ANALYZE, "--anticipation", "1,3,1"],
    "no resamples": [*ANALYZE, "--resamples", "0"],
    "two standard inputs": ["analyze", "-", "--trees", "-"],
    "standard text": [*ANALYZE, "-s", "-"],
    "standard trees of two": [*ANALYZE, "monotone", "--trees", "-"],
    "links as output": [*ANALYZE, "-o", "./links"],
    "a text as output": [*ANALYZE, "-t", "tgt", "--each", "tgt"],
    "trees as output": [*ANALYZE, "--trees", "penn", "--sentences", "penn"],
    "links as a plot": ["analyze", "links.svg", "--plot-widths", "links.svg"],
    "one output for two": [*ANALYZE, "--each", "x", "--sentences", "x"],
    "two on the screen": [*ANALYZE, "--each", "-"],
    "a plot in no form": [*ANALYZE, "--plot-widths", "w.gif"],
    "a plot without ending": [*ANALYZE, "--plot-lengths", "w"],
    "shorter than 1": [*TESTSET, "--shortest", "0"],
    "shortest above longest": [*TESTSET, "--shortest", "9", "--longest", "8"],
    "a measure without scores": [*TESTSET, "--measure", "bleu1"],
    "a measure of two files": [*SCORED, "--scores", "links"],
    "drawn scores without any": [*TESTSET, "--plot-scores", "s.svg"],
    "drawn scores in no form": [*SCORED, "--plot-scores", "s.gif"],
    "scores as labels": [*SCORED, "--labels", "scores"],
    "labels on the screen": [*TESTSET, "--labels", "-"],
    "no system": ["retained", "links"],
    "a system twice": [*RETAINED, "monotone"],
    "a trace and a system": [*RETAINED, "-r", "tgt", "-t", "tgt", "--trace", "monotone"],
    "too few translations": [*RETAINED, "links", "-r", "tgt", "-t", "tgt"],
    "translations without a reference": [*RETAINED, "-t", "tgt"],
    "a reference without translations": [*RETAINED, "-r", "tgt"],
    "retained labels without trees": [*RETAINED, "--by", "label"],
    "two retained views as tsv": [*RETAINED, "--by", "width", "--by", "fate", "--format", "tsv"],
    "a standard trace": ["retained", "links", "-r", "tgt", "--trace", "-"],
    "a trace without the reference": ["retained", "links", "--trace", "trace"],
    "two standard systems": ["retained", "-", "-"],
    "a system as output": [*RETAINED, "-o", "monotone"],
    "a sheet without a key": SHEET[:-2],
    "a sheet without a text": [*SHEET[:3], *SHEET[5:]],
    "key and sheet in one": [*SHEET, "-o", "key"],
    "key and sheet on the screen": [*SHEET[:-1], "-"],
    "key by another name": [*SHEET, "-o", "./key"],
    "a text as key": [*SHEET[:-1], "src"],
    "no items": [*SHEET, "--count", "0"],
    "no judges": [*SHEET, "--judges", "0"],
    "no filled sheet": AGREEMENT[:2],
    "a sheet twice": [*AGREEMENT, "filled"],
    "a sheet as output": [*AGREEMENT, "-o", "filled"],
    "an unknown command": ["analyse", "links"],
}


@pytest.mark.parametrize("case", USAGE)
def test_wrong_usage(refused, case) -> None:
    refused(2, *USAGE[case])


def test_a_trace_that_is_none(refused) -> None:
    refused(1, "retained", "links", "-r", "tgt", "--trace", "tgt", *outputs("retained"))


def test_key_and_sheet_in_the_wrong_order(refused) -> None:
    refused(1, "agreement", "filled", "key", "-o", "old")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_folder_that_is_not_there(refused, command) -> None:
    refused(1, *COMMANDS[command], "-o", "no/such.txt")


# What is not installed


@pytest.mark.parametrize(
    ("module", "options"),
    [
        ("pyarrow", ["--each", "e.parquet"]),
        ("pyarrow", ["--sentences", "s.parquet"]),
        ("altair", ["--plot-widths", "w.svg"]),
        ("vl_convert", ["--plot-widths", "w.svg"]),
    ],
)
def test_missing_packages_are_named_before_any_work(
    refused, folder, monkeypatch, module, options
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    (folder / "links").write_text("not read")
    refused(1, *ANALYZE, *options)


def test_plots_appear_together_or_not_at_all(refused) -> None:
    plots = ["--plot-lengths", "lengths.svg", "--plot-widths", "nowhere/widths.svg"]
    refused(1, *ANALYZE, *plots, *outputs("analyze"))


@pytest.mark.slow
def test_a_long_sentence_makes_neither_a_sheet_nor_a_file_explode(run, folder) -> None:
    """Its blocks have half of all words on average: quadratic, if all were written."""
    size = 10_000
    words = " ".join(map(str, range(size)))
    inverted = " ".join(f"{i}-{size - 1 - i}" for i in range(size))
    for name, text in (("links", inverted), ("src", words), ("tgt", words)):
        (folder / name).write_text(f"{text}\n")
    texts = ["-s", "src", "-r", "tgt", "-t", "tgt"]
    made = run("reorderings", "sheet", "links", "links", *texts, "--key", "key", "-o", "sheet")
    assert made.code == 0
    assert len((folder / "key").read_text().splitlines()) == 26  # none is lost
    analyzed = run("reorderings", "analyze", "links", "-s", "src", "--each", "each.tsv")
    assert analyzed.code == 0
    assert (folder / "each.tsv").stat().st_size < 20_000_000
