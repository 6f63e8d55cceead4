"""The kernels, called with rows as tests write them: values and offsets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wordorder import _kernels

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np


def as_ragged(rows: Any) -> _kernels.Ragged:
    """Rows that are given as values and offsets."""
    return rows if isinstance(rows, _kernels.Ragged) else _kernels.Ragged(*rows)


def vector_rows(
    row_of_word: Any, values: Any, only_in_references: Any, letters: Any, least: Any
) -> _kernels.VectorRows:
    return _kernels.VectorRows(row_of_word, values, only_in_references, as_ragged(letters), *least)


def match_words(
    hypotheses: Any,
    references: Any,
    words: int,
    stems: Any,
    synonyms: Any,
    paraphrases: Any,
    weights: Any,
    threads: int,
    vectors: Any = None,
    fitted: _kernels.FittedLinks | None = None,
) -> _kernels.MatchedWords:
    knowledge = _kernels.WordKnowledge(
        words,
        stems,
        None if synonyms is None else as_ragged(synonyms),
        paraphrases,
        weights,
        None if vectors is None else vector_rows(*vectors),
    )
    rows = as_ragged(hypotheses), as_ragged(references)
    return _kernels.match_words(*rows, knowledge, threads, fitted)


def bleu_statistics(hypotheses: Any, references: Sequence[Any], order: int) -> np.ndarray:
    return _kernels.bleu_statistics(as_ragged(hypotheses), list(map(as_ragged, references)), order)
