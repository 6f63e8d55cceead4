"""Word alignments as the definitions read: orders, groups, components, symmetrisation.

An alignment is plain data: `links`, a set of 0-based (source, target) pairs, with the number
of source words `n` and of target words `m` beside it where they count. Orders and ranks are told
apart: `ranks[i]` is the place of word i, `order[k]` the word at place k. An undefined
order (no links at all) is one without words: [].
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, compress, product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Links = set[tuple[int, int]]

NEIGHBOURS = ((-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1))


def every_alignment(n: int, m: int) -> Iterator[Links]:
    """All 2^(n·m) alignments of n source and m target words; n·m up to 9 is quick."""
    cells = list(product(range(n), range(m)))
    for chosen in product((False, True), repeat=len(cells)):
        yield set(compress(cells, chosen))


def linked_words(links: Links) -> list[int]:
    """The source words with at least one link, from left to right."""
    return sorted({source for source, _ in links})


def first_target(links: Links, word: int) -> int:
    """The first of a source word's targets, the only one that the conventions look at."""
    return min(target for source, target in links if source == word)


def coverage(links: Links, n: int) -> Fraction | None:
    """Linked source words / source words, exactly; of no words at all there is no share."""
    return Fraction(len(linked_words(links)), n) if n else None


def lrscore_ranks(links: Links, n: int) -> list[int]:
    """The places of the n source words, LRscore convention.

    The order is laid out by hand. First come the linked words by their first target; the sort is
    stable, so equal targets stay in source order. Then each link-less word, from left to right, is
    put directly behind the source word before it, which by then has its place.
    """
    if not links:
        return []
    order = sorted(linked_words(links), key=lambda word: first_target(links, word))
    for word in range(n):
        if word not in order:
            order.insert(order.index(word - 1) + 1 if word else 0, word)
    return [order.index(word) for word in range(n)]


def reference_order(links: Links, n: int) -> list[int]:
    """The n source words in reference order.

    Each linked word comes with the link-less ones whose nearest linked word to the right it is,
    standing in front of it in source order. Those with none to their right go last.
    """
    if not links:
        return []
    linked = linked_words(links)
    waiting: dict[int, list[int]] = {word: [] for word in linked}
    last = []
    for word in range(n):
        if word not in linked:
            right = [other for other in linked if other > word]
            (waiting[min(right)] if right else last).append(word)
    order = []
    for word in sorted(linked, key=lambda word: (first_target(links, word), word)):
        order += [*waiting[word], word]
    return order + last


def reference_groups(links: Links, n: int) -> list[list[int]]:
    """The groups with free inner order, each in reference order, first group first.

    A group takes two linked words with the same first target. It is the stretch of the order from
    the first to the last of them: a link-less word that waits in front of the second or a later
    one stands inside, one that waits in front of the first stands outside. No other linked word
    can stand inside, because the order is sorted by first targets.
    """
    order = reference_order(links, n)
    linked = linked_words(links)
    groups = []
    for target in sorted({first_target(links, word) for word in linked}):
        members = [word for word in linked if first_target(links, word) == target]
        if len(members) > 1:
            places = [order.index(word) for word in members]
            groups.append(order[min(places) : max(places) + 1])
    return groups


def arranged(words: Sequence[str], links: Links) -> str:
    """As the paper prints it: the words in reference order, with {{ }} around each group."""
    n = len(words)
    opens = [group[0] for group in reference_groups(links, n)]
    closes = [group[-1] for group in reference_groups(links, n)]
    text = []
    for word in reference_order(links, n):
        text += ["{{"] * (word in opens) + [words[word]] + ["}}"] * (word in closes)
    return " ".join(text)


def components(links: Links) -> list[tuple[list[int], list[int]]]:
    """What hangs together in the link graph: (source words, target words), by first source word.

    At every moment the parts are the components of the links read so far. A new link melts the
    parts that hold one of its words into one.
    """
    parts: list[tuple[set[int], set[int]]] = []
    for source, target in links:
        touched = [part for part in parts if source in part[0] or target in part[1]]
        parts = [part for part in parts if part not in touched]
        parts.append(
            (
                {source}.union(*(sources for sources, _ in touched)),
                {target}.union(*(targets for _, targets in touched)),
            )
        )
    return sorted((sorted(sources), sorted(targets)) for sources, targets in parts)


def matched_ranks(links: Links) -> list[int]:
    """Ranks of a match between hypothesis (source side) and reference (target side).

    An m–n match is a component. At the place of its first hypothesis word stand all its reference
    positions, in order. The rank of a position counts the matched positions before it.
    """
    positions = [target for _, targets in components(links) for target in targets]
    return [sum(other < position for other in positions) for position in positions]


