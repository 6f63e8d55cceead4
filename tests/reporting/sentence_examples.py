"""Results with sentences of every kind, and what a page should know of them."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from functools import cache
from math import isnan
from typing import TYPE_CHECKING, Any

import wordorder as wo
from wordorder import Permutation, Resampling, SourceLinks
from wordorder.cli.demo import SAMPLE
from wordorder.ordering import mending_moves
from wordorder.output import dumps
from wordorder.scoring import ScoreResult
from wordorder.scoring.cards import SentenceCard
from wordorder.scoring.measures import ORDER_ERRORS
from wordorder.scoring.saved_sentences import SentencesOfDocument

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from wordorder.scoring.sentences import ScoredSentence, ScoredTranslation

HOSTILE = (
    "<script>alert(1)</script>",
    "</script>",
    "&amp;",
    '"quoted"',
    "it's",
    "two words",
    "",
    " ",
    "\n",
    "\u2028",
    "\\",
    "\x00",
    "\ud800",
    "👩‍👩‍👧",
    "e\u0301",
    "שלום",
    "\u202eעולם",
    "中文",
    "x" * 2000,
)

_REFERENCE = [
    "in my opinion the house that we have seen yesterday was very big and white",
    "the man and the dog and the cat saw the man",
    "we have seen it",
    "",
    "nothing in common here",
    "the prices of houses were rising quickly last year",
]


def scored(**options: Any) -> ScoreResult:
    """Three systems whose orders differ: the reference, words swapped, words shuffled."""
    return _scored(tuple(sorted(options.items())))


@cache
def _scored(options: tuple[tuple[str, Any], ...]) -> ScoreResult:
    systems = {"same": _REFERENCE, "shifted": shifted(_REFERENCE), "mixed": mixed(_REFERENCE)}
    keywords = {"lang": "en", "labels": list("ababac"), **dict(options)}
    return wo.score(_REFERENCE, systems, resampling=Resampling(20), **keywords)


def of_two_references() -> ScoreResult:
    """Translations that are compared with one of two references."""
    references = [_REFERENCE, mixed(_REFERENCE)]
    systems = {"same": _REFERENCE, "mixed": mixed(_REFERENCE)}
    return wo.score(references, systems, lang="en", resampling=Resampling(20))


def through_the_source() -> ScoreResult:
    """Orders that were compared without links between the words."""
    files = ("reference.en", "monotone.en", "source.de")
    alignments = ("source-reference.align", "source-monotone.align")
    reference, system, *links = (SAMPLE / "de-en" / name for name in (*files, *alignments))
    return wo.score(reference, system, order_from=SourceLinks(*links, source_tokenize="13a"))


def shifted(lines: Sequence[str]) -> list[str]:
    """The last third of the words first, and some words replaced."""
    cut = [(line.split(), len(line.split()) // 3) for line in lines]
    return [" ".join([*words[-n:], "x", *words[:-n]] if n else words) for words, n in cut]


def mixed(lines: Sequence[str]) -> list[str]:
    """All words in another order."""
    source = random.Random(3)
    return [" ".join(source.sample(line.split(), len(line.split()))) for line in lines]


def loaded(result: ScoreResult, sentences: bool | Collection[int] = True) -> ScoreResult:
    """The result as it comes back from a document."""
    return ScoreResult.from_dict(json.loads(dumps(result.to_dict(sentences=sentences))))


def with_words(result: ScoreResult, words: Sequence[str]) -> ScoreResult:
    """The same sentences, but other words in turn, whatever they are."""
    kept = []
    for sentence in result.known_sentences():
        source = random.Random(sentence.line)
        references, translations = (
            [tuple(source.choice(words) for _ in one) for one in texts]
            for texts in (sentence.references, [one.words for one in sentence.translations])
        )
        renamed = zip(sentence.translations, translations, strict=True)
        changed = tuple(replace(one, words=said) for one, said in renamed)
        kept.append(replace(sentence, references=tuple(references), translations=changed))
    return replace(result, sentences=SentencesOfDocument(tuple(kept)))


def expected(result: ScoreResult) -> list[dict[str, Any]]:
    """All sentences as the page should show them."""
    return [_sentence(sentence) for sentence in result.known_sentences()]


def _sentence(sentence: ScoredSentence) -> dict[str, Any]:
    return {
        "line": sentence.line,
        "label": sentence.label,
        "source": None,
        "references": [list(words) for words in sentence.references],
        "translations": [
            {
                "system": one.system,
                "words": list(one.words),
                "reference": one.reference,
                "links": _links(one),
                "scores": {name: _rounded(name, value) for name, value in one.scores.items()},
                "moves": _moves(sentence, one),
            }
            for one in sentence.translations
        ],
    }


def _links(one: ScoredTranslation) -> list[dict[str, Any]] | None:
    if one.links is None or one.stages is None:
        return None
    confidence = one.confidence or [None] * len(one.links)
    return [
        {
            "from": i,
            "to": j,
            "stage": stage,
            "confidence": None if sure is None else round(sure * 100) / 100,
            "judged": (i, j) in one.compared_links,
        }
        for (i, j), stage, sure in zip(one.links, one.stages, confidence, strict=True)
    ]


def _rounded(measure: str, value: float) -> float | None:
    scale = 100 if measure in ORDER_ERRORS else 10_000
    return None if isnan(value) else round(value * scale) / scale


def _moves(sentence: ScoredSentence, one: ScoredTranslation) -> list[dict[str, Any]]:
    card = SentenceCard(sentence.line, one, sentence.references[one.reference], "fuzzy")
    permutation = Permutation.from_alignment(card.alignment.only_sure(), "matched")
    texts = [text.rpartition(": kendall")[0] for text in card.moves()]
    return [
        {"start": move.start, "stop": move.stop, "to": move.to, "gain": move.gain, "text": text}
        for move, text in zip(mending_moves(permutation), texts, strict=True)
    ]
