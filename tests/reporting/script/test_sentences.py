"""The page reads the sentences that Python wrote, and says the same of them and of links."""

from __future__ import annotations

import json
import random
from itertools import permutations, product
from typing import TYPE_CHECKING, Any

import pytest

from nodejs import in_node
from reporting.sentence_examples import (
    HOSTILE,
    expected,
    loaded,
    of_two_references,
    scored,
    through_the_source,
    with_words,
)
from wordorder import Alignment, Permutation
from wordorder.output import visible
from wordorder.reporting.sentences import sentence_data

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordorder.scoring import ScoreResult

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::wordorder.errors.WordorderWarning"),
]
KINDS: dict[str, Callable[[], ScoreResult]] = {
    "scored": scored,
    "without confidence": lambda: scored(lang=None, labels=None),
    "two references": of_two_references,
    "through the source": through_the_source,
    "some saved": lambda: loaded(scored(), (2, 5)),
    "hostile words": lambda: with_words(loaded(scored()), HOSTILE),
}
ALL = "(() => { const all = new Sentences(given); return EXPRESSION; })()"


def shown(result: ScoreResult, expression: str, source: list[str] | None = None) -> Any:
    text = ALL.replace("EXPRESSION", expression)
    return in_node({"sentences.js": "Sentences"}, text, sentence_data(result, source))


@pytest.mark.parametrize("kind", KINDS)
def test_every_sentence(kind: str) -> None:
    result = KINDS[kind]()
    found = shown(result, "given.lines.map((_, k) => all.sentence(k))")
    wanted = json.loads(json.dumps(expected(result)))
    for one, other in zip(found, wanted, strict=True):
        same_moves(one, other)
    assert found == wanted


def same_moves(found: dict[str, Any], wanted: dict[str, Any]) -> None:
    """Compare the moves, which say more in the page, and take them out."""
    for one, other in zip(found["translations"], wanted["translations"], strict=True):
        del one["order"]
        moves, known = one.pop("moves"), other.pop("moves")
        for move, like in zip(moves, known, strict=True):
            assert visible(move["text"]) == like["text"]
            assert move["gain"] == pytest.approx(like["gain"])
            assert [move[name] for name in ("start", "stop", "to")] == [
                like[name] for name in ("start", "stop", "to")
            ]
            said = [one["words"][position] for position in move["block"]]
            assert all(word in move["what"] for word in said)


def test_lines_and_places() -> None:
    places = "[all.count, all.line(1), all.place(5), all.place(3) ?? null, all.label(0)]"
    assert shown(loaded(scored(), (2, 5)), places) == [2, 5, 1, None, "b"]


def test_scores_and_coverage() -> None:
    result = scored()
    measure = [one["name"] for one in sentence_data(result)["measures"]].index("fuzzy")
    found = shown(result, f"[0, 2, 3].map((k) => [all.score(2, {measure}, k), all.coverage(1, k)])")
    segments, coverage = result.segment("fuzzy"), result.segment("coverage")
    for k, (score, share) in zip([0, 2], found[:2], strict=True):
        assert score == pytest.approx(segments[2, k], abs=1e-4)
        assert share == pytest.approx(coverage[1, k], abs=1e-4)
    assert found[2] == [None, None]  # NaN: nothing to judge


def test_text_for_search_holds_everything_in_folded_case() -> None:
    source = ["STRASSE ΟΔΟΣ"] * 6
    text = shown(scored(), "all.text(1)", source)
    assert "strasse οδοσ" in text
    assert "the man and the dog" in text


@pytest.mark.parametrize("kind", KINDS)
def test_judged_words(kind: str) -> None:
    result = KINDS[kind]()
    systems = "all.systems.map((_, system) => all.judged(system, k))"
    found = shown(result, f"given.lines.map((_, k) => {systems})")
    assert found == [
        [None if one.links is None else one.compared for one in sentence.translations]
        for sentence in result.known_sentences()
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_differences_on_shared_words(kind: str) -> None:
    result = KINDS[kind]()
    pairs = list(permutations(range(len(result.systems)), 2))
    difference = "all.sharedDifference(system, other, k)"
    each = f"{[list(pair) for pair in pairs]}.map(([system, other]) => {difference})"
    found = shown(result, f"given.lines.map((_, k) => {each})")
    for sentence, differences in zip(result.known_sentences(), found, strict=True):
        known = {(one.second, one.first): one for one in sentence.shared}
        for (system, other), said in zip(pairs, differences, strict=True):
            names = result.systems[system], result.systems[other]
            one, sign = (known.get(names), 1) if system > other else (known.get(names[::-1]), -1)
            if one is None:
                assert said is None
            else:
                assert said["words"] == one.weight + 1
                assert said["weighted"] == pytest.approx(sign * one.weighted, abs=1e-4)
                assert said["difference"] == pytest.approx(
                    sign * one.weighted / one.weight, abs=1e-4
                )


Links = list[tuple[int, int]]
GRID = list(product(range(3), range(3)))


def check(rows: list[Links], length: int) -> None:
    given = [[{"from": i, "to": j} for i, j in row] for row in rows]
    found = in_node({"permutation.js": "permutationOf"}, "given.map(permutationOf)", given)
    for row, one in zip(rows, found, strict=True):
        permutation = Permutation.from_alignment(Alignment(row, length, length), "matched")
        assert one["ranks"] == permutation.ranks.tolist()
        targets = sorted({j for _, j in row})
        linked = [{i for i, j in row if j == targets[rank]} for rank in one["ranks"]]
        assert one["places"] == [sorted(words) for words in linked]


@pytest.mark.slow
def test_all_links_of_three_words() -> None:
    check([[link for bit, link in enumerate(GRID) if n >> bit & 1] for n in range(2**9)], 3)


@pytest.mark.slow
def test_many_links_in_any_order() -> None:
    source = random.Random(1)
    rows = []
    for _ in range(300):
        length, count = source.randint(1, 12), source.randint(0, 30)
        rows.append([(source.randrange(length), source.randrange(length)) for _ in range(count)])
    check(rows, 12)
