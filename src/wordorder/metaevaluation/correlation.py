"""Agreement of metrics with people by all statistics, with intervals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from wordorder.arrays import Floats
from wordorder.errors import Argument, UsageError, expect
from wordorder.metaevaluation import groupwise, pairwise, systemwise, ties
from wordorder.metaevaluation.joining import Dataset
from wordorder.metaevaluation.judgements import Judgements
from wordorder.metaevaluation.metric_scores import MetricScores
from wordorder.metaevaluation.statistic import JudgedLines, Settings, Statistic
from wordorder.output.wording import counted
from wordorder.statistics.intervals import percentile_interval
from wordorder.statistics.resampling import Resampling

GROUPINGS = ("item", "system", "none")
UNITS = ("lines", "judgements")
CHANCE = ("constant", "random")
"""Names of the metrics that ignore the translations."""

STATISTICS: Mapping[str, Statistic] = {
    statistic.name: statistic
    for statistic in (
        *pairwise.PAIR_STATISTICS,
        *ties.TIE_STATISTICS,
        *groupwise.GROUP_STATISTICS,
        *systemwise.SYSTEM_STATISTICS,
    )
}
"""All statistics by name; `find_statistic` also knows tau_darr@t for every other t ≥ 0."""

_USUAL = Resampling()


def find_statistic(name: str) -> Statistic:
    """Look up a statistic by name.

    Examples:
        >>> find_statistic("tau_wmt14").meaning
        'τ over judged pairs, ties of the metric half wrong'
        >>> find_statistic("tau_darr@0.5").threshold
        0.5

    Raises:
        UsageError: There is no such statistic.
    """
    expect(name, str, "statistics")
    if name in STATISTICS:
        return STATISTICS[name]
    kind, _, threshold = name.partition("@")
    if kind == "tau_darr" and _is_threshold(threshold):
        return pairwise.tau_darr_statistic(threshold)
    raise UsageError.unknown("statistic", name, STATISTICS)


def _is_threshold(text: str) -> bool:
    try:
        return 0 <= float(text) < float("inf")
    except ValueError:
        return False


def select_statistics(
    asked: str | Iterable[str] | None, judgements: Judgements
) -> tuple[Statistic, ...]:
    """Choose the statistics with these names; by default all that these judgements allow.

    Raises:
        UsageError: A name is unknown, or ratings are needed where there are none.
    """
    rated = judgements.ratings is not None
    if asked is None:
        return tuple(
            statistic for statistic in STATISTICS.values() if rated or not statistic.needs_ratings
        )
    names = map(str.strip, asked.split(",")) if isinstance(asked, str) else asked
    expect(names, Iterable, "statistics")
    chosen = tuple(find_statistic(name) for name in dict.fromkeys(names))
    for statistic in chosen:
        if statistic.needs_ratings and not rated:
            raise UsageError(
                f"{statistic.name} needs ratings, but in {judgements.name} systems were compared; "
                "choose tau_wmt14, for example"
            )
    if not chosen:
        raise UsageError("no statistic was named; leave statistics out to compute all of them")
    return chosen


@dataclass(frozen=True, slots=True, eq=False)
class Correlations:
    """Agreement of metrics with people on one data set; NaN where it is undefined.

    Attributes:
        name: The language pair.
        metrics: Names of the metrics.
        statistics: Names of the statistics.
        value: The statistics, of shape (metrics, statistics).
        low: Lower ends of their percentile intervals.
        high: Upper ends.
        resampled: The statistics of every resample, of shape (metrics, statistics, resamples).
            All metrics see the same resamples, so paired tests follow from them.
        counts: Judged pairs by kind, of shape (metrics, 5), in the order of `COUNTS`.
        epsilon: The tie threshold that acc_eq found for each metric; NaN without acc_eq.
        grouping: How scores were grouped: by item, by system or not at all (none).
        unit: What was drawn: lines or judgements.
        line_count: Number of judged lines.
        resampling: How resamples were drawn.
    """

    name: str
    metrics: tuple[str, ...]
    statistics: tuple[str, ...]
    value: Floats
    low: Floats
    high: Floats
    resampled: Floats
    counts: Floats
    epsilon: Floats
    grouping: str
    unit: str
    line_count: int
    resampling: Resampling

    def __repr__(self) -> str:
        metrics = counted(len(self.metrics), "metric")
        return f"<Correlations of {metrics} with people on {self.name}>"

    @property
    def tied(self) -> Floats:
        """The share of judged pairs that each metric ties."""
        return pairwise.tied_share(self.counts)


def correlate(
    dataset: Dataset,
    statistics: str | Iterable[str] | None = None,
    *,
    grouping: str = "item",
    unit: str = "lines",
    lines: ArrayLike | None = None,
    resampling: Resampling = _USUAL,
) -> Correlations:
    """Measure how well metrics agree with people, with bootstrap intervals.

    Examples:
        >>> import numpy as np
        >>> from wordorder.metaevaluation import Comparisons, Dataset, Judgements, MetricScores
        >>> better, worse = np.array([0, 0, 0, 2, 1]), np.array([1, 2, 2, 1, 2])
        >>> line, ones = np.array([1, 1, 2, 2, 3]), np.ones(5, np.int64)
        >>> compared = Comparisons(line, better, worse, preference=ones, judge=-ones)
        >>> judgements = Judgements("de-en", ("A", "B", "C"), comparisons=compared)
        >>> lengths = [[[9.0, 8.0, 7.0], [7.0, 6.0, 5.0], [7.0, 6.0, 5.0]]]
        >>> scores = MetricScores(("length",), ("A", "B", "C"), np.array(lengths))
        >>> agreement = correlate(Dataset(judgements, scores), ["tau_wmt13", "tau_wmt14"])
        >>> agreement.value.tolist(), agreement.tied.tolist()
        ([[1.0, 0.6]], [0.4])

    Args:
        dataset: Judgements and scores of the same systems.
        statistics: Names of statistics (see `STATISTICS`), as a list or separated by commas; by
            default all that the judgements allow.
        grouping: How ratings and scores are correlated at segment level: over the systems within
            each line (item), over the lines within each system (system), both averaged over the
            groups where this is defined, or over everything (none). Comparisons are always made
            within lines and counted together.
        unit: What the bootstrap draws: lines with all their judgements, or single judgements, as
            in WMT13. The latter needs comparisons.
        lines: The numbers of the lines to keep, counting from 1; all by default.
        resampling: Number of resamples, seed and confidence level.

    Raises:
        InputError: There are no judgements on these lines, or a score is infinite.
        UsageError: An argument is invalid.
    """
    expect(resampling, Resampling, "resampling")
    for name, value, choices in (("grouping", grouping, GROUPINGS), ("unit", unit, UNITS)):
        if value not in choices:
            raise UsageError.unknown(name, value, choices)
    judged = JudgedLines.of(dataset, lines)
    chosen = select_statistics(statistics, dataset.judgements)
    if unit == "judgements" and judged.are_rated:
        raise UsageError(
            Argument("unit", "judgements"),
            " needs comparisons, but systems were rated; use ",
            Argument("unit", "lines"),
        )
    figures, resampled, epsilon = _all_figures(judged, chosen, Settings(grouping, unit, resampling))
    low, high = percentile_interval(resampled, resampling.confidence)
    return Correlations(
        name=dataset.judgements.name,
        metrics=dataset.scores.metrics,
        statistics=tuple(statistic.name for statistic in chosen),
        value=figures,
        low=low,
        high=high,
        resampled=resampled,
        counts=pairwise.pair_counts(judged.pairs, judged.scores).sum(axis=1),
        epsilon=epsilon,
        grouping=grouping,
        unit=unit,
        line_count=judged.line_count,
        resampling=resampling,
    )


def _all_figures(
    judged: JudgedLines, statistics: Sequence[Statistic], settings: Settings
) -> tuple[Floats, Floats, Floats]:
    """Compute values, resampled values and tie thresholds, method by method."""
    methods = [
        groupwise.group_figures if statistic.grouped and judged.are_rated else statistic.method
        for statistic in statistics
    ]
    shape = len(judged.scores), len(statistics), settings.resampling.resamples
    value, resampled, epsilon = np.empty(shape[:2]), np.empty(shape), np.full(shape[0], np.nan)
    for method in dict.fromkeys(methods):
        places = [place for place, own in enumerate(methods) if own is method]
        figures = method(judged, [statistics[place] for place in places], settings)
        value[:, places], resampled[:, places] = figures.value, figures.resampled
        epsilon = epsilon if figures.epsilon is None else figures.epsilon
    return value, resampled, epsilon


def with_chance(scores: MetricScores, seed: int = 12345) -> MetricScores:
    """Add a constant metric, which ties all pairs, and a random one.

    Read acc_eq, above all, beside them: where people tie most pairs, the constant metric is hard to
    beat.

    Examples:
        >>> scores = MetricScores(("length",), ("A", "B"), np.array([[[7.0, 5.0], [6.0, 8.0]]]))
        >>> with_chance(scores).metrics
        ('length', 'constant', 'random')

    Args:
        scores: Scores of metrics.
        seed: Random seed.

    References:
        Deutsch, Foster and Freitag (2023), Ties Matter: Meta-Evaluating Modern Metrics with
        Pairwise Accuracy and Tie Calibration.
    """
    expect(scores, MetricScores, "scores")
    generator = np.random.Generator(np.random.PCG64(Resampling(seed=seed).seed))
    shape = scores.segment_scores.shape[1:]
    lines = np.stack([np.zeros(shape), generator.random(shape)])
    chance = MetricScores(CHANCE, scores.systems, lines)
    both = scores.concat(chance)
    return replace(both, system_scores=None) if scores.system_scores is None else both
