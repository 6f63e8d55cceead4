"""Misplaced words, by word and by word class, and pairs of words by distance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from typing import Annotated, Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wordorder.arrays import Floats, IntArray, Integers
from wordorder.errors import Argument, InputError, UsageError, expect
from wordorder.ordering.mending import misplacements
from wordorder.ordering.scores import ordering_scores
from wordorder.output.codec import Count, Level
from wordorder.output.console import visible
from wordorder.output.grid import Grid, Layout
from wordorder.output.records import Records
from wordorder.output.results import Result
from wordorder.output.tables import Cell, Column, Estimate, Table
from wordorder.output.views import View, grid_table
from wordorder.output.wording import counted, interval_note
from wordorder.permutation.batch import PermutationBatch
from wordorder.scoring.result import ScoreResult
from wordorder.scoring.saved_sentences import matched_sentences
from wordorder.scoring.sentences import ScoredSentences
from wordorder.statistics.bootstrapping import bootstrap
from wordorder.statistics.intervals import ratio, wilson_interval
from wordorder.statistics.resampling import Resampling

MISPLACED = {"judged": int, "misplaced": int, "share": float, "low": float, "high": float}
"""Numbers of compared and misplaced words; the share misplaced, undefined if none is compared."""

_AT_ONCE = 64  # classes whose sentences are resampled together, to bound memory

_MOST = (1, 2, 4, 8, 16)  # the largest distance of each class but the last

DISTANCES = (
    str(_MOST[0]),
    *(str(b) if b == a + 1 else f"{a + 1}–{b}" for a, b in pairwise(_MOST)),
    f"over {_MOST[-1]}",
)
"""The names of the classes of distances."""


@dataclass(frozen=True, slots=True, eq=False)
class ComparedWords:
    """The compared words of each translation, in the order of the translation.

    Rows are translations: all sentences of the first system, then those of the second, and so on.
    A word is one of the reference.

    Attributes:
        sentences: Number of sentences.
        permutations: The order of the compared words of each translation.
        positions: The position in the reference of each rank of each row.
        bounds: Where the words behind each rank start in `behind`, and where the last end.
        behind: Positions in the translation of the words behind each rank.
    """

    sentences: int
    permutations: PermutationBatch
    positions: IntArray
    bounds: Integers
    behind: IntArray

    @classmethod
    def of(cls, sentences: ScoredSentences) -> ComparedWords:
        """Collect the compared words; orders must not be compared through the source."""
        links = sentences.compared_links()
        from_reference = links.transpose()  # sorted by the word of the reference
        rows = np.repeat(np.arange(len(links)), np.diff(from_reference.offsets))
        linked = from_reference.sources
        is_first = (np.diff(rows, prepend=-1) != 0) | (np.diff(linked, prepend=-1) != 0)
        firsts = np.flatnonzero(is_first)
        return cls(
            len(sentences),
            PermutationBatch.from_alignments(links, "matched"),
            linked[firsts],
            np.append(firsts, len(linked)),
            from_reference.targets,
        )

    @property
    def rows(self) -> Integers:
        """The row of each word."""
        return np.repeat(np.arange(len(self.permutations)), self.permutations.lengths)

    @property
    def ranks(self) -> Integers:
        """The rank of each word, in the order of the translation, numbered across all rows."""
        return self.permutations.offsets[self.rows].astype(np.int64) + self.permutations.values

    @property
    def targets(self) -> IntArray:
        """The position in the reference of each word, in the order of the translation."""
        places: IntArray = self.positions[self.ranks]
        return places


def compared_words(result: ScoreResult) -> ComparedWords:
    """Return the compared words of all translations; see `matched_sentences`."""
    return ComparedWords.of(matched_sentences(result, "the figures cover only these"))


class MisplacedWords(NamedTuple):
    """How often words are misplaced, the most often misplaced first.

    A word is one of the reference. It is misplaced if it is outside the longest increasing
    subsequence of the translation's compared words; see `misplaced_words`.

    Attributes:
        overall: The figures of each word for all systems together.
        by_system: The figures of each word and system.
    """

    overall: Grid
    by_system: Grid

    @classmethod
    def of(
        cls,
        axes: Mapping[str, Sequence[str]],
        compared: Integers,
        misplaced: Integers,
        *share: Floats,
    ) -> MisplacedWords:
        """Label arrays whose last column is for all systems together.

        Args:
            axes: The names of the words and of the systems.
            compared: How often each word is compared, of shape (words, systems + 1).
            misplaced: How often it is misplaced.
            *share: The share misplaced, and the ends of its interval.
        """
        columns = dict(zip(MISPLACED, (compared, misplaced, *share), strict=True))
        overall = {name: column[:, -1] for name, column in columns.items()}
        by_system = {name: column[:, :-1] for name, column in columns.items()}
        head, _ = axes
        return cls(Grid.of({head: axes[head]}, **overall), Grid.of(axes, **by_system))

    def first(self, top: int | None) -> MisplacedWords:
        """Keep only the first words; all if `top` is None."""
        head = next(iter(self.overall.axes))
        return MisplacedWords(self.overall.first(head, top), self.by_system.first(head, top))

    def table(self, head: str) -> Table:
        """Return a row for each word: its counts, and its shares for all systems and each."""
        words, systems = map(self.by_system.names, self.by_system.axes)
        columns = [Column(head, "left"), Column("judged"), Column("misplaced")]
        columns += [Column(name, digits=3) for name in ("share", *systems)]
        counts = (self.overall[name].tolist() for name in ("judged", "misplaced"))
        shares = (self._together(name).tolist() for name in ("share", "low", "high"))
        rows: list[list[Cell]] = [
            [word, compared, misplaced, *map(Estimate, *estimates)]
            for word, compared, misplaced, *estimates in zip(words, *counts, *shares, strict=True)
        ]
        return Table(columns, rows)

    def records(self, head: str) -> Records:
        """Return a row for each word and system, after one without a system, for all together."""
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
    """Count how often each word is compared and misplaced, for the `top` words; see `ScoreResult`.

    Words are in lower case if matching ignores case. Intervals are Wilson's. The translations of a
    sentence are not independent: for all systems together, each word of the reference counts once.
    """
    sentences = matched_sentences(result, "the figures cover only these")
    compared, systems = ComparedWords.of(sentences), len(result.systems)
    vocabulary, numbers = _numbered(sentences, fold_case=result.folds_case)
    places = reference_places(sentences, compared)
    cells = numbers[places] * systems + compared.rows // max(compared.sentences, 1)
    wrong = misplacements(compared.permutations) != 0
    counts, wrong_counts = (
        _with_total(np.bincount(some, minlength=len(vocabulary) * systems).reshape(-1, systems))
        for some in (cells, cells[wrong])
    )
    chosen = most_often_misplaced(vocabulary, counts[:, -1], wrong_counts[:, -1])[:top]
    counts, wrong_counts = counts[chosen], wrong_counts[chosen]
    share = ratio(np.concatenate([wrong_counts, counts], axis=-1).astype(np.float64))
    ever = np.zeros(len(numbers), np.bool_)
    ever[places] = True
    observed = counts.astype(np.float64)
    observed[:, -1] = np.bincount(numbers[ever], minlength=len(vocabulary))[chosen]
    ends = wilson_interval(share, observed, result.confidence)
    words = [vocabulary[number] for number in chosen.tolist()]
    axes = {"word": words, "system": result.systems}
    return MisplacedWords.of(axes, counts, wrong_counts, share, *ends)


def _with_total(counts: Integers) -> Integers:
    """Append a column for all systems together."""
    return np.concatenate([counts, counts.sum(axis=-1, keepdims=True)], axis=-1)


def most_often_misplaced(names: Sequence[str], compared: Integers, misplaced: Integers) -> Integers:
    """Return the indices of compared names, most misplaced first; ties by share, then alphabet."""
    alphabet = np.empty(len(names), np.int64)
    alphabet[sorted(range(len(names)), key=names.__getitem__)] = np.arange(len(names))
    order = np.lexsort((alphabet, compared, -misplaced))
    chosen: Integers = order[compared[order] > 0]
    return chosen


def _numbered(sentences: ScoredSentences, *, fold_case: bool) -> tuple[list[str], Integers]:
    """Return the distinct words of all references, and the number of each running word."""
    words: list[str] = list(chain.from_iterable(chain.from_iterable(sentences.references())))
    if fold_case:
        words = [word.lower() for word in words]
    numbers = {word: number for number, word in enumerate(dict.fromkeys(words))}
    return list(numbers), np.array([numbers[word] for word in words], np.int64)


def reference_places(sentences: ScoredSentences, words: ComparedWords) -> Integers:
    """Return the index of each compared word among all running words of all references."""
    lengths = np.array([[*map(len, texts)] for texts in sentences.references()], np.int64)
    starts = (np.cumsum(lengths.reshape(-1)) - lengths.reshape(-1)).reshape(lengths.shape)
    references = sentences.compared_references()
    firsts = starts[np.arange(words.sentences), references].reshape(-1)
    places: Integers = firsts[words.rows] + words.targets
    return places


def misplaced_tables(result: ScoreResult, *, top: int | None = None) -> list[Table]:
    """Return the words misplaced most often, for all systems together and for each."""
    table = misplaced_by_word(result, top).table("word")
    return [replace(table, note=f"{misplaced_note(table, result.confidence)} by Wilson")]


def misplaced_note(table: Table, confidence: float) -> str:
    """Explain the figures of a table."""
    return (
        "Misplaced: outside the longest sequence of judged words in the right order; share of all "
        f"judged; {interval_note(confidence, ends=table.has_lopsided_intervals())}"
    )


def misplaced_records(result: ScoreResult, *, top: int | None = None) -> Records:
    """Return counts, shares and intervals, a row for each word and system."""
    return misplaced_by_word(result, top).records("word")


# Classes of words, such as parts of speech.


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class MisplacedClasses(Result):
    """How often words of each class are misplaced, the most often misplaced class first.

    The figures are how often the order of a word of the class is compared, how often the word is
    outside the longest increasing subsequence, and the share misplaced, undefined if no word is
    compared, with its interval by resampling sentences.

    Attributes:
        signature: Everything that determines the figures.
        sentence_count: Number of sentences.
        left_out: Number of translations left out, as another reference fits better than the first.
        confidence: Confidence level of the intervals.
        overall: The figures of each class for all systems together.
        by_system: The figures of each class and system.
    """

    SCHEMA: ClassVar[str] = "misplaced-classes/2"

    signature: str
    sentence_count: Count
    left_out: Count
    confidence: Level
    overall: Annotated[Grid, Layout("word_class", columns=MISPLACED)]
    by_system: Annotated[Grid, Layout("word_class", "system", columns=MISPLACED)]

    def __post_init__(self) -> None:
        if self.overall.axes["word_class"] != self.by_system.axes["word_class"]:
            raise ValueError("the classes of all systems and of each differ")
        for grid in (self.overall, self.by_system):
            if any((grid[name] < 0).any() for name in ("judged", "misplaced")):
                raise ValueError("judged and misplaced must be counts")

    @property
    def classes(self) -> tuple[str, ...]:
        """The names of the classes."""
        return self.overall.names("word_class")

    @property
    def systems(self) -> tuple[str, ...]:
        """The names of the systems."""
        return self.by_system.names("system")

    @classmethod
    def views(cls) -> Mapping[str, View]:
        """Return the view of the classes."""
        return {"classes": View(_tables, _records)}

    def summary(self) -> str:
        """Return a one-line summary."""
        classes = ", ".join(visible(name) for name in self.classes[:3])
        more = ", …" * (len(self.classes) > 3)
        return f"{counted(self.sentence_count, 'sentence')}; misplaced most: {classes}{more}"


def misplaced_by_class(result: ScoreResult, classes: Sequence[Sequence[str]]) -> MisplacedClasses:
    """Count how often words of each class are compared and misplaced.

    A word is misplaced if it is outside the longest increasing subsequence of the translation's
    compared words; see `misplaced_words`.

    Args:
        result: Scores with sentences, after a direct match.
        classes: The class of each word of the first reference, sentence by sentence, such as the
            universal parts of speech of its parse.

    Examples:
        >>> from wordorder import score
        >>> from wordorder.scoring import misplaced_by_class
        >>> result = score(["we saw it"] * 2, ["saw we it", "we saw it"], tokenize="none")
        >>> found = misplaced_by_class(result, [["PRON", "VERB", "PRON"]] * 2)
        >>> found.classes, found.overall["judged"].tolist(), found.overall["misplaced"].tolist()
        (('PRON', 'VERB'), [4, 2], [1, 0])

    Raises:
        InputError: The classes do not fit the words of the first reference.
        UsageError: The words are missing, or orders were compared through the source.
    """
    expect(result, ScoreResult, "result")
    sentences = matched_sentences(result, "the figures cover only these")
    names, numbers, starts = _numbered_classes(_checked(result, sentences, classes))
    words, references = ComparedWords.of(sentences), sentences.compared_references().reshape(-1)
    wrong, rows = misplacements(words.permutations) != 0, words.rows
    first = references[rows] == 0  # only the words of the first reference have classes
    known = numbers[starts[rows[first] % words.sentences] + words.targets[first]]
    shape = len(result.systems), words.sentences
    figures = _figures(rows[first], known, wrong[first], shape, len(names), result.resampling)
    compared, misplaced = figures[:2].astype(np.int64)
    chosen = most_often_misplaced(names, compared[:, -1], misplaced[:, -1])
    axes = {"word_class": [names[number] for number in chosen.tolist()], "system": result.systems}
    shares = (figure[chosen] for figure in figures[2:])
    return MisplacedClasses(
        result.signature,
        words.sentences,
        int((references != 0).sum()),
        result.confidence,
        *MisplacedWords.of(axes, compared[chosen], misplaced[chosen], *shares),
    )


def _checked(
    result: ScoreResult, sentences: ScoredSentences, classes: Sequence[Sequence[str]]
) -> list[Sequence[str]]:
    """Return the classes of each sentence; check that they fit the first reference."""
    expect(classes, Sequence, "classes")
    if len(classes) != result.sentence_count:
        size = counted(len(classes), "sentence")
        raise InputError(
            Argument("classes"), f" has {size}, but the result has {result.sentence_count:,}"
        )
    chosen = [classes[line - 1] for line in sentences.lines]
    for line, some, (words, *_) in zip(
        sentences.lines, chosen, sentences.references(), strict=True
    ):
        is_list = isinstance(some, Sequence) and not isinstance(some, str)
        if not (is_list and all(isinstance(name, str) for name in some)):
            raise UsageError(f"line {line}: ", Argument("classes"), " must have a list of strings")
        if len(some) != len(words):
            raise InputError(
                f"line {line}: found classes of {counted(len(some), 'word')}, but the first "
                f"reference has {len(words)}: score the words of the parses with ",
                Argument("tokenize", "none"),
            )
    return chosen


def _numbered_classes(classes: Sequence[Sequence[str]]) -> tuple[list[str], Integers, Integers]:
    """Return the class names, the number of each word's class, and the start of each sentence."""
    every = list(chain.from_iterable(classes))
    numbers = {name: number for number, name in enumerate(dict.fromkeys(every))}
    lengths = np.array([len(some) for some in classes], np.int64)
    classes_of_words = np.array([numbers[name] for name in every], np.int64)
    return list(numbers), classes_of_words, np.cumsum(lengths) - lengths


