"""Hints about texts: which side looks odd, and what really helps."""

from __future__ import annotations

import warnings

import pytest

import wordorder as wo
from wordorder.errors import WordorderWarning
from wordorder.text import looks_like_subwords

RAW = ["Yes, it is here.", "No, it is not.", "Well, it may be."] * 10
SPLIT = ["Yes , it is here .", "No , it is not .", "Well , it may be ."] * 10
PIECES = ["Yes , it is he@@ re .", "No , it i@@ s not .", "We@@ ll , it may be ."] * 10
SENTENCE_PIECES = [
    "▁Yes , ▁it ▁is ▁he re .",
    "▁No , ▁it ▁is ▁not .",
    "▁We ll , ▁it ▁may ▁be .",
] * 10


def hints(reference, systems, **options) -> list[str]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        wo.score(reference, systems, **{"lang": "en", **options})
    return [str(one.message) for one in caught if one.category is WordorderWarning]


def test_nothing_odd() -> None:
    assert hints(RAW, {"A": RAW}) == []
    assert hints(SPLIT, {"A": SPLIT}, tokenize="none") == []


def test_all_texts_are_tokenised() -> None:
    hint, copies = hints(SPLIT, {"A": SPLIT, "B": SPLIT})
    assert copies == "A and B are the same text"
    assert hint == (
        "the reference, A and B look tokenised already, and 13a splits them again; "
        "tokenize=none keeps their words"
    )


@pytest.mark.parametrize(
    ("reference", "systems", "told"),
    [
        (RAW, {"A": SPLIT}, "A looks tokenised, the reference does not; detokenise A"),
        (SPLIT, {"A": RAW}, "the reference looks tokenised, A does not; detokenise the reference"),
        (
            RAW,
            {"A": SPLIT, "B": RAW, "C": SPLIT[::-1]},
            "A and C look tokenised, the reference and B do not; detokenise A and C",
        ),
    ],
)
def test_one_side_is_tokenised(reference, systems, told) -> None:
    """To keep the words as they are would make it worse: `here.` and `here` would differ."""
    hint = hints(reference, systems)[0]
    rest = "or tokenise all texts in the same way and use tokenize=none"
    assert hint == f"{told}, {rest}"


def test_several_references_are_told_apart() -> None:
    (hint,) = hints([SPLIT, RAW], {"A": RAW})
    assert hint.startswith("reference 1 looks tokenised, reference 2 and A do not; detokenise ref")


def test_words_are_kept_although_one_side_is_raw() -> None:
    (hint,) = hints(RAW, {"A": SPLIT}, tokenize="none")
    assert hint.startswith("A looks tokenised, the reference does not; detokenise A")


def test_words_are_kept_although_all_texts_are_raw() -> None:
    (hint,) = hints(RAW, {"A": RAW}, tokenize="none")
    assert hint == (
        "the reference and A do not look tokenised, so punctuation stays attached to words; "
        "leave out tokenize=none"
    )


@pytest.mark.parametrize("tokenize", ["none", "13a"])
def test_text_without_punctuation_is_neither(tokenize) -> None:
    plain = ["yes it is here", "no it is not", "well it may be"] * 10
    assert hints(plain, {"A": plain}, tokenize=tokenize) == []
    (hint,) = hints(SPLIT, {"A": plain})
    assert hint.startswith("the reference looks tokenised already")


def test_the_hint_makes_scores_better() -> None:
    """What the hint does not say, --tokenize none for one tokenised side, makes them worse."""

    def bleu1(reference, system, **options) -> float:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return wo.score(reference, {"A": system}, lang="en", **options).value("A", "bleu1")

    assert bleu1(RAW, SPLIT, tokenize="none") < bleu1(RAW, SPLIT)
    assert bleu1(SPLIT, SPLIT, tokenize="none") == bleu1(RAW, SPLIT) == 1


@pytest.mark.parametrize("pieces", [PIECES, SENTENCE_PIECES])
@pytest.mark.parametrize("tokenize", ["none", "13a"])
def test_subwords(pieces, tokenize) -> None:
    hint, *_ = hints(RAW, {"A": pieces}, tokenize=tokenize)  # few words match, too
    assert hint == "A looks split into subwords (@@ or ▁); merge the pieces into words first"
    (hint,) = hints(pieces, {"A": pieces}, tokenize=tokenize)
    assert hint.startswith("the reference and A look split into subwords (@@ or ▁); merge")


@pytest.mark.parametrize(
    "lines",
    [[], [""], RAW, SPLIT, PIECES[:2], ["mail@@ example"], ["a@@b c@@d"] * 9, [*RAW, *PIECES[:3]]],
)
def test_other_text_has_no_subwords(lines) -> None:
    assert not looks_like_subwords(lines)


def test_no_language_is_guessed() -> None:
    (hint,) = hints(["я вижу дом"] * 30, {"A": ["дом вижу я"] * 30}, lang=None)
    assert hint == (
        "without lang= only equal words match; lang=CODE, the language of the texts "
        "(en, de, ru, zh-CN, …), adds stems and synonyms if available"
    )


@pytest.mark.parametrize(
    ("reference", "odd"), [(RAW, ("B",)), (SPLIT, ("A", "C")), ([RAW, SPLIT], ("A", "B", "C"))]
)
def test_those_systems_are_doubted_that_differ_from_the_reference(reference, odd) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = wo.score(reference, {"A": RAW, "B": SPLIT, "C": RAW}, lang="en")
    assert found.doubts[0].systems == odd
    assert "tokenize" not in found.doubts[0].text  # a result does not know how it is spelled
    assert found.doubts[0].text.isprintable()


def test_no_system_is_doubted_if_all_texts_are_alike() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = wo.score(SPLIT, {"A": SPLIT, "B": SPLIT[::-1]}, lang="en")
    assert found.doubts[0].systems == ()
