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
        program, _, message = line.partition(": ")
        assert program.startswith("wordorder")
        return message

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
    "not a link": (b"0-1 1-0 2-2\n0-0 x\n", "bad:2: 'x' is not a link"),
    "NUL": (b"0-1 1-0 2-2\n0-\x000\n", "bad:2: NUL byte in byte column 3"),
    "not UTF-8": (b"0-1 1-0 2-2\n0-0 \xff\n", "bad:2: byte 0xFF in byte column 5 is not UTF-8"),
    "UTF-16": (LINKS.encode("utf-16"), "bad: looks like UTF-16"),
    "truncated gzip": (gzip.compress(LINKS.encode())[:12], "bad: truncated gzip data"),
}


@pytest.mark.parametrize("content", CONTENTS)
@pytest.mark.parametrize("command", ["analyze", "testset", "retained", "sheet"])
def test_bad_links(refused, folder, command, content) -> None:
    data, message = CONTENTS[content]
    (folder / "bad").write_bytes(data)
    arguments = ["bad" if part == "links" else part for part in COMMANDS[command]]
    assert refused(1, *arguments, *outputs(command)).startswith(message)
    if command in ("retained", "sheet"):
        arguments = ["bad" if part == "monotone" else part for part in COMMANDS[command]]
        assert refused(1, *arguments, *outputs(command)).startswith(message)


@pytest.mark.parametrize("content", ["NUL", "not UTF-8", "UTF-16", "truncated gzip"])
@pytest.mark.parametrize("option", ["-s", "-t", "--trees"])
def test_bad_texts_and_trees(refused, folder, option, content) -> None:
    data, message = CONTENTS[content]
    if option == "--trees":
        data = data.replace(b"0-1 1-0 2-2", b"(S (A a) (B b) (C c))")
    elif option == "-s":
        data = data.replace(b"0-1 1-0 2-2", b"a b c")
    (folder / "bad").write_bytes(data)
    found = refused(1, *ANALYZE, option, "bad", *outputs("analyze"))
    assert found.startswith(message.partition(" in byte column")[0])


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("absent", "absent: no such file"),
        (".", ".: is a directory"),
        ("a\x1b[31m", r"a\x1b[31m: no such file"),
    ],
)
def test_what_is_not_a_file(refused, command, name, message) -> None:
    original = COMMANDS[command]
    arguments = [original[0], name, *original[2:]]
    assert refused(1, *arguments, *outputs(command)).startswith(message)
    further = {
        "analyze": [["-s"], ["-t"], ["--trees"]],
        "retained": [["--trees"], ["-r", "tgt", "-t", "tgt", "--trace"]],
    }
    for options in further.get(command, []):
        assert refused(1, *original, *options, name).startswith(message)


@pytest.mark.parametrize("command", ["analyze", "testset", "retained", "sheet"])
def test_empty_files_are_named(refused, folder, command) -> None:
    for name in ("links", "monotone", "src", "tgt"):
        (folder / name).write_text("")
    found = refused(1, *COMMANDS[command], *outputs(command))
    assert found == "links: no sentence pair can be used"


def test_nothing_on_standard_input(refused) -> None:
    assert refused(1, "analyze", "-") == "<stdin>: no sentence pair can be used"


def test_the_empty_one_of_several_corpora_is_named(refused, folder) -> None:
    (folder / "empty").write_text("")
    assert refused(1, "analyze", "links", "empty", "-o", "new").startswith("empty: ")


@pytest.mark.parametrize("option", ["-s", "-t"])
@pytest.mark.parametrize("text", ["", TARGET[:6], f"{TARGET}x\n"], ids=["none", "fewer", "more"])
@pytest.mark.parametrize("command", ["analyze", "testset"])
def test_texts_with_another_number_of_lines(refused, folder, command, option, text) -> None:
    (folder / "other").write_text(text)
    found = refused(1, *COMMANDS[command], option, "other", *outputs(command))
    assert "other has" in found
    assert "a line for every sentence pair" in found


@pytest.mark.parametrize(
    ("trees", "text"),
    [("penn", "(S (N j))\n"), ("trees.conllu", "1\tj\t_\tX\t_\t_\t0\troot\t_\t_\n")],
)
def test_trees_with_another_number_of_sentences(refused, folder, trees, text) -> None:
    (folder / trees).write_text((folder / trees).read_text() + text)
    found = refused(1, *ANALYZE, "--trees", trees, *outputs("analyze"))
    assert f"links has 5, {trees} has 6" in found


