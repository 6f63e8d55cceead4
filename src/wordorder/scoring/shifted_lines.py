"""Lines that stand beside the wrong references, because lines are missing or there are too many.

Each line of a system is compared with its own reference and those up to ten lines above and below,
by the rare words that both have. Where one of the others matches better for many lines in a row, as
well as lines of this text usually match, the text is shifted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder import _kernels
from wordorder.arrays import frozen

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    Ragged = _kernels.Ragged

_FURTHEST = 10
_SHIFTS = [by for by in range(-_FURTHEST, _FURTHEST + 1) if by != 0]

# All must hold. No system of WMT12, 13, 23 and 24 has such a stretch, by words or by characters;
# shifted, all but a very poor one have it.
_FEWEST_LINES = 5  # that match better elsewhere
_MOST_OPPOSED = 0.2  # lines that match better at home, for each of these
_LEAST_RATIO = 3  # of words matched there to those matched at home or at any other place
_LEAST_LEVEL = 0.5  # of words matched, as a share of what lines of this text usually match

_FREQUENT_SHARE = 1e-3
_FREQUENT_COUNT = 2


class Shift(NamedTuple):
    """Lines that match other references better than their own.

    Attributes:
        start: Index of the first line that matches better there than at any other place.
        stop: Index after the last line.
        by: How many lines further down the better references are; negative if further up.
        undecided: How many lines before it may belong to it; 0 if it starts at just this line.
        to_the_end: Whether hardly a line after it matches better elsewhere.
    """

    start: int
    stop: int
    by: int
    undecided: int
    to_the_end: bool


def find_shifts(system: Ragged, reference: Ragged) -> list[Shift]:
    """Return the stretches of shifted lines of a system, by where they start.

    Of lines shifted by the same number, that is the stretch that gains most.

    Args:
        system: The rare words of each line, as numbers.
        reference: Those of the reference.
    """
    shared = {by: _shared_words(system, reference, by) for by in (0, *_SHIFTS)}
    most = second = np.zeros(len(system), np.int32)
    for counts in shared.values():
        second = np.maximum(second, np.minimum(most, counts))
        most = np.maximum(most, counts)
    found = []
    for by in _SHIFTS:
        gains = shared[by] - np.where(shared[by] == most, second, most)
        found.append(_stretch(shared, gains, by))
    return sorted(shift for shift in found if shift is not None)


def rare_words(texts: Sequence[Ragged], references: Sequence[Ragged]) -> list[Ragged]:
    """Leave out words that are frequent in the references, which match anywhere."""
    words = [rows.values for rows in (*texts, *references)]
    size = 1 + max((int(ids.max()) for ids in words if len(ids)), default=0)
    counts = np.zeros(size, np.int64)
    for rows in references:
        counts += np.bincount(rows.values, minlength=size)
    most = max(_FREQUENT_COUNT * len(references), _FREQUENT_SHARE * counts.sum())
    rare = counts <= most
    return [_chosen(rows, rare[rows.values]) for rows in texts]


def _chosen(rows: Ragged, kept: NDArray[np.bool_]) -> Ragged:
    ends = np.concatenate([np.zeros(1, np.int64), np.cumsum(kept)])
    return _kernels.Ragged(frozen(rows.values[kept]), frozen(ends[rows.offsets]))


def _shared_words(system: Ragged, reference: Ragged, by: int) -> NDArray[np.int32]:
    """Words shared with the reference that many lines further down; 0 where there is none."""
    count = len(system)
    shared = np.zeros(count, np.int32)
    if abs(by) < count:
        first, last = max(0, -by), count - max(0, by)
        here, there = system.rows(first, last), reference.rows(first + by, last + by)
        shared[first:last] = _kernels.bleu_statistics(here, [there], 1)[:, 0]
    return shared


def _stretch(
    shared: Mapping[int, NDArray[np.int32]], gains: NDArray[np.int32], by: int
) -> Shift | None:
    """The stretch of lines that gain most, if it is too long and too clear for chance.

    Args:
        shared: The words that each line shares with a reference, by how far down it is.
        gains: How many more it shares with that at `by` than with any other.
        by: How far down the better references are.
    """
    sums = np.concatenate([[0], np.cumsum(gains)])
    lowest = np.minimum.accumulate(sums)
    stop = int(np.argmax(sums - lowest))
    start = int(np.flatnonzero(sums[: stop + 1] == lowest[stop])[-1])
    words = {other: int(counts[start:stop].sum()) for other, counts in shared.items()}
    there = words.pop(by)
    better, worse = ((sign * gains[start:stop] > 0).sum() for sign in (1, -1))
    if (
        better < _FEWEST_LINES
        or worse > _MOST_OPPOSED * better
        or there < _LEAST_RATIO * max(words.values())
        or there < _LEAST_LEVEL * np.maximum(shared[0], shared[by]).mean() * (stop - start)
    ):
        return None
    before = np.flatnonzero(gains[:start] < -1)
    undecided = start - 1 - int(before[-1]) if len(before) else start
    if undecided <= -by:  # lines too many, which match no reference
        undecided = 0
    if gains[start] < 2:
        undecided = max(1, undecided)
    to_the_end = (gains[stop:] < 0).sum() < _FEWEST_LINES
    return Shift(start, stop, by, undecided, bool(to_the_end))
