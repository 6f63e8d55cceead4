"""Parsed sentences before and after reordering, with their places in the reference."""

from __future__ import annotations

import io

import pytest

from messages import refused
from wordorder import InputError, Permutation, UsageError
from wordorder.preordering import Entry, Rule, RuleSet, WordTest, draw_reordering, draw_reorderings
from wordorder.syntax import DependencyTree

VERB_LAST = RuleSet(
    "verb last", (Rule(WordTest(upos=("VERB",)), (Entry(("*",)), Entry(("self",))), "verbs"),)
)
NONE = RuleSet("none", ())


def sentence(*rows: str) -> str:
    cells = (row.split() for row in rows)
    lines = (
        f"{n}\t{form}\t_\t{upos}\t_\t_\t{head}\t{deprel}\t_\t_\n"
        for n, (form, upos, head, deprel) in enumerate(cells, 1)
    )
    return "".join(lines) + "\n"


RICE = sentence("We PRON 2 nsubj", "eat VERB 0 root", "rice NOUN 2 obj")
SLEEP = sentence("You PRON 2 nsubj", "sleep VERB 0 root")


def drawn(text: str = RICE + SLEEP, rules: RuleSet = VERB_LAST, links: str | None = None, **more):
    given = None if links is None else io.StringIO(links)
    return draw_reorderings(io.StringIO(text), rules, links=given, **more)


def test_each_word_has_its_new_place() -> None:
    first, second = drawn().drawings
    assert [word.place for word in first.layout.words] == [0, 2, 1]
    assert [word.text for word in first.layout.reordered] == ["We", "rice", "eat"]
    assert (first.title, second.title) == (
        "sentence 1: 3 words, 1 moved",
        "sentence 2: 2 words, 0 moved",
    )
    assert not drawn().more


def test_scores_stand_beside_those_of_the_source_order() -> None:
    """Over all words, the subject, which has no link, goes with the verb: rice we eat."""
    first, second = drawn(links="1-1 2-0\n\n").drawings
    assert first.title == (
        "sentence 1: 3 words, 1 moved; fuzzy: all words 0.000 (source order 0.500), "
        "linked words 1.000 (source order 0.000)"
    )
    assert second.title == "sentence 2: 2 words, 0 moved; no links"
    assert [word.reference for word in second.layout.words] == [None, None]


def test_places_in_the_reference() -> None:
    [first, _] = drawn(links="0-0 1-2 2-1\n0-0 1-1\n").drawings
    assert [word.number for word in first.layout.reordered] == ["1", "2", "3"]
    assert all(word.follows and word.linked for word in first.layout.words)
    [first, _] = drawn(rules=NONE, links="0-0 2-1\n0-0 1-1\n").drawings
    words = first.layout.words
    assert [(word.number, word.linked) for word in words] == [("1", 1), ("2", 0), ("3", 1)]


def test_lines_are_chosen() -> None:
    text = SLEEP * 7
    assert len(drawn(text).drawings) == 5
    assert drawn(text).more
    chosen = drawn(text, lines="7,2-3")
    assert [one.title.split(":")[0] for one in chosen.drawings] == [
        "sentence 2",
        "sentence 3",
        "sentence 7",
    ]
    assert not chosen.more
    with refused(InputError):
        drawn(text, lines=[8])
    with refused(UsageError):
        drawn(text, lines="0")


@pytest.mark.parametrize(
    "links",
    [
        "0-0\n",
        "3-0\n0-0\n",
    ],
)
def test_links_must_fit(links: str) -> None:
    with refused(InputError):
        drawn(links=links)


def test_an_order_must_fit_its_tree() -> None:
    with refused(InputError):
        draw_reordering(DependencyTree.parse(RICE), Permutation([1, 0]))
    with refused(InputError):
        draw_reordering(DependencyTree.parse(RICE), [1, 0, 2], [0])
    with refused(InputError):
        draw_reordering(DependencyTree.parse(RICE), [1, 0, 2], [0, 1, 2], [])


def test_control_characters_are_spelled_out() -> None:
    tree = DependencyTree.parse(RICE.replace("rice", "\x1b[31mrice").replace("obj", "o\x07j"))
    text = draw_reordering(tree, Permutation([0, 2, 1])).to_text(width=80, color=False)
    assert "\x1b" not in text
    assert "\x07" not in text


def test_a_text_is_parsed_first() -> None:
    class Parser:
        raw, name, signature = True, "fake", "fake-1"

        def conllu(self, sentences, advance) -> bytes:
            assert sentences == ["We eat rice."]
            advance(1)
            return RICE.encode()

    [first] = draw_reorderings(io.StringIO("We  eat rice.\n"), VERB_LAST, parser=Parser()).drawings
    assert [word.text for word in first.layout.reordered] == ["We", "rice", "eat"]
