"""Score results to and from JSON; see docs/schemas/score.schema.json."""

from __future__ import annotations

from dataclasses import asdict
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from wordorder.alignment.matching import STAGES
from wordorder.errors import UsageError
from wordorder.output.documents import read_bool, read_count, read_figure, read_number, read_text
from wordorder.scoring.buckets import KINDS, Bucket
from wordorder.scoring.doubts import Doubt
from wordorder.scoring.sentences import (
    ScoredSentence,
    ScoredTranslation,
    SentencesOfDocument,
    SharedDifference,
)
from wordorder.scoring.shared_words import SharedOrder
from wordorder.scoring.uncertainty import SystemScores
from wordorder.scoring.verdicts import is_order
from wordorder.statistics import PairTests

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from wordorder.arrays import Floats
    from wordorder.scoring.result import ScoreResult

    Document = Mapping[str, Any]

_SCORE = {"value": "value", "low": "low", "high": "high"}
_BUCKET = {"value": "scores", "low": "low", "high": "high"}
_DIFFERENCE = {
    "value": "difference",
    "low": "low",
    "high": "high",
    "p": "p_value",
    "p_holm": "p_holm",
}
_SHARED = {"first": "first", "second": "second", **_DIFFERENCE}


def content_of(result: ScoreResult, sentences: bool | Collection[int]) -> dict[str, Any]:
    """The content of the document, without schema and signature."""
    content = {
        "sentence_count": result.sentence_count,
        "confidence": result.confidence,
        "resamples": result.resamples,
        "holm": result.holm,
        "ordering": result.ordering,
        "leading": result.leading,
        "lexical": result.lexical,
        "measures": list(result.measures),
        "systems": [
            {
                "name": name,
                "undefined": int(result.undefined[system]),
                "chance": _chance(result, system),
                "scores": _by_measure(result.measures, result.scores, _SCORE, system),
            }
            for system, name in enumerate(result.systems)
        ],
        "doubts": [{"text": one.text, "systems": list(one.systems)} for one in result.doubts],
        "clusters": result.clusters(),
        "pairs": _pairs(result),
        "by": {
            kind: [_bucket(result, bucket) for bucket in buckets]
            for kind, buckets in result.buckets.items()
        },
    }
    kept = _kept_sentences(result, sentences)
    return {**content, "sentences": kept} if kept else content


def fields_of(content: Document) -> dict[str, Any]:
    """The fields of a `ScoreResult`, from its document."""
    measures = tuple(read_text(name) for name in content["measures"])
    systems = tuple(read_text(entry["name"]) for entry in content["systems"])
    lexical, ordering = content["lexical"], read_text(content["ordering"])
    leading = read_text(content["leading"])
    if {ordering, leading, "coverage"} - set(measures) or (
        lexical is not None and lexical not in measures
    ):
        raise ValueError("ordering, leading, lexical and coverage must be among the measures")
    scores = [entry["scores"] for entry in content["systems"]]
    count = read_count(content["sentence_count"])
    buckets = {
        kind: tuple(_read_bucket(entry, systems, measures) for entry in content["by"][kind])
        for kind in KINDS
        if kind in content["by"]
    }
    sentences = _sentences(content.get("sentences", ()), systems, measures, buckets)
    return {
        "systems": systems,
        "measures": measures,
        "ordering": ordering,
        "leading": leading,
        "lexical": lexical,
        "scores": SystemScores(**_arrays(scores, _SCORE, measures)),
        "tests": _tests(content["pairs"], systems, measures),
        "shared": _read_shared(content["pairs"], systems, measures),
        "undefined": np.array([read_count(entry["undefined"]) for entry in content["systems"]]),
        "confidence": _read_share(content["confidence"]),
        "resamples": read_count(content["resamples"]),
        "holm": read_bool(content["holm"]),
        "signature": read_text(content["signature"]),
        "sentence_count": count,
        "buckets": buckets,
        "segments": _segments(sentences, measures, count),
        "sentences": sentences,
        "chance": _read_chance([entry.get("chance") for entry in content["systems"]]),
        "doubts": tuple(_read_doubt(entry, systems) for entry in content["doubts"]),
    }


def _by_measure(
    measures: Sequence[str], values: object, keys: Mapping[str, str], row: int
) -> dict[str, dict[str, float]]:
    return {
        measure: {key: getattr(values, name)[row, column] for key, name in keys.items()}
        for column, measure in enumerate(measures)
    }


