"""What each chart shows."""

from __future__ import annotations

import math
from dataclasses import replace
from math import nan
from typing import TYPE_CHECKING

import numpy as np
import pytest

from messages import refused
from nodejs import in_node
from reporting.examples import (
    AGREEMENT,
    BY_LABEL,
    BY_LENGTH,
    BY_WIDTH,
    PLOTS,
    PROFILE,
    RETAINED,
    SET_SCORES,
    SET_WIDTHS,
    Output,
    analysis,
    corpus,
    drawn,
    encoding,
    four_sets,
    layer,
    length,
    named,
    profile_of,
    retention,
    series,
    values,
)
from wordorder import Alignment, analyze_reorderings
from wordorder.corpus import CorpusProfile
from wordorder.errors import UsageError
from wordorder.reporting import plot, plot_kinds, report
from wordorder.reporting.plots.chart import point

if TYPE_CHECKING:
    from typing import Any

pytestmark = pytest.mark.slow  # starts programs, threads or drawing libraries

HOSTILE = [
    "<script>alert(1)</script>",
    "a.b[0]['c']",
    "\"'\\",
    "datum.y",
    "\x1b[31m",
    "\ud800\uffff",
]
NAMED = ["lengths", "widths", "labels", "retained", "sets", "profile widths"]


def panels(spec: dict[str, Any]) -> list[dict[str, Any]]:
    """The charts of a chart of several panels, each with all data."""
    return [panel | {"datasets": spec["datasets"]} for panel in spec["concat"]]


def panel_names(spec: dict[str, Any]) -> list[str]:
    return [panel["title"] for panel in spec["concat"]]


def places(spec: dict[str, Any], **wanted: str) -> list[tuple[str, float | None]]:
    """Where the points of a series are."""
    return [(v["x"], v["y"]) for v in values(spec) if wanted.items() <= v.items()]


def test_lengths_from_short_to_long() -> None:
    spec = drawn(BY_LENGTH, "lengths")
    x, y = encoding(spec)["x"], encoding(spec)["y"]
    assert x["scale"]["domain"] == ["1–19", "20–29", "≥30"]
    assert x["title"] == "target length in words"
    assert y["title"] == "mean RQuantity, with 95% interval"
    assert places(spec, corpus="zh-en") == [("20–29", 0.5), ("≥30", 0.9), ("1–19", 0.25)]
    assert [(v["low"], v["high"]) for v in values(spec, "area")] == [
        (0.4, 0.6), (0.6, 1.2), (0.125, 0.375), (None, None),
    ]  # fmt: skip


def test_lengths_tell_how_many_sentences_there_are() -> None:
    spec = drawn(BY_LENGTH, "lengths")
    assert series(spec) == ["zh-en (1,620)", "ar-en (80)"]
    assert values(spec)[0]["sentences"] == "1,500"


def test_a_length_alone_is_no_range() -> None:
    spec = drawn(analysis(zh=corpus(3, (length(5, 5, 3, 0.5),))), "lengths")
    assert places(spec) == [("5", 0.5)]


def test_widths_by_size_and_the_open_one_last() -> None:
    spec = drawn(BY_WIDTH, "widths")
    assert encoding(spec)["x"]["scale"]["domain"] == [*map(str, range(2, 21)), ">20"]
    assert encoding(spec)["y"]["title"] == "reorderings per 100 sentences"
    assert series(spec) == ["low (60)", "high (60)"]
    low = dict(places(spec, series="low (60)"))
    assert (low["2"], low["10"], low[">20"]) == (50.0, 5.0, 0.0)
    assert dict(places(spec, series="high (60)"))[">20"] == 5.0


def test_widths_of_sets_but_the_one_without_reorderings() -> None:
    spec = drawn(SET_WIDTHS, "widths")
    assert series(spec) == ["low (60)", "medium (60)", "high (60)"]
    assert dict(places(spec, series="high (60)"))["2"] == 150.0


