"""`wordorder align`: what each command writes."""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from xml.etree import ElementTree as ET

import pytest

from cli.program import COMMAND, start
from wordorder.alignment import AlignmentEvaluation

# Talbot et al. (2011), the rows of its table.
MORTGAGE = "How Can I Qualify For A Mortgage Tax Deduction ?"
CLAIM = "We do not claim to cure , prevent or treat any disease ."
TALBOT = {
    "6,6,7_8,4,3,3,3,3,3,0,0,0,0,0,1,1,9,9": (
        MORTGAGE,
        "A Mortgage {{ Tax Deduction }} For I Qualify How Can ?",
    ),
    "2,2,0,0,0,6,6,6,7_8,4,3,3,3,1,1,1,1,1,9": (
        MORTGAGE,
        "I How A Mortgage {{ Tax Deduction }} For Qualify Can ?",
    ),
    "10,11,,5,6,7,,8,9,,,4,,,,2,2,2,12": (
        CLAIM,
        "any disease cure , prevent or treat claim to We do not .",
    ),
    "0,0,,10,11,,5,6,7,8,9,,,,3,4,2,2,12": (
        CLAIM,
        "We any disease cure , prevent or treat claim to do not .",
    ),
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Work in a folder of its own, with a small corpus of two sentence pairs and one empty."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "src").write_text("the white house\nhe came\n\n")
    (tmp_path / "tgt").write_text("la casa blanca\nvino\n\n")
    (tmp_path / "links").write_text("0-0 1-2 2-1\n0?0 1-0\n\n")
    return tmp_path


@pytest.fixture
def align(run):
    """Run a command that must succeed without a word on standard error; give what it writes."""

    def align(*arguments: object, stdin: str = "") -> str:
        outcome = run("align", *arguments, stdin=stdin)
        assert (outcome.code, outcome.err) == (0, "")
        return outcome.out

    return align


def test_the_rows_of_the_paper(align, folder) -> None:
    (folder / "cells").write_text("".join(f"{cells}\n" for cells in TALBOT))
    (folder / "english").write_text("".join(f"{source}\n" for source, _ in TALBOT.values()))
    options = ["--from", "talbot", "--convention", "reference", "--as", "words", "-s", "english"]
    expected = "".join(f"{order}\n" for _, order in TALBOT.values())
    assert align("permutations", "cells", *options) == expected


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ([], "2 0 1\n"),
        (["--as", "order"], "1 2 0\n"),
        (["--convention", "reference", "--as", "order"], "1 0 2\n"),
        (["--convention", "matched"], "1 0\n"),
    ],
    ids=" ".join,
)
def test_permutations_of_the_example_of_the_specification(align, folder, options, expected) -> None:
    # Links 0→6, 1→5, word 2 without links: order 1 2 0.
    (folder / "words").write_text("a b c\n")
    assert align("permutations", "-", "-s", "words", *options, stdin="0-6 1-5\n") == expected


def test_lines_without_links_are_undefined_not_monotone(run, align, folder) -> None:
    assert align("permutations", "links", "-s", "src") == "0 2 1\n0 1\n\n"
    text = align("permutations", "links", "-s", "src", "--sure-only")
    assert text == "0 2 1\n0 1\n\n"
    (folder / "none").write_text("\n0-0\n")
    (folder / "two").write_text("a b\nc\n")
    permutations = align("permutations", "none", "-s", "two")
    assert permutations == "\n0\n"
    scores = run("permutation", "-", "--format", "jsonl", "--metrics", "kendall", stdin="\n0\n")
    assert [json.loads(line)["kendall"] for line in scores.out.splitlines()] == [None, 1.0]


def test_without_text_a_sentence_ends_with_its_last_link(align) -> None:
    assert align("permutations", "-", stdin="0-1 1-0\n") == "1 0\n"


def test_unlinked_words_stay_beside_their_neighbours(align) -> None:
    lines = "0-1 1-0 5-5\n\n2-2\n0-0 9-1\n"
    expected = "4 0 1 2 3 5\n\n0 1 2\n0 1 2 3 4 5 6 7 8 9\n"
    assert align("permutations", "-", stdin=lines) == expected


@pytest.mark.parametrize("file_format", ["pharaoh", "naacl", "talbot"])
def test_convert_there_and_back(align, folder, file_format) -> None:
    sure = align("convert", "links", "-s", "src", "-t", "tgt", "--sure-only")
    there = align("convert", "links", "-s", "src", "-t", "tgt", "--sure-only", "--to", file_format)
    options = ["--from", file_format, "-s", "src", "-t", "tgt"]
    assert align("convert", "-", *options, stdin=there) == sure == "0-0 1-2 2-1\n1-0\n\n"


