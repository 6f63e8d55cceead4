"""The words whose order is judged, of all translations at once."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import UsageError, WordorderWarning
from wordorder.permutation import PermutationBatch

if TYPE_CHECKING:
    from wordorder.alignment import AlignmentBatch
    from wordorder.arrays import IntArray, Integers
    from wordorder.scoring.result import ScoreResult
    from wordorder.scoring.sentences import ScoredSentences


@dataclass(frozen=True, slots=True, eq=False)
class JudgedWords:
    """The judged words of each translation, in the order of the translation.

    Rows are translations: all sentences of the first system, then those of the second, and so on.
    A word is one of the reference.

    Attributes:
        sentences: Number of sentences.
        links: The links whose order is judged, a row for each translation.
        permutations: The order of the judged words of each translation.
        positions: For each rank of each row, its position in the reference.
    """

    sentences: int
    links: AlignmentBatch
    permutations: PermutationBatch
    positions: IntArray

    @classmethod
    def of(cls, sentences: ScoredSentences) -> JudgedWords:
        """Collect them; orders must not be compared through the source."""
        links = sentences.judged_links()
        permutations = PermutationBatch.from_alignments(links, "matched")
        width = int(links.target_lengths.max(initial=0)) + 1
        rows = np.repeat(np.arange(len(links)), np.diff(links.offsets))
        linked = links.targets[links.offsets[0] : links.offsets[-1]]
        return cls(
            len(sentences),
            links,
            permutations,
            (np.unique(rows * width + linked) % width).astype(np.int32),
        )

    @property
    def rows(self) -> Integers:
        """The row of each word."""
        return np.repeat(np.arange(len(self.permutations)), self.permutations.lengths)

    @property
    def targets(self) -> IntArray:
        """The position in the reference of each word, in the order of the translation."""
        starts = self.permutations.offsets[:-1].astype(np.int64)
        places: IntArray = self.positions[starts[self.rows] + self.permutations.values]
        return places


def matched_sentences(result: ScoreResult, consequence: str) -> ScoredSentences:
    """The sentences of a result that compares matched words.

    Args:
        result: The result.
        consequence: What follows if only some sentences were saved, for a warning.

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


def judged_words(result: ScoreResult) -> JudgedWords:
    """The judged words of all translations; see `matched_sentences`."""
    return JudgedWords.of(matched_sentences(result, "the figures are about them"))
