"""The main function: `meta_evaluate` tells how well metrics agree with people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import InputError, UsageError, argument, expect
from wordorder.metaevaluation.agreement.ceiling import human_ceiling
from wordorder.metaevaluation.correlation.chance import CHANCE, with_chance
from wordorder.metaevaluation.correlation.correlate import correlate
from wordorder.metaevaluation.correlation.judged_lines import JudgedLines
from wordorder.metaevaluation.correlation.registry import find_statistic
from wordorder.metaevaluation.correlation.system_figures import human_system_scores
from wordorder.metaevaluation.evaluation.figures import PartFigures, SetFigures
from wordorder.metaevaluation.evaluation.judges import judge_agreement
from wordorder.metaevaluation.evaluation.left_out import sentences_of
from wordorder.metaevaluation.evaluation.rating_figures import RatingFigures
from wordorder.metaevaluation.evaluation.result import MetaEvaluation
from wordorder.metaevaluation.evaluation.strata import KINDS, strata
from wordorder.metaevaluation.joining import Dataset
from wordorder.metaevaluation.significance.comparing import compare_metrics
from wordorder.metaevaluation.significance.permutation_testing import permutation_test
from wordorder.output import as_meter, counted, listed, signature, visible
from wordorder.statistics import Resampling, t_test
from wordorder.statistics.pairs import all_pairs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordorder.arrays import Floats, Integers
    from wordorder.metaevaluation.correlation.correlations import Correlations
    from wordorder.metaevaluation.significance.comparisons import MetricComparisons
    from wordorder.output import Meter

RATINGS = "ratings"
FURTHER = (*KINDS, RATINGS)
"""Figures that are found only if asked for."""

TESTS = ("bootstrap", "permutation")

_USUAL = Resampling()

# Tables show these first; documents and records have all.
_SHOWN = {
    "comparisons": (
        "tau_wmt14",
        "tau_wmt13",
        "consistency",
        "system_spearman_rho",
        "system_pearson_r",
        "pairwise_accuracy",
    ),
    "ratings": (
        "acc_eq",
        "tau_b",
        "pearson_r",
        "spearman_rho",
        "spa",
        "system_pearson_r",
        "system_spearman_rho",
        "pairwise_accuracy",
    ),
}


def meta_evaluate(
    datasets: Dataset | Iterable[Dataset],
    statistics: str | Iterable[str] | None = None,
    *,
    grouping: str = "item",
    unit: str = "lines",
    by: str | Iterable[str] = (),
    test: str = "bootstrap",
    holm: bool = False,
    resampling: Resampling = _USUAL,
    threads: int | None = None,
    progress: bool | Meter = False,
) -> MetaEvaluation:
    """Tell how well metrics agree with people, and which of them agree better than others.

    Every figure has a bootstrap interval, and all pairs of metrics are compared on the same
    resamples. `tau_wmt13` leaves out what a metric ties, which rewards ties; so `tau_wmt14` and the
    share of tied pairs always stand beside it. Where people rated, a constant and a random metric
    stand beside the others.

    Args:
        datasets: Judgements and scores of one or more test sets, from `read_datasets`.
        statistics: Names of statistics, the leading one first, as a list or separated by commas;
            by default all that the judgements allow, led by tau_wmt14 or, where all test sets have
            ratings, by acc_eq.
        grouping: How ratings and scores are correlated, as in `correlate`.
        unit: What the bootstrap draws: lines with all their judgements, or single judgements.
        by: Further figures: within strata of length (words of the reference) or label; ratings of
            systems, and whether metrics find the same differences as people.
        test: How to compare metrics: bootstrap, by every statistic; or permutation (PERM-BOTH), by
            the leading one.
        holm: Whether verdicts use p-values corrected for the number of pairs of metrics.
        resampling: How to resample.
        threads: Number of threads of the permutation test; by default one per processor. Does not
            affect results.
        progress: Whether to show a progress bar, or another display.

    Raises:
        InputError: There are no judgements.
        UsageError: An argument cannot be used.

    Examples:
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
    given = _as_datasets(datasets)
    expect(holm, bool, "holm")
    expect(resampling, Resampling, "resampling")
    if test not in TESTS:
        raise UsageError.unknown("test", test, TESTS)
    kinds = _as_kinds(by)
    _refuse_without_ratings(given, kinds)
    asked = _as_names(statistics)
    leading = asked[0] if asked else _leading(given)
    work = _Work(asked, leading, grouping, unit, kinds, test, holm, resampling, threads)
    figures = []
    with as_meter(progress)("comparing metrics with people", len(given)) as advance:
        for dataset in given:
            figures.append(work.figures(dataset))
            advance(1)
    return MetaEvaluation(
        signature=work.signature,
        leading=leading,
        shown=_shown(asked, leading, figures),
        test=test,
        holm=holm,
        resampling=resampling,
        sets=tuple(figures),
    )


