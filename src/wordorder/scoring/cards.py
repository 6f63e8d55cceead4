"""Sentences worth a look: their words, crossing links, and moves that fix their order."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

from wordorder.alignment.alignment import Alignment
from wordorder.errors import Argument, UsageError
from wordorder.ordering.mending import mending_moves
from wordorder.output.console import visible, wrapped
from wordorder.output.records import Records
from wordorder.output.views import record_view
from wordorder.output.wording import counted, ordinal
from wordorder.permutation.permutation import Permutation
from wordorder.scoring.saved_sentences import matched_sentences
from wordorder.scoring.sentences import LEAST_MATCHED, ScoredTranslation, SharedDifference

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordorder.arrays import Integers
    from wordorder.output.tables import Cell
    from wordorder.scoring.result import ScoreResult

Moved = TypeVar("Moved")

DECIMALS = 4
"""Scores equal to this many decimals are ties: rounding must not choose sentences."""

_PAGE = 100  # width of a drawing that does not go to a terminal


class _Chosen(NamedTuple):
    """The indices of a system and of one of its sentences."""

    system: int
    sentence: int


@dataclass(frozen=True, slots=True)
class SentenceCard:
    """One translation to look at.

    Attributes:
        line: Line number, counting from 1.
        translation: Words, links and scores of the translation.
        reference: The words of the reference it is compared with.
        measure: The measure shown in the title.
        shared: The difference between two compared systems on the words both have, or None.
    """

    line: int
    translation: ScoredTranslation
    reference: tuple[str, ...]
    measure: str
    shared: SharedDifference | None = None

    @property
    def title(self) -> str:
        """The system, the line, the score, and the difference on shared words, if any."""
        score = self.translation.scores[self.measure]
        weak = self.translation.matched - self.translation.compared
        return (
            f"{visible(self.translation.system)}, line {self.line}: {self.measure} {score:.3f}, "
            f"{self.translation.matched} of {counted(len(self.reference), 'word')} matched"
            f"{f', {weak} of them weakly' if weak else ''}"
            f"{'' if self.shared is None else f'; {self.shared}'}"
        )

    @property
    def alignment(self) -> Alignment:
        """The links from the translation to the reference; weak ones are possible links."""
        translation = self.translation
        lengths = len(translation.words), len(self.reference)
        return Alignment(translation.compared_links, *lengths, possible=translation.links or ())

    def __str__(self) -> str:
        return self.to_text(width=None, color=False).removesuffix("\n")

    def moves(self) -> Iterator[str]:
        """Yield the moves that improve the order most, in the words of the translation."""
        permutation = Permutation.from_alignment(self.alignment.only_sure(), "matched")
        places = self._places(permutation)
        for move in mending_moves(permutation):
            block = visible(self._quoted(places, move.start, move.stop))
            where = "to the end"
            if move.to < len(places):
                where = f"before “{visible(self._quoted(places, move.to, move.to + 1))}”"
            yield f"move “{block}” {where}: kendall {move.gain:+.3f}"
            places = _moved(places, move.start, move.stop, move.to)

    def _places(self, permutation: Permutation) -> list[tuple[int, ...]]:
        """Return the positions in the translation behind each element of the permutation."""
        linked: dict[int, set[int]] = {}
        for source, target in self.translation.compared_links:
            linked.setdefault(target, set()).add(source)
        matched = sorted(linked)
        return [tuple(sorted(linked[matched[rank]])) for rank in permutation.ranks]

    def _quoted(self, places: Sequence[tuple[int, ...]], start: int, stop: int) -> str:
        """Return words of the translation, with a number if they occur more than once."""
        block, size, first = self._words_at(places[start:stop]), stop - start, places[start][0]
        words = [word.lower() for word in self.translation.words]
        same = [place for place, word in enumerate(words) if word == words[first]]
        if len(block) > 1:  # neighbouring words identify a word, unless all of them occur twice
            blocks = [self._words_at(places[other : other + size]) for other in range(len(places))]
            repeated = blocks.count(block) > 1
        else:
            repeated = len(same) > 1
        if not repeated:
            return " ".join(block)
        return " ".join([f"{block[0]} ({ordinal(same.index(first) + 1)})", *block[1:]])

    def _words_at(self, places: Sequence[tuple[int, ...]]) -> list[str]:
        positions = dict.fromkeys(position for place in places for position in place)
        return [self.translation.words[position] for position in positions]

    def to_text(self, *, width: int | None = None, color: bool = False) -> str:
        """Return the title, both sentences, a drawing of the links, and the moves."""
        layout = self.alignment.layout(
            self.translation.words, self.reference, self.translation.stages
        )
        picture = layout.to_text(width=width or _PAGE, color=color, kind="crossing")
        heading = wrapped(self.title, width)
        parts = [heading, self._sentences(width), picture.rstrip("\n")]
        moves = "\n".join(wrapped(move, width, indent="  ") for move in self.moves())
        return "\n\n".join(filter(None, [*parts, moves])) + "\n"

    def _sentences(self, width: int | None) -> str:
        """Return both sentences, labelled by their side of the drawing."""
        sides = {"left, translation": self.translation.words, "right, reference": self.reference}
        longest = max(map(len, sides))
        return "\n".join(
            wrapped(
                f"{f'{side}:':<{longest + 1}} {visible(' '.join(words))}",
                width,
                indent=" " * (longest + 2),
            )
            for side, words in sides.items()
        )


def worst_cards(
    result: ScoreResult, min_words: int | str = LEAST_MATCHED, *, top: int | None = None
) -> list[SentenceCard]:
    """Return the sentences with the worst order, system by system."""
    return _cards(result, _worst(result, min_words, top))


def diff_cards(
    result: ScoreResult,
    first: str,
    second: str,
    min_words: int | str = LEAST_MATCHED,
    *,
    top: int | None = None,
) -> list[SentenceCard]:
    """Return the sentences where two systems differ most on the words both have, in pairs."""
    return [
        replace(card, shared=shared)
        for shared, chosen in _most_different(result, first, second, min_words, top)
        for card in _cards(result, chosen)
    ]


def worst_lines(
    result: ScoreResult, min_words: int | str = LEAST_MATCHED, *, top: int | None = None
) -> set[int]:
    """Return the line numbers of the sentences with the worst order."""
    return _lines(result, _worst(result, min_words, top))


def diff_lines(
    result: ScoreResult,
    first: str,
    second: str,
    min_words: int | str = LEAST_MATCHED,
    *,
    top: int | None = None,
) -> set[int]:
    """Return the line numbers where two systems differ most."""
    sentences = _most_different(result, first, second, min_words, top)
    return _lines(result, [chosen for _, pair in sentences for chosen in pair])


def worst_records(
    result: ScoreResult, min_words: int | str = LEAST_MATCHED, *, top: int | None = None
) -> Records:
    """Return the sentences with the worst order as records."""
    return _records(result, worst_cards(result, min_words, top=top))


def diff_records(
    result: ScoreResult,
    first: str,
    second: str,
    min_words: int | str = LEAST_MATCHED,
    *,
    top: int | None = None,
) -> Records:
    """Return the sentences where two systems differ most as records."""
    cards = diff_cards(result, first, second, min_words, top=top)
    return _records(result, cards, compared=True)


def _worst(result: ScoreResult, min_words: int | str, top: int | None) -> list[_Chosen]:
    """Return, for each system, the sentences whose compared words are in the worst order.

    Low coverage alone does not make a sentence bad. Ties go to the sentence with more compared
    words, then to the earlier one.
    """
    exact, compared = matched_sentences(result, "only these are considered").orders(result.leading)
    scores = np.round(exact, DECIMALS)
    enough = compared >= _checked_minimum(min_words)
    chosen = []
    for system in range(len(result.systems)):
        order = np.lexsort((-compared[system], scores[system]))
        # Undefined scores are left out, too.
        wrong = order[(scores[system] < 1)[order] & enough[system][order]]
        chosen += [_Chosen(system, int(place)) for place in wrong[:top]]
    return chosen


def _most_different(
    result: ScoreResult, first: str, second: str, min_words: int | str, top: int | None
) -> list[tuple[SharedDifference, list[_Chosen]]]:
    """Return the sentences that contribute most to the difference of two systems, by |w·δ|."""
    if first == second:
        raise UsageError("give two different systems to compare")
    pair = [result.system(first), result.system(second)]
    sentences = matched_sentences(result, "only these are considered")
    weighted, weights = (column[:, 0] for column in sentences.differences([(first, second)]))
    enough = weights + 1 >= _checked_minimum(min_words)
    gaps = np.where(enough, np.abs(np.round(weighted, DECIMALS)), 0)
    order: Integers = np.argsort(-gaps, kind="stable")
    return [
        (
            SharedDifference(first, second, int(weights[place]), float(weighted[place])),
            [_Chosen(system, place) for system in pair],
        )
        for place in order[gaps[order] > 0][:top].tolist()
    ]


def _checked_minimum(min_words: int | str) -> int:
    """Check the minimum number of matched words."""
    if not str(min_words).isdecimal() or int(min_words) < 1:
        wanted = "must be a positive whole number"
        raise UsageError(Argument("min_words"), f" {wanted}, not {min_words!r}")
    return int(min_words)


def _cards(result: ScoreResult, chosen: Sequence[_Chosen]) -> list[SentenceCard]:
    cards = []
    for system, place in chosen:
        sentence = result.known_sentences()[place]
        translation = sentence.translations[system]
        reference = sentence.references[translation.reference]
        cards.append(SentenceCard(sentence.line, translation, reference, result.leading))
    return cards


def _lines(result: ScoreResult, chosen: Sequence[_Chosen]) -> set[int]:
    return {result.known_sentences().lines[place] for _, place in chosen}


def _records(
    result: ScoreResult, cards: Sequence[SentenceCard], *, compared: bool = False
) -> Records:
    columns: dict[str, Sequence[Cell]] = {
        "system": [card.translation.system for card in cards],
        "line": [card.line for card in cards],
        result.leading: [card.translation.scores[result.leading] for card in cards],
        "matched": [card.translation.matched for card in cards],
        "words": [len(card.reference) for card in cards],
    }
    if compared:
        shared = [card.shared for card in cards if card.shared is not None]
        columns["shared_words"] = [difference.weight + 1 for difference in shared]
        columns["shared_difference"] = [
            difference.weighted / difference.weight for difference in shared
        ]
    columns |= {
        "translation": [" ".join(card.translation.words) for card in cards],
        "reference": [" ".join(card.reference) for card in cards],
        "moves": ["; ".join(card.moves()) for card in cards],
    }
    types: dict[str, type] = dict.fromkeys(("line", "matched", "words", "shared_words"), int)
    types |= dict.fromkeys((result.leading, "shared_difference"), float)
    return Records({name: types.get(name, str) for name in columns}, columns)


def _moved(words: Sequence[Moved], start: int, stop: int, to: int) -> list[Moved]:
    block, rest = list(words[start:stop]), [*words[:start], *words[stop:]]
    place = to if to <= start else to - len(block)
    return [*rest[:place], *block, *rest[place:]]


VIEWS = {
    "worst": replace(
        record_view(worst_records, lines=worst_lines),
        cards=worst_cards,
        nothing="no sentence with enough matched words is out of order",
    ),
    "diff": replace(
        record_view(diff_records, lines=diff_lines),
        cards=diff_cards,
        nothing="no sentence with enough shared words differs in order",
    ),
}
