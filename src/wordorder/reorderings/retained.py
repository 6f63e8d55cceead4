"""How many of a reference's reorderings systems keep, and how literal their order is (S5.6)."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from wordorder.errors import InputError, UsageError
from wordorder.reorderings.batch import WIDTH_CLASSES, width_classes
from wordorder.reorderings.bundles import Bundles
from wordorder.reorderings.estimate import Estimate
from wordorder.reorderings.retention import FATES, LOST, UNJUDGEABLE, retained_reorderings
from wordorder.statistics import bootstrap, holm, paired_bootstrap, ratio

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from wordorder.alignment import AlignmentBatch
    from wordorder.reorderings.batch import ReorderingBatch

    Floats = NDArray[np.float64]

WIDEST_APART = 20
"""Wider reorderings are judged together."""
WIDTHS = (*map(str, range(2, WIDEST_APART + 1)), f">{WIDEST_APART}")

RETAINED = ("retained", *(f"retained_{name}" for name in WIDTH_CLASSES))
ORDER_BIAS = ("order_bias", *(f"order_bias_{name}" for name in WIDTH_CLASSES))
MEASURES = (*RETAINED, *ORDER_BIAS)
"""Shares of the reference's reorderings that are kept; and order bias: the RQuantity, and the
reorderings of each width class, of a system by those of the reference. Below 1 it hugs the source
order more than the reference does."""


class Judged(NamedTuple):
    """How many reorderings were kept, of those that could be judged."""

    retained: int
    judged: int

    @property
    def share(self) -> float:
        """The share that was kept; NaN if none could be judged."""
        return self.retained / self.judged if self.judged else float("nan")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RetentionResult:
    """What systems keep of a reference's reorderings.

    Attributes:
        systems: Their names.
        sentences: The sentence pairs.
        reorderings: Those of the reference.
        value: The measures, of shape (systems, measures); `MEASURES` names them.
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
        confidence: The share of resamples inside the intervals.
    """

    systems: tuple[str, ...]
    sentences: int
    reorderings: int
    value: Floats
    low: Floats
    high: Floats
    widths: Floats
    judged_widths: NDArray[np.int64]
    labels: dict[str, tuple[Judged, ...]]
    fates: tuple[dict[str, int], ...]
    pairs: NDArray[np.int64]
    difference: Floats
    p_value: Floats
    p_holm: Floats
    confidence: float

    def estimate(self, system: str, measure: str = "retained") -> Estimate:
        """Return a measure of a system, and the ends of its interval.

        Raises:
            UsageError: There is no such system or measure.
        """
        for kind, name, known in (
            ("system", system, self.systems),
            ("measure", measure, MEASURES),
        ):
            if name not in known:
                raise UsageError.unknown(kind, name, known)
        place = self.systems.index(system), MEASURES.index(measure)
        return Estimate(*(float(ends[place]) for ends in (self.value, self.low, self.high)))

    def __repr__(self) -> str:
        kept = ", ".join(f"{name} {self.estimate(name).value:.3f}" for name in self.systems)
        return f"<RetentionResult of {self.sentences} sentences: retained {kept}>"

    def _repr_html_(self) -> str:
        from wordorder.output import html_table
        from wordorder.reorderings.tables import retention_table

        return html_table(retention_table(self))


class RetentionAnalyzer:
    """Collects what systems keep, a batch at a time.

    Args:
        systems: The names of the systems.

    Examples:
        >>> from wordorder import Alignment, AlignmentBatch, extract_reorderings
        >>> batch = AlignmentBatch.from_alignments([Alignment.parse("0-1 1-0")])
        >>> found = extract_reorderings(batch)
        >>> analyzer = RetentionAnalyzer(["itself"])
        >>> _ = analyzer.add(batch, found, [(batch, found, None)])
        >>> analyzer.result(seed=1).estimate("itself", "retained")
        Estimate(value=1.0, low=1.0, high=1.0)
    """

    def __init__(self, systems: Sequence[str]) -> None:
        self._systems = tuple(systems)
        self._bundles = [Bundles(2 * (len(MEASURES) + len(WIDTHS))) for _ in systems]
        self._sentences = self._reorderings = 0
        self._fates: list[Counter[int]] = [Counter() for _ in systems]
        self._labels: dict[str, NDArray[np.int64]] = defaultdict(
            lambda: np.zeros((len(systems), 2), np.int64)
        )

    def add(
        self,
        reference: AlignmentBatch,
        found: ReorderingBatch,
        systems: Sequence[tuple[AlignmentBatch, ReorderingBatch, Sequence[Sequence[range]] | None]],
    ) -> list[NDArray[np.int8]]:
        """Judge some sentences and return what became of each reordering, for every system.

        Args:
            reference: Links from the source to the reference.
            found: Its reorderings.
            systems: For every system its links, its reorderings and, if known, its phrases.
        """
        fates = [retained_reorderings(reference, found, *system) for system in systems]
        self._reorderings += len(found)
        self._sentences += len(reference)
        for bundles, fate, (_, moved, _) in zip(self._bundles, fates, systems, strict=True):
            bundles.add(_statistics(found, fate, moved))
        for system, fate in enumerate(fates):
            self._fates[system].update(fate.tolist())
            self._count_labels(found, fate, system)
        return fates

    def _count_labels(self, found: ReorderingBatch, fate: NDArray[np.int8], system: int) -> None:
        if found.labels is None:
            return
        judged = (fate != UNJUDGEABLE) & found.syntactic
        size = len(found.labels.names)
        ids = found.labels.a
        kept = np.bincount(ids[judged & (fate > LOST)], minlength=size)
        all_ = np.bincount(ids[judged], minlength=size)
        for name in np.flatnonzero(all_).tolist():
            self._labels[found.labels.names[name]][system] += (kept[name], all_[name])

    def result(
        self, *, resamples: int = 1000, seed: int, confidence: float = 0.95
    ) -> RetentionResult:
        """Put the figures together, with intervals and tests.

        Raises:
            InputError: No sentence was added.
        """
        if not self._sentences:
            raise InputError("there are no sentence pairs to compare")
        statistics = np.stack([bundles.rows for bundles in self._bundles])
        drawn = bootstrap(statistics, ratio, resamples=resamples, seed=seed, confidence=confidence)
        count = len(MEASURES)
        sums = statistics.sum(axis=1).astype(np.int64)
        above, below = np.split(sums, 2, axis=1)
        tests = self._tests(statistics, resamples, seed)
        return RetentionResult(
            systems=self._systems,
            sentences=self._sentences,
            reorderings=self._reorderings,
            value=drawn.observed[:, :count],
            low=drawn.low[:, :count],
            high=drawn.high[:, :count],
            widths=np.stack([a[:, count:] for a in (drawn.observed, drawn.low, drawn.high)]),
            judged_widths=np.stack([above[:, count:], below[:, count:]], axis=-1),
            labels=self._sorted_labels(),
            fates=tuple(
                {name: int(fates[number]) for number, name in FATES.items()}
                for fates in self._fates
            ),
            confidence=confidence,
            **tests,
        )

    def _tests(self, statistics: Floats, resamples: int, seed: int) -> dict[str, Any]:
        if len(self._systems) < 2:
            empty = np.zeros((0, len(MEASURES)))
            pairs = np.zeros((0, 2), np.int64)
            return {"pairs": pairs, "difference": empty, "p_value": empty, "p_holm": empty}
        above, below = np.split(statistics, 2, axis=-1)
        count = len(MEASURES)
        measured = np.concatenate([above[..., :count], below[..., :count]], axis=-1)
        paired = paired_bootstrap(measured, ratio, resamples=resamples, seed=seed)
        # The second minus the first: "B keeps more than A" is a positive difference.
        return {
            "pairs": paired.pairs,
            "difference": 0 - paired.difference,
            "p_value": paired.p_value,
            "p_holm": holm(paired.p_value),
        }

    def _sorted_labels(self) -> dict[str, tuple[Judged, ...]]:
        rows = sorted(self._labels.items(), key=lambda item: (-int(item[1][:, 1].max()), item[0]))
        return {
            label: tuple(Judged(int(kept), int(judged)) for kept, judged in counts)
            for label, counts in rows
        }


def _statistics(
    found: ReorderingBatch, fate: NDArray[np.int8], moved: ReorderingBatch
) -> NDArray[np.float64]:
    """Count, for each sentence, what the ratios of `MEASURES` and of all widths are made of."""
    judged, kept = fate != UNJUDGEABLE, fate > LOST
    widths = found.source_widths()
    classes, own_classes = width_classes(widths), width_classes(moved.source_widths())
    column = np.minimum(widths, WIDEST_APART + 1) - 2
    scopes = [
        np.ones(len(found), np.bool_),
        *(classes == number for number in range(len(WIDTH_CLASSES))),
    ]
    by_width = [column == number for number in range(len(WIDTHS))]
    above: list[NDArray[Any]] = [found.sums(kept & scope) for scope in scopes]
    below: list[NDArray[Any]] = [found.sums(judged & scope) for scope in scopes]
    above += [moved.rquantity(), *(moved.sums(own_classes == c) for c in range(len(WIDTH_CLASSES)))]
    below += [found.rquantity(), *(found.sums(classes == c) for c in range(len(WIDTH_CLASSES)))]
    above += [found.sums(kept & scope) for scope in by_width]
    below += [found.sums(judged & scope) for scope in by_width]
    return np.column_stack([*above, *below]).astype(np.float64)
