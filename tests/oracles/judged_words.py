"""Pairs in order by distance, and misplaced words, counted one by one."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from .alignments import components
from .misplacement import in_place

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .alignments import Links

CLASSES = {
    "1": range(1, 2),
    "2": range(2, 3),
    "3–4": range(3, 5),
    "5–8": range(5, 9),
    "9–16": range(9, 17),
    "over 16": range(17, 10**9),
}


def positions(links: Links) -> list[int]:
    """Reference positions in the order of the translation; a match stands at its first word."""
    return [target for _, targets in components(links) for target in targets]


def pair_counts(links: Links) -> dict[str, tuple[int, int]]:
    """Pairs in the right order, and all pairs, by the distance of the two in the reference."""
    order = positions(links)
    right, pairs = Counter[str](), Counter[str]()
    for place, first in enumerate(order):
        for second in order[place + 1 :]:
            name = next(name for name, some in CLASSES.items() if abs(second - first) in some)
            pairs[name] += 1
            right[name] += first < second
    return {name: (right[name], pairs[name]) for name in CLASSES}


def misplaced(
    links: Links, reference: Sequence[str], named: Callable[[str], str]
) -> tuple[Counter[str], Counter[str]]:
    """How often each word of the reference is judged, and how often it is misplaced."""
    order = positions(links)
    kept = in_place(order)
    words = [named(reference[position]) for position in order]
    return Counter(words), Counter(word for place, word in enumerate(words) if place not in kept)
