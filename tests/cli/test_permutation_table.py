"""What people see: cards, tables with a mean, and how both fit the terminal."""

from __future__ import annotations

import os
import re
import struct
import subprocess

import numpy as np
import pytest

from cli.program import COMMAND, Outcome, environment
from wordorder import Permutation, metric_names

COLOR = re.compile(r"\x1b\[[0-9;]*m")
PAPER = "2 4 5 6 1 3"

CARD = """\
line 1: ranks ⟨2, 4, 5, 6, 1, 3⟩, 6 words

metric    score  rewards
kendall  0.5333  pairs of words in the right order
ulam     0.6000  words that need not be moved
pef      0.4000  order at every level of all trees
"""

EXPLAINED_TREE = """\
line 1: ranks ⟨2, 4, 5, 6, 1, 3⟩, 6 words

   ⟨2,4,1,3⟩
┌─────┬┴────┬──┐
2  ⟨1,2,3⟩  1  3
   ┌──┼──┐
   4  5  6

metric    score  counted
kendall  0.5333  8 of 15 pairs in the right order
pef      0.4000  operators 1×⟨2,4,1,3⟩, 2×⟨1,2⟩, in 2 permutation trees
"""

CARDS = """\
line 1: ranks ⟨2, 1⟩, 2 words

⟨2,1⟩
┌─┴┐
2  1

metric   score  rewards
ulam    0.0000  words that need not be moved

line 2: no words, order undefined

line 3: ranks ⟨1⟩, 1 word

1

metric   score  rewards
ulam    1.0000  words that need not be moved
"""

TABLE = """\
  line     n  kendall    ulam
     1     2   0.0000  0.0000
     2     0        –       –
     3     3   1.0000  1.0000
     4     1   1.0000  1.0000
  mean     –   0.6667  0.6667
"""


# In a file or a pipe


def test_one_line_is_shown_as_a_card(score) -> None:
    assert score(PAPER, "--metrics", "kendall,ulam,pef") == CARD


def test_explain_and_tree_on_a_card(score) -> None:
    assert score(PAPER, "--metrics", "kendall,pef", "--explain", "--tree") == EXPLAINED_TREE


def test_a_tree_for_each_line_makes_a_card_for_each_line(score) -> None:
    assert score("2 1\n\n1\n", "--tree", "--metrics", "ulam") == CARDS


def test_several_lines_are_a_table_with_the_mean_of_the_defined(score) -> None:
    table, note = score("2 1\n\n1 2 3\n1\n", "--metrics", "kendall,ulam").split("\n\n")
    assert f"{table}\n" == TABLE
    assert note.startswith("1 of 4 lines ")
    assert "undefined" in note


def test_no_note_where_every_line_has_words(score) -> None:
    assert "undefined" not in score("2 1\n1\n")


def test_only_lines_without_words_have_no_mean(score) -> None:
    shown = score("\n\n", "--metrics", "ulam").splitlines()
    assert shown[3].split() == ["mean", "–", "–"]
    assert shown[5].startswith("2 of 2 lines ")


@pytest.mark.parametrize(
    ("text", "shown"),
    [("", "no permutations\n"), ("\n", "line 1: no words, order undefined\n")],
    ids=["no line", "one line without words"],
)
def test_nothing_to_score(score, text, shown) -> None:
    assert score(text) == shown


@pytest.mark.parametrize("n", [1, 2])
def test_a_card_scores_short_permutations(score, n) -> None:
    shown = score(" ".join(map(str, range(1, n + 1))), "--explain")
    assert re.findall(r"\d\.\d{4}", shown) == ["1.0000"] * len(metric_names())


def test_weights_reach_the_explained_scores(score) -> None:
    weighted = score(PAPER, "--metrics", "pef", "--explain", "--beta", "0.25")
    assert "pef     0.7500" in weighted


def test_a_long_permutation_is_shortened_in_the_title(score) -> None:
    title = score(" ".join(map(str, range(1, 501)))).partition("\n")[0]
    assert title == f"line 1: ranks ⟨{', '.join(map(str, range(1, 26)))}, …⟩, 500 words"


def test_a_long_table_has_one_heading(score) -> None:
    line = " ".join(map(str, range(500, 0, -1))) + "\n"
    rows = 2_500_000 // len(line)  # the reader gives out a megabyte at a time
    lines = score(line * rows, "--metrics", "kendall,pet_size").splitlines()
    assert [number for number, line in enumerate(lines) if "kendall" in line] == [0]
    assert lines[-2].split() == [str(rows), "500", "0.0000", "1.0000"]
    assert lines[-1].split() == ["mean", "–", "0.0000", "1.0000"]
    assert len(lines) == rows + 2


def test_a_pipe_gets_no_colour_and_no_limit(score) -> None:
    shown = score("2 1 3\n1 2\n")
    assert "\x1b" not in shown
    assert shown.splitlines()[0].split() == ["line", "n", *metric_names()]


# On a terminal


