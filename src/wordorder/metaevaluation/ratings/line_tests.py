"""Tests between systems on the lines that both have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import numpy as np

from wordorder.output.codec import Level
from wordorder.output.grid import DIFFERENCE, Grid, Layout, pair_labels
from wordorder.output.views import significance_marks
from wordorder.statistics import excludes_zero, weighted_differences
from wordorder.statistics import holm as corrected_by_holm
from wordorder.statistics.pairs import all_pairs
from wordorder.statistics.significance import FEWEST_ITEMS, verdicts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from wordorder.arrays import Floats, Integers
    from wordorder.statistics import Resampling


@dataclass(frozen=True, slots=True, eq=False)
class LineTests:
    """Comparisons of all pairs of systems, each on the lines that both have.

    Attributes:
        tests: For each pair, the mean difference, positive if the second system is better, its
            p-values, and the number of lines that both systems have.
        holm: Whether verdicts use p-values corrected for the number of pairs.
        alpha: Level of significance.
    """

    tests: Annotated[Grid, Layout("pair", columns={**DIFFERENCE, "line_count": int})]
    holm: bool
    alpha: Level

    @property
    def known(self) -> NDArray[np.bool_]:
        """Whether a pair has enough lines for a verdict."""
        return self.tests["line_count"] >= FEWEST_ITEMS

    @property
    def deciding_p(self) -> Floats:
        """The p-values that decide: corrected if `holm`."""
        return self.tests["p_holm" if self.holm else "p"]

    @property
    def _outside(self) -> NDArray[np.bool_]:
        """Whether 0 is outside the interval."""
        return excludes_zero(self.tests["low"], self.tests["high"])

    def verdicts(self) -> Integers:
        """Which system of each pair is better: 1 the second, −1 the first, 0 neither.

        A verdict needs p < alpha, an interval without 0, and enough lines.
        """
        outside = self._outside & self.known
        return verdicts(self.tests["difference"], self.deciding_p, outside, self.alpha)

    def marks(self) -> list[str]:
        """The papers' marks of the second system of each pair against the first.

        0, +* (p < 0.10) or +** (p < 0.05), with the sign of the difference; ? if there are too few
        lines.
        """
        figures = self.tests["difference"], self.deciding_p, self._outside
        return significance_marks(*figures, alpha=self.alpha, judged=self.known)


def compare_on_lines(
    systems: Sequence[str], scores: Floats, resampling: Resampling, *, holm: bool = False
) -> LineTests:
    """Test every pair of systems by paired bootstrap over the lines that both have.

    Examples:
        >>> from wordorder.statistics import Resampling
        >>> rng = np.random.default_rng(1)
        >>> scores = rng.normal(size=(3, 200)) + [[0.0], [0.0], [1.0]]
        >>> compare_on_lines("ABC", scores, Resampling()).marks()
        ['0', '+**', '+**']

    Args:
        systems: Names of the systems.
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
    tests = Grid.of(
        {"pair": pair_labels(systems)},
        difference=found.difference,
        low=found.low,
        high=found.high,
        p=found.p_value,
        p_holm=corrected_by_holm(found.p_value),
        line_count=both.sum(axis=1),
    )
    return LineTests(tests, holm=holm, alpha=resampling.alpha)
