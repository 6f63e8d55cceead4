"""A result for each kind of chart, made by hand, and what a chart holds."""

from __future__ import annotations

from dataclasses import replace
from math import nan
from typing import TYPE_CHECKING, Any

import numpy as np

from wordorder.corpus import CorpusProfile, OutputProfile, ProfiledCorpus
from wordorder.corpus.summary import RowCounts
from wordorder.output import Estimate, Result
from wordorder.reorderings import (
    FATES,
    RETENTION_MEASURES,
    SETS,
    CorpusReorderings,
    LengthBin,
    ReorderingAnalysis,
    ReorderingSet,
    ReorderingTestSets,
    RetentionResult,
    SetScore,
)
from wordorder.reorderings.retention_result import WIDTHS
from wordorder.report import plot

if TYPE_CHECKING:
    from collections.abc import Mapping

NONE = Estimate(nan, nan, nan)
Judged = tuple[int, int, float, float]  # retained, judged, and the interval of their share


def length(shortest: int, longest: int | None, sentences: int, *ends: float) -> LengthBin:
    value, low, high = (*ends, nan, nan)[:3]
    return LengthBin(shortest, longest, sentences, Estimate(value, low, high))


def corpus(
    sentences: int = 1,
    lengths: tuple[LengthBin, ...] = (),
    widths: Mapping[int, int] | None = None,
    labels: Mapping[str, Mapping[int, int]] | None = None,
) -> CorpusReorderings:
    """A corpus of which only that is known which a plot shows."""
    return CorpusReorderings(
        sentence_count=sentences,
        left_out=0,
        reorderings=sum((widths or {}).values()),
        measures={"rquantity": NONE, **({} if labels is None else {"syntactic": NONE})},
        lengths=lengths,
        widths=widths or {},
        operators={},
        patterns=(),
        label_widths=labels or {},
        bundle=1,
        confidence=0.95,
    )


def analysis(**corpora: CorpusReorderings) -> ReorderingAnalysis:
    """Corpora by name, with `_` for `-`."""
    named = {name.replace("_", "-"): one for name, one in corpora.items()}
    return ReorderingAnalysis(named, "wordorder:1")


def retention(judged: Mapping[str, Mapping[str, Judged]]) -> RetentionResult:
    """What systems keep by width."""
    counts = np.zeros((len(judged), len(WIDTHS), 2), np.int64)
    shares = np.full((3, len(judged), len(WIDTHS)), nan)
    for system, rows in enumerate(judged.values()):
        for width, (kept, all_, low, high) in rows.items():
            place = WIDTHS.index(width)
            counts[system, place] = kept, all_
            shares[:, system, place] = (kept / all_ if all_ else nan), low, high
    figures = np.zeros((len(judged), len(RETENTION_MEASURES)))
    no_pairs = np.zeros((0, len(RETENTION_MEASURES)))
    return RetentionResult(
        systems=tuple(judged),
        sentence_count=1,
        left_out=0,
        reorderings=1,
        value=figures,
        low=figures,
        high=figures,
        widths=shares,
        judged_widths=counts,
        labels={},
        fates=tuple(dict.fromkeys(FATES.values(), 0) for _ in judged),
        pairs=np.zeros((0, 2), np.int64),
        difference=no_pairs,
        p_value=no_pairs,
        p_holm=no_pairs,
        holm=False,
        confidence=0.95,
        signature="wordorder:1",
    )


def four_sets(
    scores: tuple[SetScore, ...] = (), widths: Mapping[str, Mapping[int, int]] | None = None
) -> ReorderingTestSets:
    """Four sets of sixty sentences."""
    lines = np.arange(1, 61)
    return ReorderingTestSets(
        sets={name: ReorderingSet(lines, 0.5, (widths or {}).get(name, {})) for name in SETS},
        sentence_count=240,
        left_out=0,
        shortest=20,
        longest=39,
        scores=scores,
        confidence=0.95,
        signature="wordorder:1",
    )


def output(low: float, high: float, *, whole: bool = False) -> OutputProfile:
    """Evenly distributed values of a hundred sentence pairs."""
    values = np.linspace(low, high, 101)
    middle = (low + high) / 2
    mean = Estimate(middle, middle - 0.1, middle + 0.1)
    quantiles = np.rint(values) if whole else values
    return OutputProfile("", whole, 100, mean, tuple(quantiles.tolist()))


def profile_of(*corpora: str, **outputs: OutputProfile) -> CorpusProfile:
    """Corpora with these outputs, and few reorderings."""
    one = ProfiledCorpus(
        "", 1, 0, RowCounts(100, 0, 0, 0, 100), outputs, corpus(100, widths={2: 30, 25: 10})
    )
    return CorpusProfile(dict.fromkeys(corpora, one), (), False, 0.95, "wordorder:1")