def test_convert_counts_from_one_and_transposes(align, folder) -> None:
    assert align("convert", "links", "--to-base", 1) == "1-1 2-3 3-2\n1?1 2-1\n\n"
    assert align("convert", "-", "--base", 1, stdin="1-1 2-3\n") == "0-0 1-2\n"
    assert align("convert", "links", "--transpose") == "0-0 1-2 2-1\n0?0 0-1\n\n"


def test_convert_keeps_possible_links(align, folder) -> None:
    assert align("convert", "links", "--to", "naacl") == (
        "1 1 1 S\n1 2 3 S\n1 3 2 S\n2 1 1 P\n2 2 1 S\n"
    )


def test_convert_refuses_what_the_format_cannot_say(run, folder) -> None:
    outcome = run("align", "convert", "links", "--to", "talbot")
    assert (outcome.code, outcome.out) == (1, "")


def test_symmetrize(align, folder) -> None:
    # The first of the values that Moses' symal gives; see tests/oracles/test_alignments.py.
    (folder / "forward").write_text("0-0 1-2 2-1 3-3\n")
    (folder / "reverse").write_text("0-0 1-1 2-3 3-0 4-4\n")
    assert align("symmetrize", "forward", "reverse") == "0-0 1-1 1-2 2-1 2-3 3-0 4-4\n"
    common = align("symmetrize", "forward", "reverse", "--method", "intersection")
    assert common == "0-0\n"
    (folder / "swapped").write_text("0-0 0-3 1-1 3-2 4-4\n")
    assert align("symmetrize", "forward", "swapped", "--swap-reverse") == (
        "0-0 1-1 1-2 2-1 2-3 3-0 4-4\n"
    )


def test_symmetrize_names_both_numbers_of_lines(run, folder) -> None:
    (folder / "short").write_text("0-0\n")
    outcome = run("align", "symmetrize", "links", "short")
    assert (outcome.code, outcome.out) == (1, "")


GOLD = "0-0 1-1 2-2 2?1 1?2\n"
PREDICTED = "0-0 1-1 2-1 3-0\n"
# Of 4 predicted links 3 are gold, 2 of them sure; of 3 sure links 2 were predicted.
MEASURES = {
    "precision": Fraction(3, 4),
    "recall": Fraction(2, 3),
    "f1": Fraction(12, 17),
    "aer": Fraction(2, 7),
}


@pytest.fixture
def judged(folder):
    (folder / "gold").write_text(GOLD)
    (folder / "ours").write_text(PREDICTED)
    (folder / "sure").write_text("0-0 1-1 2-2\n")
    (folder / "all").write_text("0-0 1-1 1-2 2-1 2-2\n")


def evaluation(text: str) -> AlignmentEvaluation:
    return AlignmentEvaluation.from_dict(json.loads(text))


@pytest.mark.usefixtures("judged")
@pytest.mark.parametrize("gold", [["gold"], ["sure", "--possible", "all"]], ids=" ".join)
def test_evaluate(align, gold) -> None:
    result = evaluation(align("evaluate", *gold, "ours", "--format", "json"))
    assert "seed:12345" in result.signature
    assert result.systems == ("ours",)
    assert [result.totals.figure(name, system="ours") for name in ("predicted", "sure")] == [4, 3]
    for measure, expected in MEASURES.items():
        # One sentence pair: every resample is the same.
        value, low, high = result.estimate("ours", measure)
        assert value == low == high == pytest.approx(float(expected), abs=1e-15)


@pytest.mark.usefixtures("judged")
def test_evaluate_writes_the_same_numbers_in_every_style(align) -> None:
    rows = [
        line.split("\t")
        for line in align("evaluate", "gold", "ours", "gold", "--format", "tsv").splitlines()
    ]
    tsv = dict(zip(rows[0], rows[1], strict=True))
    assert float(tsv["aer"]) == pytest.approx(2 / 7)
    assert rows[2][0] == "gold"
    table = align("evaluate", "gold", "ours")
    assert "0.750" in table
    assert "0.706" in table
    assert "1 sentence pair" in table
    assert r"\begin{tabular}" in align("evaluate", "gold", "ours", "--format", "latex")


@pytest.mark.usefixtures("judged")
def test_evaluate_without_links_has_null_not_a_number(align, folder) -> None:
    (folder / "nothing").write_text("\n")
    document = json.loads(align("evaluate", "gold", "nothing", "--format", "json"))
    columns = document["estimates"]["columns"]
    assert [columns[name][0][0] for name in ("value", "low", "high")] == [None, None, None]
    result = evaluation(json.dumps(document))
    assert result.value("nothing", "recall") == 0
    assert result.value("nothing", "aer") == 1