def test_systems_with_another_number_of_lines(refused, folder) -> None:
    for name, text in {"fewer": "0-0\n", "more": f"{LINKS}0-0\n"}.items():
        (folder / name).write_text(text)
        found = refused(1, "retained", "links", "monotone", name, *outputs("retained"))
        assert f"links has 5, monotone has 5, {name} has {text.count(chr(10))}" in found
        assert name in refused(1, "retained", "links", name, "-s", "src", *outputs("retained"))


def test_links_past_the_end_of_a_text(refused, folder) -> None:
    (folder / "short").write_text(TARGET.replace("I H G F", "I H G"))
    found = refused(1, *ANALYZE, "-t", "short", *outputs("analyze"))
    assert found.startswith("links:3: link 0-3 is past the end: ")


# Sentences that cannot be used


CONLLU = {
    "another number of words": (
        "4\ti\t_\tNOUN\t_\t_\t3\tobj\t_\t_\n",
        "",
        "8: sentence 3: the tree has 3 words, but ",
    ),
    "a head that is not there": (
        "\t3\tobj",
        "\t9\tobj",
        "11: sentence 3: the head of word 4 is past",
    ),
    "two roots": ("\t3\tobj", "\t0\troot", "11: sentence 3: word 3 and word 4 are both roots"),
    "no head": ("\t3\tobj", "\t_\tobj", "11: sentence 3: word 4 has no head"),
    "a cycle": ("\t3\tobj", "\t4\tobj", "11: sentence 3: "),
    "no root": ("2\te\t_\tNOUN\t_\t_\t0", "2\te\t_\tNOUN\t_\t_\t1", "5: sentence 2: "),
}
PENN = {
    "not closed": ("(N i)))", "(N i))", "3: sentence 3: 1 bracket is not closed"),
    "closed too often": ("(N i)))", "(N i))))", "3: sentence 3: "),
    "another number of words": (" (N i)", "", "3: sentence 3: the tree has 3 words, but "),
    "no brackets": ("(S (D d) (N e))", "d e", "2: sentence 2: 'd"),
}
BAD = {f"trees.conllu {name}": case for name, case in CONLLU.items()} | {
    f"penn {name}": case for name, case in PENN.items()
}


@pytest.mark.slow
@pytest.mark.parametrize("command", ["analyze", "testset", "retained", "sheet"])
@pytest.mark.parametrize("case", BAD)
def test_bad_trees(run, refused, folder, command, case) -> None:
    trees = case.partition(" ")[0]
    good, worse, message = BAD[case]
    text = (folder / trees).read_text()
    assert text.count(good) == 1
    (folder / trees).write_text(text.replace(good, worse))
    options = [*COMMANDS[command], "--trees", trees]
    assert refused(1, *options, *outputs(command)).startswith(f"{trees}:{message}")
    outcome = run("reorderings", *options, "--skip-bad")
    assert outcome.code == 0
    left_out = f"wordorder: left out 1 sentence pair; {trees}:{message}"
    assert outcome.err.startswith(left_out)


def test_a_target_without_words(refused, run, folder) -> None:
    (folder / "tgt").write_text(TARGET.replace("J", ""))
    for command in ("analyze", "testset"):
        found = refused(1, *COMMANDS[command], "-t", "tgt", *outputs(command))
        assert found == "links:4: the target has no words"
    outcome = run("reorderings", *ANALYZE, "-t", "tgt", "--skip-bad")
    assert outcome.err == "wordorder: left out 1 sentence pair; links:4: the target has no words\n"


def test_what_is_left_out_names_options_as_typed(refused, run, folder) -> None:
    lines = (folder / "penn").read_text().splitlines()
    (folder / "trees").write_text("\n".join(["# text = a", *lines[1:]]) + "\n")
    what = "trees:1: sentence 1: this looks like CoNLL-U; say so with --trees-from conllu"
    assert refused(1, *ANALYZE, "--trees", "trees", *outputs("analyze")) == what
    outcome = run("reorderings", *ANALYZE, "--trees", "trees", "--skip-bad")
    assert outcome.err == f"wordorder: left out 1 sentence pair; {what}\n"


def test_all_sentences_left_out(refused, folder) -> None:
    (folder / "links").write_text("\n")
    (folder / "tgt").write_text("\n")
    found = refused(1, *ANALYZE, "-t", "tgt", "--skip-bad", *outputs("analyze"))
    assert found == "links: no sentence pair can be used; links:1: the target has no words"


