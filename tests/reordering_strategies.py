"""Alignments full of reorderings, and trees over their source words, for Hypothesis.

An alignment is a (links, n, m) triple; trees are plain data as in `oracles.reorderings`.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from alignment_strategies import Links, alignments, chosen, shuffled

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy

Tree = tuple[Any, ...]
Dependencies = tuple[list[int], list[str], list[str]]  # heads, deprels, upos

CATEGORIES = ["S", "NP", "VP", "PP"]
TAGS = ["N", "V", "P"]
DEPRELS = ["nsubj", "obj", "case", "det"]
UPOS = ["NOUN", "VERB", "ADP"]

# Seeds, because numbers that Hypothesis draws one by one are mostly small: hardly anything would
# move. The number of words is drawn apart, so that examples still shrink.
rngs = st.builds(random.Random, st.integers(0, 2**32))


# Alignments


def cut(rng: random.Random, n: int, longest: int) -> list[range]:
    """The words 0 … n - 1 cut into pieces of 1 to `longest` words."""
    found: list[range] = []
    start = 0
    while start < n:
        end = min(n, start + rng.randint(1, longest))
        found.append(range(start, end))
        start = end
    return found


def phrase(rng: random.Random, sources: range, targets: range) -> Links:
    """How a short phrase is linked: in order, inverted, as one dense block, or not at all."""
    match rng.randint(0, 7):
        case 0:
            return set()
        case 1:
            return {(i, j) for i in sources for j in targets}
        case 2:
            return set(zip(sources, reversed(targets), strict=False))
        case _:
            return set(zip(sources, targets, strict=False))


@st.composite
def moved_phrases(draw: DrawFn, max_size: int = 9) -> tuple[Links, int, int]:
    """As real alignments look: phrases in an order of their own, and some noise.

    The order of the phrases is any order, or turned around in stretches. The noise is a link that
    is lost and up to two that are wrong.
    """
    n, rng = draw(st.integers(min(3, max_size), max_size)), draw(rngs)
    sources = cut(rng, n, rng.randint(1, 3))
    order = shuffled(rng, len(sources))
    if rng.random() > 0.5:
        order = [place for piece in cut(rng, len(sources), 4) for place in reversed(piece)]
    links: Links = set()
    m = rng.randint(0, 1)  # a target word without links before the first phrase
    for place in order:
        size = min(max_size - m, max(1, len(sources[place]) + rng.randint(-1, 1)))
        links |= phrase(rng, sources[place], range(m, m + size))
        m += size
    if links and rng.random() > 0.5:
        links.remove(rng.choice(sorted(links)))
    wrong = rng.choice([0, 0, 0, 0, 1, 2])
    return links | {(rng.randrange(n), rng.randrange(m)) for _ in range(wrong)}, n, m


def reordered_alignments(max_size: int = 9) -> SearchStrategy[tuple[Links, int, int]]:
    """Alignments of every shape, 1-1, dense, scattered, without links; most look like real ones."""
    shapes = [alignments(max_size), *[moved_phrases(max_size)] * 3]
    return st.sampled_from(shapes).flatmap(lambda shape: shape)


# Trees


def chain(rng: random.Random, tree: Tree) -> Tree:
    """The tree below up to two more nodes with one child."""
    for _ in range(rng.choice([0, 0, 0, 1, 2])):
        tree = (rng.choice(CATEGORIES), tree)
    return tree


def constituent(rng: random.Random, words: range) -> Tree:
    """A random tree over the words: flat, cut in two, or cut anywhere."""
    if len(words) == 1:
        return chain(rng, (rng.choice(TAGS), words[0]))
    share = rng.choice([1, 0.5, 0])
    inner = chosen(rng, words[1:], share) or [rng.choice(words[1:])]
    edges = zip([words[0], *inner], [*inner, words[-1] + 1], strict=True)
    children = [constituent(rng, range(start, end)) for start, end in edges]
    return chain(rng, (rng.choice(CATEGORIES), *children))


def constituency_trees(n: int) -> SearchStrategy[Tree]:
    """Constituency trees over n > 0 words: flat and deep nodes, chains of single children."""
    return rngs.map(lambda rng: constituent(rng, range(n)))


def attach(rng: random.Random, heads: list[int], words: range, head: int) -> None:
    """Put a random projective tree over the words below a head."""
    top = rng.choice(words)
    heads[top] = head
    for side in (range(words.start, top), range(top + 1, words.stop)):
        for piece in cut(rng, len(side), rng.choice([1, 2, 9])):
            attach(rng, heads, side[piece.start : piece.stop], top)


def projective_heads(rng: random.Random, n: int) -> list[int]:
    """Every subtree is contiguous."""
    heads = [-1] * n
    attach(rng, heads, range(n), -1)
    return heads


def any_heads(rng: random.Random, n: int) -> list[int]:
    """Every word depends on any that came before it in a random order: mostly not projective."""
    order = shuffled(rng, n)
    heads = [-1] * n
    for place in range(1, n):
        heads[order[place]] = order[rng.randrange(place)]
    return heads


def nearly_projective_heads(rng: random.Random, n: int) -> list[int]:
    """One word that nothing depends on has moved to another head."""
    heads = projective_heads(rng, n)
    movable = [word for word in range(n) if word not in heads and heads[word] != -1]
    if movable:
        word = rng.choice(movable)
        heads[word] = rng.choice([head for head in range(n) if head != word])
    return heads


def labelled(rng: random.Random, heads: list[int]) -> Dependencies:
    """The tree with a deprel and a UPOS for each word; few of them, so that some are the same."""
    deprels = ["root" if head == -1 else rng.choice(DEPRELS) for head in heads]
    return heads, deprels, [rng.choice(UPOS) for _ in heads]


def projective_trees(n: int) -> SearchStrategy[Dependencies]:
    """Dependency trees over n > 0 words in which every subtree is contiguous."""
    return rngs.map(lambda rng: labelled(rng, projective_heads(rng, n)))


def dependency_trees(n: int) -> SearchStrategy[Dependencies]:
    """Dependency trees over n > 0 words with one root, projective or not."""
    shapes = st.sampled_from([projective_heads, nearly_projective_heads, any_heads])
    return st.builds(lambda shape, rng: labelled(rng, shape(rng, n)), shapes, rngs)


# Both: ((links, n, m), tree) with at least one source word


def with_words(max_size: int) -> SearchStrategy[tuple[Links, int, int]]:
    """Alignments over which there can be a tree."""
    return reordered_alignments(max_size).filter(lambda drawn: drawn[1] > 0)


def with_constituency(max_size: int = 9) -> SearchStrategy[tuple[tuple[Links, int, int], Tree]]:
    """Alignments, each with a constituency tree over its source words."""
    return with_words(max_size).flatmap(
        lambda drawn: st.tuples(st.just(drawn), constituency_trees(drawn[1]))
    )


def with_projective(
    max_size: int = 9,
) -> SearchStrategy[tuple[tuple[Links, int, int], Dependencies]]:
    """Alignments, each with a projective dependency tree over its source words."""
    return with_words(max_size).flatmap(
        lambda drawn: st.tuples(st.just(drawn), projective_trees(drawn[1]))
    )


def with_dependencies(
    max_size: int = 9,
) -> SearchStrategy[tuple[tuple[Links, int, int], Dependencies]]:
    """Alignments, each with a dependency tree over its source words, projective or not."""
    return with_words(max_size).flatmap(
        lambda drawn: st.tuples(st.just(drawn), dependency_trees(drawn[1]))
    )