def test_evaluate_reads_gold_in_its_own_format(align, folder) -> None:
    (folder / "gold.naacl").write_text("1 1 1 S\n1 2 2 P\n")
    (folder / "ours").write_text("0-0 1-1\n")
    text = align("evaluate", "gold.naacl", "ours", "--gold-from", "naacl", "--format", "json")
    assert evaluation(text).value("ours", "precision") == 1


def test_evaluate_refuses_empty_files(run, folder) -> None:
    (folder / "empty").write_text("")
    outcome = run("align", "evaluate", "empty", "empty")
    assert (outcome.code, outcome.out) == (1, "")


@pytest.mark.usefixtures("judged")
def test_evaluate_is_the_same_for_the_same_seed(align, folder) -> None:
    (folder / "many gold").write_text(GOLD * 3 + "0-0\n" * 5 + "1-1\n" * 3)
    (folder / "many ours").write_text(PREDICTED * 3 + "0-1\n" * 5 + "1-1\n" * 3)
    arguments = ["evaluate", "many gold", "many ours", "--format", "tsv"]
    assert align(*arguments) == align(*arguments)
    assert align(*arguments) != align(*arguments, "--seed", 7)


def test_show_draws_words_grid_and_lines(align, folder) -> None:
    assert align("show", "links", "-s", "src", "-t", "tgt", "--lines", 1, "--draw", "grid") == (
        "line 1: 3 source words, 3 target words, 3 links, 33% of link pairs cross\n"
        "source (left): the white house\n"
        "target (above): la casa blanca\n"
        "\n"
        "          b\n"
        "          l\n"
        "        c a\n"
        "        a n\n"
        "      l s c\n"
        "      a a a\n"
        "  the ■ · ·\n"
        "white · · ■\n"
        "house · ■ ·\n"
    )
    text = align("show", "links", "-s", "src", "-t", "tgt")
    assert "line 2: 2 source words, 1 target word, 2 links, no link pairs" in text
    assert "target (above and right): la casa blanca\n" in text
    assert "□" in text
    assert "line 3: 0 source words, 0 target words, 0 links" in text


def test_show_tells_hypothesis_and_reference(align, folder) -> None:
    text = align("show", "--match", "-s", "src", "-t", "tgt", "--lines", 1, "--draw", "crossing")
    assert text.startswith("line 1: 3 hypothesis words, 3 reference words, 0 links")
    assert "\nhypothesis (left): the white house\nreference (right): la casa blanca\n" in text


def test_one_link_makes_no_drawing_of_a_million_words(run, folder) -> None:
    (folder / "long").write_text("0-0\n0-999999 999999-0\n")
    outcome = run("align", "show", "long", "--draw", "crossing")
    assert (outcome.code, outcome.out) == (1, "")
    assert run("align", "show", "long", "--lines", 1).code == 0


def test_show_numbers_words_without_text(align, folder) -> None:
    text = align("show", "links", "--lines", "1", "--draw", "grid")
    assert text.endswith("  0 1 2\n0 ■ · ·\n1 · · ■\n2 · ■ ·\n")


