"""Corpora side by side, from the summaries of batch runs alone."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from math import comb
from os import PathLike, fspath
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np

from wordorder.arrays import Floats
from wordorder.corpus.folder import SETTINGS, SUMMARIES, BatchSettings, settings_of
from wordorder.corpus.inputs.storage import is_url
from wordorder.corpus.profile_result import KINDS, PERCENTS, CorpusProfile, Kind, ProfiledCorpus
from wordorder.corpus.stores import Store, store_at
from wordorder.corpus.summary import RowCounts, Summary, SummaryFile
from wordorder.errors import Argument, InputError, UsageError, WordorderWarning, expect
from wordorder.output.console import visible
from wordorder.output.grid import DIFFERENCE, ESTIMATE, Grid, pair_labels
from wordorder.output.progress import Meter, as_meter
from wordorder.output.wording import counted, signature
from wordorder.statistics.bootstrapping import BootstrapResult, bootstrap
from wordorder.statistics.intervals import ratio
from wordorder.statistics.paired_tests import compare_pairs, pair_tests
from wordorder.statistics.resampling import Resampling
from wordorder.statistics.significance import FEWEST_ITEMS, holm
from wordorder.text.naming import names_of_files

Folder: TypeAlias = "str | PathLike[str]"

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
    in the outputs they share; a corpus with fewer than 30 sentence pairs is not tested.

    Args:
        folders: Output folders of `wordorder batch`, paths or URLs, or a dict of them by name.
        metrics: The output to profile, or a list of outputs; by default all.
        resampling: How to resample sentence pairs for intervals and tests; if there are more than
            4,096, bundles of them are resampled.
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
    opened = {name: _Folder(place) for name, place in named.items()}
    total = sum(len(folder.names) for folder in opened.values())
    with as_meter(progress)("reading summaries", total) as advance:
        read = {name: folder.read(advance) for name, folder in opened.items()}
    chosen = _chosen_outputs(read, metrics)
    _warn(read)
    drawn = {name: _Drawn.of(name, corpus, chosen, draws) for name, corpus in read.items()}
    return CorpusProfile(
        corpora={name: corpus.corpus for name, corpus in drawn.items()},
        differences=_differences(drawn, draws),
        holm=holm,
        confidence=draws.confidence,
        signature=_signature(read, draws, holm=holm),
    )


class _Summarized(NamedTuple):
    """The summaries in a folder, merged.

    Attributes:
        summary: The merged summary.
        fragments: The number of fragments with a summary.
        missing: The number of fragments without one.
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
        InputError: The folder cannot be read, is not an output folder, or has no finished fragment.
    """

    def __init__(self, place: str) -> None:
        self.place = visible(place)
        if not is_url(place) and not Path(place).is_dir():
            problem = "is a file, expected a folder" if Path(place).exists() else "no such folder"
            raise InputError(f"{self.place}: {problem}; name one that wordorder batch has written")
        self._store: Store = store_at(place)
        with self._store.translate_errors("read"):
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
            advance: Called with 1 for each summary.

        Raises:
            InputError: A summary cannot be read, or is of another run.
        """
        total: Summary | None = None
        names: dict[str, str] = {}  # by fingerprint
        for name in self.names:
            path = f"{self.place}/{SUMMARIES}/{visible(name)}"
            with self._store.translate_errors("read"):
                content = self._store.read(f"{SUMMARIES}/{name}")
            part = SummaryFile.from_bytes(content, path)
            other = names.setdefault(part.fingerprint, name)
            if other != name:
                raise InputError(f"{path}: it covers the same rows as {visible(other)}; remove one")
            if total is None:
                total = part.summary
            else:
                try:
                    total.merge(part.summary)
                except UsageError as error:
                    first = visible(self.names[0])
                    raise InputError(
                        f"{path}: it comes from a different run than {first}: {error}"
                    ) from error
            advance(1)
        assert total is not None
        with self._store.translate_errors("read"):
            settings = settings_of(self._store) or BatchSettings()
        missing = max(0, settings.fragments - len(self.names))
        return _Summarized(total, len(self.names), missing, settings.signature)


def _by_name(folders: Folder | Sequence[Folder] | Mapping[str, Folder]) -> dict[str, str]:
    if isinstance(folders, (str, PathLike)):
        folders = [folders]
    places = list(folders.values() if isinstance(folders, Mapping) else folders)
    if not places:
        raise UsageError(Argument("folders"), " is empty: name the output of a batch run")
    for place in places:
        expect(place, (str, PathLike), "folders")
    names = map(str, folders) if isinstance(folders, Mapping) else names_of_files(places)
    return {name: fspath(place) for name, place in zip(names, places, strict=True)}


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
            fragments = counted(folder.missing + folder.fragments, "fragment")
            problem = (
                f"{folder.missing} of {fragments} are missing: run the batch again to complete it"
            )
            warnings.warn(f"{visible(name)}: {problem}", WordorderWarning, stacklevel=3)
        rows = len(folder.summary.bundles)
        if rows < FEWEST_ITEMS:
            problem = (
                f"few sentence pairs ({rows}): below {FEWEST_ITEMS}, intervals are rough and "
                "differences are not tested"
            )
            problem = problem if rows else _why_none(folder.summary.counts)
            warnings.warn(f"{visible(name)}: {problem}", WordorderWarning, stacklevel=3)