def test_a_system_that_links_more_words_than_the_tree_has(refused, folder) -> None:
    (folder / "monotone").write_text("0-0 9-1\n\n\n\n\n")
    found = refused(1, *RETAINED, "--trees", "penn", *outputs("retained"))
    assert found.startswith("monotone:1: the links need 10 source words, but the tree has 3")


# Scores


SCORES = {
    "no rows": ("system\tline\tbleu1\n", "scores: there are no scores"),
    "a cell too many": (
        "system\tline\tbleu1\nA\t1\t1\t1\n",
        "scores:2: 4 cells, but line 1 names 3",
    ),
    "a line too far": ("system\tline\tbleu1\nA\t6\t1\n", "scores:2: sentence 6, but there are 5"),
    "line 0": (
        "system\tline\tbleu1\nA\t0\t1\n",
        "scores:2: expected the name of a system and a line",
    ),
    "no line": (
        "system\tline\tbleu1\nA\t\t1\n",
        "scores:2: expected the name of a system and a line",
    ),
    "a line in words": (
        "system\tline\tbleu1\nA\tone\t1\n",
        "scores:2: line is 'one', expected a whole number",
    ),
    "a score in words": (
        "system\tline\tbleu1\nA\t1\tx\n",
        "scores:2: bleu1 is 'x', expected a number",
    ),
    "an endless score": (
        "system\tline\tbleu1\nA\t1\t1e999\n",
        "scores:2: bleu1 is not finite",
    ),
    "a long number": (f"system\tline\tbleu1\nA\t{'9' * 9999}\t1\n", "scores:2: line is '9999"),
    "a larger number": (f"system\tline\tbleu1\nA\t{'9' * 999}\t1\n", "scores:2: sentence 9999"),
    "a line twice": (
        "system\tline\tbleu1\nA\t1\t1\nB\t1\t1\nA\t1\t0\n",
        "scores:4: a second score of 'A' for sentence 1",
    ),
    "a hostile system": (
        "system\tline\tbleu1\n\x1b[31m\t1\t1\n\x1b[31m\t1\t0\n",
        r"scores:3: a second score of '\x1b[31m'",
    ),
}


@pytest.mark.parametrize("case", SCORES)
def test_bad_scores(refused, folder, case) -> None:
    text, message = SCORES[case]
    (folder / "scores").write_text(text)
    found = refused(1, *SCORED, *outputs("testset"))
    assert found.startswith(message)
    assert len(found) < 200


@pytest.mark.parametrize(("text", "column"), [("system\tbleu1\n", "line"), ("0-0 1-1\n", "system")])
def test_scores_without_their_columns(refused, folder, text, column) -> None:
    (folder / "scores").write_text(text)
    assert refused(1, *SCORED).startswith(f"scores: no column '{column}'; expected")
    (folder / "scores").write_text("")
    assert refused(1, *SCORED) == "scores: empty; line 1 must name the columns"


@pytest.mark.parametrize(
    ("measure", "message"),
    [
        ("blue1", "unknown column in scores: 'blue1': did you mean 'bleu1'?"),
        ("ulam", "unknown column in scores: 'ulam'; choose from system, line, bleu1"),
        ("line", "--measure must be a column of scores, not 'line'"),
        ("system", "--measure must be a column of scores, not 'system'"),
    ],
)
def test_unknown_measures(refused, measure, message) -> None:
    options = ["--scores", "scores", "--measure", measure]
    assert refused(2, *TESTSET, *options).startswith(message)


# Usage


