"""Sentences worth a look: their trees, the order found and the order wanted."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordorder.drawing.arcs import layout_arcs
from wordorder.drawing.cells import cell_len
from wordorder.output import counted, visible, wrapped
from wordorder.output.codec import Count, Finite
from wordorder.syntax.tree import MOST_DRAWN

if TYPE_CHECKING:
    from collections.abc import Sequence

_PAGE = 100  # width of a card that does not go to a terminal
_BETWEEN = 3  # cells between two trees
_DIFFERENT = "*"


@dataclass(frozen=True, slots=True)
class CardParse:
    """One parse of a sentence, and the order that the rules make of it.

    Attributes:
        name: What the parse is called.
        tags: The part of speech of each word.
        heads: The head of each word, counting from 0; -1 for the root.
        labels: The relation of each word to its head.
        order: The words in the order found.
        shifts: How far each word is misplaced, negative if it stands too far left; 0 if it is in
            place or not judged. See `misplacements`.
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
        judged: Whether each word is judged.
        wanted: The words that are judged, in the order of the translation; several at one place if
            their order is free.
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
                raise ValueError("a parse must say something about every word")
            if sorted(parse.order) != [*words] or not _is_tree(parse.heads):
                raise ValueError("the words of a parse must form an order and a tree")
        if any(word not in words for place in self.wanted for word in place):
            raise ValueError("the order wanted has words that are not in the sentence")

    @property
    def title(self) -> str:
        """The sentence, its scores, and how many words are judged and misplaced."""
        first = self.parses[0]
        scores = f"{self.metric} {first.score:.3f}"
        if len(self.parses) > 1:
            named = (f"{visible(one.name)} {one.score:.3f}" for one in self.parses)
            scores = f"{self.metric} {', '.join(named)}"
        misplaced = sum(shift != 0 for shift in first.shifts)
        return (
            f"sentence {self.sentence}: {scores}; {misplaced} of {sum(self.judged)} judged words "
            f"misplaced, {counted(len(self.words), 'word')} in all"
        )

    @property
    def wanted_text(self) -> str:
        """The order wanted, words whose order is free in braces."""
        places = (" ".join(self.words[word] for word in place) for place in self.wanted)
        grouped = zip(places, self.wanted, strict=True)
        return " ".join(f"{{{{ {text} }}}}" if len(of) > 1 else text for text, of in grouped)

    def found_text(self, parse: CardParse) -> str:
        """The order found, with an arrow at each misplaced word to where it belongs."""
        return " ".join(_with_arrow(self.words[word], parse.shifts[word]) for word in parse.order)

    def to_text(self, *, width: int | None = None, color: bool = False) -> str:
        """The title, the trees and the orders."""
        parts = [wrapped(self.title, width)]
        if len(self.words) <= MOST_DRAWN:
            parts.append(self._trees(width or _PAGE, color))
        return "\n\n".join([*parts, self._orders(width)]) + "\n"

    def __str__(self) -> str:
        return self.to_text().removesuffix("\n")

    def _orders(self, width: int | None) -> str:
        texts = {"wanted": self.wanted_text}
        names = ["found"] if len(self.parses) == 1 else [one.name for one in self.parses]
        texts |= {
            visible(name): self.found_text(one)
            for name, one in zip(names, self.parses, strict=True)
        }
        longest = max(map(cell_len, texts))
        return "\n".join(
            wrapped(
                f"{name}: {' ' * (longest - cell_len(name))}{visible(text)}",
                width,
                indent=" " * (longest + 2),
            )
            for name, text in texts.items()
        )

    def _trees(self, width: int, color: bool) -> str:
        """One tree, or two side by side if they fit, else one below the other."""
        if len(self.parses) == 1:
            return self._tree(self.parses[0], width, color)
        half = (width - _BETWEEN) // 2
        plain = [self._tree(one, half, color=False).split("\n") for one in self.parses]
        names = [visible(one.name) for one in self.parses]
        if max(cell_len(line) for lines in plain for line in lines) > half:
            trees = (self._tree(one, width, color) for one in self.parses)
            return "\n\n".join(f"{name}\n{tree}" for name, tree in zip(names, trees, strict=True))
        drawn = [self._tree(one, half, color).split("\n") for one in self.parses]
        height = max(map(len, drawn))  # so that the words of both stand on the same line
        bare, left, right = (
            [name, *[""] * (height - len(lines)), *lines]
            for name, lines in zip([names[0], *names], [plain[0], *drawn], strict=True)
        )
        gaps = (" " * (half + _BETWEEN - cell_len(line)) for line in bare)
        return "\n".join("".join(row).rstrip() for row in zip(left, gaps, right, strict=True))

    def _tree(self, parse: CardParse, width: int, color: bool) -> str:
        """The tree; tags and relations that differ from the other parse have a star."""
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
    """Whether all words hang on one root."""
    children = defaultdict(list)
    for word, head in enumerate(heads):
        children[head].append(word)
    reached = list(children[-1])
    is_rooted = len(reached) == 1
    for word in reached:  # which grows
        reached += children[word]
    return is_rooted and len(reached) == len(heads)
