"""The preset `meteor`, against the formula spelled out and against METEOR 1.5's own figures."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, strategies as st

import wordorder as wo
from messages import refused
from wordorder import Preset, Resampling
from wordorder.errors import UsageError
from wordorder.scoring.meteor import meteor_parameters

from ..oracles import meteor as oracle

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.filterwarnings("ignore::wordorder.errors.WordorderWarning")

FORMS = ["the", "The", "house", "houses", "big", "large", "is", "are", "mansion", "x"]
LINES = st.lists(st.sampled_from(FORMS), max_size=8)
PARAPHRASES = "0.5\nbig house\nmansion\n0.5\nthe house\nthe big house\n"

# Frequent words make the others rare: only "the" and "is" are above 1/1000.
FILLER = [["the", "is"] * 10, [f"rare{n}" for n in range(1200)]]


@st.composite
def texts(draw) -> tuple[list[list[str]], list[list[list[str]]]]:
    """Hypotheses, and for each one or two references."""
    lines, references = draw(st.integers(1, 3)), draw(st.integers(1, 2))
    hypotheses = [draw(LINES) for _ in range(lines)]
    return hypotheses, [[draw(LINES) for _ in range(lines)] for _ in range(references)]


def scored(hypotheses, references, matcher: wo.Matcher) -> wo.ScoreResult:
    sides = [[" ".join(words) for words in lines] for lines in (hypotheses, *references)]
    options = {"tokenize": "none", "order_from": matcher, "resampling": Resampling(1)}
    return wo.score(sides[1:], sides[0], preset="meteor", **options)


def pair(result: wo.ScoreResult, hypotheses, references, number: int, line: int) -> oracle.Pair:
    matches = result.sentences.matches
    row = number * result.sentence_count + line
    links = map(tuple, matches.alignments[row].links.tolist())
    words, wanted = ([word.lower() for word in s[line]] for s in (hypotheses, references[number]))
    return oracle.Pair(words, wanted, dict(zip(links, matches.stages_of(row), strict=True)))


def same(found: float, expected: float | None) -> bool:
    return isnan(found) if expected is None else found == pytest.approx(expected, abs=1e-12)


def check(hypotheses, references, matcher, parameters, weights) -> None:
    result = scored(hypotheses, references, matcher)
    lowered = ([word.lower() for word in words] for lines in references for words in lines)
    frequent = oracle.function_words(lowered)
    chosen = []
    for line in range(len(hypotheses)):
        counts = [
            oracle.counts(
                pair(result, hypotheses, references, number, line),
                frequent,
                parameters[3],
                weights,
            )
            for number in range(len(references))
        ]
        scores = [oracle.meteor(row, parameters) for row in counts]
        best = max(range(len(scores)), key=lambda n: -1 if scores[n] is None else scores[n])
        assert same(result.segment("meteor")[0, line], scores[best])
        chosen.append(counts[best])
    total = oracle.meteor(oracle.added(chosen), parameters)
    assert same(result.value("system", "meteor"), total)


@pytest.fixture(scope="module")
def english(tmp_path_factory) -> wo.Matcher:
    table: Path = tmp_path_factory.mktemp("meteor") / "paraphrases"
    table.write_text(PARAPHRASES)
    return wo.Matcher("en", paraphrases=table)


def check_english(english: wo.Matcher, hypotheses, references, *, filled: bool) -> None:
    if filled:
        hypotheses = hypotheses + FILLER
        references = [lines + FILLER for lines in references]
    check(hypotheses, references, english, oracle.ENGLISH, oracle.ENGLISH_WEIGHTS)


@pytest.mark.slow
def test_english(english) -> None:
    for hypotheses, references in (
        ([["the", "house"]], [[["the", "house"]]]),
        ([["big", "house", "is"]], [[["mansion", "is"]], [["x"]]]),
        ([["The", "houses", "x"]], [[["x", "the", "big", "house"]]]),
        ([["x", "large", "is"], [], ["x"]], [[["is", "big"], ["the"], []]]),
    ):
        for filled in (False, True):
            check_english(english, hypotheses, references, filled=filled)


@pytest.mark.slow
@given(given_texts=texts(), filled=st.booleans())
def test_any_english(english, given_texts, filled) -> None:
    check_english(english, *given_texts, filled=filled)


@given(given_texts=texts())
def test_any_language(given_texts) -> None:
    check(*given_texts, wo.Matcher(), oracle.UNIVERSAL, oracle.UNIVERSAL_WEIGHTS)


def test_the_formula_gives_what_meteor_gives() -> None:
    # java -jar meteor-1.5.jar hyp ref -l en -norm -m "exact stem synonym" -w "1 0.6 0.8", with
    # the counts that -ssOut prints; function words: the, is, a.
    rows = {
        ("the house is big", "the house is big"): ((2, 2), (2, 2), (2, 2), 0, 1.0),
        ("the house is", "the house is big"): ((1, 2), (1, 2), (2, 2), 1, 0.34328149863831897),
        ("a b c d", "a b c d e"): ((3, 1), (3, 1), (4, 1), 1, 0.434490063782375),
        ("the big house is", "the house is big"): ((2, 2), (2, 2), (2, 2), 3, 0.43354749322305886),
        ("banana", "apple"): ((0, 0), (1, 0), (1, 0), 0, 0.0),
    }
    parameters = meteor_parameters("en")
    kinds = np.array([parameters.delta, 1 - parameters.delta])
    counts = []
    for matched, hypothesis, reference, chunks, score in rows.values():
        matches = np.array(matched) @ kinds
        weighted = [matches, np.array(hypothesis) @ kinds, matches, np.array(reference) @ kinds]
        counts.append([*weighted, sum(matched), sum(matched), chunks])
        assert parameters.score(np.array(counts[-1])) == pytest.approx(score, abs=1e-12)
    sums = np.array([counts[0], *counts]).sum(axis=0)  # the first sentence stands there twice
    assert parameters.score(sums) == pytest.approx(0.44762747240308154, abs=1e-12)


def test_parameters_are_those_of_meteor() -> None:
    # The evaluation IDs of meteor-1.5.jar, with -l en, de, fr, es, cz and with -new.
    for lang, shown in {
        "en": "0.85_0.2_0.6_0.75",
        "de-AT": "0.95_1_0.55_0.55",
        "fr": "0.9_1.4_0.6_0.65",
        "es": "0.65_1.3_0.5_0.8",
        "cs": "0.95_0.2_0.6_0.8",
        "it": "0.7_1.4_0.3_0.7",
        None: "0.7_1.4_0.3_0.7",
    }.items():
        assert f"meteor:{shown}|" in meteor_parameters(lang).signature


def test_its_parts_are_fixed_and_its_match_is_direct() -> None:
    result = scored([["a", "b"]], [[["a", "b"]]], wo.Matcher("en"))
    assert "|preset:meteor|" in result.signature
    assert "|meteor:0.85_0.2_0.6_0.75|" in result.signature
    assert "|function_words:refs>0.001|" in result.signature
    assert (result.ordering, result.lexical, result.value("system", "meteor")) == ("fuzzy", None, 1)
    assert "Words and their order: meteor." in str(result)
    with refused(UsageError):
        Preset("meteor", lexical="chrf")
    links = wo.SourceLinks(["a b"], [["0-0 1-1"]], [["0-0 1-1"]])
    with refused(UsageError):
        wo.score(["a b"], ["a b"], preset="meteor", order_from=links)