def test_show_draws_a_picture_with_both_kinds(align, folder) -> None:
    align("show", "links", "-s", "src", "-t", "tgt", "--svg", "picture.svg", "--lines", "1-2")
    picture = ET.parse("picture.svg")
    texts = ["".join(node.itertext()) for node in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert texts.count("blanca") == 2
    assert any(text.startswith("line 2:") for text in texts)
    assert texts.count("source on the left, target above") == 2
    assert texts.count("source above, target below") == 2


def test_show_escapes_words(align, folder) -> None:
    (folder / "evil").write_text("<script>alert(1)</script> \x1b[31mred\n")
    text = align("show", "-", "-s", "evil", "--svg", "evil.svg", stdin="0-0 1-0\n")
    assert "\x1b" not in text
    picture = (folder / "evil.svg").read_text()
    assert "<script" not in picture
    ET.fromstring(picture)


def test_show_draws_the_first_lines_unless_told_otherwise(align) -> None:
    text = align("show", "-", stdin="0-0\n" * 30)
    assert text.count("line ") == 10
    assert text.endswith("\n\n(there are more; choose lines with --lines)\n")
    assert "--lines" not in align("show", "-", stdin="0-0\n" * 10)
    text = align("show", "-", "--lines", "2,28-29", stdin="0-0\n" * 30)
    assert [line.partition(":")[0] for line in text.splitlines() if ":" in line] == [
        "line 2",
        "line 28",
        "line 29",
    ]


@pytest.mark.parametrize("lines", ["0", "x", "3-1", "1-", "-3", "1-200", "", "1,,2", "1" * 30])
def test_show_refuses_odd_choices_of_lines(run, lines) -> None:
    outcome = run("align", "show", "-", "--lines", lines, stdin="0-0\n")
    assert (outcome.code, outcome.out) == (2, "")


def test_show_refuses_lines_that_are_not_there(run, folder) -> None:
    outcome = run("align", "show", "links", "--lines", "2,9")
    assert (outcome.code, outcome.out) == (1, "")
    nothing = run("align", "show", "-")
    assert (nothing.code, nothing.out) == (1, "")


COMMANDS = {
    "convert": ["convert", "links"],
    "symmetrize": ["symmetrize", "links", "links2"],
    "evaluate": ["evaluate", "links2", "links"],
    "permutations": ["permutations", "links"],
    "show": ["show", "links"],
}


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_a_bad_line_is_named_and_nothing_is_written(run, folder, command) -> None:
    (folder / "links").write_text("0-0\n0-0 1=1\n")
    (folder / "links2").write_text("0-0\n0-0 1-1\n")
    (folder / "out").write_text("old")
    outcome = run("align", *command, "-o", "out")
    assert (outcome.code, outcome.out) == (1, "")
    assert (folder / "out").read_text() == "old"


@pytest.mark.parametrize("command", ["convert", "permutations", "show"])
def test_a_link_past_the_end_is_named_with_both_lengths(run, folder, command) -> None:
    (folder / "links").write_text("0-0 1-2 2-1\n0?0 1-3\n\n")
    outcome = run("align", command, "links", "-s", "src", "-t", "tgt")
    assert (outcome.code, outcome.out) == (1, "")


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_no_input_is_ever_replaced(run, folder, command) -> None:
    (folder / "links2").write_text("0-0\n\n\n")
    before = (folder / "links").read_text()
    outcome = run("align", *command, "-o", "links")
    assert (outcome.code, outcome.out) == (2, "")
    assert (folder / "links").read_text() == before


def test_standard_input_cannot_be_two_things(run) -> None:
    assert run("align", "symmetrize", "-", "-", stdin="0-0\n").code == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ["permutations", "links", "-s", "-", "--as", "words"],
        ["show", "links", "-t", "-"],
        ["evaluate", "links", "links", "-s", "-"],
    ],
    ids=" ".join,
)
def test_what_is_read_twice_may_be_standard_input(align, folder, arguments) -> None:
    text = (folder / "src").read_text()
    named = ["src" if argument == "-" else argument for argument in arguments]
    piped = align(*arguments, stdin=text)
    assert piped.replace(" -s -", " -s src").replace(" -t -", " -t src") == align(*named)


def test_what_is_read_once_may_be_standard_input(align, folder) -> None:
    text = (folder / "src").read_text()
    assert align("convert", "links", "-s", "-", stdin=text) == align(
        "convert", "links", "-s", "src"
    )
    (folder / "other").write_text("0-0\n0-0\n\n")
    for gold in (["{}"], ["links", "--possible", "{}"]):
        arguments = ["evaluate", *gold, "links", "other", "--format", "tsv"]
        typed, named = ([a.format(name) for a in arguments] for name in ("-", "links"))
        assert align(*typed, stdin=(folder / "links").read_text()) == align(*named)


def test_words_need_a_text(run) -> None:
    assert run("align", "permutations", "-", "--as", "words", stdin="0-0\n").code == 2


def test_help_has_examples_for_every_command(run) -> None:
    for name in COMMANDS:
        outcome = run("align", name, "--help")
        assert outcome.code == 0
        assert f"wordorder align {name}" in outcome.out
    assert run("align", "convrt").code == 2


@pytest.mark.slow
def test_the_hash_seed_changes_nothing(folder) -> None:
    (folder / "links2").write_text("0-1 2-2\n0-0\n\n")
    script = "import sys; from wordorder.cli.program import run; " + "; ".join(
        f"assert run(['align', *{command}]) == 0" for command in COMMANDS.values()
    )
    command = [sys.executable, "-c", script]
    outcomes = {start(command, PYTHONHASHSEED=seed) for seed in ("0", "random")}
    assert len(outcomes) == 1
    assert outcomes.pop().code == 0


@pytest.mark.slow
def test_a_pipe_of_two_programs(folder) -> None:
    first = start([*COMMAND, "align", "permutations", "links", "-s", "src"])
    assert first.code == 0
    assert first.out == "0 2 1\n0 1\n\n"


@pytest.mark.parametrize("to_format", ["naacl", "talbot"])
def test_a_format_with_a_base_of_its_own_takes_no_other(run, folder, to_format) -> None:
    outcome = run("align", "convert", "links", "--to", to_format, "--to-base", "1")
    assert (outcome.code, outcome.out) == (2, "")


def test_an_output_that_is_a_link_to_itself(run, folder) -> None:
    (folder / "loop").symlink_to("loop")
    outcome = run("align", "convert", "links", "-o", "loop")
    assert (outcome.code, outcome.out) == (1, "")
