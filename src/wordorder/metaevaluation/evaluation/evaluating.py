"""The main function: `meta_evaluate` tells how well metrics agree with people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import InputError, UsageError, expect
from wordorder.metaevaluation.agreement.ceiling import human_ceiling
from wordorder.metaevaluation.correlation.correlate import correlate
from wordorder.metaevaluation.correlation.judged_lines import JudgedLines
from wordorder.metaevaluation.correlation.registry import find_statistic
from wordorder.metaevaluation.correlation.system_figures import human_system_scores
from wordorder.metaevaluation.evaluation.figures import PartFigures, SetFigures
from wordorder.metaevaluation.evaluation.judges import judge_agreement
from wordorder.metaevaluation.evaluation.left_out import sentences_of
from wordorder.metaevaluation.evaluation.result import MetaEvaluation
from wordorder.metaevaluation.evaluation.strata import KINDS, strata
from wordorder.metaevaluation.joining import Dataset
from wordorder.metaevaluation.significance.comparing import compare_metrics
from wordorder.output import as_meter, signature
from wordorder.statistics import Resampling

if TYPE_CHECKING:
    from wordorder.arrays import Floats, Integers
    from wordorder.metaevaluation.correlation.correlations import Correlations
    from wordorder.output import Meter

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
    holm: bool = False,
    resampling: Resampling = _USUAL,
    progress: bool | Meter = False,
) -> MetaEvaluation:
    """Tell how well metrics agree with people, and which of them agree better than others.

    Every figure has a bootstrap interval, and all pairs of metrics are compared on the same
    resamples. `tau_wmt13` leaves out what a metric ties, which rewards ties; so `tau_wmt14` and the
    share of tied pairs always stand beside it.

    Args:
        datasets: Judgements and scores of one or more test sets, from `read_datasets`.
        statistics: Names of statistics, the leading one first, as a list or separated by commas;
            by default all that the judgements allow, led by tau_wmt14 or, where all test sets have
            ratings, by acc_eq.
        grouping: How ratings and scores are correlated, as in `correlate`.
        unit: What the bootstrap draws: lines with all their judgements, or single judgements.
        by: Strata to give figures for, too: length (words of the reference) and label.
        holm: Whether verdicts use p-values corrected for the number of pairs of metrics.
        resampling: How to resample.
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
    kinds = _as_kinds(by)
    asked = _as_names(statistics)
    parts = [f"statistics:{'+'.join(asked)}"] if asked else []
    figures = []
    with as_meter(progress)("comparing metrics with people", len(given)) as advance:
        for dataset in given:
            figures.append(_figures(dataset, asked, grouping, unit, kinds, holm, resampling))
            advance(1)
    leading = asked[0] if asked else _leading(figures)
    return MetaEvaluation(
        signature=signature(
            [*parts, f"grouping:{grouping}", f"unit:{unit}", _test(holm), resampling.signature]
        ),
        leading=leading,
        shown=_shown(asked, leading, figures),
        test="bootstrap",
        holm=holm,
        resampling=resampling,
        sets=tuple(figures),
    )


def _test(holm: bool) -> str:
    return f"test:bootstrap{'+holm' * holm}"


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
        if kind not in KINDS:
            raise UsageError.unknown("stratum", kind, KINDS)
    return kinds


def _figures(
    dataset: Dataset,
    statistics: Sequence[str],
    grouping: str,
    unit: str,
    kinds: Sequence[str],
    holm: bool,
    resampling: Resampling,
) -> SetFigures:
    def found(lines: Integers | None = None) -> Correlations:
        return correlate(
            dataset,
            statistics or None,
            grouping=grouping,
            unit=unit,
            lines=lines,
            resampling=resampling,
        )

    judgements, whole = dataset.judgements, found()
    ceiling = human_ceiling(judgements)
    parts = [
        _part(kind, name, found(lines))
        for kind in kinds
        for name, lines in strata(dataset, kind).items()
        if np.isin(judgements.pairs().line, lines).any()
    ]
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
        comparisons=compare_metrics(whole, holm=holm) if len(whole.metrics) > 1 else None,
        parts=tuple(parts),
        ceiling=ceiling.values if ceiling.pairs else {},
        repeated=ceiling.pairs,
        judges=judge_agreement(judgements),
        counts=judgements.counts,
        left_out=sentences_of(dataset.left_out),
        scored=dataset.scores.signature,
    )


def _human_scores(dataset: Dataset) -> Floats:
    return human_system_scores(JudgedLines.of(dataset), "lines", Resampling(1)).value


def _part(kind: str, name: str, found: Correlations) -> PartFigures:
    return PartFigures(kind, name, found.line_count, _pairs(found), _with_intervals(found))


def _pairs(found: Correlations) -> int:
    """Judged pairs; a metric with missing scores sees fewer."""
    return int(found.counts.sum(axis=1).max(initial=0))


def _with_intervals(found: Correlations) -> Floats:
    return np.stack([found.value, found.low, found.high], axis=-1)


def _leading(figures: Sequence[SetFigures]) -> str:
    return "acc_eq" if all(one.kind == "ratings" for one in figures) else "tau_wmt14"


def _shown(asked: Sequence[str], leading: str, figures: Sequence[SetFigures]) -> tuple[str, ...]:
    usual = [name for one in figures for name in _SHOWN[one.kind]]
    return tuple(dict.fromkeys([leading, *(asked or usual)]))