def _why_none(counts: RowCounts) -> str:
    """Explain why no row of a corpus can be used."""
    if not counts.read:
        return "the input has no rows"
    dropped = max(0, counts.filtered - counts.null)  # a condition drops nulls
    reasons = {"null": counts.null, "bad": counts.rejected, "dropped by the condition": dropped}
    lost = ", ".join(f"{count:,} {reason}" for reason, count in reasons.items() if count)
    return f"no sentence pair is left of {counted(counts.read, 'row')}: {lost}"


def _signature(read: Mapping[str, _Summarized], resampling: Resampling, *, holm: bool) -> str:
    """Return the settings of the runs, if they are the same, and of the comparison."""
    plans = {folder.signature for folder in read.values()}
    plan = plans.pop() if len(plans) == 1 else "plans:different"
    parts = [part for part in plan.split("|") if part and not part.startswith("wordorder:")]
    test = [f"test:bootstrap{'+holm' * holm}"] if len(read) > 1 else []
    return signature([*parts, *test, resampling.signature])


class _Drawn(NamedTuple):
    """The figures of a corpus, and its measures in every resample, by kind and name."""

    corpus: ProfiledCorpus
    resampled: dict[tuple[Kind, str], Floats]
    has_few: bool  # too few sentence pairs for tests

    @classmethod
    def of(
        cls, name: str, read: _Summarized, chosen: Sequence[str], resampling: Resampling
    ) -> _Drawn:
        summary, analyzer = read.summary, read.summary.reorderings
        try:
            means = _draw_means(summary, resampling)
            totals = analyzer.draw(resampling) if analyzer is not None and len(analyzer) else None
        except InputError as error:  # duplicate rows
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
        meanings = {output.name: output.meaning for output in summary.outputs}
        corpus = ProfiledCorpus(
            signature=read.signature,
            fragments=read.fragments,
            missing=read.missing,
            counts=summary.counts,
            meanings={name: meanings[name] for name in names},
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
        {"output": [output.name for output in summary.outputs]},
        **ends,
        count=np.array([values.count for values in summary.histograms.values()], np.int64),
        whole=np.array([output.whole for output in summary.outputs], np.bool_),
    )


def _quantile_grid(summary: Summary, names: Sequence[str]) -> Grid:
    percents = range(PERCENTS)
    values = [
        [summary.histograms[name].quantile(percent / 100) for percent in percents] for name in names
    ]
    return Grid.of({"output": names, "percent": percents}, value=np.array(values, np.float64))


def _differences(drawn: Mapping[str, _Drawn], resampling: Resampling) -> dict[str, Grid]:
    """Compare all pairs of corpora in all measures, undefined where a corpus lacks the measure."""
    if len(drawn) < 2:
        return {}
    measures = list(
        dict.fromkeys(measure for corpus in drawn.values() for measure in corpus.resampled)
    )
    tests = pair_tests(compare_pairs(_stacked(list(drawn.values()), measures, resampling)))
    few = np.array([corpus.has_few for corpus in drawn.values()])[tests.pairs]
    p_value = np.where(few[:, :1] | few[:, 1:], np.nan, tests.p_value)
    figures = (tests.difference, tests.low, tests.high, p_value, holm(p_value))
    columns = dict(zip(DIFFERENCE, figures, strict=True))
    places = {
        kind: [place for place, (other, _) in enumerate(measures) if other == kind]
        for kind in KINDS
    }
    return {
        kind: Grid.of(
            {"pair": pair_labels(list(drawn)), "measure": [measures[place][1] for place in own]},
            **{name: column[:, own] for name, column in columns.items()},
        )
        for kind, own in places.items()
        if own
    }


def _stacked(
    drawn: Sequence[_Drawn], measures: Sequence[tuple[Kind, str]], resampling: Resampling
) -> BootstrapResult:
    """Stack the measures of corpora like those of systems, but with independent resamples.

    Resamples depend only on the seed and the number of items, so that a corpus has the same
    intervals whatever it is compared with. For comparisons, the resamples of the second corpus are
    shifted by one, and so on: the draws of two corpora are then independent, as the corpora are.
    """
    undefined = np.full(resampling.resamples, np.nan)
    resampled = np.array(
        [
            [np.roll(corpus.resampled.get(measure, undefined), place) for measure in measures]
            for place, corpus in enumerate(drawn)
        ]
    ).reshape(len(drawn), len(measures), resampling.resamples)
    nothing = np.zeros(resampled.shape[:2], np.int64)
    observed = np.array([[_observed(corpus, *measure) for measure in measures] for corpus in drawn])
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
    return np.nan if estimate is None else estimate.value