def _chance(result: ScoreResult, system: int) -> dict[str, float] | None:
    if result.chance is None:
        return None
    return {metric: scores[system] for metric, scores in result.chance.items()}


def _read_chance(systems: Sequence[Document | None]) -> dict[str, Floats] | None:
    known = [scores for scores in systems if scores is not None]
    if not known:
        return None
    if len(known) < len(systems):
        raise ValueError("some systems lack their scores by chance")
    return {
        read_text(metric): np.array([read_figure(scores[metric]) for scores in known])
        for metric in known[0]
    }


def _read_doubt(entry: Document, systems: Sequence[str]) -> Doubt:
    doubted = tuple(read_text(name) for name in entry["systems"])
    if not set(doubted) <= set(systems):
        raise ValueError("a doubt is about a system that is not in the result")
    return Doubt(read_text(entry["text"]), doubted)


def _pairs(result: ScoreResult) -> list[dict[str, object]]:
    if result.tests is None or result.shared is None:
        return []
    return [
        {
            "first": result.systems[a],
            "second": result.systems[b],
            "differences": _by_measure(result.measures, result.tests, _DIFFERENCE, pair),
            "shared": _shared_words(result.shared, pair),
        }
        for pair, (a, b) in enumerate(result.tests.pairs.tolist())
    ]


def _shared_words(shared: SharedOrder, pair: int) -> dict[str, object]:
    return {
        "weight": int(shared.weight[pair]),
        "share": float(shared.share[pair]),
        "sentence_count": int(shared.sentences[pair]),
        "withheld": shared.withheld(pair),
        "differences": _by_measure(shared.metrics, shared, _SHARED, pair),
    }


def _bucket(result: ScoreResult, bucket: Bucket) -> dict[str, object]:
    return {
        "name": bucket.name,
        "sentence_count": bucket.sentence_count,
        "systems": [
            {"name": name, "scores": _by_measure(result.measures, bucket, _BUCKET, system)}
            for system, name in enumerate(result.systems)
        ],
    }


def _kept_sentences(result: ScoreResult, wanted: bool | Collection[int]) -> list[dict[str, object]]:
    if not wanted:
        return []
    if result.sentences is None:
        raise UsageError("this result was loaded without sentences, so they cannot be saved")
    places = [
        place
        for place, line in enumerate(result.sentences.lines)
        if wanted is True or line in wanted
    ]
    return [_sentence(result.sentences[place]) for place in places]


def _sentence(sentence: ScoredSentence) -> dict[str, object]:
    return {
        "line": sentence.line,
        "buckets": sentence.buckets,
        "references": sentence.references,
        "systems": [
            {
                "name": one.system,
                "words": one.words,
                "reference": one.reference,
                "links": one.links,
                "stages": one.stages,
                "confidence": one.confidence,
                "min_confidence": one.min_confidence,
                "scores": one.scores,
            }
            for one in sentence.translations
        ],
        "shared": [asdict(one) for one in sentence.shared],
    }


def _tests(
    pairs: Sequence[Document], systems: Sequence[str], measures: Sequence[str]
) -> PairTests | None:
    expected = list(combinations(range(len(systems)), 2))
    if len(pairs) != len(expected):
        raise ValueError(f"found {len(pairs)} pairs for {len(systems)} systems")
    for pair, (a, b) in zip(pairs, expected, strict=True):
        if (pair["first"], pair["second"]) != (systems[a], systems[b]):
            raise ValueError("pairs and systems are in different orders")
    if not pairs:
        return None
    differences = [pair["differences"] for pair in pairs]
    return PairTests(np.array(expected), **_arrays(differences, _DIFFERENCE, measures))


def _read_shared(
    pairs: Sequence[Document], systems: Sequence[str], measures: Sequence[str]
) -> SharedOrder | None:
    """Comparisons on shared words; `_tests` has checked that the pairs are those of the systems."""
    if not pairs:
        return None
    rows = [pair["shared"] for pair in pairs]
    metrics = tuple(rows[0]["differences"])
    if set(metrics) != set(filter(is_order, measures)):
        raise ValueError("every measure of word order must be compared on shared words")
    return SharedOrder(
        np.array(list(combinations(range(len(systems)), 2))),
        metrics,
        **_arrays([row["differences"] for row in rows], _SHARED, metrics),
        weight=np.array([read_count(row["weight"]) for row in rows], np.float64),
        sentences=np.array([read_count(row["sentence_count"]) for row in rows]),
        share=np.array([read_figure(row["share"]) for row in rows]),
    )


