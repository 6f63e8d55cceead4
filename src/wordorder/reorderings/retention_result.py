"""How many of a reference's reorderings systems keep: the figures, and their document."""

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
"""Shares of the reference's reorderings that are kept; and order bias: the RQuantity, and the
reorderings of each width class, of a system by those of the reference. Below 1 it hugs the source
order more than the reference does."""

_TESTED = ("value", "p", "p_holm")


class Judged(NamedTuple):
    """How many reorderings were kept, of those that could be judged."""

    retained: int
    judged: int

    @property
    def share(self) -> float:
        """The share that was kept; NaN if none could be judged."""
        return self.retained / self.judged if self.judged else float("nan")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RetentionResult(Result):
    """What systems keep of a reference's reorderings.

    Attributes:
        systems: Their names.
        sentence_count: The sentence pairs.
        left_out: The sentence pairs that could not be used.
        reorderings: Those of the reference.
        value: The measures, of shape (systems, measures); `RETENTION_MEASURES` names them.
        low: Lower ends of their intervals.
        high: Upper ends.
        widths: Shares kept by source width, value, low and high: shape (3, systems, widths).
        judged_widths: Kept and judged by source width: shape (systems, widths, 2).
        labels: For the label of each block A, kept and judged by each system.
        fates: For each system how many reorderings came to which end.
        pairs: The numbers of every two systems.
        difference: Of the second minus the first, in each measure.
        p_value: How likely chance makes such a difference, two-sided.
        p_holm: The same, corrected for the number of pairs.
        holm: Whether tables show the corrected ones.
        confidence: The share of resamples inside the intervals.
        signature: What decides the figures.
        sets: The same for each set of the sentences, if they were counted apart.
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
        """Whether there were syntax trees, as the signature tells."""
        return "trees:none" not in self.signature.split("|")

    @property
    def lengths_inferred(self) -> bool:
        """Whether target lengths are only inferred from the links, as the signature tells."""
        return is_inferred(self.signature)

    @classmethod
    def views(cls) -> Mapping[str, View]:
        """The measures; and what is kept by width and label, what became of it, every pair."""
        from wordorder.reorderings.retention_views import VIEWS

        return VIEWS

    def summary(self) -> str:
        """Say in a few words what it found."""
        kept = ", ".join(
            f"{visible(name)} {self.estimate(name).value:.3f}" for name in self.systems
        )
        return f"{counted(self.sentence_count, 'sentence')}, retained {kept}"

    def content(self, *, sentences: bool | Collection[int] = False) -> dict[str, Any]:
        """See docs/schemas/reorderings-retained.schema.json; there are no single sentences."""
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
        """What a document says of all sentences, and of each set of them."""
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
        """Make it out of what its document says."""
        signed = read_text(content["signature"])
        if read_bool(content["lengths_inferred"]) != is_inferred(signed):
            raise ValueError("signature and lengths_inferred do not fit together")
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
    """Figures of (systems, columns) as an array with the kind of figure in front."""
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
