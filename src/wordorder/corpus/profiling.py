"""Put corpora side by side, from the summaries of batch runs alone."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from math import comb
from os import PathLike, fspath
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.corpus.profile_reading import FolderOfSummaries
from wordorder.corpus.profile_result import (
    PERCENTS,
    CorpusProfile,
    Difference,
    OutputProfile,
    ProfiledCorpus,
)
from wordorder.errors import Argument, InputError, UsageError, WordorderWarning, expect
from wordorder.output import Estimate, as_meter, counted, signature, visible
from wordorder.statistics import (
    BootstrapResult,
    Resampling,
    bootstrap,
    compare_pairs,
    holm,
    pair_tests,
    ratio,
)
from wordorder.statistics.significance import FEWEST_ITEMS
from wordorder.text import names_of_files

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordorder.arrays import Floats
    from wordorder.corpus.profile_reading import SummarizedFolder
    from wordorder.corpus.profile_result import Kind
    from wordorder.corpus.summary import RowCounts, Summary
    from wordorder.output import Meter

    Folder = str | PathLike[str]

USUAL_DRAWS = Resampling()


def profile(
    folders: Folder | Sequence[Folder] | Mapping[str, Folder],
    *,
    metrics: str | Sequence[str] | None = None,
    resampling: Resampling = USUAL_DRAWS,
    holm: bool = False,
    progress: bool | Meter = False,
) -> CorpusProfile:
    """Put the corpora of batch runs side by side, and test their differences.

    Only summaries are read, not the rows. Corpora are independent samples: with δ the difference of
    a measure and δ* that of a resample of each corpus, p is the share of resamples with
    |δ* − mean δ*| ≥ |δ|, with 1 added to both counts. Corpora with different outputs are compared
    in those they share; one with fewer than 30 sentence pairs is not tested.

    Args:
        folders: Output folders of `wordorder batch`, paths or URLs, or a dict of them by name.
        metrics: The output to profile, or a list of them; by default all.
        resampling: How to resample sentence pairs for intervals and tests; of more than 4,096 of
            them, bundles are resampled.
        holm: Whether tables show p-values corrected for the number of pairs of corpora. If the
            correction could never reject with the number of resamples, more are drawn.
        progress: Whether to show a progress bar on standard error, or another display.

    Raises:
        InputError: A folder cannot be read, or is not the output of a batch run.
        UsageError: No folder is given, one is given twice without names, or an output is unknown.

    Warns:
        WordorderWarning: Fragments are missing, or a corpus has few sentence pairs.

    References:
        Efron and Tibshirani (1993), An Introduction to the Bootstrap, chapter 16.
    """
    expect(resampling, Resampling, "resampling")
    named = _by_name(folders)
    draws = resampling.enough_for(comb(len(named), 2)) if holm else resampling
    found = {name: FolderOfSummaries(place) for name, place in named.items()}
    total = sum(len(one.names) for one in found.values())
    with as_meter(progress)("reading summaries", total) as advance:
        read = {name: folder.read(advance) for name, folder in found.items()}
    chosen = _chosen_outputs(read, metrics)
    _warn(read)
    drawn = {name: _Drawn.of(name, one, chosen, draws) for name, one in read.items()}
    return CorpusProfile(
        corpora={name: one.corpus for name, one in drawn.items()},
        differences=tuple(_differences(drawn, draws)),
        holm=holm,
        confidence=draws.confidence,
        signature=_signature(read, draws, holm=holm),
    )


def _by_name(folders: Folder | Sequence[Folder] | Mapping[str, Folder]) -> dict[str, str]:
    if isinstance(folders, Mapping):
        given = {str(name): folder for name, folder in folders.items()}
    else:
        listed = [folders] if isinstance(folders, (str, PathLike)) else list(folders)
        for folder in listed:
            expect(folder, (str, PathLike), "folders")
        given = dict(zip(names_of_files(listed), listed, strict=True))
    if not given:
        raise UsageError(Argument("folders"), " is empty: name the output of a batch run")
    for folder in given.values():
        expect(folder, (str, PathLike), "folders")
    return {name: fspath(folder) for name, folder in given.items()}


def _chosen_outputs(
    read: Mapping[str, SummarizedFolder], metrics: str | Sequence[str] | None
) -> Sequence[str]:
    known = dict.fromkeys(
        output.name for folder in read.values() for output in folder.summary.outputs
    )
    if metrics is None:
        return list(known)
    chosen = [metrics] if isinstance(metrics, str) else list(metrics)
    for name in chosen:
        if name not in known:
            raise UsageError.unknown("output", name, known)
    return list(dict.fromkeys(chosen))


def _warn(read: Mapping[str, SummarizedFolder]) -> None:
    for name, folder in read.items():
        if folder.missing:
            of = counted(folder.missing + folder.fragments, "fragment")
            told = f"{visible(name)}: {folder.missing} of {of} are missing"
            warnings.warn(
                f"{told}: run the batch again to complete it", WordorderWarning, stacklevel=3
            )
        rows = len(folder.summary.bundles)
        if rows < FEWEST_ITEMS:
            rough = f"few sentence pairs ({rows}): below {FEWEST_ITEMS}, intervals are rough and "
            told = (
                f"{rough}differences are not tested" if rows else _why_none(folder.summary.counts)
            )
            warnings.warn(f"{visible(name)}: {told}", WordorderWarning, stacklevel=3)


def _why_none(counts: RowCounts) -> str:
    """Why no row of a corpus can be used."""
    if not counts.read:
        return "the input has no rows"
    dropped = max(0, counts.filtered - counts.null)  # a condition drops nulls
    reasons = {"null": counts.null, "bad": counts.rejected, "not as the condition asks": dropped}
    told = ", ".join(f"{count:,} {what}" for what, count in reasons.items() if count)
    return f"no sentence pair is left of {counted(counts.read, 'row')}: {told}"


def _signature(read: Mapping[str, SummarizedFolder], resampling: Resampling, *, holm: bool) -> str:
    """The settings of the runs, if they are the same, and those of the comparison."""
    plans = {folder.signature for folder in read.values()}
    plan = plans.pop() if len(plans) == 1 else "plans:different"
    parts = [part for part in plan.split("|") if part and not part.startswith("wordorder:")]
    test = [f"test:bootstrap{'+holm' * holm}"] if len(read) > 1 else []
    return signature([*parts, *test, resampling.signature])


class _Drawn(NamedTuple):
    """The figures of a corpus, and its measures in every resample, by kind and name."""

    corpus: ProfiledCorpus
    resampled: dict[tuple[Kind, str], Floats]
    has_few: bool  # sentence pairs, too few for tests

    @classmethod
    def of(
        cls, name: str, read: SummarizedFolder, chosen: Sequence[str], resampling: Resampling
    ) -> _Drawn:
        summary, analyzer = read.summary, read.summary.reorderings
        try:
            means = _draw_means(summary, resampling)
            totals = analyzer.draw(resampling) if analyzer is not None and len(analyzer) else None
        except InputError as error:  # rows that come twice
            raise InputError(f"{visible(name)}: {error}") from error
        outputs = _output_profiles(summary, means)
        resampled: dict[tuple[Kind, str], Floats] = {
            ("mean", output): row
            for output, row in zip(outputs, means.resampled, strict=True)
            if output in chosen
        }
        reorderings = None
        if analyzer is not None and totals is not None:
            reorderings = analyzer.figures(totals)
            for measure, row in zip(analyzer.measures, totals.resampled, strict=False):
                resampled["total", measure.name] = row
        corpus = ProfiledCorpus(
            signature=read.signature,
            fragments=read.fragments,
            missing=read.missing,
            counts=summary.counts,
            outputs={name: outputs[name] for name in chosen if name in outputs},
            reorderings=reorderings,
        )
        return cls(corpus, resampled, len(summary.bundles) < FEWEST_ITEMS)


def _draw_means(summary: Summary, resampling: Resampling) -> BootstrapResult:
    items = summary.bundles.result()
    if not len(items):  # nothing is defined, as in a corpus of one row without values
        items = np.zeros((1, 2 * len(summary.outputs)))
    return bootstrap(items, ratio, **resampling.keywords)


def _output_profiles(summary: Summary, drawn: BootstrapResult) -> dict[str, OutputProfile]:
    ends = np.column_stack((drawn.observed, drawn.low, drawn.high)).tolist()
    profiles = {}
    for output, estimate in zip(summary.outputs, ends, strict=True):
        histogram = summary.histograms[output.name]
        profiles[output.name] = OutputProfile(
            meaning=output.meaning,
            whole=output.whole,
            count=histogram.count,
            mean=Estimate(*estimate),
            quantiles=tuple(histogram.quantile(percent / 100) for percent in range(PERCENTS)),
        )
    return profiles


def _differences(drawn: Mapping[str, _Drawn], resampling: Resampling) -> Iterator[Difference]:
    """Compare all pairs of corpora in all measures that both have."""
    names = list(drawn)
    if len(names) < 2:
        return
    measures = list(dict.fromkeys(measure for one in drawn.values() for measure in one.resampled))
    tests = pair_tests(compare_pairs(_stacked(list(drawn.values()), measures, resampling)))
    few = np.array([one.has_few for one in drawn.values()])[tests.pairs]
    p_value = np.where(few[:, :1] | few[:, 1:], np.nan, tests.p_value)
    figures = (tests.difference, tests.low, tests.high, p_value, holm(p_value))
    for row, (first, second) in enumerate(tests.pairs.tolist()):
        for column, (kind, measure) in enumerate(measures):
            both = all((kind, measure) in drawn[names[one]].resampled for one in (first, second))
            if both:
                *estimate, p, p_holm = (float(one[row, column]) for one in figures)
                yield Difference(
                    names[first], names[second], kind, measure, Estimate(*estimate), p, p_holm
                )


def _stacked(
    drawn: Sequence[_Drawn], measures: Sequence[tuple[Kind, str]], resampling: Resampling
) -> BootstrapResult:
    """The measures of all corpora as those of systems, but with resamples of their own.

    Resamples depend only on the seed and the number of items, so that a corpus has the same
    intervals whatever stands beside it. For comparisons, those of the second corpus are moved on by
    one, and so on: the draws of two corpora are then independent, as the corpora are.
    """
    undefined = np.full(resampling.resamples, np.nan)
    resampled = np.array(
        [
            [np.roll(one.resampled.get(measure, undefined), place) for measure in measures]
            for place, one in enumerate(drawn)
        ]
    ).reshape(len(drawn), len(measures), resampling.resamples)
    nothing = np.zeros(resampled.shape[:2], np.int64)
    observed = np.array([[_observed(one, *measure) for measure in measures] for one in drawn])
    unused = np.zeros(resampled.shape[:2])
    return BootstrapResult(
        observed=observed.reshape(resampled.shape[:2]),
        low=unused,
        high=unused,
        standard_error=unused,
        resampled=resampled,
        undefined_items=nothing,
        undefined_resamples=nothing,
        **resampling.keywords,
    )


def _observed(drawn: _Drawn, kind: Kind, name: str) -> float:
    estimate = drawn.corpus.measures(kind).get(name)
    return float("nan") if estimate is None else estimate.value