USAGE = {
    "no links": (["analyze"], "missing argument LINKS..."),
    "the same links twice": ([*ANALYZE, "links"], "a file is given twice"),
    "labels without trees": ([*ANALYZE, "--by", "label"], "--by label needs syntax trees"),
    "patterns without trees": ([*ANALYZE, "--by", "pattern"], "--by pattern needs syntax trees"),
    "drawn labels": ([*ANALYZE, "--plot-labels", "l.svg"], "--plot-labels needs syntax trees"),
    "unknown view": (
        [*ANALYZE, "--by", "fate"],
        "unknown table or file 'fate'; choose from length, width, label",
    ),
    "two files of sets": ([*ANALYZE, "--by", "src", "--by", "tgt"], "--by takes one file of sets"),
    "the side of no trees": (
        [*ANALYZE, "--trees-over", "target"],
        "--trees-over needs trees: give them with --trees",
    ),
    "the format of no trees": (
        [*ANALYZE, "--trees-from", "penn"],
        "--trees-from needs trees: give them with --trees",
    ),
    "the size of no plot": ([*ANALYZE, "--plot-size", "300x300"], "--plot-size needs a plot"),
    "the font of no plot": ([*ANALYZE, "--plot-font", "Arial"], "--plot-font needs a plot"),
    "half a size": (
        [*ANALYZE, "--plot-widths", "w.svg", "--plot-size", "300"],
        "'300' is not a size such as 640x360",
    ),
    "a tiny plot": (
        [*ANALYZE, "--plot-widths", "w.svg", "--plot-size", "3x3"],
        "--plot-size must be from 100 to 5,000 pixels on each side, not 3",
    ),
    "names of no scores": (
        [*TESTSET, "--names", "A"],
        "--names needs scores: give --scores",
    ),
    "two views as tsv": (
        [*ANALYZE, "--by", "width", "--by", "length", "--format", "tsv"],
        "--format tsv writes one table: give --by once",
    ),
    "no top": ([*ANALYZE, "--top", "0"], "--top: "),
    "too many texts": (
        [*ANALYZE, "monotone", "-s", "src", "-s", "src", "-s", "src"],
        "--src is given 3 times for 2 files of links; give it once, or once for each",
    ),
    "too many trees": ([*ANALYZE, *["--trees", "penn"] * 2], "--trees is given 2 times"),
    "k in words": ([*ANALYZE, "--anticipation", "1,two"], "'1,two' is not a list of numbers"),
    "half a k": ([*ANALYZE, "--anticipation", "1.5"], "'1.5' is not a list of numbers"),
    "a negative k": ([*ANALYZE, "--anticipation", "-1"], "'-1' is not a list of numbers"),
    "a huge k": ([*ANALYZE, "--anticipation", "9" * 30], "is not a list of numbers"),
    "a k too large": ([*ANALYZE, "--anticipation", "2147483648"], "is not a list of numbers"),
    "a k twice": ([*ANALYZE, "--anticipation", "1,3,1"], "different numbers"),
    "no resamples": ([*ANALYZE, "--resamples", "0"], "--resamples: "),
    "two standard inputs": (["analyze", "-", "--trees", "-"], "only one file can be -"),
    "standard text": ([*ANALYZE, "-s", "-"], "--src must be a file, not -"),
    "standard trees of two": ([*ANALYZE, "monotone", "--trees", "-"], "--trees must be a file"),
    "links as output": ([*ANALYZE, "-o", "./links"], "--output would overwrite the input links"),
    "a text as output": (
        [*ANALYZE, "-t", "tgt", "--each", "tgt"],
        "--each would overwrite the input",
    ),
    "trees as output": (
        [*ANALYZE, "--trees", "penn", "--sentences", "penn"],
        "--sentences would overwrite the input",
    ),
    "links as a plot": (
        ["analyze", "links.svg", "--plot-widths", "links.svg"],
        "--plot-widths would overwrite",
    ),
    "one output for two": (
        [*ANALYZE, "--each", "x", "--sentences", "x"],
        "--sentences and --each must be different files",
    ),
    "two on the screen": ([*ANALYZE, "--each", "-"], "--each and --output must be different files"),
    "a plot in no form": (
        [*ANALYZE, "--plot-widths", "w.gif"],
        "expected .html, .svg, .pdf or .png",
    ),
    "a plot without ending": (
        [*ANALYZE, "--plot-lengths", "w"],
        "expected .html, .svg, .pdf or .png",
    ),
    "shorter than 1": ([*TESTSET, "--shortest", "0"], "--shortest: "),
    "shortest above longest": (
        [*TESTSET, "--shortest", "9", "--longest", "8"],
        "no sentence can have 9 to 8 words",
    ),
    "a measure without scores": (
        [*TESTSET, "--measure", "bleu1"],
        "needs exactly one file of scores",
    ),
    "a measure of two files": ([*SCORED, "--scores", "links"], "needs exactly one file of scores"),
    "drawn scores without any": (
        [*TESTSET, "--plot-scores", "s.svg"],
        "--plot-scores needs scores",
    ),
    "drawn scores in no form": (
        [*SCORED, "--plot-scores", "s.gif"],
        "expected .html, .svg, .pdf or .png",
    ),
    "scores as labels": ([*SCORED, "--labels", "scores"], "--labels would overwrite the input"),
    "labels on the screen": ([*TESTSET, "--labels", "-"], "must be different files"),
    "no system": (["retained", "links"], "no system given: use LINKS..."),
    "a system twice": ([*RETAINED, "monotone"], "a file is given twice"),
    "a trace and a system": (
        [*RETAINED, "-r", "tgt", "-t", "tgt", "--trace", "monotone"],
        "a file is given twice",
    ),
    "too few translations": (
        [*RETAINED, "links", "-r", "tgt", "-t", "tgt"],
        "--tgt is given 1 time; give it once for each of the 2 LINKS",
    ),
    "translations without a reference": (
        [*RETAINED, "-t", "tgt"],
        "order_bias compares lengths: give the text of the reference, too",
    ),
    "a reference without translations": (
        [*RETAINED, "-r", "tgt"],
        "order_bias compares lengths: give the texts of all translations, too",
    ),
    "retained labels without trees": (
        [*RETAINED, "--by", "label"],
        "--by label needs syntax trees",
    ),
    "two retained views as tsv": (
        [*RETAINED, "--by", "width", "--by", "fate", "--format", "tsv"],
        "--format tsv writes one table",
    ),
    "a standard trace": (
        ["retained", "links", "-r", "tgt", "--trace", "-"],
        "--trace must be a file, not -",
    ),
    "a trace without the reference": (
        ["retained", "links", "--trace", "trace"],
        "order_bias compares lengths: give the text of the reference, too",
    ),
    "two standard systems": (["retained", "-", "-"], "only one file can be -"),
    "a system as output": ([*RETAINED, "-o", "monotone"], "--output would overwrite the input"),
    "a sheet without a key": (SHEET[:-2], "missing option --key"),
    "a sheet without a text": ([*SHEET[:3], *SHEET[5:]], "missing option --src"),
    "key and sheet in one": ([*SHEET, "-o", "key"], "--key and --output must be different files"),
    "key and sheet on the screen": (
        [*SHEET[:-1], "-"],
        "--key and --output must be different files",
    ),
    "key by another name": ([*SHEET, "-o", "./key"], "--key and --output must be different files"),
    "a text as key": ([*SHEET[:-1], "src"], "--key would overwrite the input src"),
    "no items": ([*SHEET, "--count", "0"], "--count: "),
    "no judges": ([*SHEET, "--judges", "0"], "--judges: "),
    "no filled sheet": (AGREEMENT[:2], "missing argument SHEET..."),
    "a sheet twice": ([*AGREEMENT, "filled"], "a sheet is given twice"),
    "a sheet as output": (
        [*AGREEMENT, "-o", "filled"],
        "--output would overwrite the input filled",
    ),
    "an unknown command": (["analyse", "links"], "no such command 'analyse'"),
}


