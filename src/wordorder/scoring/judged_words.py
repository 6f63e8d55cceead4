"""The words whose order is judged, of all translations at once."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import UsageError, WordorderWarning
from wordorder.permutation import PermutationBatch

if TYPE_CHECKING:
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
        permutations: The order of the judged words of each translation.
        positions: For each rank of each row, its position in the reference.
        bounds: Where the words behind each rank start in `behind`, and where the last ones end.
        behind: Positions in the translation of the words behind each rank.
    """

    sentences: int
    permutations: PermutationBatch
    positions: IntArray
    bounds: Integers
    behind: IntArray

    @classmethod
    def of(cls, sentences: ScoredSentences) -> JudgedWords:
        """Collect them; orders must not be compared through the source."""
        links = sentences.judged_links()
        from_reference = links.transpose()  # sorted by the word of the reference
        rows = np.repeat(np.arange(len(links)), np.diff(from_reference.offsets))
        linked = from_reference.sources
        is_first = (np.diff(rows, prepend=-1) != 0) | (np.diff(linked, prepend=-1) != 0)
        firsts = np.flatnonzero(is_first)
        return cls(
            len(sentences),
            PermutationBatch.from_alignments(links, "matched"),
            linked[firsts],
            np.append(firsts, len(linked)),
            from_reference.targets,
        )

    @property
    def rows(self) -> Integers:
        """The row of each word."""
        return np.repeat(np.arange(len(self.permutations)), self.permutations.lengths)

    @property
    def ranks(self) -> Integers:
        """The rank of each word, in the order of the translation, numbered through all rows."""
        return self.permutations.offsets[self.rows].astype(np.int64) + self.permutations.values

    @property
    def targets(self) -> IntArray:
        """The position in the reference of each word, in the order of the translation."""
        places: IntArray = self.positions[self.ranks]
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
