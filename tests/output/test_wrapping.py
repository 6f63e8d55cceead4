"""What is written on a narrow screen can be read there."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from wordorder.output import Column, Estimate, Table, render, wrapped

WORDS = st.lists(st.text("ab語é", min_size=1, max_size=9), min_size=1, max_size=20)


@given(WORDS, st.integers(1, 30))
def test_lines_fit_and_nothing_is_lost(words, width) -> None:
    lines = wrapped(" ".join(words), width, indent="").split("\n")
    assert " ".join(lines) == " ".join(words)
    assert all(cell_len(line) <= width or " " not in line for line in lines)


@given(WORDS, st.integers(1, 30))
def test_a_signature_is_cut_behind_its_bars(words, width) -> None:
    lines = wrapped("|".join(words), width, at="|").split("\n")
    assert "".join(lines) == "|".join(words)
    assert all(line.endswith("|") for line in lines[:-1])
    assert all(cell_len(line) <= width or line.count("|") <= 1 for line in lines)


def test_a_command_can_be_pasted() -> None:
    shown = wrapped("wordorder score ref.txt a.txt b.txt", 18, indent="    ", end=" \\")
    assert shown == "wordorder score \\\n    ref.txt \\\n    a.txt b.txt"


def table(*names: str) -> Table:
    columns = [Column("system", "left")]
    for measure in ("precision", "recall", "f1"):
        columns += [Column(measure, digits=3), Column(f"{measure} ends", "left", joined=True)]
    rows = [[name, *[0.5, "0.4–0.6"] * 3] for name in names]
    return Table(columns, rows, note="A note that is long enough to need several lines somewhere.")


@pytest.mark.parametrize("width", range(34, 100))
def test_an_interval_stays_with_its_measure(width) -> None:
    text = render(table("A", "B"), "plain", width=width)
    assert max(map(len, text.splitlines())) <= width
    for measure in ("precision", "recall", "f1"):
        (heading,) = (line for line in text.splitlines() if f" {measure} " in line)
        assert f"{measure}  {measure} ends" in heading


@pytest.mark.parametrize("width", [40, 60, 80])
def test_a_long_name_has_a_line_of_its_own(width) -> None:
    name = "newstest2013.de-en.a-system-with-a-very-long-name-indeed.and-more"
    lines = render(table("A", name), "plain", width=width).splitlines()
    whole = [line for line in lines if name in line]
    assert set(whole) == {name}
    assert max(len(line) for line in lines if line != name) <= width
    for line in whole:
        row = lines[lines.index(line) + 1]
        assert row.split()[0] == "0.500"
        assert row.startswith(" ")


def test_a_cell_wider_than_the_screen_changes_no_labels() -> None:
    wide = Table([Column("line", "left"), Column("text", "left")], [["a name", "x" * 100]])
    assert render(wide, "plain", width=40).splitlines()[1] == "a name  " + "x" * 100


@pytest.mark.parametrize(
    ("estimate", "lopsided"),
    [
        (Estimate(0.5, 0.4, 0.6), False),
        (Estimate(0.5, 0.499, 0.502), False),  # the same in three digits, nearly
        (Estimate(0.5, 0.3, 0.6), True),
        (Estimate(0.98, 0.9, 1.0), True),
        (Estimate(1.0, 1.0, 1.0), False),
        (Estimate(0.5, float("nan"), float("nan")), False),
    ],
)
def test_a_lopsided_interval_is_shown_by_its_ends(estimate, lopsided) -> None:
    even = Estimate(0.3, 0.2, 0.4)
    shown = Table([Column("f1", digits=3)], [[estimate], [even]]).shown_rows()
    assert shown[1] == (["0.300 [0.200, 0.400]"] if lopsided else ["0.300 ±0.100"])