@pytest.mark.parametrize("case", USAGE)
def test_wrong_usage(refused, case) -> None:
    arguments, message = USAGE[case]
    assert message in refused(2, *arguments)


def test_a_trace_that_is_none(refused) -> None:
    found = refused(1, "retained", "links", "-r", "tgt", "--trace", "tgt", *outputs("retained"))
    assert found.startswith("tgt:1: 'B' is in no phrase; ")


def test_key_and_sheet_in_the_wrong_order(refused) -> None:
    found = refused(1, "agreement", "filled", "key", "-o", "old")
    assert found.startswith("filled:1: no column 'line'")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_folder_that_is_not_there(refused, command) -> None:
    arguments = [*COMMANDS[command], "-o", "no/such.txt"]
    assert refused(1, *arguments).startswith("cannot write 'no/such.txt': there is no folder")


# What is not installed


@pytest.mark.parametrize(
    ("module", "options", "message"),
    [
        ("pyarrow", ["--each", "e.parquet"], 'pyarrow: pip install "wordorder[parquet]"'),
        ("pyarrow", ["--sentences", "s.parquet"], 'pyarrow: pip install "wordorder[parquet]"'),
        ("altair", ["--plot-widths", "w.svg"], 'altair: pip install "wordorder[plot]"'),
        (
            "vl_convert",
            ["--plot-widths", "w.svg"],
            'vl-convert-python: pip install "wordorder[plot]',
        ),
    ],
)
def test_missing_packages_are_named_before_any_work(
    refused, folder, monkeypatch, module, options, message
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    (folder / "links").write_text("not read")
    assert message in refused(1, *ANALYZE, *options)


def test_plots_appear_together_or_not_at_all(refused) -> None:
    plots = ["--plot-lengths", "lengths.svg", "--plot-widths", "nowhere/widths.svg"]
    found = refused(1, *ANALYZE, *plots, *outputs("analyze"))
    assert found.startswith("cannot write 'nowhere/widths.svg': there is no folder")


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