def on_terminal(
    text: str, *arguments: str, columns: int = 80, typed: bool = False, **changes: str
) -> Outcome:
    """Run with standard output on a terminal that wide, the input from a pipe or typed."""
    pty = pytest.importorskip("pty")
    fcntl, termios = pytest.importorskip("fcntl"), pytest.importorskip("termios")
    controller, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    with subprocess.Popen(
        [*COMMAND, "permutation", "-", *arguments],
        stdin=terminal if typed else subprocess.PIPE,
        stdout=terminal,
        stderr=subprocess.PIPE,
        env=environment(**changes),
    ) as process:
        os.close(terminal)
        if typed:
            os.write(controller, text.encode() + b"\x04")
        else:
            process.stdin.write(text.encode())
            process.stdin.close()
        shown = _all_from(controller)
        errors = process.stderr.read().decode()
    return Outcome(process.returncode, shown.decode().replace("\r\n", "\n"), errors)


def _all_from(controller: int) -> bytes:
    shown = b""
    try:
        while chunk := os.read(controller, 65536):
            shown += chunk
    except OSError:  # Linux's way to say that the other side is closed
        pass
    finally:
        os.close(controller)
    return shown


def lines_seen(*arguments: str, **options: object) -> list[str]:
    outcome = on_terminal(*arguments, **options)
    assert (outcome.code, outcome.err) == (0, "")
    return COLOR.sub("", outcome.out).splitlines()


def headings(lines: list[str]) -> list[list[str]]:
    return [line.split() for line in lines if line.split()[:1] == ["line"]]


def too_wide(lines: list[str], columns: int) -> list[str]:
    return [line for line in lines if len(line) > columns]


@pytest.mark.slow
def test_a_narrow_terminal_splits_the_columns_of_a_table() -> None:
    lines = lines_seen("2 1 3\n1 2\n", columns=60)
    first, *others = headings(lines)
    assert len(others) > 1
    assert [*first, *(name for heading in others for name in heading[1:])] == [
        *("line", "n", *metric_names())
    ]
    assert not too_wide(lines, 60)


@pytest.mark.slow
def test_lines_typed_at_a_terminal_make_one_table() -> None:
    lines = lines_seen("2 1\n1 2\n1 3 2\n", "--metrics", "kendall", typed=True)
    assert len(headings(lines)) == 1


@pytest.mark.slow
def test_columns_overrules_the_terminal() -> None:
    lines = lines_seen("2 1 3\n1 2\n", columns=160, COLUMNS="60")
    assert len(headings(lines)) > 1
    assert not too_wide(lines, 60)


@pytest.mark.slow
def test_a_wide_terminal_shows_the_table_in_one_piece() -> None:
    lines = lines_seen("2 1 3\n1 2\n", columns=180)
    assert headings(lines) == [["line", "n", *metric_names()]]


@pytest.mark.slow
@pytest.mark.parametrize("option", ["--quiet", "--explain"], ids=["rewards", "counted"])
def test_a_card_fits_a_narrow_terminal(option) -> None:
    assert not too_wide(lines_seen(PAPER, option, columns=60), 60)


@pytest.mark.slow
def test_a_table_in_several_pieces_fits_a_narrow_terminal() -> None:
    assert not too_wide(lines_seen("2 1 3\n" * 1001, columns=60), 60)


@pytest.mark.slow
def test_a_tree_fits_a_narrow_terminal() -> None:
    swaps = " ".join(f"{i + 1} {i}" for i in range(1, 20, 2))
    drawing = lines_seen(swaps, "--tree", "--metrics", "ulam", columns=60)
    assert "├─ ⟨2,1⟩" in drawing
    assert not too_wide(drawing[1:], 60)
    wide = lines_seen(swaps, "--tree", "--metrics", "ulam", columns=160)
    assert any(line.count("⟨2,1⟩") == 10 for line in wide)


@pytest.mark.slow
@pytest.mark.parametrize("options", [["--tree"], ["--tree", "--explain"]], ids=" ".join)
def test_colour_changes_nothing_but_colour(options) -> None:
    coloured = on_terminal(PAPER, *options).out
    assert COLOR.search(coloured)
    assert "\x1b" not in COLOR.sub("", coloured)
    assert COLOR.sub("", coloured).split() == on_terminal(PAPER, *options, NO_COLOR="1").out.split()


@pytest.mark.slow
@pytest.mark.parametrize("changes", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=["no", "dumb"])
def test_no_colour_where_it_is_not_wanted(changes) -> None:
    assert "\x1b" not in on_terminal(f"{PAPER}\n2 1\n", "--tree", **changes).out


@pytest.mark.slow
@pytest.mark.parametrize("style", ["jsonl", "tsv"])
def test_formats_for_programs_are_the_same_on_a_terminal(score, style) -> None:
    options = ("--format", style, "--tree")
    assert on_terminal(PAPER, *options, columns=40).out == score(PAPER, *options)


@pytest.mark.slow
def test_a_file_is_not_coloured_when_run_from_a_terminal(tmp_path, score) -> None:
    target = tmp_path / "card.txt"
    assert on_terminal(PAPER, "--tree", "-o", str(target)) == (0, "", "")
    assert target.read_text(encoding="utf-8") == score(PAPER, "--tree")


def test_many_cards_are_separated_by_one_blank_line(score) -> None:
    rng = np.random.default_rng(0)
    text = "".join(f"{Permutation.random(n, rng)}\n" for n in range(1, 9))
    shown = score(text, "--explain", "--metrics", "ulam")
    assert not shown.startswith("\n")
    assert "\n\n\n" not in shown
    assert re.findall(r"^line (\d)", shown, re.MULTILINE) == list("12345678")
