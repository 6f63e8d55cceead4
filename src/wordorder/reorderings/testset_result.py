"""Test sets of a corpus, scores on them, and their views."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, ClassVar

import numpy as np
from numpy.typing import NDArray

from wordorder.errors import Argument, UsageError
from wordorder.output import Column, Estimate, Records, Result, Table, View, counted
from wordorder.output.codec import SENTENCES, Count, Level, derived
from wordorder.output.grid import ESTIMATE, Grid, Layout
from wordorder.output.views import fields, first_records, joined_records, record_view, records_of
from wordorder.output.wording import interval_name
from wordorder.reorderings.corpus import INFERRED_NOTE, is_inferred
from wordorder.reorderings.testsets import OUTSIDE, SETS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordorder.output import Cell

SCORES = {"sentences": int, **ESTIMATE}
OF_SENTENCES = {"target_length": int, "rquantity": float}
SENTENCE_TYPES: dict[str, type[str | int | float]] = {"line": int, **OF_SENTENCES, "set": str}


@dataclass(frozen=True, slots=True, eq=False)
class ReorderingSet:
    """Sentences with similar amounts of reordering.

    Attributes:
        lines: Their lines or numbers, ascending.
        rquantity: Their mean RQuantity; NaN if there are none.
        widths: Number of reorderings of each source width.
    """

    lines: NDArray[np.int64]
    rquantity: float
    widths: Mapping[int, Count]

    def __post_init__(self) -> None:
        if (self.lines < 1).any() or (np.diff(self.lines) < 0).any():
            raise ValueError("lines must be ascending numbers from 1")

    @derived
    def reorderings(self) -> int:
        """Number of reorderings in its sentences."""
        return sum(self.widths.values())


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ReorderingTestSets(Result):
    """A corpus split into sets with no, low, medium and high reordering.

    Attributes:
        sets: The four sets, by name.
        sentence_count: Number of sentence pairs in the corpus, of any length.
        left_out: Number of sentence pairs that could not be used.
        shortest: Shortest target sentence.
        longest: Longest target sentence.
        measure: Name of the scores.
        scores: Mean scores of systems by set, and over all sets, with the number of sentences.
        confidence: Confidence level of the intervals of scores.
        signature: Everything that determines the sets.
        sentences: Target length and RQuantity of every sentence pair; None if the result was
            loaded without them.
    """

    SCHEMA: ClassVar[str] = "reorderings-testset/3"

    sets: Mapping[str, ReorderingSet]
    sentence_count: Count
    left_out: Count
    shortest: Count
    longest: Count
    measure: str
    scores: Annotated[Grid, Layout("system", "set", columns=SCORES)]
    confidence: Level
    signature: str
    sentences: Annotated[Grid, Layout("line", columns=OF_SENTENCES)] | None = field(
        default=None, metadata=SENTENCES
    )

    def __post_init__(self) -> None:
        if tuple(self.sets) != SETS:
            raise ValueError(f"expected the sets {', '.join(SETS)}")

    @property
    def systems(self) -> tuple[str, ...]:
        """The names of the systems that have scores."""
        return self.scores.names("system")

    @derived
    def lengths_inferred(self) -> bool:
        """Whether target lengths are only inferred from the links, according to the signature."""
        return is_inferred(self.signature)

    @classmethod
    def views(cls) -> Mapping[str, View]:
        """Sets with their scores, scores, sentences."""
        return _VIEWS

    def all_sentences(self) -> Grid:
        """Return every sentence pair.

        Raises:
            UsageError: The result was loaded without them.
        """
        if self.sentences is None:
            raise UsageError(
                "this result has no single sentences: save it with ", Argument("sentences", "True")
            )
        return self.sentences

    def line_labels(self) -> list[str]:
        """Return the set of each line; all others, left-out lines included, are `outside`."""
        last = [int(one.lines.max(initial=0)) for one in self.sets.values()]
        return self.labels_of(range(1, max(self.sentence_count + self.left_out, *last) + 1))

    def labels_of(self, lines: Iterable[int]) -> list[str]:
        """Return the sets of some lines; those in no set are `outside`."""
        known = {line: name for name, one in self.sets.items() for line in one.lines.tolist()}
        return [known.get(line, OUTSIDE) for line in lines]

    def summary(self) -> str:
        """Return a one-line summary."""
        sizes = ", ".join(f"{name} {len(one.lines):,}" for name, one in self.sets.items())
        return f"{sizes} of {counted(self.sentence_count, 'sentence pair')}"


def _set_tables(result: ReorderingTestSets) -> list[Table]:
    """The paper's Table 1; and the scores, if any."""
    sets = result.sets.values()
    columns = [Column("", "left"), *(Column(name, digits=2) for name in SETS)]
    rows: list[list[Cell]] = [
        ["average RQuantity", *(one.rquantity for one in sets)],
        ["sentences", *(len(one.lines) for one in sets)],
        ["reorderings", *(one.reorderings for one in sets)],
    ]
    chosen = sum(len(one.lines) for one in sets)
    words = f"{result.shortest} to {result.longest} target words"
    note = f"{chosen:,} of {counted(result.sentence_count, 'sentence pair')} with {words}"
    if result.lengths_inferred:
        note += f"\n{INFERRED_NOTE}"
    scores = _score_tables(result) if result.systems else []
    return [Table(columns, rows, note=note), *scores]


def _set_records(result: ReorderingTestSets) -> Records:
    columns = [
        *fields(str, "set"),
        *fields(int, "sentences", "reorderings"),
        *fields(float, "rquantity"),
    ]
    rows = (
        (name, len(one.lines), one.reorderings, one.rquantity) for name, one in result.sets.items()
    )
    return records_of(columns, rows)


def _score_tables(result: ReorderingTestSets, *, top: int | None = None) -> list[Table]:
    columns = [
        Column("system", "left"),
        Column("set", "left"),
        Column("sentences"),
        Column(result.measure, digits=3),
        Column(interval_name(result.confidence), "left", joined=True),
    ]
    rows = [
        (*row, value, Estimate(value, low, high).interval)
        for *row, value, low, high in result.scores.records().rows()
    ]
    return [Table(columns, rows[:top])]


def _score_records(result: ReorderingTestSets, *, top: int | None = None) -> Records:
    scores = result.scores
    measure = ("measure", str, [result.measure] * scores["value"].size)
    return first_records(scores.records(measure), top)


def _sentence_records(result: ReorderingTestSets, *, top: int | None = None) -> Records:
    found = result.all_sentences().first("line", top)
    labels = result.labels_of(found.lines)
    return joined_records(found.records(), Records({"set": str}, {"set": labels}))


def _sentence_lines(result: ReorderingTestSets, *, top: int | None = None) -> tuple[int, ...]:
    return result.all_sentences().lines[:top]


_VIEWS = {
    "sets": View(_set_tables, _set_records),
    "scores": View(_score_tables, _score_records),
    "sentences": record_view(_sentence_records, lines=_sentence_lines),
}