def _figures(
    rows: Integers,
    classes: Integers,
    wrong: NDArray[np.bool_],
    shape: tuple[int, int],
    count: int,
    resampling: Resampling,
    *,
    at_once: int = _AT_ONCE,
) -> Floats:
    """Return compared, misplaced, share, low and high, of shape (5, classes, systems + 1).

    Args:
        rows: The translation of each compared word.
        classes: The number of its class.
        wrong: Whether it is misplaced.
        shape: Numbers of systems and sentences.
        count: Number of classes.
        resampling: How to resample sentences.
        at_once: How many classes are resampled together.
    """
    parts = [np.zeros((5, 0, shape[0] + 1))]
    for start in range(0, count, at_once):
        size = min(at_once, count - start)
        inside = (start <= classes) & (classes < start + size)
        cells = rows[inside] * 2 * size + classes[inside] - start
        counts = np.bincount(cells[wrong[inside]], minlength=2 * size * shape[0] * shape[1])
        counts += np.bincount(cells + size, minlength=len(counts))
        by_system = counts.reshape(*shape, 2 * size).astype(np.float64)
        together = np.concatenate([by_system, by_system.sum(axis=0, keepdims=True)])
        drawn = bootstrap(together, ratio, **resampling.keywords)
        misplaced, compared = np.split(together.sum(axis=1), 2, axis=-1)
        figures = np.stack([compared, misplaced, drawn.observed, drawn.low, drawn.high])
        parts.append(figures.swapaxes(1, 2))
    return np.concatenate(parts, axis=1)