def relative_ranks(
    system_order: Sequence[int], reference_order: Sequence[int], groups: Sequence[Sequence[int]]
) -> list[int]:
    """The ranks of a system's order in a reference order with groups.

    The places of a group in the reference are dealt out again to its members in the order they
    have in the system's order. Then the system's words are read from left to right, and the place
    of each in that reference is written down. If either order is undefined, so is the answer.
    """
    if not system_order or not reference_order:
        return []
    if sorted(system_order) != sorted(reference_order):
        raise ValueError(f"not orders of the same words: {system_order}, {reference_order}")
    settled = list(reference_order)
    for group in groups:
        places = sorted(reference_order.index(word) for word in group)
        for place, word in zip(places, sorted(group, key=system_order.index), strict=True):
            settled[place] = word
    return [settled.index(word) for word in system_order]


def blocked_words(links: Links) -> set[int]:
    """The source words in or under the range of a non-contiguous component.

    A range reaches from a component's first to its last word on one side. If a linked word of
    another component lies in it, every linked word in it is blocked, the component's own included:
    in a source range these words, in a target range the source words linked into it.
    """
    blocked: set[int] = set()
    for sources, targets in components(links):
        source_range = range(sources[0], sources[-1] + 1)
        target_range = range(targets[0], targets[-1] + 1)
        if any(i in source_range and i not in sources for i, _ in links):
            blocked |= {i for i, _ in links if i in source_range}
        if any(j in target_range and j not in targets for _, j in links):
            blocked |= {i for i, j in links if j in target_range}
    return blocked


def crossing_counts(links: Links) -> tuple[int, int]:
    """Pairs of links that cross, and pairs that differ on both sides."""
    crossing = differing = 0
    for (i, j), (other_i, other_j) in combinations(links, 2):
        differing += i != other_i and j != other_j
        crossing += (i < other_i and j > other_j) or (i > other_i and j < other_j)
    return crossing, differing


def transpose(links: Links) -> Links:
    """The same links with source and target changing places."""
    return {(target, source) for source, target in links}


def compose(a: Links, b: Links) -> Links:
    """The relation a followed by b: linked if some middle word is linked to both."""
    return {(i, k) for i, middle in a for j, k in b if j == middle}


def intersection(forward: Links, reverse: Links) -> Links:
    """The links in both; both are written (source, target)."""
    return {link for link in forward if link in reverse}


def union(forward: Links, reverse: Links) -> Links:
    """The links in either; both are written (source, target)."""
    return {*forward, *reverse}


def one_to_one(sure_links: Links, possible_links: Links) -> Links:
    """The links left if every word keeps its first: sure before possible, then (source, target)."""
    kept: Links = set()
    for i, j in [*sorted(sure_links), *sorted(possible_links)]:
        if all(i != source and j != target for source, target in kept):
            kept.add((i, j))
    return kept


def grow_diag_final_and(forward: Links, reverse: Links, n: int, m: int) -> Links:
    """Koehn et al. (2005), their pseudo-code with target words in the outer loop, as in Moses.

    Whether a word is aligned is asked of the alignment as it is at that moment, so the order of
    the visits is part of the definition.
    """
    either = union(forward, reverse)
    alignment = intersection(forward, reverse)

    def source_unaligned(word: int) -> bool:
        return all(source != word for source, _ in alignment)

    def target_unaligned(word: int) -> bool:
        return all(target != word for _, target in alignment)

    growing = True
    while growing:
        growing = False
        for j, i in product(range(m), range(n)):
            if (i, j) not in alignment:
                continue
            for dj, di in NEIGHBOURS:
                new = (i + di, j + dj)
                if new in either and (source_unaligned(new[0]) or target_unaligned(new[1])):
                    alignment.add(new)
                    growing = True

    for direction in (forward, reverse):
        for j, i in product(range(m), range(n)):
            if (i, j) in direction and source_unaligned(i) and target_unaligned(j):
                alignment.add((i, j))
    return alignment


def quality(predicted: Links, sure: Links, all_gold: Links) -> dict[str, Fraction | None]:
    """Och & Ney (2003): predicted links A against sure S and all gold links P, exactly.

    P includes S. What would be divided by 0 is None, and so is f1 if one of its two parts is.
    """
    if not sure <= all_gold:
        raise ValueError(f"sure but not among all gold links: {sure - all_gold}")
    in_sure = len(predicted & sure)
    in_gold = len(predicted & all_gold)
    precision = Fraction(in_gold, len(predicted)) if predicted else None
    recall = Fraction(in_sure, len(sure)) if sure else None
    if precision is None or recall is None:
        f1 = None
    elif precision == recall == 0:
        f1 = Fraction(0)
    else:
        f1 = 2 * precision * recall / (precision + recall)
    weight = len(predicted) + len(sure)
    aer = 1 - Fraction(in_sure + in_gold, weight) if weight else None
    return {"precision": precision, "recall": recall, "f1": f1, "aer": aer}
