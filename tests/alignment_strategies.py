"""Alignments of every shape for Hypothesis, as plain (links, n, m) triples."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import TYPE_CHECKING

from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypothesis.strategies import DrawFn, SearchStrategy

Links = set[tuple[int, int]]

# Each shape draws the links of n source and m target words, both at least 1. A random number of 0
# means no link wherever that is possible, so that examples shrink to few links.


def chosen(rng: random.Random, items: Sequence[int], share: float) -> list[int]:
    """About this share of the items, in order; at 1 exactly all."""
    return [item for item in items if share == 1 or rng.random() > 1 - share]


def pieces(rng: random.Random, n: int, k: int) -> list[range]:
    """The words 0 … n - 1 cut into k contiguous pieces, some maybe empty."""
    cuts = [0, *sorted(rng.randint(0, n) for _ in range(k - 1)), n]
    return [range(start, end) for start, end in pairwise(cuts)]


def shuffled(rng: random.Random, n: int) -> list[int]:
    """The words 0 … n - 1 in any order."""
    words = list(range(n))
    rng.shuffle(words)
    return words


def unlinked(rng: random.Random, n: int, m: int) -> Links:
    """Words on both sides, and no links."""
    return set()


def last_word_only(rng: random.Random, n: int, m: int) -> Links:
    """All links at the last word of one side, or the one link between both last words."""
    match rng.randint(0, 2):
        case 0:
            return {(n - 1, m - 1)}
        case 1:
            return {(n - 1, j) for j in chosen(rng, range(m), 0.5)}
        case _:
            return {(i, m - 1) for i in chosen(rng, range(n), 0.5)}


def permuted(rng: random.Random, n: int, m: int) -> Links:
    """1-1, in any order: all words that can be linked, or not quite all of them."""
    pairs = list(zip(shuffled(rng, n), shuffled(rng, m), strict=False))
    return set(pairs[: len(pairs) - rng.randint(0, 2)])


def scattered(rng: random.Random, n: int, m: int) -> Links:
    """Links anywhere: about one a word, or a tenth, half, nearly all or all of the matrix."""
    share = rng.choice([1 / max(n, m), 0.1, 0.5, 0.9, 1])
    return {(i, j) for i in range(n) for j in chosen(rng, range(m), share)}


def along_the_diagonal(rng: random.Random, n: int, m: int) -> Links:
    """Nearly monotone, or nearly inverted: few words away from the diagonal, some without links."""
    links = set()
    for i in chosen(rng, range(n), 0.8):
        for _ in range(rng.randint(1, 2)):
            links.add((i, min(m - 1, max(0, i * m // n + rng.randint(-1, 1)))))
    return {(i, m - 1 - j) for i, j in links} if rng.random() > 0.5 else links


def phrases(rng: random.Random, n: int, m: int) -> Links:
    """Contiguous m–n blocks in any order, full or with holes, some left without links."""
    k = rng.randint(1, min(n, m))
    targets = pieces(rng, m, k)
    links: Links = set()
    for sources, place in zip(pieces(rng, n, k), shuffled(rng, k), strict=True):
        share = rng.choice([1, 1, 0.6, 0])
        links |= {(i, j) for i in sources for j in chosen(rng, targets[place], share)}
    return links


def interleaved(rng: random.Random, n: int, m: int) -> Links:
    """Components of several words that lie between one another; words of kind 0 have no links."""
    kinds = rng.randint(1, max(n, m))
    source_kinds = [rng.randint(0, kinds) for _ in range(n)]
    target_kinds = [rng.randint(0, kinds) for _ in range(m)]
    return {(i, j) for i in range(n) for j in range(m) if source_kinds[i] == target_kinds[j] > 0}


def same_first_targets(rng: random.Random, n: int, m: int) -> Links:
    """Groups: many words with one of few first targets, and more targets behind it."""
    firsts = [rng.randrange(m) for _ in range(rng.randint(1, 3))]
    links = set()
    for i in chosen(rng, range(n), 0.7):
        first = rng.choice(firsts)
        links |= {(i, first), *((i, j) for j in chosen(rng, range(first + 1, m), 1 / m))}
    return links


# Hypothesis draws the first more often than the others, and shrinks to it.
SHAPES = [
    permuted,
    last_word_only,
    scattered,
    along_the_diagonal,
    phrases,
    interleaved,
    same_first_targets,
    unlinked,
]


@st.composite
def shaped(
    draw: DrawFn, sizes: SearchStrategy[tuple[int, int]], rngs: SearchStrategy[random.Random]
) -> tuple[Links, int, int]:
    """An alignment of one of the shapes; without words on one side there are no links.

    The oracles look at all pairs of links, so there are never more than a few links for each word
    of a long sentence.
    """
    n, m = draw(sizes)
    if n == 0 or m == 0:
        return set(), n, m
    shape = draw(st.sampled_from(SHAPES))
    rng = draw(rngs)
    links = shape(rng, n, m)
    limit = max(144, 3 * max(n, m))
    return (links if len(links) <= limit else set(rng.sample(sorted(links), limit))), n, m


def square(n: int) -> tuple[int, int]:
    """As many words on one side as on the other, as 1-1 alignments of all words need."""
    return n, n


def alignments(max_size: int = 12) -> SearchStrategy[tuple[Links, int, int]]:
    """Alignments of all these shapes, from no words to max_size on each side."""
    size = st.integers(0, max_size)
    sizes = st.one_of(st.tuples(size, size), size.map(square))
    return shaped(sizes, st.randoms(use_true_random=False))


def long_alignments(max_size: int = 200) -> SearchStrategy[tuple[Links, int, int]]:
    """Alignments with more words than a machine word has bits, on one side or on both."""
    long = st.one_of(st.integers(61, 67), st.integers(61, max_size))
    size = st.integers(1, max_size)
    sizes = st.one_of(long.map(square), st.tuples(long, size), st.tuples(size, long))
    return shaped(sizes, st.builds(random.Random, st.integers(0, 2**32)))


@st.composite
def marked_alignments(draw: DrawFn, max_size: int = 12) -> tuple[Links, Links, int, int]:
    """(sure, possible, n, m): each link has one mark, so the two sets share none."""
    links, n, m = draw(alignments(max_size))
    kind = draw(st.sampled_from(["mixed", "all sure", "all possible"]))
    if kind == "mixed":
        marks = [draw(st.booleans()) for _ in links]
    else:
        marks = [kind == "all possible"] * len(links)
    possible = {link for link, mark in zip(sorted(links), marks, strict=True) if mark}
    return links - possible, possible, n, m