def test_labels_as_shares_of_their_width() -> None:
    spec = drawn(BY_LABEL, "labels")
    found = dict(places(spec, label="NP"))
    assert (found["2"], found[">20"], found["3"]) == (0.75, 0.25, None)
    assert encoding(spec)["x"]["title"] == "source width in words (44 reorderings)"
    assert encoding(spec)["y"]["axis"]["format"] == "%"


def test_labels_of_several_corpora_have_a_panel_each() -> None:
    both = analysis(a=corpus(labels={"NP": {2: 30}}), b=corpus(labels={"PP": {2: 2}, "NP": {2: 1}}))
    spec = drawn(both, "labels")
    assert panel_names(spec) == ["a (30 reorderings)", "b (3 reorderings)"]
    assert spec["resolve"]["scale"]["color"] == "shared"
    for panel in panels(spec):
        assert series(panel) == ["NP", "PP"]
        assert encoding(panel)["x"]["title"] == "source width in words"
    assert [dict(places(panel, label="NP")).get("2") for panel in panels(spec)] == [1, 1 / 3]


BY_SET = analysis(
    ja=replace(corpus(9), sets={"low": corpus(6, widths={2: 3}), "high": corpus(3, widths={2: 9})}),
    zh=replace(corpus(9), sets={"low": corpus(6, widths={2: 6}), "high": corpus(3)}),
)


def test_sets_have_lines_and_corpora_panels() -> None:
    spec = drawn(BY_SET, "widths")
    assert panel_names(spec) == ["ja", "zh"]
    for panel in panels(spec):
        assert series(panel) == ["low (6)", "high (3)"]
        assert encoding(panel)["y"]["scale"]["domain"] == [0, 300]
        assert encoding(panel)["color"]["legend"]["title"] == "set (sentences)"
    first, second = panels(spec)
    assert dict(places(first, set="high"))["2"] == 300
    assert dict(places(second, set="low"))["2"] == 100


def test_what_is_retained_has_a_panel_for_each_set() -> None:
    sets = {"low": RETAINED, "medium": retention({"moses": {}, "hiero": {}}), "high": RETAINED}
    spec = drawn(replace(RETAINED, sets=sets))
    assert panel_names(spec) == ["low", "high"]  # nothing was judged in the other
    assert places(panels(spec)[0], system="moses") == [("2", 0.75), ("3", 0.25)]


def test_many_panels_stand_side_by_side() -> None:
    spec = drawn(analysis(**{f"c{n}": corpus(labels={"NP": {2: 1}}) for n in range(5)}), "labels")
    assert (len(panels(spec)), spec["columns"]) == (5, 2)
    assert 2 * panels(spec)[0]["width"] < 640


# Open classes, and intervals of next to nothing


def test_no_line_leads_to_an_open_class() -> None:
    spec = drawn(BY_WIDTH, "widths")
    assert {v["x"] for v in values(spec, "line") if v["open"]} == {">20"}
    for mark in ("line", "area"):
        assert encoding(spec, mark)["detail"] == {"field": "open", "type": "nominal"}
    assert {v["x"] for v in values(drawn(BY_LENGTH)) if v["open"]} == {"≥30"}


def test_a_handful_of_sentences_has_no_interval() -> None:
    bins = (length(1, 9, 9, 0.5, 0.25, 0.75), length(10, 19, 10, 0.5, 0.25, 0.75))
    spec = drawn(analysis(a=corpus(19, bins)), "lengths")
    assert [(v["low"], v["95% interval"]) for v in values(spec)] == [
        (None, "–"), (0.25, "0.250 to 0.750"),
    ]  # fmt: skip
    assert encoding(spec)["y"]["title"].endswith(" where n ≥ 10")
    few = {"moses": {"none": (3, 0.25, 0.24, 0.26), "low": (90, 0.2, 0.19, 0.21)}}
    assert [one["low"] for one in values(drawn(four_sets(few), "scores"))] == [None, 0.19]


def test_an_interval_has_some_width() -> None:
    spec = drawn(retention({"A": {"2": (0, 40, 0.0, 0.0)}}))
    (value,) = values(spec)
    assert (value["low"], value["high"], value["95% interval"]) == (None, None, "–")


# Size and font


