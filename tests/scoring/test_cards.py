"""Sentences to look at: whose words are quoted, which side is which, how many must match."""

from __future__ import annotations

import pytest

import wordorder as wo
from messages import refused, warned
from wordorder.errors import InputError, UsageError
from wordorder.output import Screen, dumps, show


def cards(reference: str, translation: str, **options):
    return wo.score([reference], {"A": [translation]}, lang="en").worst(**options)


def test_moves_quote_the_words_of_the_translation() -> None:
    (card,) = cards("we see large houses near there", "near there we see big homes")
    assert list(card.moves()) == ["move “near there” to the end: kendall +0.533"]


def test_repeated_words_are_told_apart() -> None:
    (card,) = cards("we go to the house and to the lake", "to the house to the lake and we go")
    assert list(card.moves()) == [
        "move “we go” before “to (1st)”: kendall +0.389",
        "move “and” before “to (2nd)”: kendall +0.083",
    ]
    (card,) = cards("the dog saw the cat near them", "the the dog saw near them cat")
    assert list(card.moves()) == [
        "move “the (1st)” before “near”: kendall +0.143",
        "move “cat” before “near”: kendall +0.095",
    ]


def test_the_ordinal_counts_all_equal_words_of_the_translation() -> None:
    """The second `the` is not matched, but who reads the sentence sees it."""
    (card,) = cards("now they run to the market", "the market the run to they now")
    assert list(card.moves()) == [
        "move “the market” to the end: kendall +0.533",
        "move “run to” before “the (1st)”: kendall +0.267",
        "move “they” before “run”: kendall +0.067",
    ]


def test_both_sentences_are_shown_with_their_sides() -> None:
    (card,) = cards("we see large houses there", "there we see big homes")
    text = card.to_text()
    assert "\nleft, translation: there we see big homes\n" in text
    assert "\nright, reference:  we see large houses there\n" in text


@pytest.mark.parametrize("width", [40, 60, 80])
def test_nothing_but_single_words_is_wider_than_the_screen(width) -> None:
    reference = "this is a rather long sentence with many words that has to be wrapped somewhere"
    words = reference.split()
    (card,) = cards(reference, " ".join([*words[5:], *words[:5]]))
    text = card.to_text(width=width)
    assert max(map(len, text.splitlines())) <= width
    assert " ".join(reference.split()) in " ".join(text.split())


@pytest.mark.parametrize(("min_words", "lines"), [(1, [1, 2]), (2, [1, 2]), (3, [2]), (6, [])])
def test_sentences_with_few_matched_words_are_left_out(min_words, lines) -> None:
    reference, hypothesis = ["red dogs", "a b c d e"], ["dogs red", "e d c b a"]
    result = wo.score(reference, {"A": hypothesis, "B": reference}, lang="en")
    assert sorted(c.line for c in result.worst(min_words=min_words)) == lines
    found = {c.line for c in result.diff("A", "B", min_words=min_words)}
    assert sorted(found) == lines
    assert sorted(result.records("worst", str(min_words)).columns["line"]) == lines


def test_a_swap_of_two_words_says_little() -> None:
    result = wo.score(["red dogs", "a b c d e"], {"A": ["dogs red", "e d c b a"]}, lang="en")
    assert [c.line for c in result.worst()] == [2]


@pytest.mark.parametrize("min_words", [0, -1, "x", 1.5, None])
def test_odd_numbers_of_words(min_words) -> None:
    with refused(UsageError):
        wo.score(["a b"], {"A": ["b a"]}).worst(min_words=min_words)


@pytest.mark.parametrize("width", [40, 60, 80, 160])
def test_every_line_of_the_scores_fits_the_screen(width) -> None:
    reference = ["we have seen the large house there", "she reads a new book every day"] * 20
    other = ["there the large house we have seen", "every day she a new book reads"] * 20
    named = {"a-baseline-with-a-name": reference, "another-system": other}
    result = wo.score(reference, named, lang="en", metrics="all")
    shown = show(
        result,
        views=["length", "worst", "pairs"],
        top=2,
        screen=Screen(width),
        command="wordorder score reference.txt a-baseline-with-a-name.txt another-system.txt",
    )
    # The parts of a signature are not cut: they would have to be put together again.
    too_long = [line for line in shown.splitlines() if len(line) > width and "|" not in line]
    assert too_long == []
    assert result.signature in shown.replace("|\n", "|")


# --- Where two systems differ


def compared() -> wo.ScoreResult:
    """B has other words in line 1, another order in line 2, and a worse one in line 3."""
    reference = ["w e r t z u", "a b c d e f", "k l m n o p"]
    texts = {
        "A": ["w e t r z u", "a b c d e f", "k l m n o p"],
        "B": ["w e q r z u", "a b d c e f", "p o n m l k"],
    }
    return wo.score(reference, texts)


def test_differences_are_those_of_shared_words() -> None:
    result = compared()
    own = result.segment("fuzzy")
    assert (own[0] != own[1]).all()  # without t, all words of the first line are in order
    cards = result.diff("A", "B")
    assert [(card.line, card.translation.system) for card in cards] == [
        (3, "A"),
        (3, "B"),
        (2, "A"),
        (2, "B"),
    ]
    assert cards[2].title == (
        "A, line 2: fuzzy 1.000, 6 of 6 words matched; on 6 shared words B − A -0.600"
    )
    assert result.diff("B", "A")[-1].title.endswith("; on 6 shared words A − B +0.600")
    columns = result.records("diff", "A", "B").columns
    assert columns["shared_words"] == [6] * 4
    assert columns["shared_difference"] == pytest.approx([-1, -1, -0.6, -0.6])
    assert "shared_words" not in result.records("worst").columns


def test_the_differences_of_sentences_make_up_that_of_the_systems() -> None:
    result = compared()
    weighted, weights = result.sentences.differences([("A", "B")])
    found = result.comparison("A", "B").shared["fuzzy"].difference
    assert weighted.sum() / weights.sum() == pytest.approx(found)


def test_differences_are_the_same_in_a_loaded_result() -> None:
    result = compared()
    loaded = wo.ScoreResult.from_dict(result.to_dict(sentences=True))
    for pair in (("A", "B"), ("B", "A")):
        assert loaded.diff(*pair) == result.diff(*pair)
    assert dumps(loaded.to_dict(sentences=True)) == dumps(result.to_dict(sentences=True))
    document = result.to_dict(sentences={2})
    some = wo.ScoreResult.from_dict(document)
    with warned():
        assert some.diff("A", "B") == result.diff("A", "B")[2:]
    for key, wrong in (
        ("first", "nobody"),
        ("weight", 0),
    ):
        document["sentences"][0]["shared"][0][key] = wrong
        with refused(InputError):
            wo.ScoreResult.from_dict(document)