def _first(result: MisplacedClasses, top: int | None) -> MisplacedWords:
    return MisplacedWords(result.overall, result.by_system).first(top)


def _tables(result: MisplacedClasses, *, top: int | None = None) -> list[Table]:
    """Return the classes misplaced most often, for all systems together and for each."""
    table = _first(result, top).table("class")
    note = misplaced_note(table, result.confidence)
    if result.left_out:
        left_out = counted(result.left_out, "translation")
        note += f"; {left_out} left out, compared with another reference than the first"
    return [replace(table, note=note)]


def _records(result: MisplacedClasses, *, top: int | None = None) -> Records:
    return _first(result, top).records("class")


# Pairs of words in the right order, by their distance in the reference.


def pair_distances(result: ScoreResult) -> Grid:
    """Count the pairs of compared words in the right order, by their distance in the reference.

    The right order is that of `kendall`: the words of a match of several words stand where its
    first word stands. Sentences are resampled as for the scores.

    Returns:
        For each system and class of distances, the number of pairs, the number in the right order,
        and their share with its interval; NaN without pairs.
    """
    counts = count_pairs(compared_words(result))
    by_system = counts.reshape(len(result.systems), -1, 2 * len(DISTANCES))
    drawn = bootstrap(by_system.astype(np.float64), ratio, **result.resampling.keywords)
    right, pairs = np.split(by_system.sum(axis=1), 2, axis=-1)
    return Grid.of(
        {"system": result.systems, "distance": DISTANCES},
        pairs=pairs,
        right=right,
        share=drawn.observed,
        low=drawn.low,
        high=drawn.high,
    )