def test_size_and_font() -> None:
    spec = plot(RETAINED, size=(900, 300), font="Georgia").to_dict()
    assert (spec["width"], spec["height"]) == (900, 300)
    assert spec["config"]["font"].startswith("'Georgia', system-ui")
    assert "|| 980" in encoding(spec)["color"]["legend"]["columns"]["expr"]


@pytest.mark.parametrize("size", [(99, 300), (300, 5001), (300.5, 300)])
def test_a_size_that_makes_no_sense(size: Any) -> None:
    with refused(UsageError):
        plot(RETAINED, size=size)


@pytest.mark.parametrize("font", ["", "a;b", "x'y", "a, b"])
def test_a_font_that_makes_no_sense(font: str) -> None:
    with refused(UsageError):
        plot(RETAINED, font=font)


def test_only_the_most_frequent_labels() -> None:
    labels = {f"L{number}": {2: 9 - number} for number in range(8)}
    spec = drawn(analysis(a=corpus(labels=labels)), "labels")
    assert series(spec) == [f"L{number}" for number in range(6)]
    assert dict(places(spec, label="L0"))["2"] == 9 / sum(range(2, 10))


def test_retained_shares_before_what_was_judged() -> None:
    spec = drawn(RETAINED, "widths")
    assert places(spec, system="moses") == [("2", 0.75), ("3", 0.25)]
    assert places(spec, system="hiero") == [("2", 0.75)]
    assert values(spec, "bar") == [{"x": "2", "judged": 44}, {"x": "3", "judged": 8}]
    assert encoding(spec, "bar")["y"]["axis"]["orient"] == "right"


def test_shares_and_counts_have_axes_of_their_own() -> None:
    (both,) = drawn(RETAINED)["layer"]
    assert both["resolve"] == {"scale": {"y": "independent"}}


def test_sets_in_the_order_of_the_scores_with_their_sizes() -> None:
    spec = drawn(SET_SCORES, "scores")
    assert encoding(spec)["x"]["scale"]["domain"] == ["none\nn = 200", "low\nn = 88–90"]
    assert encoding(spec)["y"]["title"] == "bleu, with 95% interval"
    assert encoding(spec)["xOffset"]["scale"]["domain"] == series(spec) == ["moses", "hiero"]
    assert places(spec, system="hiero") == [("none\nn = 200", 0.3), ("low\nn = 88–90", 0.22)]
    assert values(spec, "rule")[0]["high"] == 0.26


def test_another_confidence_is_told() -> None:
    spec = drawn(replace(RETAINED, confidence=0.9))
    assert encoding(spec)["y"]["title"] == "share retained, with 90% interval where n ≥ 10"
    assert values(spec)[0]["90% interval"] == "60.0% to 85.0%"


def test_without_intervals_none_is_promised() -> None:
    spec = drawn(analysis(ar=BY_LENGTH.corpora["ar-en"]), "lengths")
    assert encoding(spec)["y"]["title"] == "mean RQuantity"


@pytest.mark.parametrize("kind", NAMED)
def test_names_are_values_never_fields(kind: str) -> None:
    which = PLOTS[kind][1]
    spec, ordinary = drawn(named(kind, *HOSTILE), which), drawn(named(kind, "a"), which)
    assert all(value.keys() == values(ordinary)[0].keys() for value in values(spec))
    assert list(dict.fromkeys(value["series"] for value in values(spec))) == series(spec)
    for channel in ("color", "shape"):
        assert encoding(spec)[channel]["field"] == "series"


@pytest.mark.parametrize("kind", NAMED)
def test_tooltips_name_the_series_in_full(kind: str) -> None:
    long = "a" * 40 + "b" * 40
    spec = drawn(named(kind, long), PLOTS[kind][1])
    fields = [one["field"] for one in encoding(spec)["tooltip"]]
    value, *_ = values(spec)
    assert set(fields) <= value.keys()
    assert value[fields[0]] == long
    assert len(value["series"]) == 44


