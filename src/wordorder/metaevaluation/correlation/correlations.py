"""How well metrics agree with people, by any statistic, with intervals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordorder.metaevaluation.correlation.pair_statistics import tied_share
from wordorder.output import counted

if TYPE_CHECKING:
    from wordorder.arrays import Floats
    from wordorder.statistics import Resampling


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
        epsilon: The threshold for ties that acc_eq found, for each metric; NaN without acc_eq.
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
        return tied_share(self.counts)
