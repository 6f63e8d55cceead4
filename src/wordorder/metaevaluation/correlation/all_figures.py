"""Every statistic by the part of the room that works it out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.metaevaluation.correlation.figures import Figures
from wordorder.metaevaluation.correlation.item_figures import item_figures
from wordorder.metaevaluation.correlation.pair_figures import pair_figures
from wordorder.metaevaluation.correlation.pooled_figures import pooled_figures
from wordorder.metaevaluation.correlation.soft_accuracy import soft_accuracy
from wordorder.metaevaluation.correlation.system_figures import system_figures
from wordorder.metaevaluation.correlation.tie_figures import tie_figures

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.arrays import Floats
    from wordorder.metaevaluation.correlation.judged_lines import JudgedLines
    from wordorder.metaevaluation.correlation.registry import Statistic
    from wordorder.statistics import Resampling

# With ratings, these are grouped as correlations are.
_GROUPED = ("tau_23", "acc_23", "tau_b", "tau_c", "pearson_r", "spearman_rho")


class AllFigures(NamedTuple):
    """Figures of all statistics, and the thresholds of acc_eq."""

    figures: Figures
    epsilon: Floats


def all_figures(
    judged: JudgedLines,
    statistics: Sequence[Statistic],
    grouping: str,
    unit: str,
    resampling: Resampling,
) -> AllFigures:
    """Work out all statistics, in the order given."""
    epsilon = np.full(len(judged.scores), np.nan)
    found: dict[str, Figures] = {}
    for part in dict.fromkeys(_part(one, judged) for one in statistics):
        chosen = [one for one in statistics if _part(one, judged) == part]
        names = [one.name for one in chosen]
        human, scores = judged.ratings, judged.scores
        if part == "pairs":
            figures = pair_figures(judged, chosen, unit, resampling)
        elif part == "systems":
            figures = system_figures(judged, names, unit, resampling)
        elif part == "acc_eq":
            figures, epsilon = tie_figures(human, scores, grouping, resampling)
        elif part == "spa":
            figures = soft_accuracy(human, scores, resampling)
        elif grouping == "item":
            figures = item_figures(human, scores, names, resampling)
        else:
            figures = pooled_figures(human, scores, names, grouping, resampling)
        for place, name in enumerate(names):
            found[name] = Figures(figures.value[:, place], figures.resampled[:, place])
    ordered = [found[one.name] for one in statistics]
    value = np.stack([one.value for one in ordered], axis=1)
    resampled = np.stack([one.resampled for one in ordered], axis=1)
    return AllFigures(Figures(value, resampled), epsilon)


def _part(statistic: Statistic, judged: JudgedLines) -> str:
    if statistic.name in ("acc_eq", "spa"):
        return statistic.name
    if statistic.level == "system":
        return "systems"
    grouped = judged.are_rated and statistic.name in _GROUPED
    return "grouped" if grouped else "pairs"
