"""The bucket of each sentence: by length, by coverage and by label."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.scoring.buckets import _LENGTH_NAMES, _LENGTHS, _SHARE_NAMES, _SHARES
from wordorder.scoring.sentences import SentencesOfTexts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.arrays import Floats
    from wordorder.report.page.sentence_rows import SentenceRows, Words
    from wordorder.scoring import ScoreResult


def sentence_buckets(
    result: ScoreResult, rows: SentenceRows
) -> dict[str, dict[str, list[str] | list[int]]]:
    """The names of the buckets of each kind, and the index of each sentence's name."""
    lengths = [_length(references[0]) for references in rows.references]
    shares = _shares(rows, rows.scores[:, result.column("coverage")])
    found: dict[str, dict[str, list[str] | list[int]]] = {
        "length": {
            "names": list(_LENGTH_NAMES),
            "numbers": np.searchsorted(_LENGTHS, lengths).tolist(),
        },
        "coverage": {
            "names": list(_SHARE_NAMES),
            "numbers": np.searchsorted(_SHARES, shares).tolist(),
        },
    }
    labels = _labels(result)
    names = list(dict.fromkeys(label for label in labels if label is not None))
    if names:
        numbers = {name: number for number, name in enumerate(names)}
        found["label"] = {
            "names": names,
            "numbers": [-1 if label is None else numbers[label] for label in labels],
        }
    return found


def _labels(result: ScoreResult) -> Sequence[str | None]:
    sentences = result.known_sentences()
    if isinstance(sentences, SentencesOfTexts):
        return sentences.labels or ()
    return [sentence.label for sentence in sentences]


def _shares(rows: SentenceRows, coverage: Floats) -> Floats:
    """The share of judged words in each sentence, over all systems."""
    words = np.array([_length(rows.reference_of(row)) for row in range(len(rows.translations))])
    judged, every = (
        column.reshape(len(rows.lines), -1).sum(axis=1)
        for column in (words * np.nan_to_num(coverage), words)
    )
    shares: Floats = np.divide(judged, every, out=np.zeros(len(every)), where=every > 0)
    return shares


def _length(words: Words) -> int:
    if isinstance(words, str):
        return words.count(" ") + 1 if words else 0
    return len(words)
