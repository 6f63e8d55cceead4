"""Rules applied to parses: against the definition, and what must hold whatever the rules are."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracles.lifting import below, is_contiguous
from rule_strategies import (
    FORMS,
    LEMMAS,
    MARKERS,
    NAMED_RELATIONS,
    RELATIONS,
    TAGS,
    batch_of,
    expected,
    parses,
    rule_sets,
)
from syntax_strategies import all_trees
from wordorder import InputError, _kernels
from wordorder.preordering import Entry, Rule, RuleSet, WordTest, reorder
from wordorder.preordering.rules.compiled import CompiledRules

if TYPE_CHECKING:
    from wordorder.permutation import PermutationBatch

Parse = tuple[list[int], list[dict[str, Any]]]


def orders(found: PermutationBatch) -> list[list[int]]:
    rows = np.split(found.orders, found.offsets[1:-1])
    return [row.tolist() for row in rows]


def one_rule(*order: Entry) -> RuleSet:
    return RuleSet("test", (Rule(WordTest(), order, "all"),))


NONE = one_rule(Entry(("*",), "before"), Entry(("self",)), Entry(("*",), "after"))
REVERSE = one_rule(
    Entry(("*",), "after", manner="reverse"),
    Entry(("self",)),
    Entry(("*",), "before", manner="reverse"),
)


@pytest.mark.slow
@given(st.lists(parses(), min_size=1, max_size=4), rule_sets())
def test_the_kernel_does_what_the_definition_says(
    given_parses: list[Parse], rules: RuleSet
) -> None:
    found = reorder(batch_of(given_parses), rules)
    assert orders(found) == [expected(*parse, rules) for parse in given_parses]


@pytest.mark.slow
@given(parses(), rule_sets())
def test_words_that_belong_together_stay_together(parse: Parse, rules: RuleSet) -> None:
    tree, _ = parse
    (order,) = orders(reorder(batch_of([parse]), rules))
    assert sorted(order) == list(range(len(tree)))
    for node in range(len(tree)):
        if is_contiguous(tree, node):
            places = [order.index(word) for word in below(tree, node)]
            assert max(places) - min(places) + 1 == len(places)


@given(parses())
def test_none_is_the_source_and_reverse_its_mirror_whatever_the_tree(parse: Parse) -> None:
    tree, _ = parse
    trees = batch_of([parse])
    assert orders(reorder(trees, NONE)) == [list(range(len(tree)))]
    assert orders(reorder(trees, RuleSet("empty", ()))) == [list(range(len(tree)))]
    assert orders(reorder(trees, REVERSE)) == [list(range(len(tree)))[::-1]]


def random_word(rng: random.Random) -> dict[str, Any]:
    feats = {("Polarity", "Neg")} if rng.random() < 0.3 else set()
    return {
        "form": rng.choice(FORMS),
        "upos": rng.choice(TAGS),
        "xpos": rng.choice(["VB", "NN"]),
        "lemma": rng.choice(LEMMAS),
        "deprel": rng.choice(RELATIONS),
        "feats": feats,
    }


def random_rule(rng: random.Random, number: int) -> Rule:
    def test() -> WordTest:
        return rng.choice(
            [
                WordTest(),
                WordTest(upos=(rng.choice(TAGS),)),
                WordTest(deprel=(rng.choice(NAMED_RELATIONS),)),
                WordTest(marker=(rng.choice(MARKERS),)),
                WordTest(lemma=("not",), xpos=("VB",)),
                WordTest(features=(("Polarity", ("Neg",)),)),
            ]
        )

    order = [
        Entry(
            (rng.choice([*NAMED_RELATIONS, "*"]),),
            rng.choice([None, "before", "after"]),
            test(),
            rng.choice(["normal", "reverse", "fixed"]),
        )
        for _ in range(rng.randrange(4))
    ]
    order += [Entry(("*",)), Entry(("self",), manner=rng.choice(["normal", "fixed"]))]
    rng.shuffle(order)
    return Rule(test(), tuple(order), f"rule {number}")


@pytest.mark.parametrize("words", [1, 2, 3, 4, pytest.param(5, marks=pytest.mark.slow)])
def test_all_small_trees(words: int) -> None:
    rng = random.Random(words)
    sentences = [(tree, [random_word(rng) for _ in tree]) for tree in all_trees(words)]
    trees = batch_of(sentences)
    for _ in range(20):
        rules = RuleSet("random", tuple(random_rule(rng, n) for n in range(rng.randrange(1, 4))))
        assert orders(reorder(trees, rules)) == [
            expected(tree, tokens, rules) for tree, tokens in sentences
        ]


def plain(deprel: str, upos: str = "NOUN", **columns: Any) -> dict[str, Any]:
    word = {"form": "w", "upos": upos, "xpos": "NN", "lemma": "_", "deprel": deprel, "feats": set()}
    return {**word, **columns}


def test_the_exact_label_beats_the_base_label_which_beats_all_others() -> None:
    parse = [-1, 0, 0, 0], [plain("root"), plain("nsubj:pass"), plain("nsubj"), plain("det")]
    rules = one_rule(
        Entry(("*",)),
        Entry(("nsubj",)),
        Entry(("nsubj:pass",)),
        Entry(("nsubj",)),
        Entry(("self",)),
    )
    assert orders(reorder(batch_of([parse]), rules)) == [[3, 2, 1, 0]]


def test_an_entry_whose_test_fails_leaves_the_child_to_the_next() -> None:
    negation = plain("advmod", feats={("Polarity", "Neg")})
    parse = [-1, 0, 0], [plain("root"), negation, plain("advmod")]
    polar = WordTest(features=(("Polarity", ("Neg",)),))
    rules = one_rule(Entry(("*",)), Entry(("advmod",), None, polar), Entry(("self",)))
    assert orders(reorder(batch_of([parse]), rules)) == [[2, 1, 0]]


def test_fixed_units_keep_their_place_among_the_units() -> None:
    rules = one_rule(Entry(("*",)), Entry(("self",)), Entry(("punct",), manner="fixed"))
    flat = [-1, 0, 0, 0], [plain(r) for r in ("root", "punct", "obj", "punct")]
    assert orders(reorder(batch_of([flat]), rules)) == [[2, 1, 0, 3]]


def test_the_first_rule_that_matches_wins_and_others_keep_the_order_of_the_source() -> None:
    last, first = (Entry(("*",)), Entry(("self",))), (Entry(("self",)), Entry(("*",)))
    rules = RuleSet(
        "two",
        (Rule(WordTest(upos=("VERB",)), last, "verbs"), Rule(WordTest(lemma=("be",)), first, "be")),
    )
    verb = [1, -1, 1], [plain("dep"), plain("root", "VERB", lemma="be"), plain("dep")]
    noun = [1, -1, 1], [plain("dep"), plain("root"), plain("dep")]
    copula = [1, -1, 1], [plain("dep"), plain("root", lemma="be"), plain("dep")]
    trees = batch_of([verb, noun, copula])
    assert orders(reorder(trees, rules)) == [[0, 2, 1], [0, 1, 2], [1, 0, 2]]
    assert orders(reorder(trees, rules.without("verbs"))) == [[1, 0, 2], [0, 1, 2], [1, 0, 2]]
    found = CompiledRules(rules).arrange(trees)
    assert found.rules.tolist() == [-1, 0, -1, -1, -1, -1, -1, 1, -1]
    assert found.entries.tolist() == [0, -1, 0, -1, -1, -1, 1, -1, 1]


def test_a_word_has_every_value_of_a_feature() -> None:
    several = plain("obj", feats={("Case", "Acc"), ("Case", "Dat")})
    parse = [-1, 0, 0], [plain("root"), several, plain("obj", feats={("Case", "Nom")})]
    for value, order in {
        "Acc": [1, 0, 2],
        "Dat": [1, 0, 2],
        "Nom": [2, 0, 1],
        "Gen": [0, 1, 2],
    }.items():
        test = WordTest(features=(("Case", (value,)),))
        rules = one_rule(Entry(("obj",), None, test), Entry(("self",)), Entry(("*",)))
        assert orders(reorder(batch_of([parse]), rules)) == [order]


@pytest.mark.parametrize("chain", ["left", "right"])
def test_a_chain_of_thousands_of_words(chain: str) -> None:
    size = 4000
    tree = [-1, *range(size - 1)] if chain == "left" else [*range(1, size), -1]
    trees = batch_of([(tree, [plain("dep")] * size)])
    assert orders(reorder(trees, REVERSE)) == [list(range(size))[::-1]]


def test_rows_without_words_and_parts_of_a_batch() -> None:
    parse = [1, -1], [plain("dep"), plain("root")]
    trees = batch_of([parse, parse, parse])
    assert orders(reorder(trees.rows(1, 3), REVERSE)) == [[1, 0], [1, 0]]
    lemma = one_rule(Entry(("dep",), None, WordTest(lemma=("_",))), Entry(("self",)), Entry(("*",)))
    assert orders(reorder(trees.rows(1, 3), lemma)) == [[0, 1], [0, 1]]
    assert len(reorder(trees.rows(0, 0), REVERSE)) == 0


def ragged(*rows: list[int]) -> _kernels.Ragged:
    offsets = np.cumsum([0, *map(len, rows)], dtype=np.int64)
    return _kernels.Ragged(np.array([n for row in rows for n in row], np.int32), offsets)


def int32(*numbers: int) -> np.ndarray:
    return np.array(numbers, np.int32)


GOOD_TABLES: dict[str, Any] = {
    "columns": int32(0),
    "tests": ragged([], [0]),
    "heads": int32(1),
    "entries": ragged([0, 0]),
    "sides": int32(0, 0),
    "manners": int32(0, 0),
    "named": ragged([0], [1]),
    "labels": 2,
}
BAD_TABLES: dict[str, list[Any]] = {
    "columns": [int32(6), int32(-1), int32()],
    "tests": [ragged([], [1]), ragged([]), ragged([], [-1])],
    "heads": [int32(2), int32(-1), int32(), int32(0, 0)],
    "entries": [ragged([0, 2]), ragged([0]), ragged(), ragged([0, 0], [])],
    "sides": [int32(0), int32(0, 3), int32(0, -1)],
    "manners": [int32(0), int32(0, 3), int32(0, -1)],
    "named": [ragged([0], [2]), ragged([0], []), ragged([], [1]), ragged([0]), ragged([0], [1, 1])],
    "labels": [0, 1, 3, -1],
}


@pytest.mark.parametrize("name", BAD_TABLES)
def test_hostile_tables_are_refused(name: str) -> None:
    _kernels.RuleTables(**GOOD_TABLES)
    for bad in BAD_TABLES[name]:
        with pytest.raises(InputError):
            _kernels.RuleTables(**{**GOOD_TABLES, name: bad})


def test_hostile_words_are_refused() -> None:
    tables = _kernels.RuleTables(**GOOD_TABLES)
    good: dict[str, Any] = {
        "heads": ragged([-1, 0]),
        "deprels": int32(0, 0),
        "upos": int32(7, 7),
        "xpos": None,
        "lemmas": None,
        "markers": None,
        "features": None,
        "allowed": ragged([7]),
        "labels": int32(0),
        "base_labels": int32(0),
    }
    assert _kernels.arrange_words(tables, **good).places.values.tolist() == [1, 0]
    bad: dict[str, list[Any]] = {
        "heads": [ragged(row) for row in ([-1, 2], [-1, -2], [-1, -1], [1, 0], [-1, 1], [-1])],
        "deprels": [int32(0), int32(0, 1), int32(0, -1)],
        "upos": [int32(7)],
        "allowed": [ragged(), ragged([7], [7])],
        "labels": [int32(2), int32(-1), int32(), int32(0, 0)],
        "base_labels": [int32(2), int32(-1), int32(), int32(0, 0)],
    }
    for name, values in bad.items():
        for value in values:
            with pytest.raises(InputError):
                _kernels.arrange_words(tables, **{**good, name: value})
    for column in (2, 3, 4, 5):
        looking = _kernels.RuleTables(**{**GOOD_TABLES, "columns": int32(column)})
        with pytest.raises(InputError, match="look at words not given"):
            _kernels.arrange_words(looking, **good)
