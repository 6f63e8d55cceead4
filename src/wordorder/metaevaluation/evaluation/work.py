"""The figures of one data set, worked out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import Argument, UsageError
from wordorder.metaevaluation.agreement.agreement import annotator_agreement
from wordorder.metaevaluation.agreement.ceiling import human_ceiling
from wordorder.metaevaluation.correlation.chance import CHANCE, with_chance
from wordorder.metaevaluation.correlation.correlate import correlate
from wordorder.metaevaluation.correlation.judged_lines import JudgedLines
from wordorder.metaevaluation.correlation.system_figures import human_system_scores
from wordorder.metaevaluation.evaluation.figures import (
    VERDICTS,
    JudgeAgreement,
    PartFigures,
    RatingFigures,
    SetFigures,
)
from wordorder.metaevaluation.ratings.system_ratings import rate_systems
from wordorder.metaevaluation.ratings.verdict_agreement import compare_verdicts
from wordorder.metaevaluation.significance.comparing import compare_metrics
from wordorder.metaevaluation.significance.permutation_testing import permutation_test
from wordorder.output import counted, listed, visible
from wordorder.output.grid import Grid, pair_labels
from wordorder.statistics import Resampling, t_test
from wordorder.statistics.pairs import all_pairs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wordorder.arrays import Integers
    from wordorder.metaevaluation.correlation.correlations import Correlations
    from wordorder.metaevaluation.joining import Dataset, LeftOut
    from wordorder.metaevaluation.judgements.table import Judgements
    from wordorder.metaevaluation.significance.comparisons import MetricComparisons, MetricTest
    from wordorder.statistics import Alpha, Kappa

KINDS = ("length", "label")
"""How lines can be divided into strata."""

RATINGS = "ratings"
"""Mean ratings of systems, and the verdicts of metrics: found only if asked for."""

_LENGTHS = (0, 10, 20, 30, 40)


@dataclass(frozen=True, slots=True)
class MetaWork:
    """What to find out about each data set: the arguments of `meta_evaluate`."""

    statistics: tuple[str, ...]
    leading: str
    grouping: str
    unit: str
    kinds: tuple[str, ...]
    test: MetricTest
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
            human=_human_scores(dataset),
            scores=_system_scores(dataset),
            line_count=whole.line_count,
            pair_count=_pairs(whole),
            figures=_with_intervals(whole),
            tied=Grid.of({"metric": whole.metrics}, tied=whole.tied),
            comparisons=self._comparisons(dataset, whole),
            t_tests=self._t_tests(whole),
            parts=tuple(self._parts(dataset)),
            ceiling=ceiling.values if ceiling.pairs else {},
            repeated=ceiling.pairs,
            judges=_judge_agreement(judgements),
            ratings=self._ratings(dataset),
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

    def _t_tests(self, whole: Correlations) -> Grid:
        first, second = all_pairs(len(whole.metrics)).T
        drawn = whole.resampled[:, whole.statistics.index(self.leading)]
        p = [t_test(drawn[first], drawn[second], paired=paired) for paired in (True, False)]
        axes = {"pair": pair_labels(whole.metrics), "test": ("paired-t", "unpaired-t")}
        return Grid.of(axes, p=np.stack(p, axis=-1))

    def _parts(self, dataset: Dataset) -> Iterator[PartFigures]:
        judged = dataset.judgements.pairs().line
        for kind in KINDS:
            if kind in self.kinds:
                divide = _by_length if kind == "length" else _by_label
                for name, lines in divide(dataset).items():
                    if np.isin(judged, lines).any():
                        yield _part(kind, name, self._correlate(dataset, lines))

    def _ratings(self, dataset: Dataset) -> RatingFigures | None:
        if RATINGS not in self.kinds or dataset.judgements.ratings is None:
            return None
        judgements, scores = dataset.judgements, dataset.scores
        rated = rate_systems(judgements, resampling=self.resampling, holm=self.holm)
        found = compare_verdicts(judgements, scores, resampling=self.resampling, holm=self.holm)
        axes = {"metric": scores.metrics, "people": VERDICTS, "scores": VERDICTS}
        return RatingFigures(
            Grid.of({"system": rated.systems}, value=rated.mean, low=rated.low, high=rated.high),
            rated.tests,
            Grid.of(axes, pairs=[one.table for one in found]),
        )


def _beside_chance(dataset: Dataset) -> Dataset:
    """With a constant and a random metric where people rated: there ties are worth much."""
    if dataset.judgements.ratings is None or set(CHANCE) & set(dataset.scores.metrics):
        return dataset
    return replace(dataset, scores=with_chance(dataset.scores))


def _human_scores(dataset: Dataset) -> Grid:
    found = human_system_scores(JudgedLines.of(dataset), "lines", Resampling(1)).value
    return Grid.of({"system": dataset.judgements.systems}, human=found)


def _system_scores(dataset: Dataset) -> Grid:
    scores = dataset.scores
    axes = {"metric": scores.metrics, "system": dataset.judgements.systems}
    return Grid.of(axes, score=scores.system_scores())


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


def _with_intervals(found: Correlations) -> Grid:
    axes = {"metric": found.metrics, "statistic": found.statistics}
    return Grid.of(axes, value=found.value, low=found.low, high=found.high)


def _judge_agreement(judgements: Judgements) -> tuple[JudgeAgreement, ...]:
    """Measure the agreement of the judges of one test set in every way."""
    found = annotator_agreement(judgements)
    kappas: dict[str, Kappa | Alpha] = {
        "kappa between judges": found.wmt.between,
        "kappa within judges": found.wmt.within,
        "Fleiss' kappa": found.fleiss,
    }
    if found.alpha is not None:
        kappas |= {"alpha between judges": found.alpha.between}
        kappas |= {"alpha within judges": found.alpha.within}
    rows = [JudgeAgreement(name, one.value, one.items, one.reason) for name, one in kappas.items()]
    pairs = len(found.cohen.kappas) - found.cohen.undefined
    cohen = JudgeAgreement("mean of Cohen's kappas", found.cohen.mean, pairs, found.cohen.reason)
    return (*rows, cohen)


def sentences_of(left_out: LeftOut) -> tuple[str, ...]:
    """Say what was left out.

    Examples:
        >>> from wordorder.metaevaluation import LeftOut
        >>> sentences_of(LeftOut(unscored_systems={"A": 2}, judgements=2, unjudged_systems=("C",)))
        ('2 judgements left out: no scores of A', 'never judged: C')
        >>> sentences_of(LeftOut(unscored_systems={"A": 2}, judgements=2, unjudged_systems=("A",)))
        ('2 judgements left out: no scores of A',)
    """
    told = []
    reasons = []
    if left_out.unscored_systems:
        reasons.append(f"no scores of {_named(left_out.unscored_systems)}")
    if left_out.unscored_lines:
        lines = counted(len(left_out.unscored_lines), "line")
        reasons.append(f"no scores of {lines}, such as {min(left_out.unscored_lines)}")
    if reasons:
        told.append(f"{counted(left_out.judgements, 'judgement')} left out: {'; '.join(reasons)}")
    # A judged reference is no system, and so may be on both lists.
    unjudged = [name for name in left_out.unjudged_systems if name not in left_out.unscored_systems]
    if unjudged:
        told.append(f"never judged: {_named(unjudged)}")
    return tuple(told)


def _named(names: Iterable[str]) -> str:
    return listed([visible(name) for name in names])


def _by_length(dataset: Dataset) -> dict[str, Integers]:
    words = dataset.scores.reference_words
    if words is None:
        raise UsageError(
            f"{dataset.judgements.name}: ",
            Argument("by", "length"),
            " needs the lengths of the references; score the texts with ",
            Argument("systems"),
            " and ",
            Argument("reference"),
        )
    ends = [*_LENGTHS, np.iinfo(np.int64).max]
    found = {}
    for low, high in pairwise(ends):
        name = f"{low + 1}–{high}" if high != ends[-1] else f">{low}"
        found[name] = np.flatnonzero((words > low) & (words <= high)) + 1
    return {name: lines for name, lines in found.items() if len(lines)}


def _by_label(dataset: Dataset) -> dict[str, Integers]:
    labels = dataset.judgements.labels
    if not labels:
        raise UsageError(
            f"{dataset.judgements.name}: ",
            Argument("by", "label"),
            " needs labels, but the judgements have none",
        )
    found: dict[str, list[int]] = {}
    for line, label in sorted(labels.items()):
        found.setdefault(label, []).append(line)
    return {label: np.array(lines) for label, lines in sorted(found.items())}