@pytest.mark.parametrize(
    ("result", "kind"),
    [
        (analysis(a=corpus(0)), "lengths"),
        (analysis(a=corpus(0)), "widths"),
        (analysis(a=corpus(labels={})), "labels"),
        (retention({"moses": {}}), "widths"),
        (retention({"moses": {"2": (0, 0, math.nan, math.nan)}}), "widths"),
    ],
)
def test_nothing_to_draw(result: Any, kind: str) -> None:
    assert layer(drawn(result, kind), "text")["mark"]["text"] == "nothing to draw"


def test_nothing_but_undefined_scores() -> None:
    spec = drawn(four_sets({"moses": {"none": (200, math.nan, 0.24, 0.26)}}), "scores")
    assert layer(spec, "text")["mark"]["text"] == "nothing to draw"


def test_undefined_and_infinite_values_are_gaps() -> None:
    starts = {1: math.nan, 10: math.inf, 20: 0.5}
    bins = tuple(length(start, start, 3, value) for start, value in starts.items())
    spec = drawn(analysis(a=corpus(9, bins)), "lengths")
    assert [value["y"] for value in values(spec)] == [None, None, 0.5]


def test_an_interval_has_two_ends() -> None:
    spec = drawn(analysis(a=corpus(1, (length(1, 9, 1, 0.5, 0.25, math.nan),))), "lengths")
    (value,) = values(spec)
    assert (value["low"], value["high"], value["95% interval"]) == (None, None, "–")


def test_numpy_values_are_plain_ones() -> None:
    one = point("zh", "2", *np.float32([0.5]), {}, *np.float64([0.25, 1]))
    assert (one["y"], one["low"], one["high"]) == (0.5, 0.25, 1.0)
    assert {type(one[field]) for field in ("y", "low", "high")} == {float}


def test_many_series_can_be_told_apart() -> None:
    spec = drawn(named("retained", *(f"s{number}" for number in range(56))))
    colors, shapes = (encoding(spec)[channel]["scale"]["range"] for channel in ("color", "shape"))
    assert len(set(zip(colors, shapes, strict=True))) == 56
    assert len(set(colors)) == 8


def test_names_that_look_alike_once_shortened_stay_apart() -> None:
    names = ["a" * 30 + middle + "z" * 30 for middle in "bcd"]
    spec = drawn(named("retained", *names))
    short = "a" * 21 + "…" + "z" * 22
    assert series(spec) == [short, f"{short} (2)", f"{short} (3)"]
    assert [v["system"] for v in values(spec)] == names


def test_more_rows_than_altair_takes_by_default() -> None:
    spec = drawn(named("widths", *(f"corpus {number}" for number in range(300))), "widths")
    assert len(values(spec)) == 6000


# From results


def test_the_first_plot_is_the_usual_one() -> None:
    assert drawn(BY_LENGTH)["description"] == "RQuantity by target length"
    assert plot_kinds(BY_LENGTH) == ("lengths", "widths", "labels")
    assert (plot_kinds(RETAINED), plot_kinds(SET_SCORES)) == (("widths",), ("widths", "scores"))


def test_what_cannot_be_drawn() -> None:
    with refused(UsageError):
        plot(BY_LENGTH, "lenghts")
    with refused(UsageError):
        plot(BY_LENGTH, "labels")
    with refused(UsageError):
        plot(SET_WIDTHS, "scores")
    with refused(UsageError):
        plot(AGREEMENT)


def test_a_loaded_result_has_the_same_plots(tmp_path) -> None:
    result = analyze_reorderings([Alignment.parse("0-1 1-0"), Alignment.parse("0-2 1-1 2-0")])
    result.save(tmp_path / "result.json")
    loaded = type(result).load(tmp_path / "result.json")
    for kind in ("lengths", "widths"):
        assert drawn(loaded, kind) == drawn(result, kind)
    assert drawn(type(SET_SCORES).from_dict(SET_SCORES.to_dict()), "scores") == drawn(
        SET_SCORES, "scores"
    )


# --- Data for downloads


