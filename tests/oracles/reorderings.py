"""Reorderings as the definitions read: every pair of stretches is tried.

An alignment is a set of 0-based (source, target) links, as in `alignments`. A stretch is a tuple of
linked source words that follow one another among the linked ones; the words without links between
them belong to no stretch and count only in widths.

A constituency tree is nested tuples (label, child, …). Its leaves are the words 0 … n - 1 in order,
each in a preterminal (tag, word). A dependency tree is three lists over the words: heads (0-based,
-1 for the one root), deprels and upos.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise, product
from typing import TYPE_CHECKING, Any, NamedTuple

from .alignments import Links, linked_words, lrscore_ranks
from .trees import Operator, flattened_tree, nodes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

Stretch = tuple[int, ...]
Pair = tuple[Stretch, Stretch]
Tree = tuple[Any, ...]  # (label, child, …); a child is a tree again, or a word
Unit = tuple[str, set[int]]  # what may be moved as a whole under a parent: its label and its words
Span = tuple[int, int]  # first and last, both included


class Found(NamedTuple):
    """A reordering found with a tree over the source; without siblings there are no labels.

    A and B come first, so that what takes pairs (A, B) takes these too.
    """

    a: Stretch
    b: Stretch
    syntactic: bool
    parent: str | None
    a_labels: list[str]
    b_labels: list[str]


class Spans(NamedTuple):
    """Where the two blocks of a reordering lie on both sides."""

    a_source: Span
    a_target: Span
    b_source: Span
    b_target: Span


# Without a tree


def targets_of(links: Links, words: Iterable[int]) -> list[int]:
    """The target words linked to any of these source words, from left to right."""
    return sorted({j for i, j in links if i in words})


def is_consistent(links: Links, words: Sequence[int]) -> bool:
    """No target from the first to the last of the stretch is linked to a word outside it.

    The first and the last target themselves are among them: what two words share parts neither.
    """
    own = targets_of(links, words)
    return all(i in words for i, j in links if own[0] <= j <= own[-1])


def is_reordering(links: Links, a: Stretch, b: Stretch) -> bool:
    """A, B and A∪B consistent, and every target of A after every target of B."""
    return (
        is_consistent(links, a)
        and is_consistent(links, b)
        and is_consistent(links, a + b)
        and all(j > k for j in targets_of(links, a) for k in targets_of(links, b))
    )


def all_reorderings(links: Links) -> list[list[Pair]]:
    """At each boundary between two linked words that are neighbours, all pairs (A, B)."""
    linked = tuple(linked_words(links))
    found = []
    for boundary in range(1, len(linked)):
        a_choices = [linked[start:boundary] for start in range(boundary)]
        b_choices = [linked[boundary:end] for end in range(boundary + 1, len(linked) + 1)]
        pairs = product(a_choices, b_choices)
        found.append([(a, b) for a, b in pairs if is_reordering(links, a, b)])
    return found


def preference(pair: Pair, branching: str) -> tuple[int, int]:
    """For "right": A smallest, then B largest; "left": B smallest, then A largest.

    Two pairs at one boundary never have the same sizes, so the smallest of these is one pair.
    """
    a, b = pair
    return {"right": (len(a), -len(b)), "left": (len(b), -len(a))}[branching]


def reorderings(links: Links, branching: str = "right") -> list[Pair]:
    """The one reordering of each boundary that has any, from left to right."""
    return [
        min(pairs, key=lambda pair: preference(pair, branching))
        for pairs in all_reorderings(links)
        if pairs
    ]


# With a tree


def leaves(tree: Tree | int) -> set[int]:
    """The words below a node of a constituency tree; a word is below itself."""
    return {tree} if isinstance(tree, int) else set().union(*map(leaves, tree[1:]))


def constituents(tree: Tree, left: int, right: int) -> tuple[str, list[Unit]]:
    """The label of the lowest node over both words, and its children.

    The walk goes down as long as one child has both words. So it passes through nodes with one
    child only, and ends at one whose children part the two.
    """
    label, *children = tree
    for child in children:
        if {left, right} <= leaves(child):
            return constituents(child, left, right)
    return label, [(child[0], leaves(child)) for child in children]


def subtree(heads: Sequence[int], word: int) -> set[int]:
    """The word and all that depend on it, also by way of others."""
    below = (subtree(heads, other) for other, head in enumerate(heads) if head == word)
    return {word}.union(*below)


def dependents(
    heads: Sequence[int], deprels: Sequence[str], upos: Sequence[str], left: int, right: int
) -> tuple[str, list[Unit]]:
    """The UPOS of the lowest head over both words, and its units from left to right.

    They are the head itself and the full subtrees of its dependents, unless one has a gap: another
    word of the sentence, linked or not, between its first and its last. Then it is no unit.
    """
    over_both = [h for h in range(len(heads)) if {left, right} <= subtree(heads, h)]
    parent = min(over_both, key=lambda h: len(subtree(heads, h)))
    units = [("self", {parent})]
    for word, head in enumerate(heads):
        below = subtree(heads, word)
        if head == parent and below == set(range(min(below), max(below) + 1)):
            units.append((deprels[word], below))
    return upos[parent], sorted(units, key=lambda unit: min(unit[1]))


def sibling_reorderings(
    links: Links, parent: str, units: Sequence[Unit], left: int, right: int
) -> list[Found]:
    """Every A and B made of whole units that meet between the two words.

    Units without linked words are skipped. A∪B must be a stretch: no linked word that is in no
    unit, or not below the parent at all, may lie inside.
    """
    linked = linked_words(links)
    held = [(label, tuple(i for i in linked if i in words)) for label, words in units]
    held = [(label, words) for label, words in held if words]
    found = []
    for start, middle, end in combinations(range(len(held) + 1), 3):
        a_run, b_run = held[start:middle], held[middle:end]
        a = tuple(i for _, words in a_run for i in words)
        b = tuple(i for _, words in b_run for i in words)
        meets = left in a_run[-1][1] and right in b_run[0][1]
        is_stretch = [*a, *b] == [i for i in linked if a[0] <= i <= b[-1]]
        if meets and is_stretch and is_reordering(links, a, b):
            a_labels, b_labels = [label for label, _ in a_run], [label for label, _ in b_run]
            found.append(Found(a, b, True, parent, a_labels, b_labels))
    return found


def reorderings_under(
    links: Links,
    units_between: Callable[[int, int], tuple[str, list[Unit]]],
    sibling_branching: str,
    branching: str,
) -> list[Found]:
    """At each boundary the chosen run of siblings, else that without a tree, from left to right."""
    found = []
    neighbours = pairwise(linked_words(links))
    for (left, right), pairs in zip(neighbours, all_reorderings(links), strict=True):
        parent, units = units_between(left, right)
        siblings = sibling_reorderings(links, parent, units, left, right)
        if siblings:
            found.append(min(siblings, key=lambda one: preference(one[:2], sibling_branching)))
        elif pairs:
            a, b = min(pairs, key=lambda pair: preference(pair, branching))
            found.append(Found(a, b, False, None, [], []))
    return found


def constituency_reorderings(
    links: Links, tree: Tree, sibling_branching: str = "left", branching: str = "right"
) -> list[Found]:
    """With a constituency tree over the source."""

    def units_between(left: int, right: int) -> tuple[str, list[Unit]]:
        return constituents(tree, left, right)

    return reorderings_under(links, units_between, sibling_branching, branching)


def dependency_reorderings(
    links: Links,
    heads: Sequence[int],
    deprels: Sequence[str],
    upos: Sequence[str],
    sibling_branching: str = "left",
    branching: str = "right",
) -> list[Found]:
    """With a dependency tree over the source."""

    def units_between(left: int, right: int) -> tuple[str, list[Unit]]:
        return dependents(heads, deprels, upos, left, right)

    return reorderings_under(links, units_between, sibling_branching, branching)


# Measures


def spans(links: Links, a: Stretch, b: Stretch) -> Spans:
    """First and last word of both blocks on both sides."""
    a_targets, b_targets = targets_of(links, a), targets_of(links, b)
    return Spans(
        a_source=(a[0], a[-1]),
        a_target=(a_targets[0], a_targets[-1]),
        b_source=(b[0], b[-1]),
        b_target=(b_targets[0], b_targets[-1]),
    )


def width(span: Span) -> int:
    """The words from the first to the last, with or without links."""
    first, last = span
    return last - first + 1


def source_width(links: Links, a: Stretch, b: Stretch) -> int:
    """The source words from the first of A to the last of B."""
    found = spans(links, a, b)
    return width((found.a_source[0], found.b_source[1]))


def target_width(links: Links, a: Stretch, b: Stretch) -> int:
    """The target words from the first of B, which comes first there, to the last of A."""
    found = spans(links, a, b)
    return width((found.b_target[0], found.a_target[1]))


def width_class(source_width: int) -> str:
    """Short 2–4, medium 5–8, long > 8 source words."""
    if source_width < 2:
        raise ValueError(f"a reordering has at least two source words, not {source_width}")
    return "short" if source_width <= 4 else "medium" if source_width <= 8 else "long"


def rquantity(links: Links, m: int, found: Iterable[Pair | Found]) -> Fraction:
    """Σ (target span of A + target span of B) / m; of no target words there is no share."""
    if m == 0:
        raise ValueError("RQuantity is a share of the target length, which is 0")
    total = 0
    for a, b, *_ in found:
        both = spans(links, a, b)
        total += width(both.a_target) + width(both.b_target)
    return Fraction(total, m)


def simple_operators(links: Links, n: int) -> list[Operator]:
    """The simple nodes in the tree of the `lrscore` permutation, each before those below it."""
    if not links:
        return []
    tree = flattened_tree(lrscore_ranks(links, n))
    return [node.operator for node in nodes(tree) if node.kind == "simple"]


def is_itg(links: Links, n: int) -> bool | None:
    """Whether the tree of the `lrscore` permutation has no simple node; no links, no answer."""
    return not simple_operators(links, n) if links else None


# Reordering test sets


def reordering_sets(
    sentences: Sequence[tuple[int, Fraction, int]], low: int = 20, high: int = 39
) -> dict[str, list[int]]:
    """The lines of each set; a sentence is (target length, RQuantity, reorderings).

    Lines count from 1. Those of "none" stand in order, those of the others by (RQuantity, line).
    """
    of_length = [
        (quantity, line, count)
        for line, (length, quantity, count) in enumerate(sentences, start=1)
        if low <= length <= high
    ]
    sets = {"none": [line for _, line, count in of_length if count == 0]}
    rest = [line for _, line, count in sorted(of_length) if count > 0]
    for place, name in enumerate(("low", "medium", "high")):
        size = len(rest) // 3 + (place < len(rest) % 3)
        start = sum(len(sets[earlier]) for earlier in sets if earlier != "none")
        sets[name] = rest[start : start + size]
    return sets


# Retained reorderings


def is_judgeable(links_translation: Links, a: Stretch, b: Stretch) -> bool:
    """Whether both blocks have a link in the translation."""
    return all(targets_of(links_translation, block) for block in (a, b))


def retained_by(
    links_reference: Links,
    a: Stretch,
    b: Stretch,
    links_translation: Links,
    phrases: Sequence[Span] | None = None,
    branching: str = "right",
) -> str | None:
    """The first rule by which (A, B) is retained: "phrase", "order", "shifted" or None.

    `phrases` are the source spans of the decoder's phrase pairs. If one covers both blocks, there
    need be no links.
    """
    if not is_reordering(links_reference, a, b):
        raise ValueError(f"no reordering of the reference: {a}, {b}")
    first, last = a[0], b[-1]
    if any(start <= first and last <= end for start, end in phrases or ()):
        return "phrase"
    if not is_judgeable(links_translation, a, b):
        return None
    a_targets, b_targets = targets_of(links_translation, a), targets_of(links_translation, b)
    if all(k < j for k in b_targets for j in a_targets):
        return "order"
    for other_a, other_b in reorderings(links_translation, branching):
        # Shifted by the same on both sides means: of the same source width.
        if any((other_a[0], other_b[-1]) == (first + by, last + by) for by in (-1, 0, 1)):
            return "shifted"
    return None


def retained(
    links_reference: Links,
    a: Stretch,
    b: Stretch,
    links_translation: Links,
    phrases: Sequence[Span] | None = None,
    branching: str = "right",
) -> str:
    """Say "retained", "lost", or "unjudgeable" if no rule holds and a block has no link."""
    if retained_by(links_reference, a, b, links_translation, phrases, branching):
        return "retained"
    return "lost" if is_judgeable(links_translation, a, b) else "unjudgeable"


# Anticipation


def anticipation(links: Links, k: int) -> tuple[int, int]:
    """Target words j that link to a source word i ≥ j + k, and all linked target words."""
    anticipated = {j for i, j in links if i >= j + k}
    return len(anticipated), len({j for _, j in links})


def anticipation_scaled(links: Links, n: int, m: int, k: int) -> tuple[int, int]:
    """The same where word j of m target words stands at j·n/m of n source words."""
    anticipated = {j for i, j in links if Fraction(i) >= Fraction(j * n, m) + k}
    return len(anticipated), len({j for _, j in links})