LENGTHS = (
    length(20, 29, 1500, 0.5, 0.4, 0.6),
    length(30, None, 20, 0.9, 0.6, 1.2),
    length(1, 19, 100, 0.25, 0.125, 0.375),
)
SCORES = (
    SetScore("moses", "none", "bleu", 200, Estimate(0.25, 0.24, 0.26)),
    SetScore("moses", "low", "bleu", 90, Estimate(0.2, 0.19, 0.21)),
    SetScore("hiero", "none", "bleu", 200, Estimate(0.3, 0.29, 0.31)),
    SetScore("hiero", "low", "bleu", 88, Estimate(0.22, 0.2, 0.24)),
)
BY_LENGTH = analysis(zh_en=corpus(1620, LENGTHS), ar_en=corpus(80, (length(1, 19, 80, 0.125),)))
BY_WIDTH = analysis(
    low=corpus(60, widths={2: 30, 10: 3}), high=corpus(60, widths={2: 90, 3: 6, 25: 1, 31: 2})
)
BY_LABEL = analysis(zh_en=corpus(labels={"NP": {2: 30, 31: 1}, "PP": {2: 10, 21: 3}}))
RETAINED = retention(
    {
        "moses": {"2": (30, 40, 0.6, 0.85), "3": (2, 8, 0.05, 0.6)},
        "hiero": {"2": (33, 44, 0.6, 0.85)},
    }
)
BY_SET = replace(
    RETAINED,
    sets={"low": RETAINED, "high": retention({"moses": {"2": (9, 12, 0.5, 1)}, "hiero": {}})},
)
SET_WIDTHS = four_sets(widths={"low": {2: 30}, "high": {2: 90, 3: 6}})
SET_SCORES = four_sets(SCORES)
PROFILE = profile_of(
    "en-de", "en-ja", kendall=output(0.2, 1), source_length=output(1, 40, whole=True)
)

PLOTS: dict[str, tuple[Result, str]] = {
    "lengths": (BY_LENGTH, "lengths"),
    "widths": (BY_WIDTH, "widths"),
    "labels": (BY_LABEL, "labels"),
    "retained": (RETAINED, "widths"),
    "panels": (BY_SET, "widths"),
    "set widths": (SET_WIDTHS, "widths"),
    "sets": (SET_SCORES, "scores"),
    "profile measures": (PROFILE, "measures"),
    "profile widths": (PROFILE, "widths"),
    "profile distributions": (PROFILE, "distributions"),
}


def named(kind: str, *names: str) -> Result:
    """A result of one kind whose series have these names."""
    one = length(1, 9, 3, 0.5, 0.25, 1)
    made = {
        "lengths": lambda: ReorderingAnalysis({name: corpus(3, (one,)) for name in names}, ""),
        "widths": lambda: ReorderingAnalysis(
            {name: corpus(3, widths={2: 1}) for name in names}, ""
        ),
        "labels": lambda: analysis(a=corpus(labels={name: {2: 1} for name in names})),
        "retained": lambda: retention({name: {"2": (1, 2, 0.25, 0.75)} for name in names}),
        "sets": lambda: four_sets(
            tuple(SetScore(name, "low", "bleu", 3, one.rquantity) for name in names)
        ),
        "profile widths": lambda: profile_of(*names),
    }
    return made[kind]()


def drawn(result: Result, kind: str | None = None) -> dict[str, Any]:
    """The chart of a result, as Vega-Lite reads it."""
    return plot(result, kind).to_dict()


def layer(spec: dict[str, Any], mark: str) -> dict[str, Any]:
    """The part of a chart that draws with this mark."""
    (found,) = (one for one in _layers(spec) if one["mark"]["type"] == mark)
    return found


def _layers(spec: dict[str, Any]) -> list[dict[str, Any]]:
    """The marks of a chart, however deep they lie, each with its data."""
    if "layer" not in spec:
        return [spec]
    inherited = {"data": spec["data"]} if "data" in spec else {}
    return [inherited | inner for part in spec["layer"] for inner in _layers(inherited | part)]


def values(spec: dict[str, Any], mark: str = "point") -> list[dict[str, Any]]:
    """The data of a mark."""
    return spec["datasets"][layer(spec, mark)["data"]["name"]]


def encoding(spec: dict[str, Any], mark: str = "point") -> dict[str, Any]:
    """How a mark shows its data."""
    return layer(spec, mark)["encoding"]


def series(spec: dict[str, Any]) -> list[str]:
    """The names in the legend."""
    return encoding(spec)["color"]["scale"]["domain"]
