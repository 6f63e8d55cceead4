"""The figures of one data set, worked out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from wordorder.metaevaluation.agreement.ceiling import human_ceiling
from wordorder.metaevaluation.correlation.chance import CHANCE, with_chance
from wordorder.metaevaluation.correlation.correlate import correlate
from wordorder.metaevaluation.correlation.judged_lines import JudgedLines
from wordorder.metaevaluation.correlation.system_figures import human_system_scores
from wordorder.metaevaluation.evaluation.figures import PartFigures, SetFigures
from wordorder.metaevaluation.evaluation.judges import judge_agreement
from wordorder.metaevaluation.evaluation.left_out import sentences_of
from wordorder.metaevaluation.evaluation.rating_figures import RatingFigures
from wordorder.metaevaluation.evaluation.strata import KINDS, strata
from wordorder.metaevaluation.significance.comparing import compare_metrics
from wordorder.metaevaluation.significance.permutation_testing import permutation_test
from wordorder.output import counted, listed, visible
from wordorder.statistics import Resampling, t_test
from wordorder.statistics.pairs import all_pairs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordorder.arrays import Floats, Integers
    from wordorder.metaevaluation.correlation.correlations import Correlations
    from wordorder.metaevaluation.joining import Dataset
    from wordorder.metaevaluation.significance.comparisons import MetricComparisons

RATINGS = "ratings"
"""Mean ratings of systems, and the verdicts of metrics: found only if asked for."""


@dataclass(frozen=True, slots=True)
class MetaWork:
    """What to find out about each data set: the arguments of `meta_evaluate`."""

    statistics: tuple[str, ...]
    leading: str
    grouping: str
    unit: str
    kinds: tuple[str, ...]
    test: str
    holm: bool
    resampling: Resampling
    threads: int | None

    @property
    def signature(self) -> list[str]:
        """Its part of the signature."""
        asked = [f"statistics:{'+'.join(self.statistics)}"] if self.statistics else []
        test = f"test:{self.test}{'+holm' * self.holm}"
        drawn = self.resampling.signature
        return [*asked, f"grouping:{self.grouping}", f"unit:{self.unit}", test, drawn]

    def figures(self, given: Dataset) -> SetFigures:
        """Everything about one data set."""
        dataset = _beside_chance(given)
        judgements, whole = dataset.judgements, self._correlate(dataset)
        ceiling = human_ceiling(judgements)
        return SetFigures(
            name=judgements.name,
            kind="ratings" if judgements.comparisons is None else "comparisons",
            systems=judgements.systems,
            human=_human_scores(dataset),
            metrics=dataset.scores.metrics,
            scores=dataset.scores.system_scores(),
            line_count=whole.line_count,
            pair_count=_pairs(whole),
            statistics=whole.statistics,
            figures=_with_intervals(whole),
            tied=whole.tied,
            comparisons=self._comparisons(dataset, whole),
            parts=tuple(self._parts(dataset)),
            ceiling=ceiling.values if ceiling.pairs else {},
            repeated=ceiling.pairs,
            judges=judge_agreement(judgements),
            ratings=self._ratings(dataset),
            t_tests=self._t_tests(whole),
            counts=judgements.counts,
            left_out=(*sentences_of(dataset.left_out), *_missing_scores(dataset, whole)),
            scored=dataset.scores.signature,
        )

    def _correlate(self, dataset: Dataset, lines: Integers | None = None) -> Correlations:
        return correlate(
            dataset,
            self.statistics or None,
            grouping=self.grouping,
            unit=self.unit,
            lines=lines,
            resampling=self.resampling,
        )

    def _comparisons(self, dataset: Dataset, whole: Correlations) -> MetricComparisons | None:
        if len(whole.metrics) < 2:
            return None
        if self.test == "bootstrap":
            return compare_metrics(whole, holm=self.holm)
        return permutation_test(
            dataset,
            self.leading,
            grouping=self.grouping,
            resampling=self.resampling,
            holm=self.holm,
            threads=self.threads,
        )

    def _t_tests(self, whole: Correlations) -> dict[str, Floats]:
        first, second = all_pairs(len(whole.metrics)).T
        drawn = whole.resampled[:, whole.statistics.index(self.leading)]
        return {
            f"{kind}-t": t_test(drawn[first], drawn[second], paired=kind == "paired")
            for kind in ("paired", "unpaired")
        }

    def _parts(self, dataset: Dataset) -> Iterator[PartFigures]:
        judged = dataset.judgements.pairs().line
        for kind in KINDS:
            if kind in self.kinds:
                for name, lines in strata(dataset, kind).items():
                    if np.isin(judged, lines).any():
                        yield _part(kind, name, self._correlate(dataset, lines))

    def _ratings(self, dataset: Dataset) -> RatingFigures | None:
        if RATINGS not in self.kinds or dataset.judgements.ratings is None:
            return None
        return RatingFigures.of(dataset, self.resampling, holm=self.holm)


def _beside_chance(dataset: Dataset) -> Dataset:
    """With a constant and a random metric where people rated: there ties are worth much."""
    if dataset.judgements.ratings is None or set(CHANCE) & set(dataset.scores.metrics):
        return dataset
    return replace(dataset, scores=with_chance(dataset.scores))


def _human_scores(dataset: Dataset) -> Floats:
    return human_system_scores(JudgedLines.of(dataset), "lines", Resampling(1)).value


def _part(kind: str, name: str, found: Correlations) -> PartFigures:
    return PartFigures(kind, name, found.line_count, _pairs(found), _with_intervals(found))


def _pairs(found: Correlations) -> int:
    """Judged pairs; a metric with missing scores sees fewer."""
    return int(found.counts.sum(axis=1).max(initial=0))


def _missing_scores(dataset: Dataset, found: Correlations) -> Iterator[str]:
    """Say which metrics lack scores, and so see fewer pairs; those that lack as many together."""
    judged = len(dataset.judgements.pairs().line)
    by_count: dict[int, list[str]] = {}
    for metric, seen in zip(found.metrics, found.counts.sum(axis=1), strict=True):
        by_count.setdefault(judged - int(seen), []).append(visible(metric))
    for missing, metrics in sorted(by_count.items()):
        if missing:
            pairs = counted(judged, "judged pair")
            yield f"no scores of {missing:,} of {pairs} by {listed(metrics)}"


def _with_intervals(found: Correlations) -> Floats:
    return np.stack([found.value, found.low, found.high], axis=-1)
