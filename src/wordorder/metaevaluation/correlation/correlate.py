"""The one door to all statistics of meta-evaluation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.errors import Argument, UsageError, expect
from wordorder.metaevaluation.correlation.all_figures import all_figures
from wordorder.metaevaluation.correlation.correlations import Correlations
from wordorder.metaevaluation.correlation.judged_lines import JudgedLines
from wordorder.metaevaluation.correlation.pair_counts import pair_counts
from wordorder.metaevaluation.correlation.registry import select_statistics
from wordorder.statistics import Resampling
from wordorder.statistics.intervals import percentile_interval

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import ArrayLike

    from wordorder.metaevaluation.joining import Dataset

GROUPINGS = ("item", "system", "none")
UNITS = ("lines", "judgements")
_USUAL = Resampling()


def correlate(
    dataset: Dataset,
    statistics: str | Iterable[str] | None = None,
    *,
    grouping: str = "item",
    unit: str = "lines",
    lines: ArrayLike | None = None,
    resampling: Resampling = _USUAL,
) -> Correlations:
    """Work out how well metrics agree with people, with bootstrap intervals.

    Examples:
        >>> import numpy as np
        >>> from wordorder.metaevaluation import Comparisons, Dataset, Judgements, MetricScores
        >>> better, worse = np.array([0, 0, 0, 2, 1]), np.array([1, 2, 2, 1, 2])
        >>> line, ones = np.array([1, 1, 2, 2, 3]), np.ones(5, np.int64)
        >>> compared = Comparisons(line, better, worse, preference=ones, judge=-ones)
        >>> judgements = Judgements("de-en", ("A", "B", "C"), comparisons=compared)
        >>> lengths = [[[9.0, 8.0, 7.0], [7.0, 6.0, 5.0], [7.0, 6.0, 5.0]]]
        >>> scores = MetricScores(("length",), ("A", "B", "C"), np.array(lengths))
        >>> found = correlate(Dataset(judgements, scores), ["tau_wmt13", "tau_wmt14"])
        >>> found.value.tolist(), found.tied.tolist()
        ([[1.0, 0.6]], [0.4])

    Args:
        dataset: Judgements and scores of the same systems.
        statistics: Names of statistics (see `STATISTICS`), as a list or separated by commas; by
            default all that the judgements allow.
        grouping: How ratings and scores are correlated at segment level: over the systems within
            each line (item), over the lines within each system (system), both averaged over the
            groups where this is defined, or over everything (none). Comparisons are only made
            within lines and are counted together.
        unit: What the bootstrap draws: lines with all their judgements, or single judgements, as
            in WMT13. The latter needs comparisons.
        lines: The numbers of the lines to keep, counting from 1; all by default.
        resampling: Number of resamples, seed and confidence level.

    Raises:
        InputError: There are no judgements on these lines, or a score is infinite.
        UsageError: An argument cannot be used.
    """
    _check(grouping, unit, resampling)
    judged = JudgedLines.of(dataset, lines)
    chosen = select_statistics(statistics, dataset.judgements)
    if unit == "judgements" and judged.are_rated:
        raise UsageError(
            Argument("unit", "judgements"),
            " needs comparisons, but systems were rated; use ",
            Argument("unit", "lines"),
        )
    figures, epsilon = all_figures(judged, chosen, grouping, unit, resampling)
    low, high = percentile_interval(figures.resampled, resampling.confidence)
    return Correlations(
        name=dataset.judgements.name,
        metrics=dataset.scores.metrics,
        statistics=tuple(one.name for one in chosen),
        value=figures.value,
        low=low,
        high=high,
        resampled=figures.resampled,
        counts=pair_counts(judged.pairs, judged.scores).sum(axis=1),
        epsilon=epsilon,
        grouping=grouping,
        unit=unit,
        line_count=judged.line_count,
        resampling=resampling,
    )


def _check(grouping: str, unit: str, resampling: Resampling) -> None:
    expect(resampling, Resampling, "resampling")
    for name, value, choices in (("grouping", grouping, GROUPINGS), ("unit", unit, UNITS)):
        if value not in choices:
            raise UsageError.unknown(name, value, choices)
