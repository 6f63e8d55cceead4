"""Test sets of a corpus: sentences, figures, and their document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from wordorder.errors import UsageError
from wordorder.output import Estimate, Result, counted
from wordorder.output.documents import (
    estimate_content,
    figure_content,
    read_bool,
    read_count,
    read_estimate,
    read_figure,
    read_number,
    read_text,
)
from wordorder.reorderings.corpus import is_inferred
from wordorder.reorderings.testsets import OUTSIDE, SETS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from typing import Self

    from numpy.typing import NDArray

    from wordorder.arrays import IntArray
    from wordorder.output import View

    Document = Mapping[str, Any]


class SetScore(NamedTuple):
    """The mean score of a system's sentences in one set, with its interval."""

    system: str
    set: str
    measure: str
    sentence_count: int
    estimate: Estimate


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
    widths: Mapping[int, int]

    @property
    def reorderings(self) -> int:
        """Number of reorderings in its sentences."""
        return sum(self.widths.values())


@dataclass(frozen=True, slots=True, eq=False)
class SetSentences:
    """Every sentence pair of the corpus, as columns.

    Attributes:
        lines: Lines or numbers.
        target_lengths: Numbers of target words.
        rquantity: Amounts of reordering.
        labels: Names of their sets, or "outside".
    """

    lines: NDArray[np.int64]
    target_lengths: IntArray
    rquantity: NDArray[np.float64]
    labels: tuple[str, ...]

    def rows(self) -> list[tuple[int, int, float, str]]:
        """Return line, target length, RQuantity and set of each."""
        columns = (column.tolist() for column in (self.lines, self.target_lengths, self.rquantity))
        return list(zip(*columns, self.labels, strict=True))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ReorderingTestSets(Result):
    """A corpus split into sets with no, low, medium and high reordering.

    Attributes:
        sets: The four sets, by name.
        sentence_count: Number of sentence pairs in the corpus, of any length.
        left_out: Number of sentence pairs that could not be used.
        shortest: Shortest target sentence.
        longest: Longest target sentence.
        scores: Mean scores of systems by set, if any.
        confidence: Confidence level of the intervals of scores.
        signature: Everything that determines the sets.
        sentences: Every sentence pair; None if the result was loaded without them.
    """

    SCHEMA: ClassVar[str] = "reorderings-testset/2"

    sets: Mapping[str, ReorderingSet]
    sentence_count: int
    left_out: int
    shortest: int
    longest: int
    scores: tuple[SetScore, ...]
    confidence: float
    signature: str
    sentences: SetSentences | None = None

    @property
    def lengths_inferred(self) -> bool:
        """Whether target lengths are only inferred from the links, according to the signature."""
        return is_inferred(self.signature)

    @classmethod
    def views(cls) -> Mapping[str, View]:
        """Sets with their scores, scores, sentences."""
        from wordorder.reorderings.testset_views import VIEWS

        return VIEWS

    def all_sentences(self) -> SetSentences:
        """Return every sentence pair.

        Raises:
            UsageError: The result was loaded without them.
        """
        if self.sentences is None:
            raise UsageError("this result has no single sentences: save it with sentences=True")
        return self.sentences

    def line_labels(self) -> list[str]:
        """Return the set of each line; all others, left-out lines included, are `outside`."""
        lines = [line for one in self.sets.values() for line in one.lines.tolist()]
        labels = [OUTSIDE] * max([self.sentence_count + self.left_out, *lines])
        for name, one in self.sets.items():
            for line in one.lines.tolist():
                labels[line - 1] = name
        return labels

    def summary(self) -> str:
        """Return a one-line summary."""
        sizes = ", ".join(f"{name} {len(one.lines):,}" for name, one in self.sets.items())
        return f"{sizes} of {counted(self.sentence_count, 'sentence pair')}"

    def content(self, *, sentences: bool | Collection[int] = False) -> dict[str, Any]:
        """See docs/schemas/reorderings-testset.schema.json."""
        content = {
            "sentence_count": self.sentence_count,
            "left_out": self.left_out,
            "shortest": self.shortest,
            "longest": self.longest,
            "confidence": self.confidence,
            "lengths_inferred": self.lengths_inferred,
            "sets": [_set_content(name, one) for name, one in self.sets.items()],
            "scores": [_score_content(one) for one in self.scores],
        }
        if sentences and self.sentences is not None:
            content["sentences"] = _sentences_content(self.sentences, sentences)
        return content

    @classmethod
    def from_content(cls, content: Document) -> Self:
        """Build the result from the content of its document."""
        signed = read_text(content["signature"])
        if read_bool(content["lengths_inferred"]) != is_inferred(signed):
            raise ValueError("signature and lengths_inferred contradict each other")
        found = {read_text(one["name"]): one for one in content["sets"]}
        rows = content.get("sentences")
        return cls(
            sets={name: _read_set(found[name]) for name in SETS},
            sentence_count=read_count(content["sentence_count"]),
            left_out=read_count(content["left_out"]),
            shortest=read_count(content["shortest"]),
            longest=read_count(content["longest"]),
            scores=tuple(map(_read_score, content["scores"])),
            confidence=read_number(content["confidence"]),
            signature=signed,
            sentences=None if rows is None else _read_sentences(rows),
        )


def _set_content(name: str, one: ReorderingSet) -> dict[str, Any]:
    return {
        "name": name,
        "rquantity": figure_content(one.rquantity),
        "sentence_count": len(one.lines),
        "reorderings": one.reorderings,
        "widths": [{"width": width, "count": count} for width, count in one.widths.items()],
        "lines": one.lines.tolist(),
    }


def _read_set(content: Document) -> ReorderingSet:
    return ReorderingSet(
        np.array([read_count(line) for line in content["lines"]], np.int64),
        read_figure(content["rquantity"]),
        {read_count(one["width"]): read_count(one["count"]) for one in content["widths"]},
    )


def _score_content(one: SetScore) -> dict[str, Any]:
    return {
        "system": one.system,
        "set": one.set,
        "measure": one.measure,
        "sentence_count": one.sentence_count,
        **estimate_content(one.estimate),
    }


def _read_score(content: Document) -> SetScore:
    return SetScore(
        read_text(content["system"]),
        read_text(content["set"]),
        read_text(content["measure"]),
        read_count(content["sentence_count"]),
        read_estimate(content),
    )


def _sentences_content(
    sentences: SetSentences, kept: bool | Collection[int]
) -> list[dict[str, object]]:
    return [
        {"line": line, "target_length": length, "rquantity": rquantity, "set": label}
        for line, length, rquantity, label in sentences.rows()
        if kept is True or line in (kept or ())
    ]


def _read_sentences(content: Iterable[Document]) -> SetSentences:
    rows: Sequence[Document] = list(content)
    return SetSentences(
        np.array([read_count(row["line"]) for row in rows], np.int64),
        np.array([read_count(row["target_length"]) for row in rows], np.int32),
        np.array([read_figure(row["rquantity"]) for row in rows], np.float64),
        tuple(read_text(row["set"]) for row in rows),
    )
