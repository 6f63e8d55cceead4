"""What is misplaced most often, and what each rule contributes."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, strategies as st

from oracles import preorder_errors as oracle
from preorder_corpora import RULES, corpora, references_of, trees_of
from wordorder.preordering import RuleSet, reorder
from wordorder.preordering.faults import (
    OrderScorer,
    heads_with_moved_units,
    misplaced_kinds,
    rule_contributions,
)
from wordorder.preordering.rules.compiled import CompiledRules


def wanted_places(references, row, linked, linked_only) -> list[list[int]]:
    """The reference order, words of a group together, restricted to those that are judged."""
    reference = references.orders[row]
    order, at = reference.order.tolist(), 0
    places = []
    while at < len(order):
        group = next((g for g in reference.groups if g.start == at), range(at, at + 1))
        places.append([order[k] for k in group if not linked_only or order[k] in linked])
        at = group.stop
    return [place for place in places if place]


@pytest.mark.slow
@given(corpus=corpora, linked_only=st.booleans())
def test_words_tags_and_labels(corpus, linked_only) -> None:
    trees, references = trees_of([one.parse for one in corpus]), references_of(corpus)
    orders = reorder(trees, RULES)
    found = misplaced_kinds(OrderScorer(references, "fuzzy", linked_only), trees, orders)
    rows: dict[str, list[tuple[str, bool, int]]] = {"words": [], "tags": [], "labels": []}
    for row, sentence in enumerate(corpus):
        linked = {source for source, _ in sentence.links}
        wanted = wanted_places(references, row, linked, linked_only)
        shifts = oracle.shifts(orders[row].order.tolist(), wanted)
        for number, word in enumerate(sentence.parse):
            judged = number in linked if linked_only else bool(linked)
            names = {"words": f"w{(number + 1) % 3}", "tags": word.tag, "labels": word.label}
            for kind, name in names.items():
                rows[kind].append((name, judged, shifts.get(number, 0)))
    for kind, seen in rows.items():
        check(getattr(found, kind), seen)


def check(found, seen) -> None:
    occurrences = Counter(name for name, _, _ in seen)
    judged = Counter(name for name, is_judged, _ in seen if is_judged)
    for one in found:
        moves = [shift for name, _, shift in seen if name == one.name and shift]
        assert (one.occurrences, one.judged) == (occurrences[one.name], judged[one.name])
        assert one.misplaced == len(moves)
        assert (one.left, one.right) == (sum(m < 0 for m in moves), sum(m > 0 for m in moves))
        assert one.distance == pytest.approx(sum(map(abs, moves)) / len(moves))
        assert one.shift == pytest.approx(sum(moves) / len(moves))
    assert {one.name for one in found} == {name for name, _, shift in seen if shift}
    assert list(found) == sorted(found, key=lambda o: (-o.misplaced, -o.share, o.name))


def contributions(corpus):
    trees, scorer = (
        trees_of([one.parse for one in corpus]),
        OrderScorer(references_of(corpus), "fuzzy", True),
    )
    arranged = CompiledRules(RULES).arrange(trees)
    scores = scorer.scores(arranged.orders)
    return trees, scorer, scores, rule_contributions(scorer, RULES, trees, arranged, scores)


@pytest.mark.slow
@given(corpus=corpora)
def test_the_score_without_each_rule(corpus) -> None:
    trees, scorer, scores, found = contributions(corpus)
    for one in found:
        without = scorer.scores(reorder(trees, RULES.without(one.name)))
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
