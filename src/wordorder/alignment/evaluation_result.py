"""The result of an alignment evaluation, and its views."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING, Any, ClassVar, Literal, get_args

import numpy as np

from wordorder.errors import Argument, UsageError
from wordorder.output import Column, Estimate, Records, Result, Table, View, counted, interval_name
from wordorder.output.documents import read_count, read_estimate, read_number, read_text
from wordorder.output.row_views import table_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from typing import Self

    from numpy.typing import NDArray

    from wordorder.output import Cell

AlignmentMeasure = Literal["precision", "recall", "f1", "aer"]
ALIGNMENT_MEASURES: tuple[AlignmentMeasure, ...] = get_args(AlignmentMeasure)

COUNTS = ("predicted", "sure", "predicted_sure", "predicted_gold")
"""|A|, |S|, |A ∩ S| and |A ∩ P|."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AlignmentEvaluation(Result):
    """The four measures of each system over all sentence pairs, with confidence intervals.

    Attributes:
        signature: The settings, for a paper or a log.
        sentence_count: The number of sentence pairs.
        confidence: The confidence level of the intervals.
        systems: The names of the systems.
        totals: For each system the predicted links |A|, the sure gold links |S|, and the predicted
            links that are sure |A ∩ S| or in the gold at all |A ∩ P|.
        estimates: For each system and each of `ALIGNMENT_MEASURES` the value and the ends of its
            interval; NaN if undefined.
        lines: The lines of the sentence pairs in `counts`.
        counts: The same as `totals`, for each system and each of these sentence pairs; None if not
            kept.
    """

    SCHEMA: ClassVar[str] = "align-evaluation/2"

    signature: str
    sentence_count: int
    confidence: float
    systems: tuple[str, ...]
    totals: NDArray[np.int64]
    estimates: NDArray[np.float64]
    lines: NDArray[np.int64] | None = None
    counts: NDArray[np.int64] | None = None

    def value(self, system: str, measure: AlignmentMeasure) -> float:
        """Return one measure of a system; NaN if undefined."""
        return self.estimate(system, measure).value

    def interval(self, system: str, measure: AlignmentMeasure) -> tuple[float, float]:
        """Return the ends of the interval of one measure."""
        return self.estimate(system, measure)[1:]

    def estimate(self, system: str, measure: AlignmentMeasure) -> Estimate:
        """Return one measure of a system with its interval."""
        if system not in self.systems:
            raise UsageError.unknown("system", system, self.systems)
        if measure not in ALIGNMENT_MEASURES:
            raise UsageError.unknown("measure", measure, ALIGNMENT_MEASURES)
        place = self.systems.index(system), ALIGNMENT_MEASURES.index(measure)
        return Estimate(*self.estimates[place].tolist())

    @classmethod
    def views(cls) -> Mapping[str, View]:
        """Offer the measures, and the counts for each sentence pair."""
        return {
            "measures": View(_measure_tables, _measure_records),
            "sentences": View(_sentence_tables, _sentence_records, lines=_sentence_lines),
        }

    def summary(self) -> str:
        """Return one line with the lowest error rate."""
        what = f"{counted(len(self.systems), 'system')}, "
        what += counted(self.sentence_count, "sentence pair")
        rates = {name: self.value(name, "aer") for name in self.systems}
        known = {name: rate for name, rate in rates.items() if not isnan(rate)}
        if not known:
            return f"{what}, without links"
        best = min(known, key=known.__getitem__)
        return f"{what}, lowest aer {known[best]:.3f} ({best})"

    def content(self, *, sentences: bool | Collection[int] = False) -> dict[str, Any]:
        """The document's content apart from schema and signature."""
        made: dict[str, Any] = {
            "sentence_count": self.sentence_count,
            "confidence": self.confidence,
            "systems": [
                {
                    "name": name,
                    **dict(zip(COUNTS, totals, strict=True)),
                    **{m: self.estimate(name, m)._asdict() for m in ALIGNMENT_MEASURES},
                }
                for name, totals in zip(self.systems, self.totals.tolist(), strict=True)
            ],
        }
        if sentences:
            made["sentences"] = self._sentences(sentences)
        return made

    def _sentences(self, wanted: bool | Collection[int]) -> list[dict[str, Any]]:
        lines, counts = self.kept_sentences()
        return [
            {
                "line": line,
                "systems": [
                    {"name": name, **dict(zip(COUNTS, row, strict=True))}
                    for name, row in zip(self.systems, rows, strict=True)
                ],
            }
            for line, rows in zip(lines.tolist(), counts.swapaxes(0, 1).tolist(), strict=True)
            if wanted is True or (not isinstance(wanted, bool) and line in wanted)
        ]

    def kept_sentences(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return lines and counts.

        Raises:
            UsageError: The result was loaded from a document without them.
        """
        if self.lines is None or self.counts is None:
            raise UsageError(
                "this evaluation has no sentence-level counts: its document was saved without ",
                Argument("sentences", "True"),
            )
        return self.lines, self.counts

    @classmethod
    def from_content(cls, content: Mapping[str, Any]) -> Self:
        """Build the result from its document."""
        systems = content["systems"]
        names = tuple(read_text(system["name"]) for system in systems)
        if not names or len(set(names)) < len(names):
            raise ValueError("expected at least one system, each with a unique name")
        estimates = [
            [read_estimate(system[measure]) for measure in ALIGNMENT_MEASURES] for system in systems
        ]
        lines, counts = _sentences_of(content.get("sentences"), names)
        return cls(
            signature=read_text(content["signature"]),
            sentence_count=read_count(content["sentence_count"]),
            confidence=read_number(content["confidence"]),
            systems=names,
            totals=_counts_of(systems).reshape(len(names), len(COUNTS)),
            estimates=np.array(estimates),
            lines=lines,
            counts=counts,
        )


def _counts_of(members: Sequence[Mapping[str, Any]]) -> NDArray[np.int64]:
    return np.array([read_count(member[name]) for member in members for name in COUNTS], np.int64)


def _sentences_of(
    sentences: Sequence[Mapping[str, Any]] | None, names: tuple[str, ...]
) -> tuple[NDArray[np.int64] | None, NDArray[np.int64] | None]:
    if sentences is None:
        return None, None
    for sentence in sentences:
        if tuple(system["name"] for system in sentence["systems"]) != names:
            raise ValueError("the systems of a sentence differ from those of the document")
    lines = np.array([read_count(sentence["line"]) for sentence in sentences], np.int64)
    together = _counts_of([system for sentence in sentences for system in sentence["systems"]])
    counts = together.reshape(len(lines), len(names), len(COUNTS)).swapaxes(0, 1)
    return lines, np.ascontiguousarray(counts)


def _measure_tables(result: AlignmentEvaluation, *, top: int | None = None) -> list[Table]:
    columns = [Column("system", "left")]
    for measure in ALIGNMENT_MEASURES:
        best: Literal["high", "low"] = "low" if measure == "aer" else "high"
        columns.append(Column(measure, digits=3, best=best))
        columns.append(Column(interval_name(result.confidence), "left", joined=True))
    rows = []
    for name in result.systems[:top]:
        cells: list[Cell] = [name]
        for measure in ALIGNMENT_MEASURES:
            estimate = result.estimate(name, measure)
            cells += [estimate.value, estimate.interval]
        rows.append(cells)
    pairs = counted(result.sentence_count, "sentence pair")
    note = f"{pairs}, {counted(int(result.totals[0, 1]), 'sure gold link')}"
    return [Table(columns, rows, note=note)]


def _measure_records(result: AlignmentEvaluation, *, top: int | None = None) -> Records:
    columns: dict[str, Any] = {"system": list(result.systems[:top])}
    for number, measure in enumerate(ALIGNMENT_MEASURES):
        for end, name in enumerate((measure, f"{measure}_low", f"{measure}_high")):
            columns[name] = result.estimates[:top, number, end]
    return Records({"system": str, **dict.fromkeys(list(columns)[1:], float)}, columns)


def _sentence_lines(result: AlignmentEvaluation, *, top: int | None = None) -> list[int]:
    return [int(line) for line in result.kept_sentences()[0][:top]]


def _sentence_records(result: AlignmentEvaluation, *, top: int | None = None) -> Records:
    lines, counts = result.kept_sentences()
    lines, counts = lines[:top], counts[:, :top]
    columns: dict[str, Any] = {
        "system": [name for name in result.systems for _ in lines],
        "line": np.tile(lines, len(result.systems)),
    }
    for number, name in enumerate(COUNTS):
        columns[name] = counts[:, :, number].ravel()
    return Records({"system": str, **dict.fromkeys(list(columns)[1:], int)}, columns)


def _sentence_tables(result: AlignmentEvaluation, *, top: int | None = None) -> list[Table]:
    return [table_of(_sentence_records(result, top=top))]
