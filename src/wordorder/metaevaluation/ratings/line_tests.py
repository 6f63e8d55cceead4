"""Tests between systems on the lines that both have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from wordorder.statistics import (
    PairTests,
    excludes_zero,
    significance_mark,
    weighted_differences,
)
from wordorder.statistics import holm as corrected_by_holm
from wordorder.statistics.pairs import all_pairs
from wordorder.statistics.significance import FEWEST_ITEMS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordorder.arrays import Floats, Integers
    from wordorder.statistics import Resampling

UNKNOWN = "?"
"""The mark of a pair that cannot be judged."""


@dataclass(frozen=True, slots=True, eq=False)
class LineTests:
    """Comparisons of all pairs of systems, each on the lines that both have.

    Attributes:
        tests: Mean differences and p-values, an element for each pair; positive if the second
            system is better.
        line_count: Number of lines that both systems of a pair have.
        holm: Whether verdicts use p-values corrected for the number of pairs.
        alpha: Level of significance.
    """

    tests: PairTests
    line_count: Integers
    holm: bool
    alpha: float

    @property
    def known(self) -> NDArray[np.bool_]:
        """Whether a pair has enough lines for a verdict."""
        return self.line_count >= FEWEST_ITEMS

    @property
    def deciding_p(self) -> Floats:
        """The p-values that decide: corrected if `holm`."""
        return self.tests.p_holm if self.holm else self.tests.p_value

    def verdicts(self) -> Integers:
        """Which system of each pair is better: 1 the second, −1 the first, 0 neither.

        A verdict needs p < alpha, an interval without 0, and enough lines.
        """
        outside = excludes_zero(self.tests.low, self.tests.high)
        counts = (self.deciding_p < self.alpha) & outside & self.known
        return np.where(counts, np.sign(self.tests.difference), 0).astype(np.int64)

    def marks(self) -> list[str]:
        """The papers' marks of the second system of each pair against the first.

        0, +* (p < 0.10) or +** (p < 0.05), with the sign of the difference; ? if there are too few
        lines.
        """
        outside = excludes_zero(self.tests.low, self.tests.high)
        figures = zip(self.tests.difference, self.deciding_p, outside, self.known, strict=True)
        return [
            significance_mark(float(d), float(p), alpha=self.alpha, excludes_zero=bool(without))
            if known
            else UNKNOWN
            for d, p, without, known in figures
        ]


def compare_on_lines(scores: Floats, resampling: Resampling, *, holm: bool = False) -> LineTests:
    """Test every pair of systems by paired bootstrap over the lines that both have.

    Examples:
        >>> from wordorder.statistics import Resampling
        >>> rng = np.random.default_rng(1)
        >>> scores = rng.normal(size=(3, 200)) + [[0.0], [0.0], [1.0]]
        >>> compare_on_lines(scores, Resampling()).marks()
        ['0', '+**', '+**']

    Args:
        scores: Scores of shape (systems, lines), NaN where there is none.
        resampling: How lines are drawn.
        holm: Whether verdicts use p-values corrected for the number of pairs.
    """
    pairs = all_pairs(len(scores))
    apart = scores[pairs[:, 1]] - scores[pairs[:, 0]]
    both = ~np.isnan(apart)
    statistics = np.stack([np.where(both, apart, 0.0), both], axis=-1)
    size = np.nanmax(np.abs(scores), initial=0.0)
    found = weighted_differences(statistics, np.full((len(pairs), 1), size), **resampling.keywords)
    figures = (found.difference, found.low, found.high, found.p_value)
    by_holm = corrected_by_holm(found.p_value)
    return LineTests(
        PairTests(pairs, *(one[:, 0] for one in (*figures, by_holm))),
        line_count=both.sum(axis=1),
        holm=holm,
        alpha=resampling.alpha,
    )
