"""Results on retained reorderings, and their document."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from wordorder.errors import UsageError
from wordorder.output import Estimate, Result, counted, visible
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
from wordorder.reorderings.batch import WIDTH_CLASSES
from wordorder.reorderings.corpus import is_inferred
from wordorder.reorderings.judging import FATES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from typing import Self

    from numpy.typing import NDArray

    from wordorder.arrays import Floats
    from wordorder.output import View

    Document = Mapping[str, Any]

WIDEST_APART = 20
"""Wider reorderings are judged together."""
WIDTHS = (*map(str, range(2, WIDEST_APART + 1)), f">{WIDEST_APART}")

RETAINED = ("retained", *(f"retained_{name}" for name in WIDTH_CLASSES))
ORDER_BIAS = ("order_bias", *(f"order_bias_{name}" for name in WIDTH_CLASSES))
RETENTION_MEASURES = (*RETAINED, *ORDER_BIAS)
"""Shares of the reference's reorderings that are retained; and order bias: the RQuantity, and the
reorderings of each width class, of a system divided by those of the reference. Below 1, it stays
closer to the source order than the reference does."""

_TESTED = ("value", "p", "p_holm")


class Judged(NamedTuple):
    """The numbers of retained and of judged reorderings."""

    retained: int
    judged: int

    @property
    def share(self) -> float:
        """The share retained; NaN if none could be judged."""
        return self.retained / self.judged if self.judged else float("nan")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RetentionResult(Result):
    """The reorderings of a reference that systems retain.

    Attributes:
        systems: Names of the systems.
        sentence_count: Number of sentence pairs.
        left_out: Number of sentence pairs that could not be used.
        reorderings: Number of reorderings in the reference.
        value: The measures, of shape (systems, measures); `RETENTION_MEASURES` names them.
        low: Lower ends of their intervals.
        high: Upper ends.
        widths: Share retained by source width (value, low and high), of shape (3, systems, widths).
        judged_widths: Numbers retained and judged by source width, of shape (systems, widths, 2).
        labels: For each label of block A, the numbers retained and judged of each system.
        fates: For each system, the number of reorderings with each outcome.
        pairs: Indices of each pair of systems.
        difference: Second minus first system, in each measure.
        p_value: Two-sided p-value of the difference.
        p_holm: The p-value corrected for the number of pairs.
        holm: Whether tables show the corrected p-values.
        confidence: Confidence level of the intervals.
        signature: Everything that determines the figures.
        sets: The same figures for each set of sentences, if sets were given.
    """

    SCHEMA: ClassVar[str] = "reorderings-retained/2"

    systems: tuple[str, ...]
    sentence_count: int
    left_out: int
    reorderings: int
    value: Floats
    low: Floats
    high: Floats
    widths: Floats
    judged_widths: NDArray[np.int64]
    labels: Mapping[str, tuple[Judged, ...]]
    fates: tuple[Mapping[str, int], ...]
    pairs: NDArray[np.int64]
    difference: Floats
    p_value: Floats
    p_holm: Floats
    holm: bool
    confidence: float
    signature: str
    sets: Mapping[str, RetentionResult] = field(default_factory=dict)

    def estimate(self, system: str, measure: str = "retained") -> Estimate:
        """Return a measure of a system, and the ends of its interval.

        Raises:
            UsageError: There is no such system or measure.
        """
        for kind, name, known in (
            ("system", system, self.systems),
            ("measure", measure, RETENTION_MEASURES),
        ):
            if name not in known:
                raise UsageError.unknown(kind, name, known)
        place = self.systems.index(system), RETENTION_MEASURES.index(measure)
        return Estimate(*(float(ends[place]) for ends in (self.value, self.low, self.high)))

    @property
    def with_trees(self) -> bool:
        """Whether there were syntax trees, according to the signature."""
        return "trees:none" not in self.signature.split("|")

    @property
    def lengths_inferred(self) -> bool:
        """Whether target lengths are only inferred from the links, according to the signature."""
        return is_inferred(self.signature)

    @classmethod
    def views(cls) -> Mapping[str, View]:
        """The measures; and retention by width and label, outcomes, pairs."""
        from wordorder.reorderings.retention_views import VIEWS

        return VIEWS

    def summary(self) -> str:
        """Return a one-line summary."""
        kept = ", ".join(
            f"{visible(name)} {self.estimate(name).value:.3f}" for name in self.systems
        )
        return f"{counted(self.sentence_count, 'sentence')}, retained {kept}"

    def content(self, *, sentences: bool | Collection[int] = False) -> dict[str, Any]:
        """See docs/schemas/reorderings-retained.schema.json; without single sentences."""
        del sentences
        return {
            "left_out": self.left_out,
            "confidence": self.confidence,
            "holm": self.holm,
            "lengths_inferred": self.lengths_inferred,
            **self._counted_content(),
            "sets": [{"name": name, **one._counted_content()} for name, one in self.sets.items()],
        }

    def _counted_content(self) -> dict[str, Any]:
        """The content of a document for all sentences, or for one set."""
        return {
            "sentence_count": self.sentence_count,
            "reorderings": self.reorderings,
            "systems": [self._system_content(number) for number in range(len(self.systems))],
            "pairs": [
                {
                    "first": self.systems[a],
                    "second": self.systems[b],
                    "differences": self._differences_content(pair),
                }
                for pair, (a, b) in enumerate(self.pairs.tolist())
            ],
        }

    def _system_content(self, number: int) -> dict[str, Any]:
        name = self.systems[number]
        return {
            "name": name,
            "measures": {
                measure: estimate_content(self.estimate(name, measure))
                for measure in RETENTION_MEASURES
            },
            "fates": dict(self.fates[number]),
            "widths": [
                {
                    "width": width,
                    "retained": int(self.judged_widths[number, column, 0]),
                    "judged": int(self.judged_widths[number, column, 1]),
                    **estimate_content(Estimate(*self.widths[:, number, column].tolist())),
                }
                for column, width in enumerate(WIDTHS)
            ],
            "labels": [
                {"label": label, **judged[number]._asdict()}
                for label, judged in self.labels.items()
            ],
        }

    def _differences_content(self, pair: int) -> dict[str, Any]:
        tested = (self.difference, self.p_value, self.p_holm)
        return {
            measure: {
                name: figure_content(figures[pair, column])
                for name, figures in zip(_TESTED, tested, strict=True)
            }
            for column, measure in enumerate(RETENTION_MEASURES)
        }

    @classmethod
    def from_content(cls, content: Document) -> Self:
        """Build the result from the content of its document."""
        signed = read_text(content["signature"])
        if read_bool(content["lengths_inferred"]) != is_inferred(signed):
            raise ValueError("signature and lengths_inferred contradict each other")
        systems, pairs = content["systems"], content["pairs"]
        names = [read_text(one["name"]) for one in systems]
        measures = _array([_read_measures(one["measures"]) for one in systems], 3)
        widths = _array([_read_widths(one["widths"]) for one in systems], 3)
        tests = _array([_read_differences(one["differences"]) for one in pairs], 3)
        return cls(
            systems=tuple(names),
            sentence_count=read_count(content["sentence_count"]),
            left_out=read_count(content["left_out"]),
            reorderings=read_count(content["reorderings"]),
            **dict(zip(("value", "low", "high"), measures, strict=True)),
            widths=widths,
            judged_widths=np.array([_read_judged(one["widths"]) for one in systems], np.int64),
            labels=_read_labels([one["labels"] for one in systems]),
            fates=tuple(
                {name: read_count(one["fates"][name]) for name in FATES.values()} for one in systems
            ),
            pairs=np.array(
                [[names.index(one[which]) for which in ("first", "second")] for one in pairs],
                np.int64,
            ).reshape(-1, 2),
            **dict(zip(("difference", "p_value", "p_holm"), tests, strict=True)),
            holm=read_bool(content["holm"]),
            confidence=read_number(content["confidence"]),
            signature=signed,
            sets={
                read_text(one["name"]): cls.from_content(
                    {**content, "left_out": 0, "sets": [], **one}
                )
                for one in content["sets"]
            },
        )


def _array(rows: Sequence[Sequence[Sequence[float]]], figures: int) -> Floats:
    """Figures of (systems, columns) as an array with value, low and high along the first axis."""
    columns = len(RETENTION_MEASURES) if not rows else len(rows[0])
    shaped = np.array(rows, np.float64).reshape(len(rows), columns, figures)
    return np.ascontiguousarray(np.moveaxis(shaped, -1, 0))


def _read_measures(content: Document) -> list[Estimate]:
    return [read_estimate(content[name]) for name in RETENTION_MEASURES]


def _read_widths(content: Iterable[Document]) -> list[Estimate]:
    by_width = {one["width"]: one for one in content}
    return [read_estimate(by_width[width]) for width in WIDTHS]


def _read_judged(content: Iterable[Document]) -> list[list[int]]:
    by_width = {one["width"]: one for one in content}
    return [[read_count(by_width[width][name]) for name in Judged._fields] for width in WIDTHS]


def _read_labels(content: Sequence[Iterable[Document]]) -> dict[str, tuple[Judged, ...]]:
    by_system = [
        {
            read_text(one["label"]): Judged(*(read_count(one[name]) for name in Judged._fields))
            for one in labels
        }
        for labels in content
    ]
    return {label: tuple(one[label] for one in by_system) for label in by_system[0]}


def _read_differences(content: Document) -> list[list[float]]:
    return [[read_figure(content[name][part]) for part in _TESTED] for name in RETENTION_MEASURES]
