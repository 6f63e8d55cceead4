"""The classes of words, such as parts of speech, that are misplaced most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from wordorder.errors import Argument, InputError, UsageError, expect
from wordorder.ordering import misplacements
from wordorder.output import (
    Column,
    Estimate,
    Records,
    Result,
    Table,
    View,
    counted,
    interval_note,
    visible,
)
from wordorder.output.documents import read_count, read_figure, read_number, read_text
from wordorder.scoring.judged_words import JudgedWords, matched_sentences
from wordorder.scoring.misplaced import most_often_misplaced
from wordorder.scoring.result import ScoreResult
from wordorder.statistics import bootstrap, ratio

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from typing import Self

    from numpy.typing import NDArray

    from wordorder.arrays import Floats, Integers
    from wordorder.output import Cell
    from wordorder.scoring.sentences import ScoredSentences
    from wordorder.statistics import Resampling

_COUNTS, _FIGURES = ("judged", "misplaced"), ("share", "low", "high")
_AT_ONCE = 64  # classes whose sentences are resampled together, to bound memory


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class MisplacedClasses(Result):
    """How often words of each class are misplaced, the most often misplaced class first.

    Arrays have the shape (classes, systems + 1); the last column is that of all systems together.

    Attributes:
        signature: Everything that determines the figures.
        systems: Names of the systems.
        classes: Names of the classes.
        judged: How often the order of a word of each class is judged.
        misplaced: How often it is outside the longest increasing subsequence.
        share: The share misplaced; NaN if no word is judged.
        low: Lower ends of its intervals, by resampling sentences.
        high: Upper ends.
        confidence: Confidence level of the intervals.
        sentence_count: Number of sentences.
        left_out: Number of translations left out, as another reference than the first fits better.
    """

    SCHEMA: ClassVar[str] = "misplaced-classes/1"

    signature: str
    systems: tuple[str, ...]
    classes: tuple[str, ...]
    judged: Integers
    misplaced: Integers
    share: Floats
    low: Floats
    high: Floats
    confidence: float
    sentence_count: int
    left_out: int

    @classmethod
    def views(cls) -> Mapping[str, View]:
        """The classes."""
        return {"classes": View(_tables, _records)}

    def content(self, *, sentences: bool | Collection[int] = False) -> dict[str, Any]:
        """Return the content of the document; there are no single sentences."""
        del sentences
        return {
            "sentence_count": self.sentence_count,
            "left_out": self.left_out,
            "confidence": self.confidence,
            "systems": list(self.systems),
            "classes": [
                {
                    "name": name,
                    "all": self._entry(place, -1),
                    "systems": [
                        {"name": system, **self._entry(place, column)}
                        for column, system in enumerate(self.systems)
                    ],
                }
                for place, name in enumerate(self.classes)
            ],
        }

    def _entry(self, place: int, column: int) -> dict[str, Any]:
        counts = {name: int(getattr(self, name)[place, column]) for name in _COUNTS}
        return counts | {name: float(getattr(self, name)[place, column]) for name in _FIGURES}

    @classmethod
    def from_content(cls, content: Mapping[str, Any]) -> Self:
        """Build the result from the content of its document."""
        systems = tuple(read_text(name) for name in content["systems"])
        rows = [[*entry["systems"], entry["all"]] for entry in content["classes"]]
        for row in rows:
            if [one["name"] for one in row[:-1]] != list(systems):
                raise ValueError("the systems of a class differ from those of the result")
        shape = len(rows), len(systems) + 1
        judged, misplaced, share, low, high = (
            np.array([[read_figure(one[name]) for one in row] for row in rows]).reshape(shape)
            for name in (*_COUNTS, *_FIGURES)
        )
        return cls(
            signature=read_text(content["signature"]),
            systems=systems,
            classes=tuple(read_text(entry["name"]) for entry in content["classes"]),
            confidence=read_number(content["confidence"]),
            sentence_count=read_count(content["sentence_count"]),
            left_out=read_count(content["left_out"]),
            judged=_whole(judged),
            misplaced=_whole(misplaced),
            share=share,
            low=low,
            high=high,
        )

    def summary(self) -> str:
        """Return a one-line summary."""
        classes = ", ".join(visible(name) for name in self.classes[:3])
        more = ", …" * (len(self.classes) > 3)
        return f"{counted(self.sentence_count, 'sentence')}; misplaced most: {classes}{more}"


def _whole(counts: Floats) -> Integers:
    if not (np.isfinite(counts).all() and (counts >= 0).all() and (counts % 1 == 0).all()):
        raise ValueError("judged and misplaced must be counts")
    return counts.astype(np.int64)


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
        >>> found.classes, found.judged[:, 0].tolist(), found.misplaced[:, 0].tolist()
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
    share, low, high = figures[2:]
    chosen = most_often_misplaced(names, judged[:, -1], misplaced[:, -1])
    return MisplacedClasses(
        result.signature,
        result.systems,
        tuple(names[number] for number in chosen.tolist()),
        judged[chosen],
        misplaced[chosen],
        share[chosen],
        low[chosen],
        high[chosen],
        result.confidence,
        words.sentences,
        int((compared != 0).sum()),
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


def _tables(result: MisplacedClasses, *, top: int | None = None) -> list[Table]:
    """The classes misplaced most, over all systems and for each."""
    columns = [Column("class", "left"), Column("judged"), Column("misplaced")]
    columns += [Column(name, digits=3) for name in ("share", *result.systems)]
    order = [-1, *range(len(result.systems))]
    rows: list[list[Cell]] = [
        [
            name,
            *(int(getattr(result, count)[place, -1]) for count in _COUNTS),
            *(
                Estimate(*(float(getattr(result, figure)[place, one]) for figure in _FIGURES))
                for one in order
            ),
        ]
        for place, name in enumerate(result.classes[:top])
    ]
    table = Table(columns, rows)
    note = (
        "Misplaced: outside the longest sequence of judged words in the right order; share of all "
        f"judged; {interval_note(result.confidence, ends=table.has_lopsided_intervals())}"
    )
    if result.left_out:
        left_out = counted(result.left_out, "translation")
        note += f"; {left_out} left out, compared with another reference than the first"
    return [replace(table, note=note)]


def _records(result: MisplacedClasses, *, top: int | None = None) -> Records:
    """A row for each class and system; first comes one without a system, for all of them."""
    classes, systems = result.classes[:top], (None, *result.systems)
    columns: dict[str, Sequence[Cell]] = {
        "class": [name for name in classes for _ in systems],
        "system": list(systems) * len(classes),
        **{
            name: np.roll(getattr(result, name)[:top], 1, axis=1).reshape(-1).tolist()
            for name in (*_COUNTS, *_FIGURES)
        },
    }
    types: dict[str, type] = {"class": str, "system": str, **dict.fromkeys(_COUNTS, int)}
    return Records({name: types.get(name, float) for name in columns}, columns)
