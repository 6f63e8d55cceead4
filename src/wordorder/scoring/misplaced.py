"""The words that are misplaced most."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from wordorder.ordering import misplacements
from wordorder.output import Column, Estimate, Records, Table, View, interval_note
from wordorder.output.grid import Grid
from wordorder.scoring.judged_words import JudgedWords, matched_sentences
from wordorder.statistics import ratio, wilson_interval

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from wordorder.arrays import Floats, Integers
    from wordorder.output import Cell
    from wordorder.scoring.result import ScoreResult
    from wordorder.scoring.sentences import ScoredSentences


MISPLACED = {"judged": int, "misplaced": int, "share": float, "low": float, "high": float}
"""How often words are judged and misplaced; the share misplaced, undefined if none is judged."""


class MisplacedWords(NamedTuple):
    """How often words are misplaced, the most often misplaced first.

    A word is one of the reference. It is misplaced if it is outside the longest increasing
    subsequence of the translation's judged words; see `misplaced_words`.

    Attributes:
        overall: The figures of each word for all systems together.
        by_system: Those of each word and system.
    """

    overall: Grid
    by_system: Grid

    @classmethod
    def of(
        cls,
        axes: Mapping[str, Sequence[str]],
        judged: Integers,
        misplaced: Integers,
        *share: Floats,
    ) -> MisplacedWords:
        """Label arrays whose last column is that of all systems together.

        Args:
            axes: The names of the words and of the systems.
            judged: How often each word is judged, of shape (words, systems + 1).
            misplaced: How often it is misplaced.
            *share: The share misplaced, and the ends of its interval.
        """
        columns = dict(zip(MISPLACED, (judged, misplaced, *share), strict=True))
        head, _ = axes
        return cls(
            Grid.of({head: axes[head]}, **{name: one[:, -1] for name, one in columns.items()}),
            Grid.of(axes, **{name: one[:, :-1] for name, one in columns.items()}),
        )

    def first(self, top: int | None) -> MisplacedWords:
        """Keep only the first words; all if `top` is None."""
        head = next(iter(self.overall.axes))
        return MisplacedWords(self.overall.first(head, top), self.by_system.first(head, top))

    def table(self, head: str) -> Table:
        """A row for each word: its counts, its share over all systems, and that of each."""
        words, systems = map(self.by_system.names, self.by_system.axes)
        columns = [Column(head, "left"), Column("judged"), Column("misplaced")]
        columns += [Column(name, digits=3) for name in ("share", *systems)]
        counts = (self.overall[name].tolist() for name in ("judged", "misplaced"))
        shares = (self._together(name).tolist() for name in ("share", "low", "high"))
        rows: list[list[Cell]] = [
            [word, judged, misplaced, *map(Estimate, *estimates)]
            for word, judged, misplaced, *estimates in zip(words, *counts, *shares, strict=True)
        ]
        return Table(columns, rows)

    def records(self, head: str) -> Records:
        """A row for each word and system; first comes one without a system, for all of them."""
        words, systems = map(self.by_system.names, self.by_system.axes)
        columns: dict[str, Any] = {
            head: [word for word in words for _ in (None, *systems)],
            "system": [None, *systems] * len(words),
            **{name: self._together(name).reshape(-1).tolist() for name in MISPLACED},
        }
        return Records({head: str, "system": str, **MISPLACED}, columns)

    def _together(self, name: str) -> NDArray[Any]:
        return np.concatenate([self.overall[name][:, np.newaxis], self.by_system[name]], axis=1)


def misplaced_by_word(result: ScoreResult, top: int | None = None) -> MisplacedWords:
    """Count how often each word is judged and misplaced, for the `top` words; see `ScoreResult`.

    Words are in lower case if matching ignores case. Intervals are Wilson's. The translations of a
    sentence are not independent: for all systems together, each word of the reference counts once.
    """
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
    words = [vocabulary[number] for number in chosen.tolist()]
    axes = {"word": words, "system": result.systems}
    return MisplacedWords.of(axes, judged_counts, wrong_counts, share, *ends)


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
    table = misplaced_by_word(result, top).table("word")
    return [replace(table, note=f"{misplaced_note(table, result.confidence)} by Wilson")]


def misplaced_note(table: Table, confidence: float) -> str:
    """What the figures of a table mean."""
    return (
        "Misplaced: outside the longest sequence of judged words in the right order; share of all "
        f"judged; {interval_note(confidence, ends=table.has_lopsided_intervals())}"
    )


def misplaced_records(result: ScoreResult, *, top: int | None = None) -> Records:
    """The counts, shares and intervals: a row for each word and system."""
    return misplaced_by_word(result, top).records("word")


VIEW = View(misplaced_tables, misplaced_records)
