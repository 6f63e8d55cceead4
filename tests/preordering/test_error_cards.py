"""Sentences with their trees and orders, as a person sees them."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from document_checks import there_and_back
from messages import refused
from wordorder.errors import InputError
from wordorder.output import dumps
from wordorder.preordering import CardParse, Ceilings, ErrorCard, MisplacedKinds, PreorderingErrors

PARSE = CardParse(
    "parse",
    ("PRON", "VERB", "NOUN"),
    (1, -1, 1),
    ("nsubj", "root", "dep"),
    (0, 1, 2),
    (0, 0, 1),
    0.0,
)
GOLD = replace(
    PARSE, name="gold", labels=("nsubj", "root", "obj"), order=(0, 2, 1), shifts=(0,) * 3
)
CARD = ErrorCard(7, "fuzzy", ("We", "eat", "rice"), (True,) * 3, ((0,), (2,), (1,)), (PARSE,))
BOTH = replace(CARD, parses=(PARSE, replace(GOLD, score=1.0)))


def test_a_card() -> None:
    assert str(CARD) == (
        "sentence 7: fuzzy 0.000; 1 of 3 judged words misplaced, 3 words in all\n"
        "\n"
        "         root\n"
        " ┌─nsubj─┐ │ ┌─dep─┐\n"
        " ▼       │ ▼ │     ▼\n"
        " We       eat     rice\n"
        "PRON     VERB     NOUN\n"
        "\n"
        "wanted: We rice eat\n"
        "found:  We eat ←rice"
    )


def test_two_parses_side_by_side() -> None:
    _, trees, orders = BOTH.to_text(width=60).split("\n\n")
    assert trees.split("\n") == [
        "parse                          gold",
        "         root                           root",
        " ┌─nsubj─┐ │ ┌─dep*─┐           ┌─nsubj─┐ │ ┌─obj*─┐",
        " ▼       │ ▼ │      ▼           ▼       │ ▼ │      ▼",
        " We       eat      rice         We       eat      rice",
        "PRON     VERB      NOUN        PRON     VERB      NOUN",
    ]
    assert orders == "wanted: We rice eat\nparse:  We eat ←rice\ngold:   We rice eat\n"


def test_colours_do_not_shift_the_second_tree() -> None:
    plain = re.sub(r"\x1b\[\d*m", "", BOTH.to_text(width=60, color=True))
    assert plain == BOTH.to_text(width=60)


def test_two_parses_one_below_the_other() -> None:
    text = BOTH.to_text(width=30)
    assert text.index("parse\n") < text.index("dep*") < text.index("gold\n") < text.index("obj*")
    assert max(map(len, text.split("\n"))) <= 30


def test_trees_of_different_height_stand_on_one_line() -> None:
    flat = replace(GOLD, heads=(-1, 0, 1), labels=("root", "dep", "dep"))
    lines = replace(CARD, parses=(PARSE, flat)).to_text(width=80).split("\n")
    [words] = [line for line in lines if line.count("We ") == 2 and "rice" in line]
    assert words.count("rice") == 2


def test_free_order_is_in_braces() -> None:
    free = replace(CARD, wanted=((0,), (1, 2)))
    assert free.wanted_text == "We {{ eat rice }}"


def test_arrows_point_to_where_a_word_belongs() -> None:
    assert CARD.found_text(replace(PARSE, shifts=(-1, 0, 2))) == "We→ eat ←rice"


def test_a_very_long_sentence_is_not_drawn() -> None:
    words = 1001
    parse = CardParse(
        "parse", ("X",) * words, (-1, *range(words - 1)), ("dep",) * words, (*range(words),),
        (0,) * words, 0.5,
    )  # fmt: skip
    card = ErrorCard(1, "fuzzy", ("a",) * words, (True,) * words, (), (parse,))
    assert "─" not in card.to_text(width=80)


def test_control_characters_are_shown() -> None:
    assert "\x1b" not in replace(CARD, words=("\x1b[31m", "eat", "rice")).to_text()


@pytest.mark.parametrize(
    "change",
    [
        {"heads": [1, -1, 2]},
        {"heads": [1, 0, 1]},
        {"heads": [1, -1]},
        {"heads": [7, -1, 1]},
        {"order": [0, 0, 1]},
        {"order": [0, 1, 2.5]},
        {"shifts": [0, 0, "1"]},
        {"score": None},
        {"tags": ["X", "Y", 3]},
    ],
    ids=str,
)
def test_a_damaged_parse_is_refused(change) -> None:
    document = json.loads(dumps(result().to_dict()))
    document["worst"][0]["parses"][0].update(change)
    with refused(InputError):
        PreorderingErrors.from_dict(document)


@pytest.mark.parametrize("change", [{"wanted": [[3]]}, {"judged": [True]}, {"parses": []}], ids=str)
def test_a_damaged_card_is_refused(change) -> None:
    document = json.loads(dumps(result().to_dict()))
    document["worst"][0].update(change)
    with refused(InputError):
        PreorderingErrors.from_dict(document)


def result() -> PreorderingErrors:
    kinds = MisplacedKinds((), (), ())
    return PreorderingErrors(
        "wordorder:1|metric:fuzzy", "fuzzy", True, 1, 0, Ceilings(0.0, 1.0), kinds, (), None,
        (BOTH,), (CARD,),
    )  # fmt: skip


def test_what_is_saved_is_read_again() -> None:
    read = there_and_back(result())
    assert (read.worst, read.differences) == ((BOTH,), (CARD,))
