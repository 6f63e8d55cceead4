"""Single sentences: words, links and scores.

`saved_sentences` has the sentences of documents.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Annotated, NamedTuple, overload

import numpy as np

from wordorder.alignment.matching.match_batch import MatchBatch, Stage
from wordorder.output.codec import Bounds, Count, Finite
from wordorder.output.console import visible
from wordorder.output.grid import Grid
from wordorder.scoring.measures import ORDER_ERRORS
from wordorder.text.tokenizers import split_words

if TYPE_CHECKING:
    from wordorder.alignment.batch import AlignmentBatch
    from wordorder.arrays import Floats, Integers
    from wordorder.scoring.saved_sentences import SentencesOfDocument
    from wordorder.scoring.score_sums import Division
    from wordorder.scoring.texts import Texts
    from wordorder.scoring.word_order import SharedWordsRequest, WordOrder

LEAST_MATCHED = 4
"""Fewer matched words say little about order: with two, half of all orders are the worst."""

_DUST = 1e-10  # rounding error of equal scores


@dataclass(frozen=True, slots=True)
class ScoredTranslation:
    """One system's translation of a sentence.

    Attributes:
        system: Name of the system.
        words: The words of the translation.
        reference: Index of the reference it is compared with.
        links: Pairs of word positions in the translation and that reference, counting from 0;
            None if orders are compared through the source.
        stages: The matching stage of each link; None if there are no links.
        scores: Scores by measure; NaN if undefined.
        confidence: How likely each link is to be right; None without fitted weights.
        min_confidence: Weaker links are left out of the order.
    """

    system: str
    words: tuple[str, ...]
    reference: Count
    links: tuple[tuple[Count, Count], ...] | None
    stages: tuple[Stage, ...] | None
    scores: Mapping[str, float]
    confidence: tuple[Finite, ...] | None = None
    min_confidence: Finite = 0.0

    def __post_init__(self) -> None:
        count = None if self.links is None else len(self.links)
        if count != (None if self.stages is None else len(self.stages)):
            raise ValueError("there must be a stage for each link")
        if self.confidence is not None and len(self.confidence) != count:
            raise ValueError("there must be a confidence for each link")

    @property
    def compared_links(self) -> tuple[tuple[int, int], ...]:
        """The links of sufficient confidence, whose order is compared."""
        if self.links is None or self.confidence is None:
            return self.links or ()
        pairs = zip(self.links, self.confidence, strict=True)
        return tuple(link for link, confidence in pairs if confidence >= self.min_confidence)

    @property
    def matched(self) -> int:
        """Number of matched reference words."""
        return len({target for _, target in self.links or ()})

    @property
    def compared(self) -> int:
        """Number of reference words whose order is compared."""
        return len({target for _, target in self.compared_links})


@dataclass(frozen=True, slots=True)
class SharedDifference:
    """The difference in order between two systems, in one sentence, on the words both have.

    Attributes:
        first: Name of the first system.
        second: Name of the second.
        weight: The weight w of the sentence: the number of shared words minus 1.
        weighted: w·δ, where δ is the second system's score minus the first's by the leading
            metric.
    """

    first: str
    second: str
    weight: Annotated[int, Bounds(least=1)]
    weighted: Finite

    def __str__(self) -> str:
        names = f"{visible(self.second)} − {visible(self.first)}"
        return f"on {self.weight + 1} shared words {names} {self.weighted / self.weight:+.3f}"


@dataclass(frozen=True, slots=True)
class ScoredSentence:
    """One sentence, with the translations of all systems.

    Attributes:
        line: Line number, counting from 1.
        references: The words of each reference.
        translations: The translations, one per system.
        buckets: The names of its buckets, by kind; for labels, the user's label.
        shared: The pairs of systems that differ in order on the words both have.
    """

    line: Annotated[int, Bounds(least=1)]
    references: tuple[tuple[str, ...], ...]
    translations: tuple[ScoredTranslation, ...]
    buckets: Mapping[str, str]
    shared: tuple[SharedDifference, ...] = ()

    def __post_init__(self) -> None:
        for translation in self.translations:
            if translation.reference >= len(self.references):
                raise ValueError("a translation has an unknown reference")
            length = len(translation.words)
            wanted = len(self.references[translation.reference])
            if any(i >= length or j >= wanted for i, j in translation.links or ()):
                raise ValueError("links are outside their sentences")

    @property
    def label(self) -> str | None:
        """The user's label, if there is one."""
        return self.buckets.get("label")


