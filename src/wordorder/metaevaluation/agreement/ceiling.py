"""The human ceiling: how well people agree with people, by the statistics that metrics get."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from wordorder.metaevaluation.agreement.verdicts import comparisons_by_judge
from wordorder.metaevaluation.judgements.counting import JudgedPairs

if TYPE_CHECKING:
    from wordorder.arrays import Floats
    from wordorder.metaevaluation.judgements.table import Judgements


@dataclass(frozen=True, slots=True, eq=False)
class HumanCeiling:
    """What a metric would get that gave, for each pair, the verdict of another person.

    Attributes:
        counts: Expected numbers of concordant and discordant pairs, and of those tied for the first
            person only, for the second only, and for both.
        pairs: Number of repeated pairs: two systems compared on one line more than once.
        judgements: Number of judgements of these.
    """

    counts: Floats
    pairs: int
    judgements: int

    @property
    def values(self) -> dict[str, float]:
        """The value of each statistic; NaN if it is undefined."""
        same, opposite, tied_first, tied_second, tied_both = self.counts.tolist()
        decided = same + opposite + tied_second
        agreed, everything = same + tied_both, decided + tied_first + tied_both
        shares = {
            "tau_wmt13": (same - opposite, same + opposite),
            "tau_wmt14": (same - opposite, decided),
            "consistency": (same, decided),
            "tau_23": (2 * agreed - everything, everything),
            "acc_23": (agreed, everything),
        }
        return {name: part / whole if whole else np.nan for name, (part, whole) in shares.items()}


def human_ceiling(judgements: Judgements) -> HumanCeiling:
    """Compare a random judgement of every repeated pair with a random other one of the same pair.

    A pair with n judgements, w and l of which prefer either system and t neither, adds to the
    expected counts: C (w(w−1) + l(l−1))/n(n−1), D 2wl/n(n−1), T_h and T_m t(w+l)/n(n−1) each, and
    T_hm t(t−1)/n(n−1). The statistics are those of the summed counts, so nothing is drawn at
    random. Ratings are compared as `comparisons_by_judge` says.

    Examples:
        >>> from wordorder.metaevaluation import Comparisons, Judgements
        >>> one, zero = np.ones(3, np.int64), np.zeros(3, np.int64)
        >>> said = Comparisons(one, zero, one, np.array([1, 1, -1]), -one)
        >>> human_ceiling(Judgements("de-en", ("A", "B"), said)).values["consistency"]
        0.3333333333333333
    """
    verdicts = JudgedPairs.of(comparisons_by_judge(judgements)).table()
    totals = verdicts.sum(axis=1)
    repeated = verdicts[totals > 1].astype(np.float64)
    lost, tied, won = repeated.T
    both = totals[totals > 1] * (totals[totals > 1] - 1.0)
    one_tied = tied * (won + lost)
    kinds = (
        won * (won - 1) + lost * (lost - 1),
        2 * won * lost,
        one_tied,
        one_tied,
        tied * (tied - 1),
    )
    counts = np.array([(kind / both).sum() for kind in kinds])
    return HumanCeiling(counts, len(repeated), int(repeated.sum()))
