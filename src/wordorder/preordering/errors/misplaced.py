"""Which words, tags and labels are misplaced most often, how far, and which way."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.output.codec import Count, Finite

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from wordorder.arrays import Integers
    from wordorder.permutation import PermutationBatch
    from wordorder.preordering.errors.judging import Judge
    from wordorder.syntax import DependencyBatch


class Misplaced(NamedTuple):
    """How often the words of one kind are misplaced.

    Attributes:
        name: What they have in common: a form in lower case, a tag or a label.
        occurrences: How many such words there are.
        judged: How many of them are judged, and so may be misplaced.
        misplaced: How many are misplaced, that is, outside the longest increasing subsequence.
        left: How many of these stand too far left.
        right: How many stand too far right.
        distance: How many words in place a misplaced one has to pass, mean; see `misplacements`.
        shift: The same with its sign, negative if too far left.
    """

    name: str
    occurrences: Count
    judged: Count
    misplaced: Count
    left: Count
    right: Count
    distance: Finite
    shift: Finite

    @property
    def share(self) -> float:
        """The share of the judged words that are misplaced."""
        return self.misplaced / self.judged


class MisplacedKinds(NamedTuple):
    """What is misplaced, the most frequent first.

    Attributes:
        words: Words by their form.
        tags: Words by their part of speech.
        labels: Words by their relation.
    """

    words: tuple[Misplaced, ...]
    tags: tuple[Misplaced, ...]
    labels: tuple[Misplaced, ...]


def misplaced_kinds(
    judge: Judge, trees: DependencyBatch, orders: PermutationBatch
) -> MisplacedKinds:
    """Count what is misplaced; what never is, is left out."""
    shifts, judged = judge.shifts(orders), judge.judged_words()
    morphology = trees.morphology()
    lowered: dict[str, int] = {}
    folded = [lowered.setdefault(name.lower(), len(lowered)) for name in morphology.names]
    return MisplacedKinds(
        _counted(np.array(folded, np.int64)[morphology.forms], list(lowered), judged, shifts),
        _counted(trees.upos.astype(np.int64), trees.names, judged, shifts),
        _counted(trees.deprels.astype(np.int64), trees.names, judged, shifts),
    )


def _counted(
    kinds: Integers, names: Sequence[str], judged: NDArray[np.bool_], shifts: Integers
) -> tuple[Misplaced, ...]:
    left, right = shifts < 0, shifts > 0
    columns = [np.ones_like(judged), judged, left, right, np.abs(shifts), shifts]
    sums = np.stack([np.bincount(kinds, column, len(names)) for column in columns], axis=1)
    found = []
    for name, counts in zip(names, sums.astype(np.int64).tolist(), strict=True):
        words, of_them, too_left, too_right, distance, shift = counts
        misplaced = too_left + too_right
        if misplaced:
            sides = misplaced, too_left, too_right
            means = distance / misplaced, shift / misplaced
            found.append(Misplaced(name, words, of_them, *sides, *means))
    return tuple(sorted(found, key=lambda one: (-one.misplaced, -one.share, one.name)))
