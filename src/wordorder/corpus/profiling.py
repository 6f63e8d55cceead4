"""Put corpora side by side, from the summaries of batch runs alone."""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping
from math import comb
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.corpus.folder import SETTINGS, SUMMARIES, BatchSettings, settings_of
from wordorder.corpus.inputs.storage import is_url
from wordorder.corpus.profile_result import KINDS, PERCENTS, CorpusProfile, ProfiledCorpus
from wordorder.corpus.stores import store_at
from wordorder.corpus.summary import SummaryFile
from wordorder.errors import Argument, InputError, UsageError, WordorderWarning, expect
from wordorder.output import as_meter, counted, signature, visible
from wordorder.output.grid import DIFFERENCE, ESTIMATE, Grid, pair_labels
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
    from collections.abc import Callable, Sequence

    from wordorder.arrays import Floats
    from wordorder.corpus.profile_result import Kind
    from wordorder.corpus.stores import Store
    from wordorder.corpus.summary import RowCounts, Summary
    from wordorder.output import Meter

    Folder = str | PathLike[str]

USUAL_DRAWS = Resampling()

_SUMMARY = re.compile(r".+-\d{5,9}\.npz")


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
    found = {name: _Folder(place) for name, place in named.items()}
    total = sum(len(one.names) for one in found.values())
    with as_meter(progress)("reading summaries", total) as advance:
        read = {name: folder.read(advance) for name, folder in found.items()}
    chosen = _chosen_outputs(read, metrics)
    _warn(read)
    drawn = {name: _Drawn.of(name, one, chosen, draws) for name, one in read.items()}
    return CorpusProfile(
        corpora={name: one.corpus for name, one in drawn.items()},
        differences=_differences(drawn, draws),
        holm=holm,
        confidence=draws.confidence,
        signature=_signature(read, draws, holm=holm),
    )


class _Summarized(NamedTuple):
    """What the summaries in a folder tell.

    Attributes:
        summary: All of them together.
        fragments: Their number.
        missing: How many more the run has.
        signature: Everything that determines the figures of a row.
    """

    summary: Summary
    fragments: int
    missing: int
    signature: str


class _Folder:
    """An output folder whose summaries have been found but not yet read.

    Args:
        place: A path or a URL.

    Raises:
        InputError: It cannot be read, is not such a folder, or no fragment is finished.
    """

    def __init__(self, place: str) -> None:
        self.place = visible(place)
        if not is_url(place) and not Path(place).is_dir():
            found = "a file, expected a folder" if Path(place).exists() else "no such folder"
            raise InputError(f"{self.place}: {found}; name one that wordorder batch has written")
        self._store: Store = store_at(place)
        with self._store.told("read"):
            self.names = [name for name in self._store.names(SUMMARIES) if _SUMMARY.fullmatch(name)]
            has_settings = SETTINGS in self._store.names()
        if not self.names and has_settings:
            raise InputError(f"{self.place}: no fragment is finished yet: run the batch again")
        if not self.names:
            raise InputError(
                f"{self.place}: not a folder that wordorder batch has written: "
                f"it has no files {SUMMARIES}/*.npz"
            )

    def read(self, advance: Callable[[int], None]) -> _Summarized:
        """Read all summaries.

        Args:
            advance: Called with 1 for each of them.

        Raises:
            InputError: One of them cannot be read, or is of another run.
        """
        total: Summary | None = None
        names: dict[str, str] = {}  # by fingerprint
        for name in self.names:
            found = self._read(name)
            other = names.setdefault(found.fingerprint, name)
            if other != name:
                raise self._refusal(name, f"it is of the same rows as {visible(other)}; remove one")
            if total is None:
                total = found.summary
            else:
                self._merge(total, found.summary, name)
            advance(1)
        assert total is not None
        with self._store.told("read"):
            settings = settings_of(self._store) or BatchSettings()
        missing = max(0, settings.fragments - len(self.names))
        return _Summarized(total, len(self.names), missing, settings.signature)

    def _read(self, name: str) -> SummaryFile:
        with self._store.told("read"):
            content = self._store.read(f"{SUMMARIES}/{name}")
        return SummaryFile.from_bytes(content, f"{self.place}/{SUMMARIES}/{visible(name)}")

    def _merge(self, total: Summary, summary: Summary, name: str) -> None:
        try:
            total.merge(summary)
        except UsageError as error:
            other = visible(self.names[0])
            raise self._refusal(name, f"it is of another run than {other}: {error}") from error

    def _refusal(self, name: str, reason: str) -> InputError:
        return InputError(f"{self.place}/{SUMMARIES}/{visible(name)}: {reason}")


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
    read: Mapping[str, _Summarized], metrics: str | Sequence[str] | None
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


