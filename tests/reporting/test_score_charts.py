"""Plots of scores."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import numpy as np
import pytest

from messages import refused
from meta_examples import METRICS, compared
from reporting.examples import AGREEMENT, drawn, encoding, layer, series, values
from wordorder import ScoreResult, score
from wordorder.errors import UsageError
from wordorder.metaevaluation import Dataset, MetaEvaluation, meta_evaluate
from wordorder.output import dumps
from wordorder.reporting import plot, plot_kinds, save_plot
from wordorder.reporting.plots.score_plots import without_shared_parts
from wordorder.reporting.plots.theme import dark_style
from wordorder.reporting.plotting import svg_text
from wordorder.statistics import Resampling

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.slow  # starts programs, threads or drawing libraries

REFERENCE = ["we have seen it today", "he has not come", "a b c d e f", ""]
TEXTS = {
    "run.good": ["we have seen it today", "he has not come", "a b c f e d", ""],
    "run.middle": ["we have it seen today", "he has come not", "a b c d f e", "x"],
    "run.bad": ["today it have seen we", "come not he has", "x y z", ""],
}
SVG = "{http://www.w3.org/2000/svg}"
TIMES = 21
STRANGE = '<b>\x00\\" + datum.y'
HOSTILE = ["<script>alert(1)</script>", "a.b[0]['c']\\\"", "datum.y\n\x1b[31m"]
KINDS = (
    "scores", "errors", "distribution", "length", "coverage", "label", "distance", "misplaced",
    "scatter", "differences",
)  # fmt: skip


def scored(texts: dict[str, list[str]], *labels: str, times: int = TIMES) -> ScoreResult:
    given = {name: lines * times for name, lines in texts.items()}
    tags = (
        [labels[line % len(labels)] for line in range(len(REFERENCE) * times)] if labels else None
    )
    return score(REFERENCE * times, given, lang="en", labels=tags)


@pytest.fixture(scope="module")
def result() -> ScoreResult:
    return scored(TEXTS, "news", "talk", "web")


@pytest.fixture(scope="module")
def one_system() -> ScoreResult:
    return scored({"only": TEXTS["run.middle"]})


@pytest.fixture(scope="module")
def hostile() -> ScoreResult:
    return scored(dict(zip(HOSTILE, TEXTS.values(), strict=True)), *HOSTILE)


@pytest.fixture(scope="module")
def without_sentences(result: ScoreResult) -> ScoreResult:
    return ScoreResult.from_dict(result.to_dict())


def panels(spec: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for panel in spec["concat"]:
        title = panel["title"]
        name = title["text"] if isinstance(title, dict) else title
        yield name, panel | {"datasets": spec["datasets"]}


def test_every_measure_has_a_panel_with_the_best_system_first(result: ScoreResult) -> None:
    found = dict(panels(drawn(result)))
    assert list(found) == ["fuzzy", "kendall", "pef", "breaks", "bleu1", "pefscore"]
    rows = values(found["breaks"])
    assert [one["system"] for one in rows] == ["run.good", "run.middle", "run.bad"]
    assert [one["y"] for one in rows] == [
        result.value(name, "breaks_per_100") for name in ("run.good", "run.middle", "run.bad")
    ]
    assert (rows[0]["low"], rows[0]["high"]) == result.interval("run.good", "breaks_per_100")


def test_names_stand_at_the_left_only(result: ScoreResult) -> None:
    spec = drawn(result)
    named = [encoding(panel)["y"]["axis"]["labels"] for _, panel in panels(spec)]
    assert named == [place % spec["columns"] == 0 for place in range(6)]


def test_a_narrow_plot_has_fewer_columns(result: ScoreResult) -> None:
    narrow, wide = (plot(result, size=size).to_dict() for size in ((250, 180), (560, 300)))
    assert (narrow["columns"], wide["columns"]) == (2, 3)
    errors = [
        plot(result, "errors", size=(width, 180)).to_dict()["columns"] for width in (250, 560)
    ]
    assert errors == [1, 2]


def test_errors_stand_against_coverage(result: ScoreResult) -> None:
    found = dict(panels(drawn(result, "errors")))
    assert list(found) == ["breaks", "misplaced"]
    bad = next(one for one in values(found["misplaced"]) if one["system"] == "run.bad")
    assert bad["y"] == result.value("run.bad", "misplaced_per_100")
    assert bad["x"] == result.value("run.bad", "coverage")
    assert (bad["left"], bad["right"]) == result.interval("run.bad", "coverage")


def test_sentences_are_counted_in_classes(result: ScoreResult) -> None:
    spec = drawn(result, "distribution")
    rows = [one for one in values(spec, "bar") if one["system"] == "run.middle"]
    scores = result.segment("fuzzy")[result.system("run.middle")]
    counts = {one["score"]: int(one["sentences"]) for one in rows}
    assert counts["undefined"] == np.isnan(scores).sum() == TIMES
    assert counts["exactly 1"] == (scores == 1).sum()
    assert counts["0.5–0.75"] == ((scores >= 0.5) & (scores < 0.75)).sum()
    assert sum(counts.values()) == len(scores)
    assert max(one["high"] or 0 for one in rows) == 1


def test_no_class_of_undefined_sentences_if_there_are_none() -> None:
    lines = ["we have seen it"] * 12
    spec = drawn(score(lines, {"A": lines}, lang="en"), "distribution")
    assert "undefined" not in encoding(spec, "bar")["color"]["scale"]["domain"]


@pytest.mark.parametrize("kind", ["length", "coverage", "label"])
def test_buckets_have_intervals(result: ScoreResult, kind: str) -> None:
    found = result.buckets[kind]
    bucket, count = found.names[-1], found.counts["sentences"][-1]
    wanted = found.scores.estimate(bucket=bucket, system="run.middle", measure="fuzzy")
    *_, last = (one for one in values(drawn(result, kind)) if one["system"] == "run.middle")
    assert last[kind] == bucket
    assert last["sentences"] == str(count)
    assert (last["y"], last["low"]) == wanted[:2]


def test_lengths_have_short_names() -> None:
    texts = [" ".join(f"w{number}" for number in range(size)) for size in (5, 45)]
    spec = drawn(score(texts, {"A": texts}, lang="en"), "length")
    assert encoding(spec)["x"]["scale"]["domain"] == ["0–10", ">40"]


def test_a_few_sentences_have_no_interval() -> None:
    few = scored(TEXTS, times=2)
    for kind in ("scores", "errors", "length"):
        spec = drawn(few, kind)
        parts = [panel for _, panel in panels(spec)] if "concat" in spec else [spec]
        assert all(one["low"] is None for part in parts for one in values(part) if "low" in one)


def test_pairs_by_distance(result: ScoreResult) -> None:
    spec, columns = drawn(result, "distance"), result.records("distance").columns
    assert series(spec) == ["good", "middle", "bad"]
    assert encoding(spec)["x"]["scale"]["domain"] == ["1", "2", "3–4", "5–8", "9–16", ">16"]
    first, *_, last = (one for one in values(spec) if one["system"] == "run.middle")
    row = columns["system"].index("run.middle")
    assert (first["y"], first["low"]) == (columns["share"][row], columns["low"][row])
    assert first["pairs"] == f"{columns['pairs'][row]:,}"
    assert (last["x"], last["open"], last["y"]) == (">16", True, None)


def test_words_misplaced_most(result: ScoreResult) -> None:
    spec, columns = drawn(result, "misplaced"), result.records("misplaced").columns
    words = list(dict.fromkeys(columns["word"]))
    assert encoding(spec)["y"]["scale"]["domain"] == words[:15]
    assert series(spec) == ["good", "middle", "bad"]
    rows = zip(columns["word"], columns["system"], columns["share"], strict=True)
    shares = {(word, system): share for word, system, share in rows}
    for one in values(spec):
        share = shares[one["word"], one["system"]]
        assert one["y"] == (None if np.isnan(share) else share)


def test_only_the_best_systems_have_dots_beside_words() -> None:
    many = scored({f"s{number}": TEXTS["run.good"] for number in range(7)}, times=2)
    spec = drawn(many, "misplaced")
    assert len(series(spec)) == 5
    assert encoding(spec)["color"]["legend"]["title"] == "best systems"


def test_two_systems_against_each_other(result: ScoreResult) -> None:
    spec = drawn(result, "scatter")
    points = spec["datasets"]["points"]
    good, middle = (
        result.segment("fuzzy")[result.system(f"run.{name}")] for name in ("good", "middle")
    )
    assert sum(one["count"] for one in points) == np.isfinite(good + middle).sum()
    first = next(one for one in points if one["line"] == 1)
    assert (first["x"], first["y"]) == pytest.approx((good[0], middle[0]), abs=1e-4)
    assert first["lines"] == "1, 5, 9, 13, 17 and 16 more"
    ends = [one[axis] for one in points for axis in ("x", "y")]
    assert spec["datasets"]["diagonal"] == [{"x": end, "y": end} for end in (min(ends), max(ends))]
    titles = [spec["layer"][0]["encoding"][axis]["title"] for axis in ("x", "y")]
    assert titles == ["fuzzy of good", "fuzzy of middle"]
    assert spec["usermeta"] == {"systems": [0, 1]}


def test_a_page_can_replace_titles_by_any_text(result: ScoreResult) -> None:
    spec = drawn(result, "scatter")
    spec["layer"][0]["encoding"]["x"]["title"] = STRANGE.replace("\x00", "")
    assert "&lt;b&gt;" in svg_text(spec)


def test_differences_of_neighbours(result: ScoreResult) -> None:
    spec = drawn(result, "differences")
    (_, rule), (first, second) = _rules(spec), values(spec)
    assert (first["first"], first["second"]) == ("run.good", "run.middle")
    assert (second["first"], second["second"]) == ("run.middle", "run.bad")
    found = result.comparison("run.middle", "run.good").shared["fuzzy"]
    assert (first["y"], first["low"], first["high"]) == (found.difference, found.low, found.high)
    assert [one["series"] for one in (first, second)] == ["one is better", "no difference found"]
    assert rule["encoding"]["x"]["field"] == "low"


def _rules(spec: dict[str, Any]) -> list[dict[str, Any]]:
    zero, rows = spec["layer"][0]["layer"]
    return [zero, rows["layer"][0]]


def test_pairs_without_a_verdict_have_no_dot() -> None:
    texts = {"A": TEXTS["run.good"], "B": TEXTS["run.bad"], "mute": ["q"] * 4}
    spec = drawn(scored(texts), "differences")
    assert [(one["y"] is None, one["series"]) for one in values(spec)][-1] == (True, "no verdict")


# What there is no data for


def test_all_kinds(result: ScoreResult) -> None:
    assert plot_kinds(result) == KINDS


def test_one_system(one_system: ScoreResult) -> None:
    for kind in ("scatter", "differences"):
        with refused(UsageError):
            plot(one_system, kind)
    with refused(UsageError):
        plot(one_system, "label")
    assert series(drawn(one_system, "length")) == ["only"]


def test_a_result_without_sentences(result: ScoreResult, without_sentences: ScoreResult) -> None:
    for kind in ("distribution", "scatter"):
        with refused(UsageError):
            plot(without_sentences, kind)
    expected = ("scores", "errors", "length", "coverage", "label", "differences")
    for kind in expected:
        assert drawn(without_sentences, kind) == drawn(result, kind)


def test_undefined_scores() -> None:
    undefined = scored({"A": ["q"] * 4, "B": ["r"] * 4})
    for kind in ("length", "scatter", "differences"):
        assert layer(drawn(undefined, kind), "text")["mark"]["text"] == "nothing to draw"
    fuzzy = dict(panels(drawn(undefined)))["fuzzy"]
    assert [one["y"] for one in values(fuzzy)] == [None, None]


def test_results_without_plots() -> None:
    assert plot_kinds(AGREEMENT) == ()


# Names


FIXED = [kind for kind in KINDS if kind != "scatter"]


@pytest.mark.parametrize("kind", FIXED)
def test_hostile_names_are_values_never_fields(
    hostile: ScoreResult, result: ScoreResult, kind: str
) -> None:
    def fields(spec: dict[str, Any]) -> set[frozenset[str]]:
        return {frozenset(row) for rows in spec["datasets"].values() for row in rows}

    assert fields(drawn(hostile, kind)) == fields(drawn(result, kind))


def renamed(result: ScoreResult, names: dict[str, str]) -> ScoreResult:
    """The result with other names of systems or measures."""
    text = dumps(result.to_dict(sentences=True))
    for name, other in names.items():
        text = text.replace(dumps(name), dumps(other))
    return ScoreResult.from_dict(json.loads(text))


@pytest.mark.parametrize("kind", ["scores", "distribution", "length", "differences", "scatter"])
def test_hostile_names_of_measures(result: ScoreResult, kind: str, tmp_path: Path) -> None:
    loaded = renamed(result, {"fuzzy": STRANGE})
    assert loaded.leading == STRANGE
    save_plot(plot(loaded, kind), tmp_path / "plot.svg")
    texts = [one.text or "" for one in ElementTree.parse(tmp_path / "plot.svg").iter(f"{SVG}text")]
    assert any("<b>" in text for text in texts)


@pytest.mark.parametrize("kind", KINDS)
def test_svg_is_harmless_and_turns_dark(hostile: ScoreResult, kind: str, tmp_path: Path) -> None:
    save_plot(plot(hostile, kind), tmp_path / "plot.svg")
    root = ElementTree.parse(tmp_path / "plot.svg").getroot()
    assert not list(root.iter(f"{SVG}script"))
    inks = {part.get(key) for part in root.iter() for key in ("fill", "stroke")}
    for ink in inks - {None, "none", "transparent"}:
        assert f'[fill="{ink}"]' in dark_style()


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (["a.x.1", "a.y.1"], ["x", "y"]),
        (["a.b.en", "a.c", "a.d.en"], ["b.en", "c", "d.en"]),
        (["a", "a.b"], ["a", "a.b"]),
        (["a.1", "a.2"], ["a.1", "a.2"]),
        (["a.b"], ["a.b"]),
        (["news.x", "news.x"], ["x", "x"]),
        ([".", "."], [".", "."]),
    ],
)
def test_parts_that_all_names_share(names: list[str], short: list[str]) -> None:
    assert without_shared_parts(names) == short


def test_names_stay_different(result: ScoreResult) -> None:
    names = tuple("x." + "a" * 30 + middle + "z" * 30 for middle in "bcd")
    other = renamed(result, dict(zip(result.systems, names, strict=True)))
    found = series(plot(other, "length", size=(250, 180)).to_dict())
    assert len(set(found)) == 3
    assert all(len(one) < 20 for one in found)
    assert {one["system"] for one in values(drawn(other, "length"))} == set(names)


# --- Meta-evaluations


FEW = Resampling(resamples=20)
MANY = 60


def with_many_metrics(name: str) -> Dataset:
    dataset = compared(name)
    noise = np.random.default_rng(1).normal(size=(MANY, *dataset.scores.segment_scores.shape[1:]))
    names = tuple(f"metric {number}" for number in range(MANY))
    return replace(dataset, scores=replace(dataset.scores, metrics=names, segment_scores=noise))


@pytest.fixture(scope="module")
def many() -> MetaEvaluation:
    sets = [with_many_metrics("de-en"), with_many_metrics("fr-en")]
    return meta_evaluate(sets, "tau_wmt14", resampling=FEW)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["agreement", "ranks"])
def test_names_of_many_metrics_do_not_overlap(many: MetaEvaluation, kind: str) -> None:
    assert drawn(many, kind)["height"] == 15 * MANY
    few = meta_evaluate([compared("a-b"), compared("c-d")], "tau_wmt14", resampling=FEW)
    assert drawn(few, kind)["height"] == 360


@pytest.mark.slow
def test_every_metric_has_a_dot_for_each_set() -> None:
    found = meta_evaluate([compared("a-b"), compared("c-d")], "tau_wmt14", resampling=FEW)
    points = {(one["series"], one["x"]) for one in values(drawn(found, "agreement"))}
    assert points == {(name, metric) for name in ("a-b", "c-d") for metric in METRICS}
