"""Permutations of every shape for Hypothesis, as plain lists of 0-based ranks."""

from __future__ import annotations

import itertools
import random
from typing import TYPE_CHECKING

import numpy as np
from hypothesis import strategies as st

from oracles import trees

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hypothesis.strategies import DrawFn, SearchStrategy

Ranks = list[int]

LINEAR = [order for n in (2, 3, 4) for order in (tuple(range(n)), tuple(range(n))[::-1])]
SIMPLE = [
    operator
    for n in (4, 5, 6)
    for operator in itertools.permutations(range(n))
    if trees.is_simple(operator)
]

shares = st.one_of(st.sampled_from([0.0, 0.5, 1.0]), st.floats(0, 1))


def every(n: int) -> list[tuple[int, ...]]:
    """All permutations of n words."""
    return list(itertools.permutations(range(n)))


def ragged(rows: Iterable[Sequence[int]]) -> tuple[np.ndarray, np.ndarray]:
    """Rows as the batch call takes them: all values, and where each row starts and ends."""
    rows = list(rows)
    offsets = np.cumsum([0, *map(len, rows)], dtype=np.int64)
    return np.fromiter(itertools.chain(*rows), np.int32, offsets[-1]), offsets


def inflated(ranks: Sequence[int], position: int, operator: Sequence[int]) -> Ranks:
    """Put a block in the order of `operator` in the place of one word."""
    pivot, grown = ranks[position], len(operator) - 1
    moved = [rank + grown if rank > pivot else rank for rank in ranks]
    return [*moved[:position], *(pivot + rank for rank in operator), *moved[position + 1 :]]


def grown(n: int, seed: int) -> Ranks:
    """A permutation of n > 0 words inflated step by step, too long to be drawn word by word."""
    rng = random.Random(seed)
    ranks = [0]
    while len(ranks) < n:
        room = n - len(ranks) + 1
        operators = [operator for operator in LINEAR + SIMPLE if len(operator) <= room]
        shuffled = rng.sample(range(k := min(room, rng.randint(2, 40))), k)
        operator = rng.choice([shuffled, rng.choice(operators), rng.choice(operators)])
        ranks = inflated(ranks, rng.randrange(len(ranks)), operator)
    return ranks


def shuffled(sizes: SearchStrategy[int]) -> SearchStrategy[Ranks]:
    """All orders alike: mostly one large simple node."""
    return sizes.flatmap(lambda n: st.permutations(range(n)))


@st.composite
def slightly_disordered(draw: DrawFn, sizes: SearchStrategy[int]) -> Ranks:
    """In order or reversed, but for a few swaps, moved blocks and nested reversed blocks."""
    n = draw(sizes)
    ranks = list(range(n)) if draw(st.booleans()) else list(range(n))[::-1]
    for _ in range(draw(st.integers(0, 4)) if n else 0):
        i, j, k = sorted(draw(st.tuples(*[st.integers(0, n - 1)] * 3)))
        match draw(st.sampled_from(["swap", "move", "reverse"])):
            case "swap":
                ranks[i], ranks[k] = ranks[k], ranks[i]
            case "move":
                ranks[i : k + 1] = ranks[j : k + 1] + ranks[i:j]
            case "reverse":
                ranks[i : k + 1] = ranks[i : k + 1][::-1]
    return ranks


@st.composite
def substituted(draw: DrawFn, sizes: SearchStrategy[int]) -> Ranks:
    """Words replaced by linear or simple blocks, again and again: deep trees of all kinds."""
    n = draw(sizes)
    ranks = list(range(min(n, 1)))
    while len(ranks) < n:
        fitting = [o for o in LINEAR + SIMPLE if len(o) <= n - len(ranks) + 1]
        kinds = [[o for o in fitting if o in LINEAR], [o for o in fitting if o in SIMPLE]]
        kind = draw(st.sampled_from([kind for kind in kinds if kind]))
        position = draw(st.integers(0, len(ranks) - 1))
        ranks = inflated(ranks, position, draw(st.sampled_from(kind)))
    return ranks


def permutations(min_size: int = 0, max_size: int = 60) -> SearchStrategy[Ranks]:
    """Permutations of all these shapes."""
    sizes = st.integers(min_size, max_size)
    return st.one_of(shuffled(sizes), slightly_disordered(sizes), substituted(sizes))


def long_permutations(max_size: int = 400) -> SearchStrategy[Ranks]:
    """Permutations of more words than one machine word has bits, and just about as many."""
    sizes = st.one_of(st.integers(61, 67), st.integers(61, max_size))
    seeds = st.integers(0, 2**32)
    drawn = st.builds(lambda n, seed: random.Random(seed).sample(range(n), n), sizes, seeds)
    return st.one_of(st.builds(grown, sizes, seeds), drawn, slightly_disordered(sizes))