def count_pairs(words: ComparedWords) -> Integers:
    """Count, for each translation, the right pairs of each class, then all pairs of each class.

    Words at most 16 apart have at most 15 others between them, so only such pairs are counted
    singly; distant pairs are the rest of those that `kendall` counts.
    """
    batch, classes = words.permutations, len(DISTANCES)
    rows, positions, places = words.rows, words.positions, batch.orders
    ends: Integers = np.repeat(batch.offsets[1:], batch.lengths)
    first = np.arange(len(positions))
    near = np.zeros((2, len(batch) * classes), np.int64)
    for apart in range(1, _MOST[-1] + 1):
        first = first[first + apart < ends[first]]
        distances = positions[first + apart] - positions[first]
        cells = rows[first] * classes + np.searchsorted(_MOST, distances)
        right = places[first] < places[first + apart]
        near[0] += np.bincount(cells[right], minlength=near.shape[1])
        near[1] += np.bincount(cells, minlength=near.shape[1])
    counts = near.reshape(2, len(batch), classes)
    kendall = ordering_scores(batch.values, batch.offsets, "kendall")["kendall"]
    pairs = batch.lengths * (batch.lengths - 1) // 2
    right_pairs = np.rint(np.where(pairs > 0, kendall, 0) * pairs).astype(np.int64)
    counts[..., -1] = np.stack([right_pairs, pairs]) - counts[..., :-1].sum(axis=-1)
    return counts.swapaxes(0, 1).reshape(len(batch), 2 * classes)


def distance_tables(result: ScoreResult) -> list[Table]:
    """Return the shares of pairs in the right order, a row per system and a column per class."""
    pairs = pair_distances(result)
    shares = Grid.of(pairs.axes, value=pairs["share"], low=pairs["low"], high=pairs["high"])
    table = grid_table(shares, [Column(name, digits=3) for name in DISTANCES])
    note = (
        "Share of pairs of judged words in the right order, by their distance in the reference; "
        f"{interval_note(result.confidence, ends=table.has_lopsided_intervals())}"
    )
    return [replace(table, note=note)]


def distance_records(result: ScoreResult) -> Records:
    """Return counts, shares and intervals, a row for each system and class."""
    return pair_distances(result).records()


VIEWS = {
    "distance": View(distance_tables, distance_records),
    "misplaced": View(misplaced_tables, misplaced_records),
}
