"""Searching, sorting and filtering sentences, compared with plain loops."""

from __future__ import annotations

from itertools import permutations
from math import isnan
from typing import TYPE_CHECKING, Any

import pytest

from nodejs import in_node
from reporting.sentence_examples import (
    loaded,
    mixed,
    of_two_references,
    scored,
    shifted,
    through_the_source,
)
from wordorder import Resampling, score
from wordorder.reporting.sentences import sentence_data
from wordorder.scoring.sentences import LEAST_MATCHED
from wordorder.text import split_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordorder.scoring import ScoreResult

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::wordorder.errors.WordorderWarning"),
]
EVERYTHING = {
    "query": "",
    "measure": None,
    "system": 0,
    "other": None,
    "order": "low",
    "buckets": {},
    "minCoverage": 0,
}


def terms(*queries: str) -> Any:
    return in_node({"choosing.js": "searchTerms"}, "given.map(searchTerms)", queries)


def chosen(result: ScoreResult, choices: list[dict[str, Any]]) -> list[list[int]]:
    """The line numbers of the sentences that each choice leaves."""
    given = [sentence_data(result), [EVERYTHING | choice for choice in choices]]
    expression = "given[1].map((one) => chosenSentences(new Sentences(given[0]), one))"
    imports = {"choosing.js": "chosenSentences", "sentences.js": "Sentences"}
    return [[place + 1 for place in places] for places in in_node(imports, expression, given)]


def test_words_and_phrases() -> None:
    found = terms("", '  The "White  House" dog', '"open ended', "“Straße”", 'a""b "  "')
    phrases = [[], ["the", "white  house", "dog"], ["open ended"], ["strasse"], ["a", "b"]]
    assert found == phrases


def test_search() -> None:
    queries = ["man dog", '"man and"', '"dog man"', "HOUSE", "hous rising", "x", "zebra", "<"]
    found = chosen(scored(), [{"query": query} for query in queries])
    assert found == [[2], [2], [], [1, 6], [6], [1, 2, 3, 5, 6], [], []]


def test_phrases_lie_within_one_text() -> None:
    assert chosen(scored(), [{"query": '"it it"'}, {"query": '"seen it"'}])[0] == []


@pytest.mark.parametrize("measure", ["kendall", "breaks_per_100", "pefscore", "bleu1"])
def test_sort(measure: str) -> None:
    result = scored()
    segments = result.segment(measure).round(2 if measure == "breaks_per_100" else 4)
    judged = result.sentences.orders(measure).compared
    if measure in ("pefscore", "bleu1"):  # not of order alone
        judged = judged * 0 + LEAST_MATCHED
    keys = {"low": lambda x: x, "high": lambda x: -x, "apart": lambda x: -abs(x)}
    choices, wanted = [], []
    for order, key in keys.items():
        for other in (None, 2) if order != "apart" else (2,):
            values = segments[1] - (0 if other is None else segments[other])
            words = judged[1] if other is None else judged[[1, other]].min(0)
            few = words < LEAST_MATCHED
            known = [k for k in range(6) if not isnan(values[k])]
            known.sort(key=lambda k: (few[k], key(values[k]), -words[k], k))
            wanted.append([k + 1 for k in [*known, *(k for k in range(6) if k not in known)]])
            choices.append(sorting(result, 1, other, order, measure))
    assert chosen(result, choices) == wanted


def sorting(
    result: ScoreResult, system: int, other: int | None, order: str, measure: str | None = None
) -> dict[str, Any]:
    names = [one["name"] for one in sentence_data(result)["measures"]]
    place = names.index(measure or result.leading)
    return {"measure": place, "system": system, "other": other, "order": order}


def many(**options: Any) -> ScoreResult:
    """Sentences of many lengths, in which systems share more or fewer words."""
    words = split_words("a quick brown fox jumps over the lazy dog while it rains on green hills")
    text = [" ".join(words[start : start + size]) for start in range(8) for size in range(1, 9)]
    systems = {"same": text, "shifted": shifted(text), "mixed": mixed(text), "less": less(text)}
    return score(text, systems, resampling=Resampling(20), **{"lang": "en", **options})


