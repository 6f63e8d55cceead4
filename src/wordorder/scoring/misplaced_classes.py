"""The classes of words, such as parts of speech, that are misplaced most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, Annotated, ClassVar

import numpy as np

from wordorder.errors import Argument, InputError, UsageError, expect
from wordorder.ordering import misplacements
from wordorder.output import Records, Result, Table, View, counted, visible
from wordorder.output.codec import Count, Level
from wordorder.output.grid import Grid, Layout
from wordorder.scoring.judged_words import JudgedWords, matched_sentences
from wordorder.scoring.misplaced import (
    MISPLACED,
    MisplacedWords,
    misplaced_note,
    most_often_misplaced,
)
from wordorder.scoring.result import ScoreResult
from wordorder.statistics import bootstrap, ratio

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordorder.arrays import Floats, Integers
    from wordorder.scoring.sentences import ScoredSentences
    from wordorder.statistics import Resampling

_AT_ONCE = 64  # classes whose sentences are resampled together, to bound memory


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class MisplacedClasses(Result):
    """How often words of each class are misplaced, the most often misplaced class first.

    The figures are how often the order of a word of the class is judged, how often the word is
    outside the longest increasing subsequence, and the share misplaced, undefined if no word is
    judged, with its interval by resampling sentences.

    Attributes:
        signature: Everything that determines the figures.
        sentence_count: Number of sentences.
        left_out: Number of translations left out, as another reference than the first fits better.
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
        """The classes."""
        return {"classes": View(_tables, _records)}

    def summary(self) -> str:
        """Return a one-line summary."""
        classes = ", ".join(visible(name) for name in self.classes[:3])
        more = ", …" * (len(self.classes) > 3)
        return f"{counted(self.sentence_count, 'sentence')}; misplaced most: {classes}{more}"


def misplaced_by_class(result: ScoreResult, classes: Sequence[Sequence[str]]) -> MisplacedClasses:
    """Count how often words of each class are judged and misplaced.

    A word is misplaced if it is outside the longest increasing subsequence of the translation's
    judged words; see `misplaced_words`.

    Args:
        result: Scores with sentences, after a direct match.
        classes: The class of each word of the first reference, sentence by sentence, such as the
            universal parts of speech of its parse.

    Examples:
        >>> from wordorder import misplaced_by_class, score
        >>> result = score(["we saw it"] * 2, ["saw we it", "we saw it"], tokenize="none")
        >>> found = misplaced_by_class(result, [["PRON", "VERB", "PRON"]] * 2)
        >>> found.classes, found.overall["judged"].tolist(), found.overall["misplaced"].tolist()
        (('PRON', 'VERB'), [4, 2], [1, 0])

    Raises:
        InputError: The classes do not fit the words of the first reference.
        UsageError: The words are missing, or orders were compared through the source.
    """
    expect(result, ScoreResult, "result")
    sentences = matched_sentences(result, "the figures are about them")
    names, numbers, starts = _numbered(_checked(result, sentences, classes))
    words, compared = JudgedWords.of(sentences), sentences.compared_references().reshape(-1)
    wrong, rows = misplacements(words.permutations) != 0, words.rows
    first = compared[rows] == 0  # only the words of the first reference have classes
    known = numbers[starts[rows[first] % words.sentences] + words.targets[first]]
    shape = len(result.systems), words.sentences
    figures = _figures(rows[first], known, wrong[first], shape, len(names), result.resampling)
    judged, misplaced = figures[:2].astype(np.int64)
    chosen = most_often_misplaced(names, judged[:, -1], misplaced[:, -1])
    axes = {"word_class": [names[one] for one in chosen.tolist()], "system": result.systems}
    shares = (figure[chosen] for figure in figures[2:])
    return MisplacedClasses(
        result.signature,
        words.sentences,
        int((compared != 0).sum()),
        result.confidence,
        *MisplacedWords.of(axes, judged[chosen], misplaced[chosen], *shares),
    )


def _checked(
    result: ScoreResult, sentences: ScoredSentences, classes: Sequence[Sequence[str]]
) -> list[Sequence[str]]:
    """The classes of each sentence, which must fit the words of the first reference."""
    expect(classes, Sequence, "classes")
    if len(classes) != result.sentence_count:
        found = counted(len(classes), "sentence")
        raise InputError(Argument("classes"), f" has {found} for {result.sentence_count}")
    chosen = [classes[line - 1] for line in sentences.lines]
    for line, some, (words, *_) in zip(
        sentences.lines, chosen, sentences.references(), strict=True
    ):
        is_list = isinstance(some, Sequence) and not isinstance(some, str)
        if not (is_list and all(isinstance(one, str) for one in some)):
            raise UsageError(f"line {line}: ", Argument("classes"), " must have a list of texts")
        if len(some) != len(words):
            raise InputError(
                f"line {line}: found classes of {counted(len(some), 'word')}, but the first "
                f"reference has {len(words)}: score the words of the parses with ",
                Argument("tokenize", "none"),
            )
    return chosen


def _numbered(classes: Sequence[Sequence[str]]) -> tuple[list[str], Integers, Integers]:
    """The names, the number of each word's class, and where each sentence starts."""
    every = list(chain.from_iterable(classes))
    numbers = {name: number for number, name in enumerate(dict.fromkeys(every))}
    lengths = np.array([len(some) for some in classes], np.int64)
    found = np.array([numbers[name] for name in every], np.int64)
    return list(numbers), found, np.cumsum(lengths) - lengths


def _figures(
    rows: Integers,
    classes: Integers,
    wrong: NDArray[np.bool_],
    shape: tuple[int, int],
    count: int,
    resampling: Resampling,
) -> Floats:
    """Judged, misplaced, share, low and high, of shape (5, classes, systems + 1).

    Args:
        rows: The translation of each judged word.
        classes: The number of its class.
        wrong: Whether it is misplaced.
        shape: Numbers of systems and sentences.
        count: Number of classes.
        resampling: How to resample sentences.
    """
    parts = [np.zeros((5, 0, shape[0] + 1))]
    for start in range(0, count, _AT_ONCE):
        size = min(_AT_ONCE, count - start)
        inside = (start <= classes) & (classes < start + size)
        cells = rows[inside] * 2 * size + classes[inside] - start
        counts = np.bincount(cells[wrong[inside]], minlength=2 * size * shape[0] * shape[1])
        counts += np.bincount(cells + size, minlength=len(counts))
        by_system = counts.reshape(*shape, 2 * size).astype(np.float64)
        together = np.concatenate([by_system, by_system.sum(axis=0, keepdims=True)])
        drawn = bootstrap(together, ratio, **resampling.keywords)
        misplaced, judged = np.split(together.sum(axis=1), 2, axis=-1)
        found = np.stack([judged, misplaced, drawn.observed, drawn.low, drawn.high])
        parts.append(found.swapaxes(1, 2))
    return np.concatenate(parts, axis=1)


def _first(result: MisplacedClasses, top: int | None) -> MisplacedWords:
    return MisplacedWords(result.overall, result.by_system).first(top)


def _tables(result: MisplacedClasses, *, top: int | None = None) -> list[Table]:
    """The classes misplaced most, over all systems and for each."""
    table = _first(result, top).table("class")
    note = misplaced_note(table, result.confidence)
    if result.left_out:
        left_out = counted(result.left_out, "translation")
        note += f"; {left_out} left out, compared with another reference than the first"
    return [replace(table, note=note)]


def _records(result: MisplacedClasses, *, top: int | None = None) -> Records:
    return _first(result, top).records("class")
