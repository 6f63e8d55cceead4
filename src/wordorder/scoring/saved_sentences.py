"""Sentences loaded from a document, which may hold only some, and sentences for views."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from wordorder.alignment.alignment import Alignment
from wordorder.alignment.batch import AlignmentBatch
from wordorder.errors import UsageError, WordorderWarning
from wordorder.scoring.sentences import (
    Orders,
    ScoredSentence,
    ScoredSentences,
    ScoredTranslation,
    segment_grid,
)

if TYPE_CHECKING:
    from wordorder.arrays import Floats, Integers
    from wordorder.output.grid import Grid
    from wordorder.scoring.result import ScoreResult
    from wordorder.scoring.score_sums import Buckets


@dataclass(frozen=True, slots=True, eq=False)
class SentencesOfDocument(ScoredSentences):
    """The sentences of a document.

    Attributes:
        saved: The sentences in line order.
    """

    saved: tuple[ScoredSentence, ...]

    def check(
        self, systems: tuple[str, ...], measures: Collection[str], buckets: Mapping[str, Buckets]
    ) -> None:
        """Check that the sentences have the systems, measures and buckets of a result.

        Raises:
            ValueError: They have others.
        """
        pairs, known = set(combinations(systems, 2)), set(measures)
        names = {kind: set(some.names) for kind, some in buckets.items()}
        for sentence in self.saved:
            if tuple(t.system for t in sentence.translations) != systems:
                raise ValueError("the systems of a sentence differ from those of the result")
            if any(t.scores.keys() != known for t in sentence.translations):
                raise ValueError("the measures of a sentence differ from those of the result")
            if any((shared.first, shared.second) not in pairs for shared in sentence.shared):
                raise ValueError("a difference needs two systems of the result")
            if sentence.buckets.keys() != names.keys():
                raise ValueError(f"a sentence needs its buckets by {' and '.join(names)}")
            for kind, name in sentence.buckets.items():
                if name not in names[kind]:
                    raise ValueError(f"a sentence is in a bucket of {kind} not in the result")

    @property
    def lines(self) -> list[int]:
        """The lines in the document."""
        return [sentence.line for sentence in self.saved]

    def segments(self, systems: Sequence[str], measures: Sequence[str]) -> Grid:
        """Return the scores of the sentences; see `ScoreResult`."""
        scores = [[[t.scores[m] for m in measures] for t in row] for row in self._by_system]
        return segment_grid(systems, self.lines, measures, np.array(scores))

    def orders(self, measure: str) -> Orders:
        """Return arrays over the sentences in the document."""
        by_system = self._by_system
        return Orders(
            np.array([[t.scores[measure] for t in row] for row in by_system]),
            np.array([[t.compared for t in row] for row in by_system]),
        )

    def differences(self, pairs: Sequence[tuple[str, str]]) -> tuple[Floats, Integers]:
        """Return the differences in the document; 0 where it has none."""
        shape = len(self), len(pairs)
        weighted, weights = np.zeros(shape), np.zeros(shape, np.int64)
        columns = {pair: (number, 1) for number, pair in enumerate(pairs)}
        columns |= {(b, a): (number, -1) for (a, b), (number, _) in columns.items()}
        for place, sentence in enumerate(self.saved):
            for shared in sentence.shared:
                number, sign = columns.get((shared.first, shared.second), (None, 1))
                if number is not None:
                    weighted[place, number] = sign * shared.weighted
                    weights[place, number] = shared.weight
        return weighted, weights

    def buckets(self, kind: str) -> list[str]:
        """Return the buckets of the sentences in the document."""
        return [sentence.buckets[kind] for sentence in self.saved]

    def references(self) -> Iterable[tuple[tuple[str, ...], ...]]:
        """Return the references in the document."""
        return (sentence.references for sentence in self.saved)

    def compared_references(self) -> Integers:
        """Return the compared references in the document."""
        return np.array([[t.reference for t in row] for row in self._by_system])

    def compared_links(self) -> AlignmentBatch:
        """Return the links in the document."""
        return AlignmentBatch.from_alignments(
            Alignment(t.compared_links, len(t.words), len(sentence.references[t.reference]))
            for row in self._by_system
            for sentence, t in zip(self.saved, row, strict=True)
        )

    @property
    def _by_system(self) -> list[tuple[ScoredTranslation, ...]]:
        return list(zip(*(sentence.translations for sentence in self.saved), strict=True))

    def _sentence(self, place: int) -> ScoredSentence:
        return self.saved[place]


def matched_sentences(result: ScoreResult, consequence: str) -> ScoredSentences:
    """Return the sentences of a result that compares matched words.

    Args:
        result: The result.
        consequence: The consequence, for a warning, if only some sentences were saved.

    Raises:
        UsageError: There are no words, or orders were compared through the source.
    """
    sentences = result.known_sentences()
    if len(sentences) and sentences[0].translations[0].links is None:
        raise UsageError(
            "this view shows matched words, so it needs a direct match, without the source"
        )
    if len(sentences) < result.sentence_count:
        message = (
            f"only {len(sentences):,} of {result.sentence_count:,} sentences were saved, so "
            f"{consequence}"
        )
        warnings.warn(WordorderWarning(message), stacklevel=4)
    return sentences
