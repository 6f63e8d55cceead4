"""Which sentences are worth a look."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.preordering.errors.cards import CardParse, ErrorCard

if TYPE_CHECKING:
    from wordorder.arrays import Floats, Integers
    from wordorder.permutation import PermutationBatch
    from wordorder.preordering.errors.judging import Judge
    from wordorder.syntax import DependencyBatch

LEAST_JUDGED = 4
"""Fewer judged words say little about order: with two, half of all orders are the worst."""


class OrderedParses(NamedTuple):
    """Parses of all sentences, the order that the rules make of them, and its scores."""

    name: str
    trees: DependencyBatch
    orders: PermutationBatch
    scores: Floats


def worst_cards(judge: Judge, parses: list[OrderedParses], most: int) -> tuple[ErrorCard, ...]:
    """The sentences with the lowest score; of equals the longer, then the earlier one."""
    scores, judged = parses[0].scores, _judged_counts(judge)
    order = np.lexsort((-judged, scores))  # what is undefined comes last
    rows = order[(scores[order] < 1) & (judged[order] >= LEAST_JUDGED)][:most]
    return _cards(judge, parses, rows)


def different_cards(judge: Judge, parses: list[OrderedParses], most: int) -> tuple[ErrorCard, ...]:
    """The sentences whose scores with the two parses differ most; of equals the earlier one."""
    one, other = parses
    gaps = np.abs(one.scores - other.scores)
    gaps[~(_judged_counts(judge) >= LEAST_JUDGED) | np.isnan(gaps)] = 0
    order = np.argsort(-gaps, kind="stable")
    return _cards(judge, parses, order[gaps[order] > 0][:most])


def _judged_counts(judge: Judge) -> Integers:
    rows = np.repeat(np.arange(len(judge.references)), judge.references.lengths)
    return np.bincount(rows[judge.judged_words()], minlength=len(judge.references))


def _cards(judge: Judge, parses: list[OrderedParses], rows: Integers) -> tuple[ErrorCard, ...]:
    if not rows.size:
        return ()
    starts = np.concatenate([[0], np.cumsum(judge.references.lengths)])
    shifts = [judge.shifts(one.orders) for one in parses]
    judged_words = judge.judged_words()
    cards = []
    for row in rows.tolist():
        own = slice(starts[row], starts[row + 1])
        judged = tuple(judged_words[own].tolist())
        cards.append(
            ErrorCard(
                row + 1,
                judge.metric,
                parses[0].trees[row].words,
                judged,
                _wanted(judge, row, judged),
                tuple(
                    _card_parse(one, row, of_words[own])
                    for one, of_words in zip(parses, shifts, strict=True)
                ),
            )
        )
    return tuple(cards)


def _card_parse(parses: OrderedParses, row: int, shifts: Integers) -> CardParse:
    tree = parses.trees[row]
    return CardParse(
        parses.name,
        tree.tags,
        tuple(tree.heads.tolist()),
        tree.deprels,
        tuple(parses.orders[row].order.tolist()),
        tuple(shifts.tolist()),
        float(parses.scores[row]),
    )


def _wanted(judge: Judge, row: int, judged: tuple[bool, ...]) -> tuple[tuple[int, ...], ...]:
    """The words judged in the reference order, groups of free inner order together."""
    reference = judge.references.orders[row]
    order, groups = reference.order.tolist(), {group.start: group for group in reference.groups}
    places, place = [], 0
    while place < len(order):
        group = groups.get(place, range(place, place + 1))
        places.append(tuple(order[k] for k in group if judged[order[k]]))
        place = group.stop
    return tuple(filter(None, places))
