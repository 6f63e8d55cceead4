"""Trees for Hypothesis, as text: sentences of CoNLL-U, and Penn brackets."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hypothesis.strategies import DrawFn

CELLS = st.one_of(
    st.just("_"),
    st.text(st.characters(exclude_characters="\0\t\n\r", exclude_categories=["Cs"]), min_size=1),
)
NAMES = st.sampled_from(["nsubj", "obj", "root", "NOUN", "VERB", "_", "nmod:poss", "é"])
COMMENTS = st.sampled_from(["#", "# text = a b", "# newdoc", "#\t", "# 1\tx"])
LABELS = st.sampled_from(["S", "NP", "NP-SBJ-1", "VP=2", "-LRB-", "PRP$", "ADVP|PRT", "_", "."])
WORDS = st.sampled_from(["a", "dog", "*", "-NONE-", "-LRB-", "é", "\u3000", "\u00a0", "1"])


@st.composite
def heads(draw: DrawFn) -> list[int]:
    """The heads of a random tree, from 0 on; -1 for the root."""
    order = draw(st.permutations(range(draw(st.integers(1, 12)))))
    found = [-1] * len(order)
    for place, word in enumerate(order[1:], 1):
        found[word] = order[draw(st.integers(0, place - 1))]
    return found


def _is_tree(row: list[int]) -> bool:
    for word in row:
        at = word
        for _ in row:
            at = row[at] if at >= 0 else at
        if at >= 0:
            return False
    return row.count(-1) == 1


def all_trees(words: int) -> Iterator[list[int]]:
    """The heads of all trees of so many words, projective or not."""
    return (list(row) for row in product(range(-1, words), repeat=words) if _is_tree(list(row)))


@st.composite
def sentences(draw: DrawFn) -> str:
    """A good sentence of CoNLL-U with everything that may be in one, ending in a blank line."""
    lines = draw(st.lists(COMMENTS, max_size=2))
    tree, range_end = draw(heads()), 0
    for number, head in enumerate([None, *tree]):
        if head is not None:
            if number > range_end and draw(st.integers(0, 5)) == 0:
                range_end = draw(st.integers(number, len(tree)))
                lines.append(_line(draw, f"{number}-{range_end}", "_"))
            lines.append(_line(draw, str(number), str(head + 1)))
        for node in range(draw(st.sampled_from([0, 0, 0, 0, 1, 2]))):
            lines.append(_line(draw, f"{number}.{node + 1}", "_"))
    return "".join(f"{line}\n" for line in lines) + "\n"


def _line(draw: DrawFn, number: str, head: str) -> str:
    any_cell = [draw(CELLS) for _ in range(6)]
    cells = [number, *any_cell[:2], draw(NAMES), *any_cell[2:4], head, draw(NAMES), *any_cell[4:]]
    return "\t".join(cells)


# A leaf is a tag and a word, a node a label and its children.
nodes = st.recursive(
    st.tuples(LABELS, WORDS),
    lambda below: st.tuples(LABELS, st.lists(below, min_size=1, max_size=4)),
    max_leaves=15,
)
