"""The page reads the sentences that Python wrote, and says the same of them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from nodejs import in_node
from report.sentence_examples import (
    HOSTILE,
    expected,
    loaded,
    of_two_references,
    scored,
    through_the_source,
    with_words,
)
from wordorder.output import visible
from wordorder.report.page.sentences import sentence_data

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
    measure = 'all.measures.findIndex((one) => one.name === "fuzzy")'
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
