"""What each rule contributes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from preorder_corpora import RULES, corpora, references_of, trees_of
from wordorder.preordering import RuleSet, reorder
from wordorder.preordering.errors.contributions import heads_with_moved_units, rule_contributions
from wordorder.preordering.errors.judging import Judge
from wordorder.preordering.rules.compiled import CompiledRules


def contributions(corpus):
    trees, judge = (
        trees_of([one.parse for one in corpus]),
        Judge(references_of(corpus), "fuzzy", True),
    )
    arranged = CompiledRules(RULES).arrange(trees)
    scores = judge.scores(arranged.orders)
    return trees, judge, scores, rule_contributions(judge, RULES, trees, arranged, scores)


@pytest.mark.slow
@given(corpus=corpora)
def test_the_score_without_each_rule(corpus) -> None:
    trees, judge, scores, found = contributions(corpus)
    for one in found:
        without = judge.scores(reorder(trees, RULES.without(one.name)))
        gains = (scores - without)[~np.isnan(scores)]
        assert one.without == pytest.approx(np.nanmean(without))
        assert one.gain == pytest.approx(gains.mean())
        assert (one.helped, one.hurt) == ((gains > 0).sum(), (gains < 0).sum())
        assert one.same == (gains == 0).sum()
        assert (one.best is None, one.worst is None) == (not one.helped, not one.hurt)
        for example, extreme in ((one.best, gains.max()), (one.worst, gains.min())):
            if example is not None:
                assert example.gain == extreme == (scores - without)[example.sentence - 1]
                assert sorted(example.before.split()) == sorted(example.after.split())


@pytest.mark.slow
@given(corpus=corpora)
def test_how_often_it_fires(corpus) -> None:
    trees, _, _, found = contributions(corpus)
    heads = {"VERB": 0, "NOUN": 0}
    changed = {"VERB": 0, "NOUN": 0}
    orders = reorder(trees, RULES)
    for row, tree in enumerate(trees.projective().trees):
        ranks = orders[row].ranks
        for word, tag in enumerate(tree.tags):
            units = sorted([word, *tree.children(word)])
            heads[tag] += len(units) > 1
            changed[tag] += sorted(units, key=ranks.__getitem__) != units
    assert [(one.name, one.heads, one.changed) for one in found] == [
        ("verbs", heads["VERB"], changed["VERB"]),
        ("nouns", heads["NOUN"], changed["NOUN"]),
        ("never", 0, 0),
    ]


@pytest.mark.slow
@given(corpus=corpora)
def test_source_order_moves_nothing(corpus) -> None:
    trees = trees_of([one.parse for one in corpus])
    assert not heads_with_moved_units(trees, reorder(trees, RuleSet("none", ()))).any()
