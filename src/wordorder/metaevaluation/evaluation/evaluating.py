"""The main function: `meta_evaluate` tells how well metrics agree with people."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, get_args

from wordorder.errors import Argument, InputError, UsageError, WordorderWarning, expect
from wordorder.metaevaluation.correlation.registry import find_statistic
from wordorder.metaevaluation.evaluation.result import MetaEvaluation
from wordorder.metaevaluation.evaluation.work import KINDS, RATINGS, MetaWork
from wordorder.metaevaluation.joining import Dataset
from wordorder.metaevaluation.scores.from_text import LENGTH, PARTS
from wordorder.metaevaluation.significance.comparisons import MetricTest
from wordorder.output import as_meter, counted, listed, number_text, signature
from wordorder.statistics import Resampling

if TYPE_CHECKING:
    from wordorder.metaevaluation.evaluation.figures import SetFigures
    from wordorder.output import Meter

FURTHER = (*KINDS, RATINGS)
"""Figures that are found only if asked for."""

TESTS: tuple[MetricTest, ...] = get_args(MetricTest)

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
        metrics: Names of the metrics to compare, as a list or separated by commas; length stays
            beside them. By default all.
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

    Warns:
        WordorderWarning: Holm's correction cannot reject anything with so few resamples.

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
    given = _with_metrics(_as_datasets(datasets), metrics)
    expect(holm, bool, "holm")
    expect(resampling, Resampling, "resampling")
    if test not in TESTS:
        raise UsageError.unknown("test", test, TESTS)
    kinds = _as_kinds(by)
    _refuse_without_ratings(given, kinds)
    if holm:
        _warn_if_holm_cannot_reject(given, resampling)
    asked = _as_names(statistics)
    leading = asked[0] if asked else _leading(given)
    work = MetaWork(asked, leading, grouping, unit, kinds, test, holm, resampling, threads)
    figures = []
    with as_meter(progress)("comparing metrics with people", len(given)) as advance:
        for dataset in given:
            figures.append(work.figures(dataset))
            advance(1)
    return MetaEvaluation(
        signature=signature([*_filters(given), *work.signature]),
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


def _with_metrics(
    datasets: Sequence[Dataset], metrics: str | Iterable[str] | None
) -> list[Dataset]:
    """Keep the metrics asked for, and length, which every table has."""
    asked = None if metrics is None else _asked_metrics(metrics)
    kept = []
    for one in datasets:
        known = one.scores.metrics
        for name in asked or ():
            if name not in known:
                raise UsageError.unknown("metric", name, known)
        usual = [name for name in known if name not in PARTS]
        names = usual if asked is None else [n for n in known if n in (*asked, LENGTH)]
        kept.append(replace(one, scores=one.scores.of_metrics(names)))
    return kept


def _asked_metrics(metrics: str | Iterable[str]) -> list[str]:
    expect(metrics, (str, Iterable), "metrics")
    return [name.strip() for name in metrics.split(",")] if isinstance(metrics, str) else [*metrics]


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
        asked = Argument("by", RATINGS)
        raise UsageError(f"{names}: ", asked, " needs ratings, but systems were compared")


def _warn_if_holm_cannot_reject(datasets: Sequence[Dataset], resampling: Resampling) -> None:
    metrics = max(len(one.scores.metrics) for one in datasets)
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


def _filters(datasets: Sequence[Dataset]) -> list[str]:
    """The part of the signature about judgements that were left out."""
    shares = {one.judgements.min_agreement for one in datasets}
    kept = sorted(share for share in shares if share is not None)
    return [f"min_agreement:{number_text(share)}" for share in kept]


def _leading(datasets: Sequence[Dataset]) -> str:
    rated = all(one.judgements.comparisons is None for one in datasets)
    return "acc_eq" if rated else "tau_wmt14"


def _shown(asked: Sequence[str], leading: str, figures: Sequence[SetFigures]) -> tuple[str, ...]:
    usual = [name for one in figures for name in _SHOWN[one.kind]]
    return tuple(dict.fromkeys([leading, *(asked or usual)]))
