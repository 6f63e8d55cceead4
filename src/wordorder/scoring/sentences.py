"""Single sentences: their words, links and scores, of a fresh result or out of its document."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, overload

import numpy as np

from wordorder.text import split_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wordorder.alignment.matching import MatchBatch
    from wordorder.arrays import Floats, Integers
    from wordorder.scoring.texts import Texts


@dataclass(frozen=True, slots=True)
class ScoredTranslation:
    """What one system made of a sentence.

    Attributes:
        system: Its name.
        words: The words of the translation.
        reference: Which reference it is compared with, counting from 0.
        links: Pairs of a word of the translation and one of that reference, counting from 0; None
            if orders are compared by way of the source.
        stages: How each link was found; None likewise.
        scores: By measure; NaN where it is undefined.
    """

    system: str
    words: tuple[str, ...]
    reference: int
    links: tuple[tuple[int, int], ...] | None
    stages: tuple[str, ...] | None
    scores: Mapping[str, float]

    @property
    def matched(self) -> int:
        """How many words of the reference are matched."""
        return len({target for _, target in self.links or ()})


@dataclass(frozen=True, slots=True)
class ScoredSentence:
    """One sentence of all systems.

    Attributes:
        line: Its number, counting from 1.
        references: The words of each reference.
        translations: One for each system.
        label: The user's label, if there is one.
    """

    line: int
    references: tuple[tuple[str, ...], ...]
    translations: tuple[ScoredTranslation, ...]
    label: str | None = None


class Orders(NamedTuple):
    """What sentences are chosen by: arrays with a row for each system.

    Attributes:
        scores: Those of one measure.
        matched: The words of the reference that are matched.
    """

    scores: Floats
    matched: Integers


class ScoredSentences(Sequence[ScoredSentence]):
    """Sentences in the order of their lines; of a document perhaps only some of them."""

    @property
    @abstractmethod
    def lines(self) -> Sequence[int]:
        """The number of each, counting from 1."""

    @abstractmethod
    def orders(self, measure: str) -> Orders:
        """What sentences are chosen by, one column for each of them."""

    @abstractmethod
    def _sentence(self, place: int) -> ScoredSentence:
        """The sentence at that place."""

    def __len__(self) -> int:
        return len(self.lines)

    @overload
    def __getitem__(self, place: int) -> ScoredSentence: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[ScoredSentence, ...]: ...

    def __getitem__(self, place: int | slice) -> ScoredSentence | tuple[ScoredSentence, ...]:
        if isinstance(place, slice):
            return tuple(self._sentence(one) for one in range(*place.indices(len(self))))
        if not -len(self) <= place < len(self):
            raise IndexError(place)
        return self._sentence(place % len(self))


@dataclass(frozen=True, slots=True, eq=False)
class SentencesOfTexts(ScoredSentences):
    """Made when they are looked at, so that a result costs no more than its arrays.

    Attributes:
        texts: Words with blanks between them.
        matches: A row for each system, reference and sentence; None without a direct match.
        best: The reference of each system's sentence, of shape (systems, sentences).
        matched: The words of it that are matched.
        measures: Their names.
        segments: Scores of shape (systems, sentences, measures).
        labels: One for each sentence, if there are any.
    """

    texts: Texts
    matches: MatchBatch | None
    best: Integers
    matched: Integers
    measures: tuple[str, ...]
    segments: Floats
    labels: tuple[str, ...] | None

    @property
    def lines(self) -> range:
        """All of them."""
        return range(1, self.texts.lines + 1)

    def orders(self, measure: str) -> Orders:
        """Those of all sentences."""
        return Orders(self.segments[..., self.measures.index(measure)], self.matched)

    def _sentence(self, place: int) -> ScoredSentence:
        return ScoredSentence(
            place + 1,
            tuple(tuple(split_words(lines[place])) for lines in self.texts.references),
            tuple(self._translation(system, place) for system in range(len(self.texts.names))),
            None if self.labels is None else self.labels[place],
        )

    def _translation(self, system: int, place: int) -> ScoredTranslation:
        reference = int(self.best[system, place])
        links = stages = None
        if self.matches is not None:
            _, references, sentences = self.texts.shape
            row = (system * references + reference) * sentences + place
            links = tuple((int(i), int(j)) for i, j in self.matches.alignments[row])
            stages = self.matches.stages_of(row)
        scores = self.segments[system, place].tolist()
        return ScoredTranslation(
            self.texts.names[system],
            tuple(split_words(self.texts.systems[system][place])),
            reference,
            links,
            stages,
            dict(zip(self.measures, scores, strict=True)),
        )


@dataclass(frozen=True, slots=True, eq=False)
class SentencesOfDocument(ScoredSentences):
    """Those that a document has.

    Attributes:
        kept: In the order of their lines.
    """

    kept: tuple[ScoredSentence, ...]

    @property
    def lines(self) -> list[int]:
        """Those that were kept."""
        return [sentence.line for sentence in self.kept]

    def orders(self, measure: str) -> Orders:
        """Those of the sentences that were kept."""
        by_system = list(zip(*(sentence.translations for sentence in self.kept), strict=True))
        return Orders(
            np.array([[one.scores[measure] for one in row] for row in by_system]),
            np.array([[one.matched for one in row] for row in by_system]),
        )

    def _sentence(self, place: int) -> ScoredSentence:
        return self.kept[place]