@pytest.mark.slow
def test_the_data_of_a_chart_hold_no_auxiliary_lines() -> None:
    points = [{"series": "A", "x": "a", "open": False, "y": 1}]
    spec = {"datasets": {"zero": [{"x": 0}], "points": points}}
    records = in_node({"charts.js": "chartRecords"}, "chartRecords(given)", spec)
    assert records == [{"series": "A", "x": "a", "y": 1}]


# --- Profiles


HOSTILE_NAMES = [
    "<script>alert(1)</script>",
    "a.b[0]['c']",
    "\"'\\",
    "datum.y",
    "\x1b[31m",
    "\ud800",
]


def panels_by_title(spec: dict) -> dict[str, dict]:
    """The panels_by_title by title, each with all data."""
    return {
        str(one["title"] if isinstance(one["title"], str) else one["title"]["text"]): one
        | {"datasets": spec["datasets"]}
        for one in spec["concat"]
    }


def test_each_output_has_a_panel_with_a_dot_for_each_corpus() -> None:
    spec = drawn(PROFILE)
    found = panels_by_title(spec)
    assert list(found) == ["kendall", "source_length"]
    dots = values(found["kendall"])
    assert [(one["x"], one["y"]) for one in dots] == [("en-de", 0.6), ("en-ja", 0.6)]
    assert dots[0]["low"] == pytest.approx(0.5)
    assert spec["title"]["text"] == "means over sentence pairs, with 95% interval"


def test_an_output_that_a_corpus_lacks_is_a_gap() -> None:
    lacking = profile_of("en-ja").corpus
    spec = drawn(replace(PROFILE, corpora={**PROFILE.corpora, "en-ja": lacking}), "measures")
    assert [one["y"] for one in values(panels_by_title(spec)["kendall"])] == [0.6, None]


def test_widths_are_shares() -> None:
    spec = drawn(PROFILE, "widths")
    shares = {one["x"]: one["y"] for one in values(spec) if one["corpus"] == "en-ja"}
    assert (shares["2"], shares["3"], shares[">20"]) == (0.75, 0, 0.25)
    assert encoding(spec)["y"]["axis"]["format"] == "%"


def test_curves_rise_from_the_smallest_value_to_the_largest() -> None:
    found = panels_by_title(drawn(PROFILE, "distributions"))
    points = [one for one in values(found["kendall"], "line") if one["corpus"] == "en-de"]
    assert [points[place]["left"] for place in (0, 50, 100)] == [0, 0.5, 1]
    assert [points[place]["y"] for place in (0, 100)] == [0.2, 1.0]
    assert layer(found["source_length"], "line")["mark"]["interpolate"] == "step-after"
    assert layer(found["kendall"], "line")["mark"]["interpolate"] == "linear"


def test_at_most_six_outputs_have_curves() -> None:
    many = profile_of("a", **{f"o{number}": Output(0, 1) for number in range(9)})
    assert len(panels_by_title(drawn(many, "distributions"))) == 6


def test_a_single_output_is_named_on_its_axis() -> None:
    spec = drawn(profile_of("a", kendall=Output(0, 1)), "distributions")
    assert encoding(spec, "line")["x"]["title"] == "kendall"


@pytest.mark.parametrize("kind", ["measures", "widths", "distributions"])
def test_a_profile_with_nothing_to_draw(kind) -> None:
    one = replace(profile_of("a", kendall=Output(nan, nan)).corpus, reorderings=None)
    spec = drawn(CorpusProfile({"a": one}, {}, False, 0.95, ""), kind)
    assert layer(spec, "text")["mark"]["text"] == "nothing to draw"


@pytest.mark.parametrize("kind", ["measures", "distributions"])
def test_any_names_can_be_drawn(kind) -> None:
    outputs = {name: Output(0, 1) for name in HOSTILE_NAMES}
    spec = drawn(profile_of(*HOSTILE_NAMES, **outputs), kind)
    assert len(spec["concat"]) == len(HOSTILE_NAMES)


def test_a_report_shows_tables_and_plots() -> None:
    assert plot_kinds(PROFILE) == ("measures", "widths", "distributions")
    page = report(PROFILE).to_html()
    assert "Corpora side by side" in page
    assert "How outputs are distributed" in page