class Orders(NamedTuple):
    """Arrays for choosing sentences, with a row for each system.

    Attributes:
        scores: Scores of one measure.
        compared: Numbers of reference words whose order is compared.
    """

    scores: Floats
    compared: Integers


def segment_grid(
    systems: Iterable[str], lines: Iterable[int], measures: Iterable[str], scores: Floats
) -> Grid:
    """Label the scores of sentences, of shape (systems, sentences, measures)."""
    return Grid.of({"system": systems, "line": lines, "measure": measures}, value=scores)


class ScoredSentences(Sequence[ScoredSentence]):
    """Sentences in line order; a document may hold only some of them."""

    PLAIN = tuple[ScoredSentence, ...]

    def to_plain(self) -> Sequence[ScoredSentence]:
        """Return the sentences one by one, as in documents."""
        return self

    @classmethod
    def from_plain(cls, plain: tuple[ScoredSentence, ...]) -> SentencesOfDocument:
        """Return the sentences of a document."""
        from wordorder.scoring.saved_sentences import SentencesOfDocument

        return SentencesOfDocument(plain)

    def only_lines(self, lines: Collection[int]) -> SentencesOfDocument:
        """Keep only some lines."""
        from wordorder.scoring.saved_sentences import SentencesOfDocument

        known = enumerate(self.lines)
        return SentencesOfDocument(tuple(self[place] for place, line in known if line in lines))

    @property
    @abstractmethod
    def lines(self) -> Sequence[int]:
        """Their line numbers, counting from 1."""

    @abstractmethod
    def orders(self, measure: str) -> Orders:
        """Return arrays for choosing sentences, with a column for each."""

    @abstractmethod
    def differences(self, pairs: Sequence[tuple[str, str]]) -> tuple[Floats, Integers]:
        """Return w·δ and w of pairs, of shape (sentences, pairs); see `SharedDifference`."""

    @abstractmethod
    def buckets(self, kind: str) -> Sequence[str]:
        """Return the name of each sentence's bucket of a kind."""

    @abstractmethod
    def references(self) -> Iterable[tuple[tuple[str, ...], ...]]:
        """Return the words of each reference, sentence by sentence."""

    @abstractmethod
    def compared_references(self) -> Integers:
        """Return the index of the reference of each translation, of shape (systems, sentences)."""

    @abstractmethod
    def compared_links(self) -> AlignmentBatch:
        """Return the links of sufficient confidence, for each system and sentence.

        Needs a direct match.
        """

    @abstractmethod
    def _sentence(self, place: int) -> ScoredSentence:
        """Return the sentence at this index."""

    def __len__(self) -> int:
        return len(self.lines)

    @overload
    def __getitem__(self, place: int) -> ScoredSentence: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[ScoredSentence, ...]: ...

    def __getitem__(self, place: int | slice) -> ScoredSentence | tuple[ScoredSentence, ...]:
        if isinstance(place, slice):
            return tuple(map(self._sentence, range(*place.indices(len(self)))))
        if not -len(self) <= place < len(self):
            raise IndexError(place)
        return self._sentence(place % len(self))


