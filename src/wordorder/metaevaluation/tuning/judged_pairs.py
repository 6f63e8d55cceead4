"""The judged pairs of one or more language pairs, as one list."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import InputError
from wordorder.metaevaluation.tuning.sweep import WeighedPairs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.arrays import Floats, Integers
    from wordorder.metaevaluation.judgements.table import HumanPairs, Judgements


class JudgedPairs:
    """Judged pairs, one language pair after the other. A judged line is a unit.

    Args:
        judgements: The judgements of each language pair.
        human_ties: Whether pairs that people find equally good count.

    Attributes:
        names: The language pairs.
        language_pair: The place of each unit's language pair among them.
        count: The number of judged pairs.
    """

    def __init__(self, judgements: Sequence[Judgements], *, human_ties: bool) -> None:
        self.names = tuple(one.name for one in judgements)
        self._pairs = [_counted(one.pairs(), human_ties=human_ties) for one in judgements]
        lines = [np.unique(pairs.line, return_inverse=True) for pairs in self._pairs]
        sizes = [len(found) for found, _ in lines]
        self.language_pair: Integers = np.repeat(np.arange(len(sizes)), sizes)
        starts = np.cumsum([0, *sizes[:-1]])
        self._units = [
            start + unit.reshape(-1) for start, (_, unit) in zip(starts, lines, strict=True)
        ]
        self.count = sum(map(len, self._units))

    @property
    def units(self) -> int:
        """The number of judged lines."""
        return len(self.language_pair)

    def weighed(self, first: Sequence[Floats], second: Sequence[Floats]) -> WeighedPairs:
        """Put the scores (systems, lines) of each language pair beside its judgements.

        Pairs without a score are left out.

        Raises:
            InputError: None is left in a language pair.
        """
        parts = [
            _weighed(pairs, units, *scores)
            for pairs, units, *scores in zip(self._pairs, self._units, first, second, strict=True)
        ]
        for name, part in zip(self.names, parts, strict=True):
            if not len(part.unit):
                raise InputError(
                    f"{name}: no judged pair of translations has scores and is preferred by people "
                    "one way or the other"
                )
        return WeighedPairs(*map(np.concatenate, zip(*parts, strict=True)))


def _counted(pairs: HumanPairs, *, human_ties: bool) -> HumanPairs:
    kept = np.full(len(pairs.line), human_ties) | (pairs.difference != 0)
    return type(pairs)(*(column[kept] for column in pairs))


def _weighed(pairs: HumanPairs, units: Integers, first: Floats, second: Floats) -> WeighedPairs:
    place = pairs.line - 1
    one, other = (
        scores[pairs.first, place] - scores[pairs.second, place] for scores in (first, second)
    )
    human = np.sign(pairs.difference).astype(np.int64)
    known = np.isfinite(one) & np.isfinite(other)
    return WeighedPairs(one[known], other[known], human[known], units[known])
