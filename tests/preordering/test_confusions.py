"""What errors of the parser cost."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies as st

from oracles import preorder_errors as oracle
from oracles.preorder_errors import Word
from preorder_corpora import RULES, Sentence, corpora, references_of, trees_of
from wordorder.ordering import ordering_scores
from wordorder.preordering import reorder
from wordorder.preordering.confusions import parser_confusions
from wordorder.preordering.faults import OrderScorer
from wordorder.preordering.rules.compiled import CompiledRules


def scores(parses, corpus, linked_only) -> np.ndarray:
    orders = reorder(trees_of(parses), RULES)
    judged = references_of(corpus).relative(orders, linked_only=linked_only)
    return ordering_scores(judged.values, judged.offsets, "fuzzy")["fuzzy"]


def found_in(corpus, linked_only=True, **options):
    parses, golds = [one.parse for one in corpus], [one.gold for one in corpus]
    scorer = OrderScorer(references_of(corpus), "fuzzy", linked_only)
    before = scores(parses, corpus, linked_only)
    trees = trees_of(parses), trees_of(golds)
    return parser_confusions(scorer, CompiledRules(RULES), *trees, before, **options)


@pytest.mark.slow
@given(corpus=corpora, linked_only=st.booleans())
def test_each_kind_of_error_alone(corpus, linked_only) -> None:
    found = {one[:3]: one for one in found_in(corpus, linked_only)}
    before = scores([one.parse for one in corpus], corpus, linked_only)
    kinds = {error for one in corpus for error in oracle.errors(one.parse, one.gold)}
    assert set(found) == kinds
    for error in kinds:
        parses, words, repaired, rows = [], 0, 0, 0
        for one in corpus:
            wrong = oracle.errors(one.parse, one.gold).get(error, [])
            parses.append(oracle.repaired(one.parse, one.gold, error, wrong))
            words, rows = words + len(wrong), rows + bool(wrong)
            repaired += sum(parses[-1][word] != one.parse[word] for word in wrong)
        after = scores(parses, corpus, linked_only)
        gains = (after - before)[~np.isnan(before)]
        one = found[error]
        assert (one.words, one.sentences, one.repaired) == (words, rows, repaired)
        assert one.cost == pytest.approx(gains.mean())
        assert (one.better, one.worse) == ((gains > 0).sum(), (gains < 0).sum())
        risen = np.nan_to_num(after - before)
        assert one.example == (int(risen.argmax()) + 1 if risen.max() > 0 else None)


@pytest.mark.slow
@given(corpus=corpora)
def test_the_most_expensive_comes_first(corpus) -> None:
    found = found_in(corpus)
    assert list(found) == sorted(
        found, key=lambda one: (one.gold != "*", -one.cost, -one.words, one[:3])
    )


@pytest.mark.slow
@given(corpus=corpora)
def test_memory_is_bounded(corpus) -> None:
    assert found_in(corpus, at_a_time=1) == found_in(corpus)


def test_the_gold_parse_has_no_errors() -> None:
    words = [Word("VERB", -1, "root"), Word("NOUN", 0, "obj")]
    assert found_in([Sentence(words, words, [(0, 1), (1, 0)])]) == ()


def test_the_root_moves_as_a_whole() -> None:
    parse = [Word("NOUN", -1, "root"), Word("VERB", 0, "case")]
    gold = [Word("NOUN", 1, "obj"), Word("VERB", -1, "root")]
    _, *found = found_in([Sentence(parse, gold, [(0, 0), (1, 1)])])
    assert [(one.gold, one.found, one.repaired) for one in found] == [
        ("obj of VERB", "root", 1),
        ("root", "case of NOUN", 1),
    ]


def test_a_head_that_would_close_a_circle_stays() -> None:
    parse = [Word("VERB", -1, "root"), Word("NOUN", 0, "obj"), Word("NOUN", 1, "case")]
    gold = [Word("VERB", -1, "root"), Word("NOUN", 2, "obj"), Word("NOUN", 0, "case")]
    found = {one.gold: one for one in found_in([Sentence(parse, gold, [(0, 0), (1, 1)])])}
    assert {name: (one.words, one.repaired) for name, one in found.items()} == {
        "*": (2, 2),
        "obj of NOUN": (1, 0),
        "case of VERB": (1, 1),
    }
