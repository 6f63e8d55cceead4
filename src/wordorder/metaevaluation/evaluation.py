"""`meta_evaluate`: how well metrics agree with people on every test set."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from wordorder.errors import Argument, InputError, UsageError, WordorderWarning, expect
from wordorder.metaevaluation import correlation
from wordorder.metaevaluation.agreement import annotator_agreement, human_ceiling
from wordorder.metaevaluation.correlation import Correlations
from wordorder.metaevaluation.joining import Dataset, LeftOut
from wordorder.metaevaluation.metric_scores import LENGTH, PARTS
from wordorder.metaevaluation.results import (
    VERDICTS,
    JudgeAgreement,
    MetaEvaluation,
    PartFigures,
    RatingFigures,
    SetFigures,
)
from wordorder.metaevaluation.significance import MetricComparisons, MetricTest, compare_metrics
from wordorder.metaevaluation.statistic import JudgedLines
from wordorder.metaevaluation.systemwise import human_system_scores
from wordorder.output.console import visible
from wordorder.output.grid import Grid, pair_labels
from wordorder.output.progress import Meter, as_meter
from wordorder.output.wording import counted, listed, number_text, signature
from wordorder.statistics.paired_tests import all_pairs
from wordorder.statistics.resampling import Resampling
from wordorder.statistics.significance import t_test

if TYPE_CHECKING:
    from wordorder.arrays import Integers
    from wordorder.metaevaluation.judgements import Judgements
    from wordorder.statistics.alphas import Alpha
    from wordorder.statistics.kappas import Kappa

KINDS = ("length", "label")
"""The ways to divide lines into strata."""

RATINGS = "ratings"
"""Mean ratings of systems, and verdicts of metrics beside those of people."""

_LENGTHS = (0, 10, 20, 30, 40)

OPTIONAL_VIEWS = (*KINDS, RATINGS)
"""Views computed on request only."""

TESTS: tuple[MetricTest, ...] = get_args(MetricTest)

_USUAL = Resampling()


def meta_evaluate(
    datasets: Dataset | Iterable[Dataset],
    statistics: str | Iterable[str] | None = None,
    *,
    metrics: str | Iterable[str] | None = None,
    grouping: str = "item",
    unit: str = "lines",
    by: str | Iterable[str] = (),
    test: MetricTest = "bootstrap",
    holm: bool = False,
    resampling: Resampling = _USUAL,
    threads: int | None = None,
    progress: bool | Meter = False,
) -> MetaEvaluation:
    """Measure how well metrics agree with people, and test which of them agree better.

    Every figure has a bootstrap interval, and all pairs of metrics are compared on the same
    resamples. `tau_wmt13` rewards ties, as it leaves out pairs that a metric ties; so `tau_wmt14`
    and the share of tied pairs always stand beside it. With ratings, a constant and a random metric
    join the others.

    Args:
        datasets: Judgements and scores of one or more test sets, from `read_datasets`.
        statistics: Names of statistics, the leading one first, as a list or separated by commas;
            by default all that the judgements allow, led by tau_wmt14 or, where all test sets have
            ratings, by acc_eq.
        metrics: Names of the metrics to compare, as a list or separated by commas; length stays
            beside them. By default all.
        grouping: How ratings and scores are correlated, as in `correlate`.
        unit: What the bootstrap draws: lines with all their judgements, or single judgements.
        by: Further figures: `length` (words of the reference) or `label` for strata of lines;
            `ratings` for mean ratings of systems, and verdicts of metrics beside those of people.
        test: How to compare metrics: bootstrap, by every statistic; or permutation (PERM-BOTH), by
            the leading one.
        holm: Whether verdicts use p-values corrected for the number of pairs of metrics.
        resampling: How to resample.
        threads: Number of threads of the permutation test; by default one per processor. Does not
            affect results.
        progress: Whether to show a progress bar, or another display.

    Raises:
        InputError: There are no judgements.
        UsageError: An argument is invalid.

    Warns:
        WordorderWarning: With so few resamples, Holm's correction cannot reject anything.

    Examples:
        >>> import numpy as np
        >>> from wordorder.metaevaluation import Comparisons, Dataset, Judgements, MetricScores
        >>> line = np.repeat(np.arange(1, 41), 3)
        >>> first, second = np.tile([0, 0, 1], 40), np.tile([1, 2, 2], 40)
        >>> better = np.where(line % 8, 1, -1)
        >>> compared = Comparisons(line, first, second, better, np.full(120, -1))
        >>> judged = Judgements("de-en", ("A", "B", "C"), comparisons=compared)
        >>> good = np.repeat([[3.0], [2.0], [1.0]], 40, axis=1)
        >>> scores = MetricScores(("good", "bad"), ("A", "B", "C"), np.array([good, -good]))
        >>> result = meta_evaluate(Dataset(judged, scores))
        >>> result
        <MetaEvaluation: 2 metrics, 1 test set, highest tau_wmt14 0.750 (good)>

    References:
        Macháček and Bojar (2013, 2014), Results of the WMT Metrics Shared Task; Deutsch, Foster
        and Freitag (2023), Ties Matter.
    """
    test_sets = _with_metrics(_as_datasets(datasets), metrics)
    expect(holm, bool, "holm")
    expect(resampling, Resampling, "resampling")
    if test not in TESTS:
        raise UsageError.unknown("test", test, TESTS)
    kinds = _as_kinds(by)
    _refuse_without_ratings(test_sets, kinds)
    if holm:
        _warn_if_holm_cannot_reject(test_sets, resampling)
    asked = _as_names(statistics)
    all_rated = all(dataset.judgements.comparisons is None for dataset in test_sets)
    leading = asked[0] if asked else _usual_columns("ratings" if all_rated else "comparisons")[0]
    work = Evaluator(asked, leading, grouping, unit, kinds, test, holm, resampling, threads)
    figures = []
    with as_meter(progress)("comparing metrics with people", len(test_sets)) as advance:
        for dataset in test_sets:
            figures.append(work.figures(dataset))
            advance(1)
    shares = {dataset.judgements.min_agreement for dataset in test_sets}
    known_shares = sorted(share for share in shares if share is not None)
    usual = [name for test_set in figures for name in _usual_columns(test_set.kind)]
    return MetaEvaluation(
        signature=signature(
            [*(f"min_agreement:{number_text(share)}" for share in known_shares), *work.signature]
        ),
        leading=leading,
        shown=tuple(dict.fromkeys([leading, *(asked or usual)])),
        test=test,
        holm=holm,
        resampling=resampling,
        sets=tuple(figures),
    )


def _as_datasets(datasets: Dataset | Iterable[Dataset]) -> list[Dataset]:
    expect(datasets, (Dataset, Iterable), "datasets")
    test_sets = [datasets] if isinstance(datasets, Dataset) else list(datasets)
    for dataset in test_sets:
        expect(dataset, Dataset, "datasets")
    names = [dataset.judgements.name for dataset in test_sets]
    if not test_sets:
        raise InputError("there are no judgements")
    if len(set(names)) < len(names):
        raise InputError(f"two test sets have the same name: {', '.join(names)}")
    return test_sets


def _with_metrics(
    datasets: Sequence[Dataset], metrics: str | Iterable[str] | None
) -> list[Dataset]:
    """Keep the requested metrics, and length, which every table has."""
    asked = None
    if metrics is not None:
        expect(metrics, (str, Iterable), "metrics")
        asked = [*map(str.strip, metrics.split(","))] if isinstance(metrics, str) else [*metrics]
    selected = []
    for dataset in datasets:
        known = dataset.scores.metrics
        for name in asked or ():
            if name not in known:
                raise UsageError.unknown("metric", name, known)
        usual = [name for name in known if name not in PARTS]
        names = usual if asked is None else [n for n in known if n in (*asked, LENGTH)]
        selected.append(replace(dataset, scores=dataset.scores.of_metrics(names)))
    return selected


def _as_names(statistics: str | Iterable[str] | None) -> tuple[str, ...]:
    """Return the requested statistics, with their companions."""
    if statistics is None:
        return ()
    expect(statistics, (str, Iterable), "statistics")
    names = statistics.split(",") if isinstance(statistics, str) else list(statistics)
    asked = [
        correlation.find_statistic(name.strip() if isinstance(name, str) else name)
        for name in names
    ]
    known = {statistic.name for statistic in asked}
    chosen = []
    for statistic in asked:
        chosen.append(statistic.name)
        if statistic.companion and statistic.companion not in known:
            chosen.append(statistic.companion)
    return tuple(dict.fromkeys(chosen))


def _as_kinds(by: str | Iterable[str]) -> tuple[str, ...]:
    expect(by, (str, Iterable), "by")
    kinds = (by,) if isinstance(by, str) else tuple(by)
    for kind in kinds:
        if kind not in OPTIONAL_VIEWS:
            raise UsageError.unknown("kind of figures", kind, OPTIONAL_VIEWS)
    return kinds


def _refuse_without_ratings(datasets: Sequence[Dataset], kinds: Sequence[str]) -> None:
    if RATINGS in kinds and all(dataset.judgements.ratings is None for dataset in datasets):
        names = listed([dataset.judgements.name for dataset in datasets])
        asked = Argument("by", RATINGS)
        raise UsageError(f"{names}: ", asked, " needs ratings, but systems were compared")


def _warn_if_holm_cannot_reject(datasets: Sequence[Dataset], resampling: Resampling) -> None:
    metrics = max(len(dataset.scores.metrics) for dataset in datasets)
    pairs = metrics * (metrics - 1) // 2
    if not resampling.can_reject(pairs):
        warning = WordorderWarning(
            f"with {counted(pairs, 'pair')} of metrics and {resampling.resamples:,} resamples, no "
            "difference can be significant after Holm's correction: compare fewer ",
            Argument("metrics"),
            ", or raise ",
            Argument("resamples"),
        )
        warnings.warn(warning, stacklevel=3)


def _usual_columns(kind: Literal["comparisons", "ratings"]) -> list[str]:
    """Return the statistics that tables show; documents and records have all."""
    places = {
        name: statistic.column_if_rated if kind == "ratings" else statistic.column_if_compared
        for name, statistic in correlation.STATISTICS.items()
    }
    shown = {name: place for name, place in places.items() if place is not None}
    return sorted(shown, key=lambda name: shown[name])


# The figures of one test set.


@dataclass(frozen=True, slots=True)
class Evaluator:
    """Evaluates single data sets, with the options of `meta_evaluate`."""

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
        """The parts of the signature that these options determine."""
        asked = [f"statistics:{'+'.join(self.statistics)}"] if self.statistics else []
        test = f"test:{self.test}{'+holm' * self.holm}"
        drawn = self.resampling.signature
        return [*asked, f"grouping:{self.grouping}", f"unit:{self.unit}", test, drawn]

    def figures(self, dataset: Dataset) -> SetFigures:
        """Compute all figures of one data set.

        With ratings, a constant and a random metric join, because ties are worth much there.
        """
        judgements = dataset.judgements
        if judgements.ratings is not None and not {*correlation.CHANCE} & {*dataset.scores.metrics}:
            dataset = replace(dataset, scores=correlation.with_chance(dataset.scores))
        whole = self._correlate(dataset)
        ceiling = human_ceiling(judgements)
        human = human_system_scores(JudgedLines.of(dataset), "lines", Resampling(1))
        return SetFigures(
            name=judgements.name,
            kind="ratings" if judgements.comparisons is None else "comparisons",
            human=Grid.of({"system": judgements.systems}, human=human.value),
            scores=Grid.of(
                {"metric": dataset.scores.metrics, "system": judgements.systems},
                score=dataset.scores.overall_scores(),
            ),
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
            left_out=(*describe_excluded(dataset.left_out), *_missing_scores(dataset, whole)),
            scored=dataset.scores.signature,
        )

    def _correlate(self, dataset: Dataset, lines: Integers | None = None) -> Correlations:
        return correlation.correlate(
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
        from wordorder.metaevaluation.permutation_testing import permutation_test

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
                        part = self._correlate(dataset, lines)
                        counts = part.line_count, _pairs(part)
                        yield PartFigures(kind, name, *counts, _with_intervals(part))

    def _ratings(self, dataset: Dataset) -> RatingFigures | None:
        if RATINGS not in self.kinds or dataset.judgements.ratings is None:
            return None
        from wordorder.metaevaluation.ratings import compare_verdicts, rate_systems

        judgements, scores = dataset.judgements, dataset.scores
        rated = rate_systems(judgements, resampling=self.resampling, holm=self.holm)
        agreements = compare_verdicts(
            judgements, scores, resampling=self.resampling, holm=self.holm
        )
        axes = {"metric": scores.metrics, "people": VERDICTS, "scores": VERDICTS}
        return RatingFigures(
            Grid.of({"system": rated.systems}, value=rated.mean, low=rated.low, high=rated.high),
            rated.tests,
            Grid.of(axes, pairs=[agreement.table for agreement in agreements]),
        )


def _pairs(correlations: Correlations) -> int:
    """Count the judged pairs; a metric with missing scores sees fewer."""
    return int(correlations.counts.sum(axis=1).max(initial=0))


def _missing_scores(dataset: Dataset, correlations: Correlations) -> Iterator[str]:
    """Say which metrics lack scores of judged pairs, grouped by the number they lack."""
    judged = len(dataset.judgements.pairs().line)
    by_count: dict[int, list[str]] = {}
    for metric, seen in zip(correlations.metrics, correlations.counts.sum(axis=1), strict=True):
        by_count.setdefault(judged - int(seen), []).append(visible(metric))
    for missing, metrics in sorted(by_count.items()):
        if missing:
            pairs = counted(judged, "judged pair")
            yield f"no scores of {missing:,} of {pairs} by {listed(metrics)}"


def _with_intervals(correlations: Correlations) -> Grid:
    axes = {"metric": correlations.metrics, "statistic": correlations.statistics}
    return Grid.of(axes, value=correlations.value, low=correlations.low, high=correlations.high)


def _judge_agreement(judgements: Judgements) -> tuple[JudgeAgreement, ...]:
    """Measure the agreement of the judges of one test set by every coefficient."""
    agreement = annotator_agreement(judgements)
    kappas: dict[str, Kappa | Alpha] = {
        "kappa between judges": agreement.wmt.between,
        "kappa within judges": agreement.wmt.within,
        "Fleiss' kappa": agreement.fleiss,
    }
    if agreement.alpha is not None:
        kappas |= {"alpha between judges": agreement.alpha.between}
        kappas |= {"alpha within judges": agreement.alpha.within}
    rows = [
        JudgeAgreement(name, kappa.value, kappa.items, kappa.reason)
        for name, kappa in kappas.items()
    ]
    pairs = len(agreement.cohen.kappas) - agreement.cohen.undefined
    cohen = JudgeAgreement(
        "mean of Cohen's kappas", agreement.cohen.mean, pairs, agreement.cohen.reason
    )
    return (*rows, cohen)


def describe_excluded(left_out: LeftOut) -> tuple[str, ...]:
    """Say what was left out.

    Examples:
        >>> from wordorder.metaevaluation import LeftOut
        >>> left_out = {"unscored_systems": {"A": 2}, "judgements": 2}
        >>> describe_excluded(LeftOut(**left_out, unjudged_systems=("C",)))
        ('2 judgements left out: no scores of A', 'never judged: C')
        >>> describe_excluded(LeftOut(**left_out, unjudged_systems=("A",)))
        ('2 judgements left out: no scores of A',)
    """
    sentences = []
    reasons = []
    if left_out.unscored_systems:
        reasons.append(f"no scores of {_named(left_out.unscored_systems)}")
    if left_out.unscored_lines:
        lines = counted(len(left_out.unscored_lines), "line")
        reasons.append(f"no scores of {lines}, such as {min(left_out.unscored_lines)}")
    if reasons:
        sentences.append(
            f"{counted(left_out.judgements, 'judgement')} left out: {'; '.join(reasons)}"
        )
    # A judged reference is not a system, so it may be on both lists.
    unjudged = [name for name in left_out.unjudged_systems if name not in left_out.unscored_systems]
    if unjudged:
        sentences.append(f"never judged: {_named(unjudged)}")
    return tuple(sentences)


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
    strata = {}
    for low, high in pairwise(ends):
        name = f"{low + 1}–{high}" if high != ends[-1] else f">{low}"
        strata[name] = np.flatnonzero((words > low) & (words <= high)) + 1
    return {name: lines for name, lines in strata.items() if len(lines)}


def _by_label(dataset: Dataset) -> dict[str, Integers]:
    labels = dataset.judgements.labels
    if not labels:
        raise UsageError(
            f"{dataset.judgements.name}: ",
            Argument("by", "label"),
            " needs labels, but the judgements have none",
        )
    strata: dict[str, list[int]] = {}
    for line, label in sorted(labels.items()):
        strata.setdefault(label, []).append(line)
    return {label: np.array(lines) for label, lines in sorted(strata.items())}
