"""The sentences of a result as a page gets them: nothing is lost, whatever the words are."""

from __future__ import annotations

import json
import zlib
from itertools import accumulate, islice
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

import wordorder as wo
from messages import refused
from reporting.sentence_examples import (
    HOSTILE,
    expected,
    loaded,
    of_two_references,
    scored,
    through_the_source,
    with_words,
)
from wordorder.errors import UsageError
from wordorder.reporting.sentences import sentence_data
from wordorder.scoring import ScoreResult

pytestmark = pytest.mark.filterwarnings("ignore::wordorder.errors.WordorderWarning")


def decoded(data: dict[str, Any]) -> list[dict[str, Any]]:
    """Read the columns as the module describes them."""
    data = json.loads(json.dumps(data, allow_nan=False))
    count = len(data["systems"])
    rows = iter(range(count * len(data["lines"])))
    sentences = []
    for place, line in enumerate(data["lines"]):
        texts = [words_of(text) for text in data["texts"][place]]
        sentences.append(
            {
                "line": line,
                "label": label_of(data["buckets"], place),
                "source": None if data["source"] is None else data["source"][place],
                "references": texts[:-count],
                "translations": [
                    {
                        "system": system,
                        "words": words,
                        "reference": data["chosen"][row] if data["chosen"] else 0,
                        "links": links_of(data["links"], row),
                        "scores": scores_of(data, row),
                        "moves": moves_of(data["moves"], row),
                    }
                    for system, words, row in zip(
                        data["systems"], texts[-count:], islice(rows, count), strict=True
                    )
                ],
            }
        )
    return sentences


def words_of(text: str | list[str]) -> list[str]:
    if isinstance(text, str):
        return text.split(" ") if text else []
    return text


def label_of(buckets: dict[str, Any], place: int) -> str | None:
    found = buckets.get("label")
    return None if found is None else found["names"][found["numbers"][place]]


def links_of(links: dict[str, Any], row: int) -> list[dict[str, Any]] | None:
    if links["counts"][row] < 0:
        return None
    start = sum(max(count, 0) for count in links["counts"][:row])
    span = slice(start, start + links["counts"][row])
    weak = set(accumulate(links["weak"]))
    hundredths = [-1] * span.stop if links["confidence"] is None else links["confidence"]
    columns = [accumulate(links["from"][span]), accumulate(links["to"][span])]
    return [
        {
            "from": i,
            "to": j,
            "stage": links["names"][links["stages"][place]],
            "confidence": None if hundredths[place] < 0 else hundredths[place] / 100,
            "judged": place not in weak,
        }
        for i, j, place in zip(*columns, range(span.start, span.stop), strict=True)
    ]


def scores_of(data: dict[str, Any], row: int) -> dict[str, float | None]:
    columns = zip(data["measures"], data["scores"], strict=True)
    return {
        measure["name"]: None if column[row] is None else column[row] / 10 ** measure["decimals"]
        for measure, column in columns
    }


def moves_of(moves: dict[str, list[int]], row: int) -> list[tuple[int, int, int]]:
    start = sum(moves["counts"][:row])
    span = slice(start, start + moves["counts"][row])
    return list(zip(moves["start"][span], moves["stop"][span], moves["to"][span], strict=True))


def places_of_moves(sentences: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The places alone: words and gains of moves are the page's own work."""
    for sentence in sentences:
        for one in sentence["translations"]:
            one["moves"] = [(move["start"], move["stop"], move["to"]) for move in one["moves"]]
    return sentences


def check(result: ScoreResult) -> None:
    assert decoded(sentence_data(result)) == places_of_moves(expected(result))


@pytest.mark.parametrize("sentences", [None, True, (2, 5)], ids=["scored", "saved", "some saved"])
def test_everything_comes_back(sentences: bool | tuple[int, ...] | None) -> None:
    result = scored()
    check(result if sentences is None else loaded(result, sentences))


def test_some_links_are_weak_and_some_moves_are_there() -> None:
    data = sentence_data(scored())
    assert data["links"]["weak"]
    assert data["moves"]["start"]


def test_without_confidence() -> None:
    result = scored(lang=None, labels=None)
    assert sentence_data(result)["links"]["confidence"] is None
    check(result)
    check(loaded(result))


def test_several_references() -> None:
    result = of_two_references()
    assert set(sentence_data(result)["chosen"]) == {0, 1}
    check(result)
    check(loaded(result))


def test_through_the_source_there_are_no_links() -> None:
    result = through_the_source()
    assert set(sentence_data(result)["links"]["counts"]) == {-1}
    check(result)
    check(loaded(result))


def test_the_source_follows_the_lines() -> None:
    data = sentence_data(loaded(scored(), (2, 5)), [f"Satz {line}" for line in range(1, 7)])
    assert [sentence["source"] for sentence in decoded(data)] == ["Satz 2", "Satz 5"]


def test_buckets_are_those_of_the_result() -> None:
    result = scored()
    data = sentence_data(result)
    for kind, buckets in result.buckets.items():
        found = [data["buckets"][kind]["names"][n] for n in data["buckets"][kind]["numbers"]]
        counts = dict(zip(buckets.names, buckets.counts["sentences"].tolist(), strict=True))
        assert counts == {name: found.count(name) for name in dict.fromkeys(found)}


def test_measures_say_what_is_better() -> None:
    measures = {one["name"]: one for one in sentence_data(scored())["measures"]}
    assert measures["fuzzy"]["better"] == "high"
    assert measures["breaks_per_100"]["better"] == "low"
    assert measures["breaks_per_100"]["heading"] == "breaks"
    assert [measures[name]["isOrder"] for name in ("kendall", "bleu1")] == [True, False]


def test_links_of_a_document_may_come_twice_and_in_any_order() -> None:
    result = loaded(scored())
    document = json.loads(json.dumps(result.to_dict(sentences=True)))
    for entry in (one for sentence in document["sentences"] for one in sentence["translations"]):
        for name in ("links", "stages", "confidence"):
            entry[name] = [*reversed(entry[name]), *entry[name][:1]]
    check(ScoreResult.from_dict(document))


@pytest.mark.slow
@given(st.lists(st.text() | st.sampled_from(HOSTILE), min_size=1, max_size=8))
def test_any_words(words: list[str]) -> None:
    check(with_words(loaded(scored()), words))


def test_without_sentences() -> None:
    with refused(UsageError):
        sentence_data(loaded(scored(), False))


@pytest.mark.slow
def test_translations_beside_each_other_compress_well() -> None:
    source = np.random.default_rng(1)
    words = [f"word{number}" for number in source.integers(0, 5000, 400 * 20)]
    lines = [" ".join(words[start : start + 20]) for start in range(0, len(words), 20)]
    one, five = (
        packed_size({f"system {number}": lines for number in range(count)}, lines)
        for count in (1, 5)
    )
    assert five < 1.5 * one


def packed_size(systems: dict[str, list[str]], reference: list[str]) -> int:
    result = wo.score(reference, systems, resampling=wo.Resampling(20))
    return len(zlib.compress(json.dumps(sentence_data(result)).encode(), 9))
