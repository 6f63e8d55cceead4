"""Fitted presets: their files, their scores, and where they are accepted."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, strategies as st

import wordorder as wo
from messages import refused, warned
from wordorder import Resampling
from wordorder.errors import InputError, UsageError
from wordorder.scoring import FEATURES, SHIPPED, FittedPreset, as_preset, load_preset

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.filterwarnings("ignore::wordorder.errors.WordorderWarning")

REFERENCE = ["we have seen the red house", "she reads a book", "so it is", "now", ""]
SYSTEMS = {
    "A": ["seen have we the red houses", "she is reading books", "nothing", "", "x"],
    "B": ["we have seen the house", "a book she reads", "it is so", "now then", ""],
}
OPTIONS = {"lang": "en", "metrics": "all", "resampling": Resampling(2)}
NUMBERS = st.floats(-1e6, 1e6, allow_nan=False)
PRESETS = st.builds(
    FittedPreset,
    name=st.just("mine"),
    weights=st.dictionaries(st.sampled_from(FEATURES), NUMBERS, min_size=1, max_size=6),
    trained_on=st.text("ab 1:;,.\"'\\é#=[]", min_size=1).filter(str.strip),
    digest=st.text("0123456789abcdef", min_size=1, max_size=12),
    centre=NUMBERS,
    lang=st.sampled_from([None, "en", "zh-CN"]),
)


def preset(**weights: float) -> FittedPreset:
    return FittedPreset("mine", weights, "my rankings", "1f0c")


def read(text: str) -> FittedPreset:
    return load_preset(io.StringIO(text))


@given(PRESETS)
def test_what_is_written_is_read_again(fitted: FittedPreset) -> None:
    assert read(fitted.to_toml()) == fitted


def test_values_for_undefined_features_are_written_too() -> None:
    fitted = FittedPreset("mine", {"ulam": 1.0}, "x", "y", {"ulam": 0.25}, 1.5)
    assert read(fitted.to_toml()) == fitted
    assert "centre:1.5|undefined:ulam=0.25" in fitted.signature


HEAD = 'name = "x"\ntrained_on = "y"\ndigest = "z"\n'
WRONG = {
    "not TOML": "name = x",
    "no weights": HEAD,
    "no name": "[weights]\nchrf = 1",
    "feature": HEAD + "[weights]\nf1 = 1\nchrv = 1",
    "key": HEAD + "beta = 1\n[weights]\nf1 = 1",
    "text": HEAD + "[weights]\nf1 = 'a'",
    "truth": HEAD + "[weights]\nf1 = true",
    "nan": HEAD + "[weights]\nf1 = nan",
    "huge": HEAD + f"[weights]\nf1 = 1{'0' * 400}",
    "table": HEAD + "weights = 3",
    "empty": HEAD + "[weights]",
    "centre": HEAD + "centre = 'a'\n[weights]\nf1 = 1",
    "taken name": HEAD.replace("x", "ulam") + "weights.f1 = 1",
    "odd name": HEAD.replace("x", "a/b") + "weights.f1 = 1",
    "bar": HEAD.replace("y", "a|b") + "weights.f1 = 1",
    "language": HEAD + "lang = 'e n'\nweights.f1 = 1",
    "number": HEAD.replace('"z"', "5") + "weights.f1 = 1",
    "no weight": HEAD + "weights.f1 = 1\nundefined.ulam = 1",
}


@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
def test_wrong_files_are_told_with_their_line(text: str) -> None:
    with refused(InputError):
        read(text)


@given(st.text(alphabet="[]{}=,.#\"'\\\n weightschrf10", max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    with pytest.raises(InputError):
        read(text)


@pytest.mark.parametrize("names", [FEATURES[:8], FEATURES[8:17], FEATURES[17:]])
def test_the_score_is_the_weighted_sum_of_the_columns(names) -> None:
    weights = {name: 0.25 * place - 1 for place, name in enumerate(names)}
    undefined = dict.fromkeys(names, 0.125)
    fitted = FittedPreset("mine", weights, "x", "y", undefined, 0.5)
    result = wo.score(REFERENCE, SYSTEMS, preset=fitted, **OPTIONS)
    for place, texts in enumerate(SYSTEMS.values()):
        expected = []
        for line in range(len(texts)):
            values = {name: result.segment(name)[place, line] for name in names}
            known = {n: 0.125 if np.isnan(value) else value for n, value in values.items()}
            expected.append(0.5 + sum(weights[name] * known[name] for name in names))
        assert result.segment("mine")[place, :-1] == pytest.approx(expected[:-1])
        mean = pytest.approx(np.mean(expected[:-1]))
        assert result.value(result.systems[place], "mine") == mean
    assert np.isnan(result.segment("mine")[:, -1]).all()  # against an empty reference


def test_operators_of_pef_are_scored_linearly() -> None:
    gamma = 0.3
    plain = wo.score(REFERENCE, SYSTEMS, preset=preset(pef=1, pef_inverted=gamma), **OPTIONS)
    other = wo.score(REFERENCE, SYSTEMS, preset=wo.Preset(gamma=gamma), **OPTIONS)
    known = ~np.isnan(other.segment("pef"))
    assert plain.segment("mine")[known] == pytest.approx(other.segment("pef")[known])


def test_recall_and_brevity_by_hand() -> None:
    # Of four words one is a function word here: all are frequent in so short a text.
    texts = ["we have seen it"], {"A": ["we seen it"]}
    result = wo.score(*texts, preset=preset(weighted_recall=1, brevity=1), **OPTIONS)
    assert result.segment("weighted_recall")[0, 0] == pytest.approx(3 / 4)
    assert result.segment("brevity")[0, 0] == pytest.approx(np.exp(1 - 4 / 3))


def test_files_and_names_are_accepted(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    fitted = preset(chrf=0.5, ulam=0.5)
    file.write_text(fitted.to_toml(), encoding="utf-8")
    asked = [fitted, file, str(file)]
    results = [wo.score(REFERENCE, SYSTEMS, preset=one, **OPTIONS) for one in asked]
    assert len({result.signature for result in results}) == 1
    assert "|trained_on:my rankings|training_digest:1f0c|" in results[0].signature
    assert wo.ScoreResult.from_dict(results[0].to_dict()).value("A", "mine") == pytest.approx(
        results[0].value("A", "mine")
    )
    metric = wo.OrderMetric(fitted, lang="en")
    assert metric.sentence_score("now then", ["now"]).score == pytest.approx(
        100 * results[0].segment("mine")[1, 3]
    )
    with refused(UsageError):
        as_preset("mine")
    with refused(InputError):
        as_preset("mine.toml")


def test_the_name_of_the_preset_is_that_of_the_column() -> None:
    result = wo.score(REFERENCE, SYSTEMS, preset=preset(chrf=1), **OPTIONS)
    assert result.measures[0] == "mine"
    assert (result.leading, result.lexical) == ("fuzzy", "chrf")
    assert result.segment("mine")[:, :-1] == pytest.approx(result.segment("chrf")[:, :-1])


def test_links_from_a_source_do_not_fit() -> None:
    source = wo.SourceLinks(REFERENCE, aligner="ibm1")
    with refused(UsageError):
        wo.score(REFERENCE, SYSTEMS, preset=preset(chrf=1), order_from=source)


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_presets_give_1_to_the_reference_itself(name: str) -> None:
    fitted = as_preset(name)
    assert fitted.name == name
    assert sum(fitted.weights.values()) == pytest.approx(1)
    texts = {"A": REFERENCE[:-1]}
    result = wo.score(REFERENCE[:-1], texts, lang="en", preset=name, resampling=Resampling(2))
    assert result.value("A", name) == pytest.approx(1)
    assert wo.OrderMetric(name, lang="en").sentence_score("so", ["so"]).score == pytest.approx(100)


@pytest.mark.filterwarnings("error::wordorder.errors.WordorderWarning")
def test_another_language_gets_a_warning() -> None:
    texts = [f"das ist Satz {n} von vielen" for n in range(40)]
    with warned():
        wo.score(texts, texts, lang="de", preset="fitted", resampling=Resampling(2))
    wo.score(texts, texts, lang="en-GB", preset="fitted", resampling=Resampling(2))