def _warn(read: Mapping[str, _Summarized]) -> None:
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


def _signature(read: Mapping[str, _Summarized], resampling: Resampling, *, holm: bool) -> str:
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
        cls, name: str, read: _Summarized, chosen: Sequence[str], resampling: Resampling
    ) -> _Drawn:
        summary, analyzer = read.summary, read.summary.reorderings
        try:
            means = _draw_means(summary, resampling)
            totals = analyzer.draw(resampling) if analyzer is not None and len(analyzer) else None
        except InputError as error:  # rows that come twice
            raise InputError(f"{visible(name)}: {error}") from error
        resampled: dict[tuple[Kind, str], Floats] = {
            ("mean", output.name): row
            for output, row in zip(summary.outputs, means.resampled, strict=True)
            if output.name in chosen
        }
        reorderings = None
        if analyzer is not None and totals is not None:
            reorderings = analyzer.figures(totals)
            for measure, row in zip(analyzer.measures, totals.resampled, strict=False):
                resampled["total", measure.name] = row
        names = [name for name in chosen if ("mean", name) in resampled]
        corpus = ProfiledCorpus(
            signature=read.signature,
            fragments=read.fragments,
            missing=read.missing,
            counts=summary.counts,
            meanings={
                name: one.meaning for name in names for one in summary.outputs if one.name == name
            },
            outputs=_output_grid(summary, means).only("output", names),
            quantiles=_quantile_grid(summary, names),
            reorderings=reorderings,
        )
        return cls(corpus, resampled, len(summary.bundles) < FEWEST_ITEMS)


def _draw_means(summary: Summary, resampling: Resampling) -> BootstrapResult:
    items = summary.bundles.result()
    if not len(items):  # nothing is defined, as in a corpus of one row without values
        items = np.zeros((1, 2 * len(summary.outputs)))
    return bootstrap(items, ratio, **resampling.keywords)


def _output_grid(summary: Summary, drawn: BootstrapResult) -> Grid:
    ends = dict(zip(ESTIMATE, (drawn.observed, drawn.low, drawn.high), strict=True))
    return Grid.of(
        {"output": [one.name for one in summary.outputs]},
        **ends,
        count=np.array([one.count for one in summary.histograms.values()], np.int64),
        whole=np.array([one.whole for one in summary.outputs], np.bool_),
    )


def _quantile_grid(summary: Summary, names: Sequence[str]) -> Grid:
    percents = range(PERCENTS)
    values = [[summary.histograms[name].quantile(one / 100) for one in percents] for name in names]
    return Grid.of({"output": names, "percent": percents}, value=np.array(values, np.float64))


def _differences(drawn: Mapping[str, _Drawn], resampling: Resampling) -> dict[str, Grid]:
    """Compare all pairs of corpora in all measures, which are undefined where one lacks them."""
    if len(drawn) < 2:
        return {}
    measures = list(dict.fromkeys(measure for one in drawn.values() for measure in one.resampled))
    tests = pair_tests(compare_pairs(_stacked(list(drawn.values()), measures, resampling)))
    few = np.array([one.has_few for one in drawn.values()])[tests.pairs]
    p_value = np.where(few[:, :1] | few[:, 1:], np.nan, tests.p_value)
    figures = (tests.difference, tests.low, tests.high, p_value, holm(p_value))
    columns = dict(zip(DIFFERENCE, figures, strict=True))
    places = {kind: [n for n, one in enumerate(measures) if one[0] == kind] for kind in KINDS}
    return {
        kind: Grid.of(
            {"pair": pair_labels(list(drawn)), "measure": [measures[n][1] for n in those]},
            **{name: column[:, those] for name, column in columns.items()},
        )
        for kind, those in places.items()
        if those
    }


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
