"""A result for each kind of chart, made by hand, and what a chart holds."""

from __future__ import annotations

from dataclasses import replace
from math import nan
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from wordorder.corpus import CorpusProfile, ProfiledCorpus
from wordorder.corpus.summary import RowCounts
from wordorder.output import Estimate, Result
from wordorder.output.grid import ESTIMATE, Grid, pair_labels
from wordorder.reorderings import (
    FATES,
    RETENTION_MEASURES,
    SETS,
    AgreementResult,
    CorpusReorderings,
    LengthBin,
    Pattern,
    ReorderingAnalysis,
    ReorderingSet,
    ReorderingTestSets,
    RetentionResult,
)
from wordorder.reorderings.agreement import Judge, KeyItem
from wordorder.reorderings.retention_result import JUDGED, SHARES, TESTS, WIDTHS
from wordorder.reporting import plot
from wordorder.statistics import PairwiseKappa
from wordorder.statistics.kappas import undefined_kappa

if TYPE_CHECKING:
    from collections.abc import Mapping

NONE = Estimate(nan, nan, nan)
Judged = tuple[int, int, float, float]  # retained, judged, and the interval of their share
Scored = tuple[int, float, float, float]  # sentences, and their mean score with its interval


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
        measures={"rquantity": NONE, **({} if labels is None else {"syntactic": NONE})},
        lengths=lengths,
        widths=widths or {},
        operators={},
        patterns=tuple(Pattern("S", label, "B", 1, 2.0, 1, 0, 0, None) for label in labels or {}),
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
    counts = np.zeros((2, len(judged), len(WIDTHS)), np.int64)
    shares = np.full((3, len(judged), len(WIDTHS)), nan)
    for system, rows in enumerate(judged.values()):
        for width, (kept, all_, low, high) in rows.items():
            place = WIDTHS.index(width)
            counts[:, system, place] = kept, all_
            shares[:, system, place] = (kept / all_ if all_ else nan), low, high
    systems, figures = list(judged), np.zeros((len(judged), len(RETENTION_MEASURES)))
    pairs = pair_labels(systems)
    no_difference = np.zeros((len(pairs), len(RETENTION_MEASURES)))
    return RetentionResult(
        sentence_count=1,
        left_out=0,
        reorderings=1,
        estimates=Grid.of(
            {"system": systems, "measure": RETENTION_MEASURES}, **dict.fromkeys(ESTIMATE, figures)
        ),
        widths=Grid.of(
            {"system": systems, "width": WIDTHS},
            **dict(zip(SHARES, (*counts, *shares), strict=True)),
        ),
        labels=Grid.of(
            {"label": [], "system": systems}, **dict.fromkeys(JUDGED, np.zeros(0, np.int64))
        ),
        fates=Grid.of(
            {"system": systems, "fate": FATES.values()},
            count=np.zeros((len(systems), len(FATES)), np.int64),
        ),
        differences=Grid.of(
            {"pair": pairs, "measure": RETENTION_MEASURES}, **dict.fromkeys(TESTS, no_difference)
        ),
        holm=False,
        confidence=0.95,
        signature="wordorder:1",
    )


def four_sets(
    scores: Mapping[str, Mapping[str, Scored]] | None = None,
    widths: Mapping[str, Mapping[int, int]] | None = None,
    measure: str = "bleu",
) -> ReorderingTestSets:
    """Four sets of sixty sentences, and scores by system and set."""
    lines, scored = np.arange(1, 61), scores or {}
    names = list(dict.fromkeys(name for of_sets in scored.values() for name in of_sets))
    rows = [[of_sets[name] for name in names] for of_sets in scored.values()]
    sentences, value, low, high = (
        np.array(rows).reshape(len(scored), len(names), 4).transpose(2, 0, 1)
    )
    axes = {"system": scored, "set": names}
    return ReorderingTestSets(
        sets={name: ReorderingSet(lines, 0.5, (widths or {}).get(name, {})) for name in SETS},
        sentence_count=240,
        left_out=0,
        shortest=20,
        longest=39,
        measure=measure,
        scores=Grid.of(axes, sentences=sentences.astype(int), value=value, low=low, high=high),
        confidence=0.95,
        signature="wordorder:1",
    )


class Output(NamedTuple):
    """Evenly distributed values of a hundred sentence pairs."""

    low: float
    high: float
    whole: bool = False

    @property
    def mean(self) -> Estimate:
        middle = (self.low + self.high) / 2
        return Estimate(middle, middle - 0.1, middle + 0.1)

    @property
    def quantiles(self) -> np.ndarray:
        values = np.linspace(self.low, self.high, 101)
        return np.rint(values) if self.whole else values


def profile_of(*corpora: str, **outputs: Output) -> CorpusProfile:
    """Corpora with these outputs, and few reorderings."""
    those = list(outputs.values())
    value, low, high = np.array([one.mean for one in those]).reshape(-1, 3).T
    figures = Grid.of(
        {"output": outputs},
        value=value,
        low=low,
        high=high,
        count=np.full(len(those), 100),
        whole=np.array([one.whole for one in those], bool),
    )
    quantiles = Grid.of(
        {"output": outputs, "percent": range(101)},
        value=np.array([one.quantiles for one in those]),
    )
    one = ProfiledCorpus(
        signature="",
        fragments=1,
        missing=0,
        counts=RowCounts(100, 0, 0, 0, 100),
        meanings=dict.fromkeys(outputs, ""),
        outputs=figures,
        quantiles=quantiles,
        reorderings=corpus(100, widths={2: 30, 25: 10}),
    )
    return CorpusProfile(dict.fromkeys(corpora, one), {}, False, 0.95, "wordorder:1")


LENGTHS = (
    length(20, 29, 1500, 0.5, 0.4, 0.6),
    length(30, None, 20, 0.9, 0.6, 1.2),
    length(1, 19, 100, 0.25, 0.125, 0.375),
)
SCORES = {
    "moses": {"none": (200, 0.25, 0.24, 0.26), "low": (90, 0.2, 0.19, 0.21)},
    "hiero": {"none": (200, 0.3, 0.29, 0.31), "low": (88, 0.22, 0.2, 0.24)},
}
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
AGREEMENT = AgreementResult(
    (KeyItem("R001", 1, True),),
    (Judge("anna", ("correct",)),),
    undefined_kappa("fewer than two raters", items=1, left_out=0, raters=1),
    PairwiseKappa.of((), ()),
    "wordorder:1",
)
PROFILE = profile_of(
    "en-de", "en-ja", kendall=Output(0.2, 1), source_length=Output(1, 40, whole=True)
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
        "sets": lambda: four_sets({name: {"low": (3, *one.rquantity)} for name in names}),
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
