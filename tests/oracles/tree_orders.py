"""The best order of a tree in which every subtree stays together, by trying all of them."""

from __future__ import annotations

from itertools import chain, permutations, product
from typing import TYPE_CHECKING

from . import alignments, lifting, metrics

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from fractions import Fraction
    from random import Random

    from .alignments import Links


def projective_trees(n: int) -> Iterator[list[int]]:
    """The heads of all projective trees of n words, from 0 on; -1 for the root."""
    for heads in product(range(-1, n), repeat=n):
        is_tree = heads.count(-1) == 1 and all(leads_to_root(heads, word) for word in range(n))
        if is_tree and lifting.is_projective(list(heads)):
            yield list(heads)


def leads_to_root(heads: Sequence[int], word: int) -> bool:
    """Whether the way up ends; one that goes on after n steps is in a circle."""
    for _ in heads:
        word = heads[word] if word != -1 else -1
    return word == -1


def units(heads: list[int], head: int) -> list[int]:
    """What may change places under a head: the word itself and its dependents."""
    return [word for word in range(len(heads)) if word == head or heads[word] == head]


def contiguous_orders(heads: list[int], top: int | None = None) -> list[list[int]]:
    """All orders of a projective tree that keep the words of every subtree together."""
    top = heads.index(-1) if top is None else top
    found = []
    for order in permutations(units(heads, top)):
        parts = [[[top]] if unit == top else contiguous_orders(heads, unit) for unit in order]
        found += [list(chain(*chosen)) for chosen in product(*parts)]
    return found


def random_order(heads: list[int], rng: Random, top: int | None = None) -> list[int]:
    """One of them."""
    top = heads.index(-1) if top is None else top
    mixed = units(heads, top)
    rng.shuffle(mixed)
    return list(chain(*([top] if u == top else random_order(heads, rng, u) for u in mixed)))


def relative(order: Sequence[int], links: Links, *, linked_only: bool) -> list[int]:
    """The rank of each word of an order in the reference order of links; there are some."""
    n = len(order)
    groups = alignments.reference_groups(links, n)
    ranks = alignments.relative_ranks(order, alignments.reference_order(links, n), groups)
    if not linked_only:
        return ranks
    linked = alignments.linked_words(links)
    kept = [rank for word, rank in zip(order, ranks, strict=True) if word in linked]
    return [sorted(kept).index(rank) for rank in kept]


def score(order: Sequence[int], links: Links, metric: str, *, linked_only: bool) -> float:
    """Of an order against the reference order of the links, which are not empty."""
    ranks = relative(order, links, linked_only=linked_only)
    if len(ranks) == 1:
        return 1.0
    value: Fraction = getattr(metrics, metric)(ranks)
    return float(value)


def best(heads: list[int], links: Links, metric: str, *, linked_only: bool) -> float:
    """The highest score of any order that keeps the subtrees of the lifted tree together."""
    orders = contiguous_orders(lifting.lifted(heads))
    return max(score(order, links, metric, linked_only=linked_only) for order in orders)
