"""What both tools share: words as spans of the target, orders as levels, and the result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import InputError
from wordorder.ordering import ordering_scores
from wordorder.output import counted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from wordorder.alignment import AlignmentBatch
    from wordorder.permutation import PermutationBatch


@dataclass(frozen=True, slots=True, eq=False)
class PeerScores:
    """The figures of another tool.

    Attributes:
        tool: Its name.
        figures: The figures of the corpus by name; NaN if no sentence counts.
        sentences: For each name of a figure or count, its value in every sentence.
    """

    tool: str
    figures: Mapping[str, float]
    sentences: Mapping[str, NDArray[np.float64] | NDArray[np.int64]]


@dataclass(frozen=True, slots=True, eq=False)
class Spans:
    """The source words of all sentences, one after the other, in the order to score.

    Attributes:
        first: The first target of each word; -1 for a word without links.
        last: Its last target.
        word: Its number in its sentence.
        row: Its sentence.
        lengths: The number of words in each sentence.
    """

    first: NDArray[np.int64]
    last: NDArray[np.int64]
    word: NDArray[np.int64]
    row: NDArray[np.int64]
    lengths: NDArray[np.int64]

    @classmethod
    def read(cls, alignments: AlignmentBatch, orders: PermutationBatch) -> Spans:
        """Find the spans of the words and put them in order.

        Raises:
            InputError: Alignments and orders are not of the same sentences.
        """
        lengths = orders.lengths
        _refuse_others(alignments.source_lengths, lengths)
        starts = np.cumsum(lengths) - lengths
        links = slice(alignments.offsets[0], alignments.offsets[-1])
        source = alignments.sources[links] + np.repeat(starts, np.diff(alignments.offsets))
        target = alignments.targets[links].astype(np.int64)
        first = np.full(lengths.sum(), np.iinfo(np.int64).max)
        last = np.full(lengths.sum(), -1)
        np.minimum.at(first, source, target)
        np.maximum.at(last, source, target)
        first[last == -1] = -1
        row = np.repeat(np.arange(len(lengths)), lengths)
        own = slice(orders.offsets[0], orders.offsets[-1])
        word = orders.orders[own].astype(np.int64)
        place = word + starts[row]
        return cls(first[place], last[place], word, row, lengths)


@dataclass(frozen=True, slots=True, eq=False)
class Levels:
    """Orders whose words may share a rank, their level: 0, 1, … in every sentence.

    Attributes:
        level: The level of each word, read from left to right.
        lengths: The number of words in each sentence.
    """

    level: NDArray[np.int64]
    lengths: NDArray[np.int64]

    @property
    def row(self) -> NDArray[np.int64]:
        """The sentence of each word."""
        return np.repeat(np.arange(len(self.lengths)), self.lengths)

    @property
    def pairs(self) -> NDArray[np.int64]:
        """The number of pairs of words in each sentence."""
        return self.lengths * (self.lengths - 1) // 2

    def breaks(self) -> NDArray[np.int64]:
        """Count neighbours that are neither on one level nor on the next.

        A virtual word stands at either end.
        """
        row, level = self.row, self.level
        highest = np.zeros(len(self.lengths), np.int64)
        np.maximum.at(highest, row, level)
        begins = np.diff(row, prepend=-1) != 0
        ends = np.diff(row, append=-1) != 0
        step = level - np.where(begins, 0, np.roll(level, 1))
        broken = np.where(begins, level != 0, (step != 0) & (step != 1)).astype(np.int64)
        broken += ends & (level != highest[row])
        return np.bincount(row, broken, len(self.lengths)).astype(np.int64)

    def tied_pairs(self) -> NDArray[np.int64]:
        """Count the pairs on one level."""
        together, counts = np.unique([self.row, self.level], axis=1, return_counts=True)
        tied = counts * (counts - 1) // 2
        return np.bincount(together[0], tied, len(self.lengths)).astype(np.int64)

    def discordant_pairs(self) -> NDArray[np.int64]:
        """Count the pairs whose first word has the higher level."""
        row, offsets = self.row, np.cumsum([0, *self.lengths])
        # Words on one level get their ranks from left to right, so they are never discordant.
        by_rank = np.lexsort((self.level, row))
        ranks = np.empty(len(row), np.int32)
        ranks[by_rank] = np.arange(len(row)) - offsets[row]
        kendall = ordering_scores(ranks, offsets, "kendall")["kendall"]
        lost = (1 - np.nan_to_num(kendall, nan=1.0)) * self.pairs
        return np.rint(lost).astype(np.int64)


def _refuse_others(alignments: NDArray[np.int32], orders: NDArray[np.int64]) -> None:
    if len(alignments) != len(orders):
        found = counted(len(alignments), "alignment"), counted(len(orders), "order")
        raise InputError(f"expected as many orders as alignments, found {' and '.join(found)}")
    different = np.flatnonzero(alignments != orders)
    if different.size:
        row = different[0]
        raise InputError(
            f"sentence {row + 1}: the alignment has {alignments[row]} source words, but the order "
            f"has {orders[row]}"
        )
