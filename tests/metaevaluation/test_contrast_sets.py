"""Contrast sets."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from messages import refused
from wordorder.errors import InputError, UsageError
from wordorder.metaevaluation import ContrastSet, read_contrasts, read_judgements

DATA = Path(__file__).parents[3] / "shared" / "data"
TEXT = "kind\treference\tbetter\tworse\nswap\ta b\ta b\tb a\ndrop\tc \\n\tc d\tc d\n"


def test_an_item_is_a_line_on_which_better_beats_worse() -> None:
    found = read_contrasts(io.StringIO(TEXT), name="mine")
    assert found.texts() == {"better": ("a b", "c d"), "worse": ("b a", "c d")}
    assert found.references == ("a b", "c \\n")
    judged = found.judgements
    assert judged.pairs().line.tolist() == [1, 2]
    assert judged.pairs().difference.tolist() == [1, 1]
    assert judged.labels == {1: "swap", 2: "drop"}
    assert judged.counts["identical_texts"] == 1
    (same,) = read_judgements(io.StringIO(TEXT), pair="mine").values()
    assert (same.name, same.systems, same.counts) == ("mine", ("better", "worse"), judged.counts)


def test_kinds_may_be_missing_and_columns_have_other_names() -> None:
    text = "translation\treference\tperturbed\tid\na\tr\tb\t7\n"
    assert read_contrasts(io.StringIO(text)).kinds == ()
    assert read_contrasts(io.StringIO(text)).judgements.labels == {}


@pytest.mark.parametrize(
    "text",
    [
        "reference\tbetter\na\tb\n",
        "reference\tbetter\ttranslation\tworse\na\ta\ta\tb\n",
        "reference\tbetter\tworse\na\tb\n",
    ],
)
def test_what_cannot_be_read_is_named(text: str) -> None:
    with refused(InputError):
        read_contrasts(io.StringIO(text))


def test_an_empty_set_has_no_judgements() -> None:
    with refused(InputError):
        _ = ContrastSet("x", (), (), ()).judgements
    with refused(UsageError):
        ContrastSet("x", ("a",), ("a",), ())


@pytest.mark.slow
@pytest.mark.skipif(not DATA.exists(), reason="needs ../shared/data")
def test_demetr() -> None:
    found = read_contrasts(DATA / "demetr/items.tsv")
    assert len(found.references) == 7_377
    assert len(set(found.kinds)) == 17
    assert found.judgements.counts["comparisons"] == 7_377
