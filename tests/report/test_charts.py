"""What each chart shows."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from report.examples import (
    LABELS,
    LENGTHS,
    MAKERS,
    RETAINED,
    SETS,
    WIDTHS,
    encoding,
    layer,
    series,
    values,
)
from wordorder.errors import UsageError
from wordorder.report.plots import (
    LengthRow,
    RetainedRow,
    WidthRow,
    label_share_by_width,
    reorderings_by_width,
    retained_by_width,
    rquantity_by_length,
    scores_by_set,
)

HOSTILE = [
    "<script>alert(1)</script>",
    "a.b[0]['c']",
    "\"'\\",
    "datum.y",
    "\x1b[31m",
    "\ud800\uffff",
]


def places(spec, **wanted) -> list[tuple[str, float | None]]:
    """Where the points of a series are."""
    return [(v["x"], v["y"]) for v in values(spec) if wanted.items() <= v.items()]


def test_lengths_from_short_to_long() -> None:
    spec = rquantity_by_length(LENGTHS).to_dict()
    x, y = encoding(spec)["x"], encoding(spec)["y"]
    assert x["scale"]["domain"] == ["1–19", "20–29", "≥30"]
    assert x["title"] == "target length in words"
    assert y["title"] == "mean RQuantity, with 95 % interval"
    assert places(spec, corpus="zh-en") == [("20–29", 0.5), ("≥30", 0.9), ("1–19", 0.25)]
    assert [(v["low"], v["high"]) for v in values(spec, "area")] == [
        (0.4, 0.6), (0.6, 1.2), (0.125, 0.375), (None, None),
    ]  # fmt: skip


def test_lengths_tell_how_many_sentences_there_are() -> None:
    spec = rquantity_by_length(LENGTHS).to_dict()
    assert series(spec) == ["zh-en (1,620)", "ar-en (80)"]
    assert values(spec)[0]["sentences"] == "1,500"


def test_a_length_alone_is_no_range() -> None:
    spec = rquantity_by_length([LengthRow("zh", 5, 5, 3, 0.5)]).to_dict()
    assert places(spec) == [("5", 0.5)]


def test_widths_by_size_and_the_open_one_last() -> None:
    spec = reorderings_by_width(WIDTHS).to_dict()
    assert encoding(spec)["x"]["scale"]["domain"] == ["2", "3", "10", ">20"]
    assert encoding(spec)["y"]["title"] == "reorderings per 100 sentences"
    assert series(spec) == ["low (60)", "high (60)"]
    assert places(spec, series="low (60)") == [("2", 50.0), ("10", 5.0), (">20", 0.0)]


def test_labels_as_shares_of_their_width() -> None:
    spec = label_share_by_width(LABELS).to_dict()
    assert places(spec, label="NP") == [("2", 0.75), (">2", 0.25)]
    assert encoding(spec)["x"]["title"] == "source width in words (44 reorderings)"
    assert encoding(spec)["y"]["axis"]["format"] == "%"


def test_retained_shares_before_what_was_judged() -> None:
    spec = retained_by_width(RETAINED).to_dict()
    assert places(spec, system="moses") == [("2", 0.75), ("3", 0.25)]
    assert places(spec, system="hiero") == [("2", 0.75), ("3", None)]
    assert values(spec, "bar") == [{"x": "2", "judged": 44}, {"x": "3", "judged": 8}]
    assert encoding(spec, "bar")["y"]["axis"]["orient"] == "right"


def test_shares_and_counts_have_axes_of_their_own() -> None:
    (both,) = retained_by_width(RETAINED).to_dict()["layer"]
    assert both["resolve"] == {"scale": {"y": "independent"}}


def test_sets_in_the_order_of_the_rows_with_their_sizes() -> None:
    spec = scores_by_set(SETS).to_dict()
    assert encoding(spec)["x"]["scale"]["domain"] == ["none\nn = 200", "low\nn = 88–90"]
    assert encoding(spec)["y"]["title"] == "bleu, with 95 % interval"
    assert encoding(spec)["xOffset"]["scale"]["domain"] == series(spec) == ["moses", "hiero"]
    assert places(spec, system="hiero") == [("none\nn = 200", 0.3), ("low\nn = 88–90", 0.22)]
    assert values(spec, "rule")[0]["high"] == 0.26


def test_a_plot_has_one_measure() -> None:
    with pytest.raises(UsageError, match="one measure, found 2: bleu, ribes"):
        scores_by_set([SETS[0], replace(SETS[1], measure="ribes")])


def test_without_intervals_none_is_promised() -> None:
    spec = rquantity_by_length(LENGTHS[-1:]).to_dict()
    assert encoding(spec)["y"]["title"] == "mean RQuantity"


@pytest.mark.slow
@pytest.mark.parametrize("name", MAKERS)
def test_names_are_values_never_fields(name: str) -> None:
    maker, (row, *_) = MAKERS[name]
    field = row.__slots__[0]
    spec = maker([replace(row, **{field: name}) for name in HOSTILE]).to_dict()
    ordinary = maker([row]).to_dict()
    assert all(value.keys() == values(ordinary)[0].keys() for value in values(spec))
    assert [value["series"] for value in values(spec)] == series(spec)
    for channel in ("color", "shape"):
        assert encoding(spec)[channel]["field"] == "series"


@pytest.mark.parametrize("name", MAKERS)
def test_tooltips_name_the_series_in_full(name: str) -> None:
    maker, (row, *_) = MAKERS[name]
    long = "a" * 40 + "b" * 40
    spec = maker([replace(row, **{row.__slots__[0]: long})]).to_dict()
    fields = [one["field"] for one in encoding(spec)["tooltip"]]
    (value,) = values(spec)
    assert set(fields) <= value.keys()
    assert value[fields[0]] == long
    assert len(value["series"]) == 44


@pytest.mark.parametrize("name", MAKERS)
def test_nothing_to_draw(name: str) -> None:
    maker, _ = MAKERS[name]
    assert layer(maker([]).to_dict(), "text")["mark"]["text"] == "nothing to draw"


def test_nothing_but_undefined_values() -> None:
    spec = retained_by_width([RetainedRow("moses", width, 0, 0) for width in (2, 3)]).to_dict()
    assert layer(spec, "text")["mark"]["text"] == "nothing to draw"


def test_undefined_and_infinite_values_are_gaps() -> None:
    rows = [replace(LENGTHS[0], value=value) for value in (math.nan, math.inf, 0.5)]
    spec = rquantity_by_length(rows).to_dict()
    assert [value["y"] for value in values(spec)] == [None, None, 0.5]


def test_an_interval_has_two_ends() -> None:
    spec = rquantity_by_length([replace(LENGTHS[0], high=math.nan)]).to_dict()
    (value,) = values(spec)
    assert (value["low"], value["high"], value["95 % interval"]) == (None, None, "–")


def test_numpy_values_are_plain_ones() -> None:
    row = WidthRow("zh", np.int64(2), np.int64(3), np.int64(1200))
    (value,) = values(reorderings_by_width([row]).to_dict())
    assert (value["x"], value["y"], value["sentences"]) == ("2", 0.25, "1,200")
    row = LengthRow("zh", 1, 9, 3, *np.float32([0.5, 0.25, 1]))
    (value,) = values(rquantity_by_length([row]).to_dict())
    assert (value["y"], value["low"], value["high"]) == (0.5, 0.25, 1.0)
    assert {type(value[field]) for field in ("y", "low", "high")} == {float}


@pytest.mark.slow
def test_many_series_can_be_told_apart() -> None:
    spec = retained_by_width([RetainedRow(f"s{i}", 2, 1, 2) for i in range(56)]).to_dict()
    colors, shapes = (encoding(spec)[channel]["scale"]["range"] for channel in ("color", "shape"))
    assert len(set(zip(colors, shapes, strict=True))) == 56
    assert len(set(colors)) == 8


def test_names_that_look_alike_once_shortened_stay_apart() -> None:
    names = ["a" * 30 + middle + "z" * 30 for middle in "bcd"]
    spec = retained_by_width([RetainedRow(name, 2, 1, 2) for name in names]).to_dict()
    short = "a" * 21 + "…" + "z" * 22
    assert series(spec) == [short, f"{short} (2)", f"{short} (3)"]
    assert [v["system"] for v in values(spec)] == names


@pytest.mark.slow
def test_more_rows_than_altair_takes_by_default() -> None:
    spec = reorderings_by_width([WidthRow("zh", w, 1, 9) for w in range(5001)]).to_dict()
    assert len(values(spec)) == 5001