def less(lines: list[str]) -> list[str]:
    """Every third word is missing, and the rest turned round."""
    return [
        " ".join(word for k, word in enumerate(line.split()[::-1]) if k % 3 != 1) for line in lines
    ]


def results() -> Iterator[ScoreResult]:
    for options in ({}, {"metrics": ["kendall"]}, {"metrics": ["spearman"], "lang": None}):
        result = many(**options)
        yield from (result, loaded(result), loaded(result, range(5, 60)))


def test_differences_are_sorted_as_the_command_does_it() -> None:
    for result in results():
        pairs = list(permutations(range(len(result.systems)), 2))
        choices = [sorting(result, *pair, "apart") for pair in pairs]
        for pair, places in zip(pairs, chosen(result, choices), strict=True):
            cards = result.diff(*(result.systems[system] for system in pair))
            lines = [result.sentences.lines[place - 1] for place in places]
            wanted = [card.line for card in cards[::2]]
            assert wanted
            assert lines[: len(wanted)] == wanted


def test_the_worst_are_those_of_the_command() -> None:
    for result in results():
        systems = range(len(result.systems))
        found = chosen(result, [sorting(result, system, None, "low") for system in systems])
        for name, places in zip(result.systems, found, strict=True):
            lines = [result.sentences.lines[place - 1] for place in places]
            wanted = [card.line for card in result.worst() if card.translation.system == name]
            assert (name == "same") == (wanted == [])
            assert lines[: len(wanted)] == wanted


def test_differences_have_a_sign() -> None:
    result = many()
    weighted, weights = result.sentences.differences([("mixed", "shifted")])
    wanted = []
    for sign in (1, -1):
        keys = sign * weighted[:, 0].round(4)
        enough = [k for k in range(len(keys)) if keys[k] and weights[k, 0] + 1 >= LEAST_MATCHED]
        wanted.append([k + 1 for k in sorted(enough, key=lambda k: (keys[k], k))])
    assert min(weighted) < 0 < max(weighted)
    found = chosen(result, [sorting(result, 1, 2, order) for order in ("low", "high")])
    assert [places[: len(lines)] for places, lines in zip(found, wanted, strict=True)] == wanted


def test_through_the_source_all_sentences_have_enough_words() -> None:
    result = through_the_source()
    scores = result.segment(result.leading)[0].round(4)
    known = [k for k in range(len(scores)) if not isnan(scores[k])]
    [found] = chosen(result, [sorting(result, 0, None, "low")])
    assert found[: len(known)] == [k + 1 for k in sorted(known, key=lambda k: (scores[k], k))]


@pytest.mark.parametrize(
    ("measure", "words"), [("fuzzy", "shared"), ("kendall", "own"), ("bleu1", None)]
)
def test_which_words_are_compared(measure: str, words: str | None) -> None:
    data = sentence_data(scored())
    place = [one["name"] for one in data["measures"]].index(measure)
    imports = {"choosing.js": "wordsCompared", "sentences.js": "Sentences"}
    found = in_node(imports, f"wordsCompared(new Sentences(given), {place})", data)
    assert found == words


def test_filter_by_bucket() -> None:
    result = scored()
    names = result.buckets["length"].names
    found = chosen(
        result,
        [
            {"buckets": {"label": 0}},
            {"buckets": {"label": 0, "length": names.index("11–20 words")}},
            {"buckets": {"label": 1}, "query": "the"},
        ],
    )
    assert found == [[1, 3, 5], [1], [2]]


@pytest.mark.parametrize("make", [scored, of_two_references])
def test_filter_by_coverage_of_the_systems_compared(make: Any) -> None:
    result = make()
    coverage, fuzzy = result.segment("coverage").round(4), result.column("fuzzy")
    last = len(result.systems) - 1
    choices = [
        ({}, range(last + 1)),
        ({"measure": fuzzy, "system": last}, [last]),
        ({"measure": fuzzy, "system": last, "other": 0}, [last, 0]),
    ]
    for choice, systems in choices:
        for least in (0.5, 0.9, 1.0):
            [found] = chosen(result, [choice | {"minCoverage": least}])
            few = [k + 1 for k in range(6) if any(coverage[s, k] < least for s in systems)]
            assert sorted(found) == sorted(set(range(1, 7)) - set(few))
