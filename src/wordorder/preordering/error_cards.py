"""Cards of sentences with errors: their trees, the order found and the order wanted."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.output.codec import Count, Finite
from wordorder.output.console import cell_width, visible, wrapped
from wordorder.output.wording import counted
from wordorder.syntax.tree import MOST_DRAWN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.arrays import Floats, Integers
    from wordorder.permutation.batch import PermutationBatch
    from wordorder.preordering.faults import OrderScorer
    from wordorder.syntax.dependency import DependencyBatch

LEAST_COMPARED = 4
"""Fewer compared words say little about order: with two, half of all orders are the worst."""

_PAGE = 100  # width of a card outside a terminal
_BETWEEN = 3  # cells between two trees
_DIFFERENT = "*"


@dataclass(frozen=True, slots=True)
class CardParse:
    """One parse of a sentence, and its order by the rules.

    Attributes:
        name: The name of the parse.
        tags: The part of speech of each word.
        heads: The head of each word, counting from 0; -1 for the root.
        labels: The relation of each word to its head.
        order: The words in the order found.
        shifts: The distance of each word from its place, negative if it stands too far left; 0 if
            it is in place or not compared. See `misplacements`.
        score: The score of the order.
    """

    name: str
    tags: tuple[str, ...]
    heads: tuple[int, ...]
    labels: tuple[str, ...]
    order: tuple[int, ...]
    shifts: tuple[int, ...]
    score: Finite


@dataclass(frozen=True, slots=True)
class ErrorCard:
    """A sentence with one or two parses.

    Attributes:
        sentence: Its number, counting from 1.
        metric: The metric of the scores.
        words: The words.
        judged: Whether each word is compared.
        wanted: The compared words in the order of the translation; words whose order is free share
            a place.
        parses: The parse, and another to compare with, if any.
    """

    sentence: Count
    metric: str
    words: tuple[str, ...]
    judged: tuple[bool, ...]
    wanted: tuple[tuple[int, ...], ...]
    parses: tuple[CardParse, ...]

    def __post_init__(self) -> None:
        words = range(len(self.words))
        if not 1 <= len(self.parses) <= 2:
            raise ValueError("expected one or two parses")
        for parse in self.parses:
            columns = (self.judged, parse.tags, parse.heads, parse.labels, parse.shifts)
            if any(len(column) != len(words) for column in columns):
                raise ValueError("a parse needs a tag, head, label and shift for every word")
            if sorted(parse.order) != [*words] or not _is_tree(parse.heads):
                raise ValueError("the words of a parse must form an order and a tree")
        if any(word not in words for place in self.wanted for word in place):
            raise ValueError("the wanted order has words that are not in the sentence")

    @property
    def title(self) -> str:
        """The sentence, its scores, and its numbers of misplaced, compared and all words."""
        first = self.parses[0]
        scores = f"{self.metric} {first.score:.3f}"
        if len(self.parses) > 1:
            named = (f"{visible(parse.name)} {parse.score:.3f}" for parse in self.parses)
            scores = f"{self.metric} {', '.join(named)}"
        misplaced = sum(shift != 0 for shift in first.shifts)
        return (
            f"sentence {self.sentence}: {scores}; {misplaced} of {sum(self.judged)} judged words "
            f"misplaced, {counted(len(self.words), 'word')} in all"
        )

    @property
    def wanted_text(self) -> str:
        """The order wanted, with words whose order is free in braces."""
        places = (" ".join(self.words[word] for word in place) for place in self.wanted)
        return " ".join(
            f"{{{{ {text} }}}}" if len(place) > 1 else text
            for text, place in zip(places, self.wanted, strict=True)
        )

    def found_text(self, parse: CardParse) -> str:
        """Return the order found, with an arrow from each misplaced word towards its place."""
        return " ".join(_with_arrow(self.words[word], parse.shifts[word]) for word in parse.order)

    def to_text(self, *, width: int | None = None, color: bool = False) -> str:
        """Return the title, the trees and the orders as text."""
        parts = [wrapped(self.title, width)]
        if len(self.words) <= MOST_DRAWN:
            parts.append(self._trees(width or _PAGE, color))
        return "\n\n".join([*parts, self._orders(width)]) + "\n"

    def __str__(self) -> str:
        return self.to_text().removesuffix("\n")

    def _orders(self, width: int | None) -> str:
        texts = {"wanted": self.wanted_text}
        names = ["found"] if len(self.parses) == 1 else [parse.name for parse in self.parses]
        texts |= {
            visible(name): self.found_text(parse)
            for name, parse in zip(names, self.parses, strict=True)
        }
        longest = max(map(cell_width, texts))
        return "\n".join(
            wrapped(
                f"{name}: {' ' * (longest - cell_width(name))}{visible(text)}",
                width,
                indent=" " * (longest + 2),
            )
            for name, text in texts.items()
        )

    def _trees(self, width: int, color: bool) -> str:
        """Draw one tree, or two side by side if they fit, otherwise one below the other."""
        if len(self.parses) == 1:
            return self._tree(self.parses[0], width, color)
        half = (width - _BETWEEN) // 2
        plain = [self._tree(parse, half, color=False).split("\n") for parse in self.parses]
        names = [visible(parse.name) for parse in self.parses]
        if max(cell_width(line) for lines in plain for line in lines) > half:
            trees = (self._tree(parse, width, color) for parse in self.parses)
            return "\n\n".join(f"{name}\n{tree}" for name, tree in zip(names, trees, strict=True))
        drawn = [self._tree(parse, half, color).split("\n") for parse in self.parses]
        height = max(map(len, drawn))  # so that the words of both stand on the same line
        bare, left, right = (
            [name, *[""] * (height - len(lines)), *lines]
            for name, lines in zip([names[0], *names], [plain[0], *drawn], strict=True)
        )
        gaps = (" " * (half + _BETWEEN - cell_width(line)) for line in bare)
        return "\n".join("".join(row).rstrip() for row in zip(left, gaps, right, strict=True))

    def _tree(self, parse: CardParse, width: int, color: bool) -> str:
        """Draw a tree; tags and relations that differ from the other parse have a star."""
        from wordorder.drawing.arcs import layout_arcs

        tags, labels = list(parse.tags), list(parse.labels)
        for other in self.parses:
            for word, label in enumerate(parse.labels):
                if (parse.heads[word], label) != (other.heads[word], other.labels[word]):
                    labels[word] = label + _DIFFERENT
                if parse.tags[word] != other.tags[word]:
                    tags[word] = parse.tags[word] + _DIFFERENT
        texts = [[visible(text) for text in column] for column in (self.words, tags, labels)]
        words, tags, labels = texts
        return layout_arcs(words, tags, parse.heads, labels).to_text(width=width, color=color)


def _with_arrow(word: str, shift: int) -> str:
    return f"←{word}" if shift > 0 else f"{word}→" if shift < 0 else word


def _is_tree(heads: Sequence[int]) -> bool:
    """Return whether all words hang on one root."""
    children = defaultdict(list)
    for word, head in enumerate(heads):
        children[head].append(word)
    reached = list(children[-1])
    is_rooted = len(reached) == 1
    for word in reached:  # which grows
        reached += children[word]
    return is_rooted and len(reached) == len(heads)


class OrderedParses(NamedTuple):
    """Parses of all sentences, their orders by the rules, and the scores of the orders."""

    name: str
    trees: DependencyBatch
    orders: PermutationBatch
    scores: Floats


def worst_cards(
    scorer: OrderScorer, parses: list[OrderedParses], most: int
) -> tuple[ErrorCard, ...]:
    """Return the sentences with the lowest scores; ties go to the longer, then the earlier one."""
    scores, counts = parses[0].scores, _compared_counts(scorer)
    order = np.lexsort((-counts, scores))  # undefined scores come last
    rows = order[(scores[order] < 1) & (counts[order] >= LEAST_COMPARED)][:most]
    return _cards(scorer, parses, rows)


def different_cards(
    scorer: OrderScorer, parses: list[OrderedParses], most: int
) -> tuple[ErrorCard, ...]:
    """Return the sentences whose scores with two parses differ most; ties go to the earlier."""
    first, second = parses
    gaps = np.abs(first.scores - second.scores)
    gaps[~(_compared_counts(scorer) >= LEAST_COMPARED) | np.isnan(gaps)] = 0
    order = np.argsort(-gaps, kind="stable")
    return _cards(scorer, parses, order[gaps[order] > 0][:most])


def _compared_counts(scorer: OrderScorer) -> Integers:
    rows = np.repeat(np.arange(len(scorer.references)), scorer.references.lengths)
    return np.bincount(rows[scorer.compared_words()], minlength=len(scorer.references))


def _cards(
    scorer: OrderScorer, parses: list[OrderedParses], rows: Integers
) -> tuple[ErrorCard, ...]:
    if not rows.size:
        return ()
    starts = np.concatenate([[0], np.cumsum(scorer.references.lengths)])
    shifts = [scorer.shifts(side.orders) for side in parses]
    compared_words = scorer.compared_words()
    cards = []
    for row in rows.tolist():
        own = slice(starts[row], starts[row + 1])
        compared = tuple(compared_words[own].tolist())
        sides = tuple(
            _card_parse(side, row, of_words[own])
            for side, of_words in zip(parses, shifts, strict=True)
        )
        words, wanted = parses[0].trees[row].words, _wanted(scorer, row, compared)
        cards.append(ErrorCard(row + 1, scorer.metric, words, compared, wanted, sides))
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


def _wanted(
    scorer: OrderScorer, row: int, compared: tuple[bool, ...]
) -> tuple[tuple[int, ...], ...]:
    """Return the compared words in the reference order, groups of free inner order together."""
    reference = scorer.references.orders[row]
    order, groups = reference.order.tolist(), {group.start: group for group in reference.groups}
    places, place = [], 0
    while place < len(order):
        group = groups.get(place, range(place, place + 1))
        places.append(tuple(order[k] for k in group if compared[order[k]]))
        place = group.stop
    return tuple(filter(None, places))
