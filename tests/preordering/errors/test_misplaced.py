"""What is misplaced most often."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracles import preorder_errors as oracle
from preorder_corpora import RULES, corpora, references_of, trees_of
from wordorder.preordering import reorder
from wordorder.preordering.errors.judging import Judge
from wordorder.preordering.errors.misplaced import misplaced_kinds


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
    found = misplaced_kinds(Judge(references, "fuzzy", linked_only), trees, orders)
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
