"""Counts of retained reorderings, a batch at a time."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from wordorder.errors import Argument, InputError, UsageError, expect
from wordorder.output import counted
from wordorder.output.grid import Grid, pair_labels
from wordorder.reorderings.batch import WIDTH_CLASSES, width_classes
from wordorder.reorderings.batch_checks import check_batch, check_sets, checked_names
from wordorder.reorderings.judging import FATES, LOST, UNJUDGEABLE, retained_reorderings
from wordorder.reorderings.retention_result import (
    RETENTION_MEASURES,
    WIDEST_APART,
    WIDTHS,
    RetentionResult,
)
from wordorder.statistics import (
    Accumulator,
    Bundles,
    Rows,
    bootstrap,
    check_file,
    compare_pairs,
    holm,
    ratio,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from typing import Self

    from numpy.typing import NDArray

    from wordorder.alignment import AlignmentBatch
    from wordorder.arrays import Floats, Integers
    from wordorder.reorderings.batch import ReorderingBatch
    from wordorder.statistics import BootstrapResult, Resampling


_COLUMNS = 2 * (len(RETENTION_MEASURES) + len(WIDTHS))


class RetentionAnalyzer(Accumulator):
    """Accumulates the reorderings that systems retain, a batch at a time.

    Args:
        systems: The names of the systems.
        sets: Names of sets of sentences to count as well.

    Examples:
        >>> from wordorder import Alignment, AlignmentBatch, extract_reorderings
        >>> from wordorder.statistics import Resampling
        >>> batch = AlignmentBatch.from_alignments([Alignment.parse("0-1 1-0")])
        >>> found = extract_reorderings(batch)
        >>> analyzer = RetentionAnalyzer(["itself"])
        >>> _ = analyzer.add(batch, found, [(batch, found, None)])
        >>> analyzer.result(Resampling(seed=1)).estimate("itself", "retained")
        Estimate(value=1.0, low=1.0, high=1.0)
    """

    def __init__(self, systems: Sequence[str], sets: Collection[str] = ()) -> None:
        self._systems = checked_names(systems, "systems")
        self._bundles = Bundles(len(self._systems) * _COLUMNS)
        self._reorderings = 0
        self._fates: list[Counter[int]] = [Counter() for _ in self._systems]
        self._labels: dict[str, NDArray[np.int64]] = {}  # retained and judged, of each system
        self._sets = {
            name: RetentionAnalyzer(self._systems) for name in checked_names(sets, "sets")
        }

    @property
    def configuration(self) -> Mapping[str, object]:
        """The names of systems and sets."""
        return {"systems": self._systems, "sets": tuple(self._sets)}

    def __len__(self) -> int:
        return len(self._bundles)

    def add(
        self,
        reference: AlignmentBatch,
        found: ReorderingBatch,
        systems: Sequence[tuple[AlignmentBatch, ReorderingBatch, Sequence[Sequence[range]] | None]],
        sets: Mapping[str, NDArray[np.bool_]] | None = None,
        *,
        file: int = 0,
    ) -> list[NDArray[np.int8]]:
        """Judge some sentences and return the outcome of each reordering, for every system.

        Args:
            reference: Links from the source to the reference.
            found: Its reorderings; `found.first_line` says which lines of the file they are.
            systems: For every system, its links, its reorderings and, if known, its phrases.
            sets: Masks of the sentences in each set.
            file: The number of their file, if there are several.

        Raises:
            InputError: The batches are not of the same sentences, or a target has no words.
            UsageError: An argument is of another kind, or there are more or fewer systems.
        """
        check_batch(reference, found, names=("reference", "found"))
        check_file(file)
        masks = check_sets(self._sets, sets, len(reference))
        self._check_systems(systems)
        fates = [retained_reorderings(reference, found, *system) for system in systems]
        moved = [reorderings for _, reorderings, _ in systems]
        lines = found.first_line + np.arange(len(reference))
        self._take(file, lines, found, fates, moved)
        for name, chosen in masks.items():
            inside = chosen[found.rows]
            self._sets[name]._take(
                file,
                lines[chosen],
                found.of_sentences(chosen),
                [fate[inside] for fate in fates],
                [one.of_sentences(chosen) for one in moved],
            )
        return fates

    def _check_systems(self, systems: Sequence[Sequence[Any]]) -> None:
        expect(systems, (list, tuple), "systems")
        if len(systems) != len(self._systems) or not systems:
            found = counted(len(systems), "system")
            raise UsageError(
                Argument("systems"), f" must have the batches of {self._systems}, not of {found}"
            )
        for system in systems:
            if not isinstance(system, (list, tuple)) or len(system) != 3:
                raise UsageError(
                    "each of ",
                    Argument("systems"),
                    " must be links, reorderings, and phrases or None",
                )
            check_batch(system[0], system[1], names=("translation", "moved"))

    def _take(
        self,
        file: int,
        lines: Integers,
        found: ReorderingBatch,
        fates: Sequence[NDArray[np.int8]],
        moved: Sequence[ReorderingBatch],
    ) -> None:
        of_systems = zip(fates, moved, strict=True)
        statistics = np.hstack([_statistics(found, fate, own) for fate, own in of_systems])
        self._bundles.add(Rows.of_file(file, lines, statistics))
        self._reorderings += len(found)
        for system, fate in enumerate(fates):
            self._fates[system].update(fate.tolist())
            self._count_labels(found, fate, system)

    def _merge(self, other: Self) -> None:
        self._bundles.merge(other._bundles)
        self._reorderings += other._reorderings
        for own, fates in zip(self._fates, other._fates, strict=True):
            own.update(fates)
        for label, counts in other._labels.items():
            self._of_label(label)[:] += counts
        for name, one in self._sets.items():
            one.merge(other._sets[name])

    def _of_label(self, label: str) -> NDArray[np.int64]:
        return self._labels.setdefault(label, np.zeros((len(self._systems), 2), np.int64))

    def _count_labels(self, found: ReorderingBatch, fate: NDArray[np.int8], system: int) -> None:
        if found.labels is None:
            return
        judged = (fate != UNJUDGEABLE) & found.syntactic
        size = len(found.labels.names)
        ids = found.labels.a
        kept = np.bincount(ids[judged & (fate > LOST)], minlength=size)
        all_ = np.bincount(ids[judged], minlength=size)
        for name in np.flatnonzero(all_).tolist():
            self._of_label(found.labels.names[name])[system] += (kept[name], all_[name])

    def result(
        self,
        resampling: Resampling,
        *,
        left_out: int = 0,
        corrected: bool = False,
        signature: str = "",
    ) -> RetentionResult:
        """Return the figures, with intervals and tests.

        Args:
            resampling: How to resample sentences for intervals and tests.
            left_out: Number of sentences that could not be added.
            corrected: Whether tables show p-values corrected for the number of pairs.
            signature: Everything that determines the figures.

        Raises:
            InputError: No sentence was added.
        """
        if not len(self):
            raise InputError("there are no sentence pairs to compare")
        rows = self._bundles.result().reshape(-1, len(self._systems), _COLUMNS)
        statistics = rows.transpose(1, 0, 2)
        drawn = bootstrap(statistics, ratio, **resampling.keywords)
        return RetentionResult(
            sentence_count=len(self),
            left_out=left_out,
            reorderings=self._reorderings,
            **self._estimates(drawn, statistics),
            labels=self._sorted_labels(),
            fates=Grid.of(
                {"system": self._systems, "fate": FATES.values()},
                count=[[fates[number] for number in FATES] for fates in self._fates],
            ),
            differences=self._differences(drawn),
            holm=corrected,
            confidence=resampling.confidence,
            signature=signature,
            sets={
                name: one.result(resampling, corrected=corrected, signature=signature)
                for name, one in self._sets.items()
                if len(one)
            },
        )

    def _estimates(self, drawn: BootstrapResult, statistics: Floats) -> dict[str, Grid]:
        """The measures, and the shares by width."""
        count = len(RETENTION_MEASURES)
        kept, judged = np.split(statistics.sum(axis=1).astype(np.int64), 2, axis=1)
        return {
            "estimates": Grid.of(
                {"system": self._systems, "measure": RETENTION_MEASURES},
                value=drawn.observed[:, :count],
                low=drawn.low[:, :count],
                high=drawn.high[:, :count],
            ),
            "widths": Grid.of(
                {"system": self._systems, "width": WIDTHS},
                retained=kept[:, count:],
                judged=judged[:, count:],
                share=drawn.observed[:, count:],
                low=drawn.low[:, count:],
                high=drawn.high[:, count:],
            ),
        }

    def _differences(self, drawn: BootstrapResult) -> Grid:
        count = len(RETENTION_MEASURES)
        difference = p_value = np.zeros((0, count))
        if len(self._systems) > 1:
            paired = compare_pairs(drawn)
            # The second minus the first: "B keeps more than A" is a positive difference.
            difference = 0 - paired.difference[:, :count]
            p_value = paired.p_value[:, :count]
        return Grid.of(
            {"pair": pair_labels(self._systems), "measure": RETENTION_MEASURES},
            difference=difference,
            p=p_value,
            p_holm=holm(p_value),
        )

    def _sorted_labels(self) -> Grid:
        rows = sorted(self._labels.items(), key=lambda item: (-int(item[1][:, 1].max()), item[0]))
        counts = np.array([both for _, both in rows], np.int64).reshape(-1, len(self._systems), 2)
        axes = {"label": [label for label, _ in rows], "system": self._systems}
        return Grid.of(axes, retained=counts[..., 0], judged=counts[..., 1])


def _statistics(
    found: ReorderingBatch, fate: NDArray[np.int8], moved: ReorderingBatch
) -> NDArray[np.float64]:
    """Count for each sentence the statistics of the measures and of the shares by width."""
    judged, kept = fate != UNJUDGEABLE, fate > LOST
    widths = found.source_widths()
    classes, own_classes = width_classes(widths), width_classes(moved.source_widths())
    column = np.minimum(widths, WIDEST_APART + 1) - 2
    scopes = [
        np.ones(len(found), np.bool_),
        *(classes == number for number in range(len(WIDTH_CLASSES))),
    ]
    by_width = [column == number for number in range(len(WIDTHS))]
    numerators: list[NDArray[Any]] = [found.sums(kept & scope) for scope in scopes]
    denominators: list[NDArray[Any]] = [found.sums(judged & scope) for scope in scopes]
    numbers = range(len(WIDTH_CLASSES))
    numerators += [moved.rquantity(), *(moved.sums(own_classes == c) for c in numbers)]
    denominators += [found.rquantity(), *(found.sums(classes == c) for c in numbers)]
    numerators += [found.sums(kept & scope) for scope in by_width]
    denominators += [found.sums(judged & scope) for scope in by_width]
    return np.column_stack([*numerators, *denominators]).astype(np.float64)
