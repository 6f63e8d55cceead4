"""The words that are misplaced most."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from wordorder.ordering import misplacements
from wordorder.output import Column, Estimate, Records, Table, interval_note
from wordorder.scoring.judged_words import JudgedWords, matched_sentences
from wordorder.statistics import ratio, wilson_interval

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.arrays import Floats, Integers
    from wordorder.output import Cell
    from wordorder.scoring.result import ScoreResult
    from wordorder.scoring.sentences import ScoredSentences


@dataclass(frozen=True, slots=True, eq=False)
class MisplacedWords:
    """How often words are misplaced, the most often misplaced first.

    A word is one of the reference. It is misplaced if it is outside the longest increasing
    subsequence of the translation's judged words; see `misplaced_words`. Arrays have the shape
    (words, systems + 1); the last column is that of all systems together.

    Attributes:
        words: The words, in lower case if matching ignores case.
        judged: How often the order of each word is judged.
        misplaced: How often it is misplaced.
        share: The share misplaced; NaN if it is never judged.
        low: Lower ends of Wilson's interval of the share. The translations of a sentence are not
            independent: for all systems together, it counts each word of the reference once.
        high: Upper ends.
    """

    words: tuple[str, ...]
    judged: Integers
    misplaced: Integers
    share: Floats
    low: Floats
    high: Floats


def misplaced_by_word(result: ScoreResult, top: int | None = None) -> MisplacedWords:
    """Count how often each word is judged and misplaced, for the `top` words; see `ScoreResult`."""
    sentences = matched_sentences(result, "the figures are about them")
    judged, systems = JudgedWords.of(sentences), len(result.systems)
    vocabulary, numbers = _numbered(sentences, fold_case=result.folds_case)
    places = reference_places(sentences, judged)
    cells = numbers[places] * systems + judged.rows // max(judged.sentences, 1)
    wrong = misplacements(judged.permutations) != 0
    judged_counts, wrong_counts = (
        _with_total(np.bincount(some, minlength=len(vocabulary) * systems).reshape(-1, systems))
        for some in (cells, cells[wrong])
    )
    chosen = most_often_misplaced(vocabulary, judged_counts[:, -1], wrong_counts[:, -1])[:top]
    judged_counts, wrong_counts = judged_counts[chosen], wrong_counts[chosen]
    share = ratio(np.concatenate([wrong_counts, judged_counts], axis=-1).astype(np.float64))
    ever = np.zeros(len(numbers), np.bool_)
    ever[places] = True
    observed = judged_counts.astype(np.float64)
    observed[:, -1] = np.bincount(numbers[ever], minlength=len(vocabulary))[chosen]
    ends = wilson_interval(share, observed, result.confidence)
    words = tuple(vocabulary[number] for number in chosen.tolist())
    return MisplacedWords(words, judged_counts, wrong_counts, share, *ends)


def _with_total(counts: Integers) -> Integers:
    """With a last column for all systems."""
    return np.concatenate([counts, counts.sum(axis=-1, keepdims=True)], axis=-1)


def most_often_misplaced(names: Sequence[str], judged: Integers, misplaced: Integers) -> Integers:
    """The numbers of the names that are ever judged, in order; ties by share, then by alphabet."""
    alphabet = np.empty(len(names), np.int64)
    alphabet[sorted(range(len(names)), key=names.__getitem__)] = np.arange(len(names))
    order = np.lexsort((alphabet, judged, -misplaced))
    chosen: Integers = order[judged[order] > 0]
    return chosen


def _numbered(sentences: ScoredSentences, *, fold_case: bool) -> tuple[list[str], Integers]:
    """The different words of all references, and the number of each word in its turn."""
    words: list[str] = list(chain.from_iterable(chain.from_iterable(sentences.references())))
    if fold_case:
        words = [word.lower() for word in words]
    numbers = {word: number for number, word in enumerate(dict.fromkeys(words))}
    return list(numbers), np.array([numbers[word] for word in words], np.int64)


def reference_places(sentences: ScoredSentences, judged: JudgedWords) -> Integers:
    """Where each judged word stands in the row of all words of all references."""
    lengths = np.array([[len(one) for one in some] for some in sentences.references()], np.int64)
    starts = (np.cumsum(lengths.reshape(-1)) - lengths.reshape(-1)).reshape(lengths.shape)
    compared = sentences.compared_references()
    firsts = starts[np.arange(judged.sentences), compared].reshape(-1)
    places: Integers = firsts[judged.rows] + judged.targets
    return places


def misplaced_tables(result: ScoreResult, *, top: int | None = None) -> list[Table]:
    """The words misplaced most, over all systems and for each."""
    found = misplaced_by_word(result, top)
    columns = [Column("word", "left"), Column("judged"), Column("misplaced")]
    columns += [Column(name, digits=3) for name in ("share", *result.systems)]
    order = [-1, *range(len(result.systems))]
    rows: list[list[Cell]] = [
        [
            word,
            int(found.judged[place, -1]),
            int(found.misplaced[place, -1]),
            *(
                Estimate(
                    *(float(one[place, system]) for one in (found.share, found.low, found.high))
                )
                for system in order
            ),
        ]
        for place, word in enumerate(found.words)
    ]
    table = Table(columns, rows)
    note = (
        "Misplaced: outside the longest sequence of judged words in the right order; share of all "
        f"judged; {interval_note(result.confidence, ends=table.has_lopsided_intervals())} by Wilson"
    )
    return [replace(table, note=note)]


def misplaced_records(result: ScoreResult, *, top: int | None = None) -> Records:
    """The counts, shares and intervals: a row for each word and system.

    First comes a row without a system, for all of them together.
    """
    found = misplaced_by_word(result, top)
    systems = (None, *result.systems)
    columns: dict[str, Sequence[Cell]] = {
        "word": [word for word in found.words for _ in systems],
        "system": list(systems) * len(found.words),
        **{
            name: np.roll(getattr(found, name), 1, axis=1).reshape(-1).tolist()
            for name in ("judged", "misplaced", "share", "low", "high")
        },
    }
    types: dict[str, type] = dict.fromkeys(("word", "system"), str)
    types |= dict.fromkeys(("judged", "misplaced"), int)
    return Records({name: types.get(name, float) for name in columns}, columns)
