"""The result of an alignment evaluation, and its views."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isnan
from typing import Annotated, ClassVar, Literal, get_args

from wordorder.errors import Argument, UsageError
from wordorder.output import Estimate, Records, Result, Table, View, counted
from wordorder.output.codec import SENTENCES, Count, Level
from wordorder.output.grid import ESTIMATE, Grid, Layout
from wordorder.output.views import record_view, side_by_side

AlignmentMeasure = Literal["precision", "recall", "f1", "aer"]
ALIGNMENT_MEASURES: tuple[AlignmentMeasure, ...] = get_args(AlignmentMeasure)

COUNTS = {"predicted": int, "sure": int, "predicted_sure": int, "predicted_gold": int}
"""|A|, |S|, |A ∩ S| and |A ∩ P|."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AlignmentEvaluation(Result):
    """The four measures of each system over all sentence pairs, with confidence intervals.

    Attributes:
        signature: The settings, for a paper or a log.
        sentence_count: The number of sentence pairs.
        confidence: The confidence level of the intervals.
        totals: For each system the predicted links |A|, the sure gold links |S|, and the predicted
            links that are sure |A ∩ S| or in the gold at all |A ∩ P|.
        estimates: The measures of each system with their intervals; NaN if undefined.
        sentences: The same as `totals`, for each system and sentence pair; None if the result was
            loaded without them.
    """

    SCHEMA: ClassVar[str] = "align-evaluation/3"

    signature: str
    sentence_count: Count
    confidence: Level
    totals: Annotated[Grid, Layout("system", columns=COUNTS)]
    estimates: Annotated[Grid, Layout("system", "measure", columns=ESTIMATE)]
    sentences: Annotated[Grid, Layout("system", "line", columns=COUNTS)] | None = field(
        default=None, metadata=SENTENCES
    )

    def __post_init__(self) -> None:
        if not self.systems or self.estimates.axes["measure"] != ALIGNMENT_MEASURES:
            raise ValueError("expected at least one system, and all measures")
        for grid in (self.totals, self.sentences):
            if grid is not None and grid.axes["system"] != self.systems:
                raise ValueError("the systems differ from those of the estimates")

    @property
    def systems(self) -> tuple[str, ...]:
        """The names of the systems."""
        return self.estimates.names("system")

    def value(self, system: str, measure: AlignmentMeasure) -> float:
        """Return one measure of a system; NaN if undefined."""
        return self.estimates.figure(system=system, measure=measure)

    def interval(self, system: str, measure: AlignmentMeasure) -> tuple[float, float]:
        """Return the ends of the interval of one measure."""
        return self.estimate(system, measure)[1:]

    def estimate(self, system: str, measure: AlignmentMeasure) -> Estimate:
        """Return one measure of a system with its interval."""
        return self.estimates.estimate(system=system, measure=measure)

    @classmethod
    def views(cls) -> Mapping[str, View]:
        """Offer the measures, and the counts for each sentence pair."""
        return {
            "measures": View(_measure_tables, _measure_records),
            "sentences": record_view(_sentence_records, lines=_sentence_lines),
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

    def kept_sentences(self) -> Grid:
        """Return the counts of sentence pairs.

        Raises:
            UsageError: The result was loaded from a document without them.
        """
        if self.sentences is None:
            raise UsageError(
                "this evaluation has no sentence-level counts: its document was saved without ",
                Argument("sentences", "True"),
            )
        return self.sentences


def _measure_tables(result: AlignmentEvaluation, *, top: int | None = None) -> list[Table]:
    measures: dict[str, dict[str, Estimate]] = {
        measure: {name: result.estimate(name, measure) for name in result.systems[:top]}
        for measure in ALIGNMENT_MEASURES
    }
    pairs = counted(result.sentence_count, "sentence pair")
    sure = int(result.totals.figure("sure", system=result.systems[0]))
    return [
        side_by_side(
            measures,
            result.confidence,
            head="system",
            best={name: "low" if name == "aer" else "high" for name in measures},
            note=f"{pairs}, {counted(sure, 'sure gold link')}",
        )
    ]


def _measure_records(result: AlignmentEvaluation, *, top: int | None = None) -> Records:
    return result.estimates.first("system", top).wide("measure")


def _sentence_lines(result: AlignmentEvaluation, *, top: int | None = None) -> tuple[int, ...]:
    return result.kept_sentences().lines[:top]


def _sentence_records(result: AlignmentEvaluation, *, top: int | None = None) -> Records:
    return result.kept_sentences().first("line", top).records()
