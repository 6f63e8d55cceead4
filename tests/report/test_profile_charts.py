"""What the charts of profiles show."""

from __future__ import annotations

from dataclasses import replace
from math import nan

import pytest

from report.examples import PROFILE, Output, drawn, encoding, layer, profile_of, values
from wordorder.corpus import CorpusProfile
from wordorder.report import plot_kinds, report

pytestmark = pytest.mark.slow  # starts drawing libraries

HOSTILE = ["<script>alert(1)</script>", "a.b[0]['c']", "\"'\\", "datum.y", "\x1b[31m", "\ud800"]


def panels(spec: dict) -> dict[str, dict]:
    """The panels by title, each with all data."""
    return {
        str(one["title"] if isinstance(one["title"], str) else one["title"]["text"]): one
        | {"datasets": spec["datasets"]}
        for one in spec["concat"]
    }


def test_each_output_has_a_panel_with_a_dot_for_each_corpus() -> None:
    spec = drawn(PROFILE)
    found = panels(spec)
    assert list(found) == ["kendall", "source_length"]
    dots = values(found["kendall"])
    assert [(one["x"], one["y"]) for one in dots] == [("en-de", 0.6), ("en-ja", 0.6)]
    assert dots[0]["low"] == pytest.approx(0.5)
    assert spec["title"]["text"] == "means over sentence pairs, with 95% interval"


def test_an_output_that_a_corpus_lacks_is_a_gap() -> None:
    lacking = profile_of("en-ja").corpus
    spec = drawn(replace(PROFILE, corpora={**PROFILE.corpora, "en-ja": lacking}), "measures")
    assert [one["y"] for one in values(panels(spec)["kendall"])] == [0.6, None]


def test_widths_are_shares() -> None:
    spec = drawn(PROFILE, "widths")
    shares = {one["x"]: one["y"] for one in values(spec) if one["corpus"] == "en-ja"}
    assert (shares["2"], shares["3"], shares[">20"]) == (0.75, 0, 0.25)
    assert encoding(spec)["y"]["axis"]["format"] == "%"


def test_curves_rise_from_the_smallest_value_to_the_largest() -> None:
    found = panels(drawn(PROFILE, "distributions"))
    points = [one for one in values(found["kendall"], "line") if one["corpus"] == "en-de"]
    assert [points[place]["left"] for place in (0, 50, 100)] == [0, 0.5, 1]
    assert [points[place]["y"] for place in (0, 100)] == [0.2, 1.0]
    assert layer(found["source_length"], "line")["mark"]["interpolate"] == "step-after"
    assert layer(found["kendall"], "line")["mark"]["interpolate"] == "linear"


def test_at_most_six_outputs_have_curves() -> None:
    many = profile_of("a", **{f"o{number}": Output(0, 1) for number in range(9)})
    assert len(panels(drawn(many, "distributions"))) == 6


def test_a_single_output_is_named_on_its_axis() -> None:
    spec = drawn(profile_of("a", kendall=Output(0, 1)), "distributions")
    assert encoding(spec, "line")["x"]["title"] == "kendall"


@pytest.mark.parametrize("kind", ["measures", "widths", "distributions"])
def test_nothing_to_draw(kind) -> None:
    one = replace(profile_of("a", kendall=Output(nan, nan)).corpus, reorderings=None)
    spec = drawn(CorpusProfile({"a": one}, {}, False, 0.95, ""), kind)
    assert layer(spec, "text")["mark"]["text"] == "nothing to draw"


@pytest.mark.parametrize("kind", ["measures", "distributions"])
def test_any_names_can_be_drawn(kind) -> None:
    outputs = {name: Output(0, 1) for name in HOSTILE}
    spec = drawn(profile_of(*HOSTILE, **outputs), kind)
    assert len(spec["concat"]) == len(HOSTILE)


def test_a_report_shows_tables_and_plots() -> None:
    assert plot_kinds(PROFILE) == ("measures", "widths", "distributions")
    page = report(PROFILE).to_html()
    assert "Corpora side by side" in page
    assert "How outputs are distributed" in page