@dataclass(frozen=True, slots=True, eq=False)
class SentencesOfTexts(ScoredSentences):
    """Sentences built on demand from the arrays of a result.

    Attributes:
        texts: Tokenised texts, words separated by spaces.
        matches: A row for each system, reference and sentence; None without a direct match.
        best: Index of the best reference, of shape (systems, sentences).
        compared: Number of its words whose order is compared, of the same shape.
        measures: Names of the measures.
        segments: Scores, of shape (systems, sentences, measures).
        divisions: Their buckets, by kind.
        order: The word order, to compare systems on the words both have.
        request: The metrics to compare: the leading one.
    """

    texts: Texts
    matches: MatchBatch | None
    best: Integers
    compared: Integers
    measures: tuple[str, ...]
    segments: Floats
    divisions: Mapping[str, Division]
    order: WordOrder
    request: SharedWordsRequest

    @property
    def lines(self) -> range:
        """All lines."""
        return range(1, self.texts.lines + 1)

    def orders(self, measure: str) -> Orders:
        """Return arrays over all sentences."""
        return Orders(self.segments[..., self.measures.index(measure)], self.compared)

    def differences(self, pairs: Sequence[tuple[str, str]]) -> tuple[Floats, Integers]:
        """Compare the systems in all sentences."""
        numbers = [[self.texts.names.index(name) for name in pair] for pair in pairs]
        return self._compared(numbers, slice(0, self.texts.lines))

    def buckets(self, kind: str) -> list[str]:
        """Return the buckets of all sentences."""
        names, numbers = self.divisions[kind]
        return [names[number] for number in numbers.tolist()]

    def references(self) -> Iterable[tuple[tuple[str, ...], ...]]:
        """Yield the words of all references."""
        for lines in zip(*self.texts.references, strict=True):
            yield tuple(tuple(split_words(line)) for line in lines)

    def compared_references(self) -> Integers:
        """Return the best references."""
        return self.best

    def compared_links(self) -> AlignmentBatch:
        """Return the links of all translations to their best references."""
        assert self.matches is not None  # a direct match
        links = self.matches.confident()
        systems, references, sentences = self.texts.shape
        if references == 1:
            return links
        firsts = np.arange(systems)[:, np.newaxis] * references
        return links.chosen(((firsts + self.best) * sentences + np.arange(sentences)).reshape(-1))

    def _compared(self, pairs: Sequence[Sequence[int]], lines: slice) -> tuple[Floats, Integers]:
        """Return w·δ and w, of shape (sentences, pairs)."""
        if not pairs:
            shape = lines.stop - lines.start, 0
            return np.zeros(shape), np.zeros(shape, np.int64)
        sums = np.zeros((len(pairs), 2, len(self.request.metrics) + len(ORDER_ERRORS)))
        statistics, *_ = self.order.on_shared_words(np.array(pairs), lines, self.request, sums)
        weighted, weights = statistics[..., 0], statistics[..., -1]
        weighted[np.abs(weighted) < _DUST] = 0
        return weighted, weights.astype(np.int64)

    def _shared(self, place: int) -> tuple[SharedDifference, ...]:
        names = self.texts.names
        pairs = list(combinations(range(len(names)), 2))
        compared = self._compared(pairs, slice(place, place + 1))
        weighted, weights = (column[0].tolist() for column in compared)
        return tuple(
            SharedDifference(names[a], names[b], weight, difference)
            for (a, b), weight, difference in zip(pairs, weights, weighted, strict=True)
            if difference
        )

    def _sentence(self, place: int) -> ScoredSentence:
        return ScoredSentence(
            place + 1,
            tuple(tuple(split_words(lines[place])) for lines in self.texts.references),
            tuple(self._translation(system, place) for system in range(len(self.texts.names))),
            {kind: names[numbers[place]] for kind, (names, numbers) in self.divisions.items()},
            self._shared(place),
        )

    def _translation(self, system: int, place: int) -> ScoredTranslation:
        reference = int(self.best[system, place])
        links = stages = confidence = None
        if self.matches is not None:
            _, references, sentences = self.texts.shape
            row = (system * references + reference) * sentences + place
            links = tuple((int(i), int(j)) for i, j in self.matches.alignments[row])
            stages = self.matches.stages_of(row)
            confidence = self.matches.confidence_of(row)
        scores = self.segments[system, place].tolist()
        return ScoredTranslation(
            self.texts.names[system],
            tuple(split_words(self.texts.systems[system][place])),
            reference,
            links,
            stages,
            dict(zip(self.measures, scores, strict=True)),
            confidence,
            0.0 if self.matches is None else self.matches.min_confidence,
        )
