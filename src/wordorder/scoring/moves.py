"""The moves that correct each translation best, and the words that they move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from wordorder.ordering import mending_moves_batch
from wordorder.scoring.judged_words import judged_words

if TYPE_CHECKING:
    from wordorder.arrays import Integers
    from wordorder.ordering import MendingMoves
    from wordorder.scoring.judged_words import JudgedWords
    from wordorder.scoring.result import ScoreResult


@dataclass(frozen=True, slots=True, eq=False)
class TranslationMoves:
    """The moves of all translations, and the positions of their words in the translation.

    Rows of `moves` are translations: all sentences of the first system, then those of the second,
    and so on. Positions count from 0; a word stands once in a block.

    Attributes:
        moves: The moves of each translation, as places among its judged words.
        block_offsets: The start and end of the words of each move in `blocks`.
        blocks: The words that each move takes, in the order they have before it.
        before_offsets: The start and end of the words of each move in `before`.
        before: The words that the block is put in front of; none if it is put at the end.
    """

    moves: MendingMoves
    block_offsets: Integers
    blocks: Integers
    before_offsets: Integers
    before: Integers


def moves_of_translations(result: ScoreResult, most: int = 3) -> TranslationMoves:
    """Find the moves that correct the order of each translation best; see `mending_moves`.

    They are those of `SentenceCard.moves`, for all sentences at once.

    Examples:
        >>> from wordorder import score
        >>> result = score(["we have seen it"], ["it , have we seen"], tokenize="none")
        >>> found = moves_of_translations(result)
        >>> found.moves.start.tolist(), found.moves.to.tolist()
        ([0, 0], [4, 2])
        >>> found.blocks.tolist(), found.before.tolist(), found.before_offsets.tolist()
        ([0, 2], [4], [0, 0, 1])

    Raises:
        UsageError: The words are missing, or orders were compared through the source.
    """
    words = judged_words(result)
    moves = mending_moves_batch(words.permutations, most)
    counts = np.diff(moves.offsets)
    rows = np.repeat(np.arange(len(counts)), counts)
    steps = np.arange(len(rows)) - moves.offsets[rows]
    arranged = _arrangements(words, moves, int(counts.max(initial=0)))
    # The words of a move are those of the arrangement before it.
    firsts = steps * arranged.shape[1] + words.permutations.offsets[rows]
    ends = words.permutations.lengths[rows]
    blocks = _ranges(firsts + moves.start, firsts + moves.stop)
    before = _ranges(firsts + moves.to, firsts + np.minimum(moves.to + 1, ends))
    return TranslationMoves(
        moves,
        *_positions(words, arranged.reshape(-1)[blocks.indices], blocks.owners, len(rows)),
        *_positions(words, arranged.reshape(-1)[before.indices], before.owners, len(rows)),
    )


def _arrangements(words: JudgedWords, moves: MendingMoves, most: int) -> Integers:
    """The judged words before each of the first moves of all rows, of shape (moves, words)."""
    batch = words.permutations
    rows, counts = words.rows, np.diff(moves.offsets)
    places = np.arange(len(rows)) - batch.offsets[rows]
    arranged = np.tile(np.arange(len(rows)), (max(most, 1), 1))
    for step in range(1, most):
        cuts = np.zeros((3, len(batch)), np.int64)
        moving = np.flatnonzero(counts >= step)
        made = moves.offsets[moving] + step - 1
        cuts[:, moving] = np.sort([moves.start[made], moves.stop[made], moves.to[made]], axis=0)
        first, middle, last = cuts[:, rows]
        turn = first + last - middle  # where the words before the middle come to stand
        shift = np.where(places < turn, middle - first, middle - last)
        inside = (first <= places) & (places < last)
        arranged[step] = arranged[step - 1][np.arange(len(rows)) + np.where(inside, shift, 0)]
    return arranged


@dataclass(frozen=True, slots=True)
class _Ranges:
    """The numbers in several ranges, one after the other, and the range of each number."""

    indices: Integers
    owners: Integers


def _ranges(starts: Integers, stops: Integers) -> _Ranges:
    lengths = stops - starts
    owners = np.repeat(np.arange(len(lengths)), lengths)
    return _Ranges(np.arange(len(owners)) + (starts - np.cumsum(lengths) + lengths)[owners], owners)


def _positions(
    words: JudgedWords, chosen: Integers, owners: Integers, count: int
) -> tuple[Integers, Integers]:
    """The words of the translation behind some judged words of each owner, each word once.

    Args:
        words: The judged words.
        chosen: Some of them, numbered through all rows.
        owners: The number of the owner of each, rising.
        count: Number of owners.
    """
    ranks = words.ranks[chosen]
    found = _ranges(words.bounds[ranks], words.bounds[ranks + 1])
    behind, owners = words.behind[found.indices].astype(np.int64), owners[found.owners]
    width = int(behind.max(initial=0)) + 1
    firsts = np.sort(np.unique(owners * width + behind, return_index=True)[1])
    offsets = np.concatenate([[0], np.cumsum(np.bincount(owners[firsts], minlength=count))])
    return offsets, behind[firsts]