def _arrays(
    rows: Sequence[Document], keys: Mapping[str, str], measures: Sequence[str]
) -> dict[str, Floats]:
    """An array (rows, measures) for each of the keys."""
    return {
        name: np.array([[read_figure(row[measure][key]) for measure in measures] for row in rows])
        for key, name in keys.items()
    }


def _read_bucket(entry: Document, systems: Sequence[str], measures: Sequence[str]) -> Bucket:
    if [one["name"] for one in entry["systems"]] != list(systems):
        raise ValueError("the systems of a bucket differ from those of the result")
    return Bucket(
        read_text(entry["name"]),
        read_count(entry["sentence_count"]),
        **_arrays([one["scores"] for one in entry["systems"]], _BUCKET, measures),
    )


def _sentences(
    entries: Sequence[Document],
    systems: Sequence[str],
    measures: Sequence[str],
    buckets: Mapping[str, Sequence[Bucket]],
) -> SentencesOfDocument | None:
    kept = tuple(_read_sentence(entry, systems, measures) for entry in entries)
    for kind, known in buckets.items():
        if not {sentence.buckets[kind] for sentence in kept} <= {one.name for one in known}:
            raise ValueError(f"a sentence is in a bucket of {kind} that is not in the result")
    return SentencesOfDocument(kept) if kept else None


def _read_sentence(
    entry: Document, systems: Sequence[str], measures: Sequence[str]
) -> ScoredSentence:
    if [one["name"] for one in entry["systems"]] != list(systems):
        raise ValueError("the systems of a sentence differ from those of the result")
    references = tuple(_words(words) for words in entry["references"])
    return ScoredSentence(
        read_count(entry["line"]),
        references,
        tuple(_read_translation(one, references, measures) for one in entry["systems"]),
        {kind: read_text(entry["buckets"][kind]) for kind in KINDS if kind in entry["buckets"]},
        tuple(_read_shared_difference(one, systems) for one in entry["shared"]),
    )


def _read_shared_difference(entry: Document, systems: Sequence[str]) -> SharedDifference:
    first, second = read_text(entry["first"]), read_text(entry["second"])
    weight = read_count(entry["weight"])
    if not {first, second} <= set(systems) or weight < 1:
        raise ValueError("a difference needs two systems of the result, and a weight")
    return SharedDifference(first, second, weight, read_number(entry["weighted"]))


def _read_translation(
    entry: Document, references: Sequence[Sequence[str]], measures: Sequence[str]
) -> ScoredTranslation:
    words, reference = _words(entry["words"]), read_count(entry["reference"])
    links = stages = None
    if entry["links"] is not None:
        links = tuple((read_count(i), read_count(j)) for i, j in entry["links"])
        stages = tuple(STAGES[STAGES.index(stage)] for stage in entry["stages"])
        target = references[reference]
        if len(stages) != len(links) or any(i >= len(words) or j >= len(target) for i, j in links):
            raise ValueError("links are outside their sentences, or lack stages")
    confidence = None
    if entry["confidence"] is not None:
        confidence = tuple(map(read_number, entry["confidence"]))
        if links is None or len(confidence) != len(links):
            raise ValueError("there must be a confidence for each link")
    return ScoredTranslation(
        read_text(entry["name"]),
        words,
        reference,
        links,
        stages,
        {measure: read_figure(entry["scores"][measure]) for measure in measures},
        confidence,
        read_number(entry["min_confidence"]),
    )


def _segments(
    sentences: SentencesOfDocument | None, measures: Sequence[str], count: int
) -> Floats | None:
    """The scores of all sentences; None unless all are present."""
    if sentences is None or list(sentences.lines) != list(range(1, count + 1)):
        return None
    scores = [
        [[one.scores[measure] for measure in measures] for one in sentence.translations]
        for sentence in sentences
    ]
    return np.array(scores).swapaxes(0, 1)


def _words(words: Sequence[str]) -> tuple[str, ...]:
    if isinstance(words, str):
        raise TypeError("words must be a list")
    return tuple(read_text(word) for word in words)


def _read_share(value: object) -> float:
    share = read_number(value)
    if not 0 < share < 1:
        raise ValueError(f"expected a number between 0 and 1, found {share}")
    return share