def _as_datasets(datasets: Dataset | Iterable[Dataset]) -> list[Dataset]:
    expect(datasets, (Dataset, Iterable), "datasets")
    given = [datasets] if isinstance(datasets, Dataset) else list(datasets)
    for one in given:
        expect(one, Dataset, "datasets")
    names = [one.judgements.name for one in given]
    if not given:
        raise InputError("there are no judgements")
    if len(set(names)) < len(names):
        raise InputError(f"two test sets have one name: {', '.join(names)}")
    return given


def _as_names(statistics: str | Iterable[str] | None) -> tuple[str, ...]:
    """The statistics asked for; beside tau_wmt13 always tau_wmt14, which punishes its ties."""
    if statistics is None:
        return ()
    expect(statistics, (str, Iterable), "statistics")
    names = statistics.split(",") if isinstance(statistics, str) else list(statistics)
    found = [find_statistic(name.strip() if isinstance(name, str) else name).name for name in names]
    if "tau_wmt13" in found and "tau_wmt14" not in found:
        found.insert(found.index("tau_wmt13") + 1, "tau_wmt14")
    return tuple(dict.fromkeys(found))


def _as_kinds(by: str | Iterable[str]) -> tuple[str, ...]:
    expect(by, (str, Iterable), "by")
    kinds = (by,) if isinstance(by, str) else tuple(by)
    for kind in kinds:
        if kind not in FURTHER:
            raise UsageError.unknown("kind of figures", kind, FURTHER)
    return kinds


def _refuse_without_ratings(datasets: Sequence[Dataset], kinds: Sequence[str]) -> None:
    if RATINGS in kinds and all(one.judgements.ratings is None for one in datasets):
        names = listed([one.judgements.name for one in datasets])
        asked = argument("by", RATINGS)
        raise UsageError(f"{names}: {asked} needs ratings, but systems were compared")


@dataclass(frozen=True, slots=True)
class _Work:
    """What to find out about each data set."""

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
    def signature(self) -> str:
        asked = [f"statistics:{'+'.join(self.statistics)}"] if self.statistics else []
        test = f"test:{self.test}{'+holm' * self.holm}"
        drawn = self.resampling.signature
        return signature([*asked, f"grouping:{self.grouping}", f"unit:{self.unit}", test, drawn])

    def figures(self, given: Dataset) -> SetFigures:
        dataset = _beside_chance(given)
        judgements, whole = dataset.judgements, self.correlate(dataset)
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
            comparisons=self.comparisons(dataset, whole),
            parts=tuple(self.parts(dataset)),
            ceiling=ceiling.values if ceiling.pairs else {},
            repeated=ceiling.pairs,
            judges=judge_agreement(judgements),
            ratings=self.ratings(dataset),
            t_tests=self.t_tests(whole),
            counts=judgements.counts,
            left_out=(*sentences_of(dataset.left_out), *_missing_scores(dataset, whole)),
            scored=dataset.scores.signature,
        )

    def correlate(self, dataset: Dataset, lines: Integers | None = None) -> Correlations:
        return correlate(
            dataset,
            self.statistics or None,
            grouping=self.grouping,
            unit=self.unit,
            lines=lines,
            resampling=self.resampling,
        )

    def comparisons(self, dataset: Dataset, whole: Correlations) -> MetricComparisons | None:
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

    def t_tests(self, whole: Correlations) -> dict[str, Floats]:
        first, second = all_pairs(len(whole.metrics)).T
        drawn = whole.resampled[:, whole.statistics.index(self.leading)]
        return {
            f"{kind}-t": t_test(drawn[first], drawn[second], paired=kind == "paired")
            for kind in ("paired", "unpaired")
        }

    def parts(self, dataset: Dataset) -> Iterator[PartFigures]:
        judged = dataset.judgements.pairs().line
        for kind in KINDS:
            if kind in self.kinds:
                for name, lines in strata(dataset, kind).items():
                    if np.isin(judged, lines).any():
                        yield _part(kind, name, self.correlate(dataset, lines))

    def ratings(self, dataset: Dataset) -> RatingFigures | None:
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


def _leading(datasets: Sequence[Dataset]) -> str:
    rated = all(one.judgements.comparisons is None for one in datasets)
    return "acc_eq" if rated else "tau_wmt14"


def _shown(asked: Sequence[str], leading: str, figures: Sequence[SetFigures]) -> tuple[str, ...]:
    usual = [name for one in figures for name in _SHOWN[one.kind]]
    return tuple(dict.fromkeys([leading, *(asked or usual)]))
