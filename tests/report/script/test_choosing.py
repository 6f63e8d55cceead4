"""Searching, sorting and filtering sentences, compared with plain loops."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

import pytest

from nodejs import in_node
from report.sentence_examples import of_two_references, scored
from wordorder.report.page.sentences import sentence_data

if TYPE_CHECKING:
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


@pytest.mark.parametrize("measure", ["fuzzy", "breaks_per_100", "pefscore"])
def test_sort(measure: str) -> None:
    result = scored()
    segments = result.segment(measure).round(2 if measure == "breaks_per_100" else 4)
    keys = {"low": lambda x: x, "high": lambda x: -x, "apart": lambda x: -abs(x)}
    choices, wanted = [], []
    for order, key in keys.items():
        for other in (None, 2) if order != "apart" else (2,):
            values = segments[1] - (0 if other is None else segments[other])
            lines = sorted(range(6), key=lambda k: (isnan(values[k]), key(values[k]), k))
            known = [k for k in lines if not isnan(values[k])]
            wanted.append([k + 1 for k in [*known, *sorted(set(lines) - set(known))]])
            place = result.column(measure)
            choices.append({"measure": place, "system": 1, "other": other, "order": order})
    assert chosen(result, choices) == wanted


def test_filter_by_bucket() -> None:
    result = scored()
    names = [bucket.name for bucket in result.buckets["length"]]
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
