"""Comparison of the reorderings of systems with those of a reference, a batch at a time."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from contextlib import nullcontext
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from wordorder.alignment.batch import AlignmentBatch
from wordorder.arrays import Floats, Integers
from wordorder.errors import Argument, InputError, UsageError, expect
from wordorder.output.grid import Grid, pair_labels
from wordorder.output.progress import Meter, as_meter, follow_files
from wordorder.output.records import RecordSink, record_sink
from wordorder.output.wording import counted
from wordorder.reorderings.analysis import USUAL_DRAWS
from wordorder.reorderings.batch import (
    WIDTH_CLASSES,
    ReorderingBatch,
    check_batch,
    check_sets,
    checked_names,
    width_classes,
)
from wordorder.reorderings.extraction import RIGHT_AND_LEFT, Extraction
from wordorder.reorderings.inputs import AlignedCorpus, left_out_of, signature_of
from wordorder.reorderings.retention_result import (
    FATES,
    LOST,
    RETENTION_MEASURES,
    UNJUDGEABLE,
    WIDEST_APART,
    WIDTHS,
    RetentionResult,
    retained_reorderings,
)
from wordorder.reorderings.sets import Labels, SetLabels
from wordorder.reorderings.systems import SystemFile, Translations, read_translations
from wordorder.statistics.accumulators import Accumulator
from wordorder.statistics.bootstrapping import BootstrapResult, bootstrap
from wordorder.statistics.bundles import MOST_BUNDLES, Bundles, Rows, check_file
from wordorder.statistics.intervals import ratio
from wordorder.statistics.paired_tests import compare_pairs
from wordorder.statistics.resampling import Resampling
from wordorder.statistics.significance import holm

_COLUMNS = 2 * (len(RETENTION_MEASURES) + len(WIDTHS))
_SPANS = ("a_first", "a_last", "b_first", "b_last")
EACH_TYPES: dict[str, type[str | int | float]] = {
    "system": str,
    **dict.fromkeys(("line", *_SPANS, "source_width"), int),
    "fate": str,
}


class RetentionAnalyzer(Accumulator):
    """Accumulates the reorderings that systems retain, a batch at a time.

    Args:
        systems: The names of the systems.
        sets: Names of sets of sentences to count as well.
        most: Maximum number of items to resample; more sentence pairs are bundled.

    Examples:
        >>> from wordorder import Alignment, AlignmentBatch
        >>> from wordorder.reorderings import extract_reorderings
        >>> from wordorder.statistics import Resampling
        >>> batch = AlignmentBatch.from_alignments([Alignment.parse("0-1 1-0")])
        >>> found = extract_reorderings(batch)
        >>> analyzer = RetentionAnalyzer(["itself"])
        >>> _ = analyzer.add(batch, found, [(batch, found, None)])
        >>> analyzer.result(Resampling(seed=1)).estimate("itself", "retained")
        Estimate(value=1.0, low=1.0, high=1.0)
    """

    def __init__(
        self, systems: Sequence[str], sets: Collection[str] = (), *, most: int = MOST_BUNDLES
    ) -> None:
        self._systems = checked_names(systems, "systems")
        self._bundles = Bundles(len(self._systems) * _COLUMNS, most)
        self._reorderings = 0
        self._fates: list[Counter[int]] = [Counter() for _ in self._systems]
        self._labels: dict[str, NDArray[np.int64]] = {}  # retained and judged, of each system
        self._sets = {
            name: RetentionAnalyzer(self._systems, most=most)
            for name in checked_names(sets, "sets")
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
        """Compare some sentences and return the outcome of each reordering, for every system.

        Args:
            reference: Links from the source to the reference.
            found: Its reorderings; `found.first_line` says which lines of the file they are.
            systems: For every system, its links, its reorderings and, if known, its phrases.
            sets: Masks of the sentences in each set.
            file: The number of their file, if there are several.

        Raises:
            InputError: The batches are not of the same sentences, or a target has no words.
            UsageError: An argument has the wrong type, or the number of systems differs.
        """
        check_batch(reference, found, names=("reference", "found"))
        check_file(file)
        masks = check_sets(self._sets, sets, len(reference))
        self._check_systems(systems)
        fates = [retained_reorderings(reference, found, *system) for system in systems]
        moved = [reorderings for _, reorderings, _ in systems]
        self._take(file, found.lines, found, fates, moved)
        for name, chosen in masks.items():
            inside = chosen[found.rows]
            self._sets[name]._take(
                file,
                found.lines[chosen],
                found.of_sentences(chosen),
                [fate[inside] for fate in fates],
                [reorderings.of_sentences(chosen) for reorderings in moved],
            )
        return fates

    def _check_systems(self, systems: Sequence[Sequence[Any]]) -> None:
        expect(systems, (list, tuple), "systems")
        if len(systems) != len(self._systems) or not systems:
            number = counted(len(systems), "system")
            raise UsageError(
                Argument("systems"),
                f" must have one batch for each of {self._systems}, not {number}",
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
        reference: ReorderingBatch,
        fates: Sequence[NDArray[np.int8]],
        moved: Sequence[ReorderingBatch],
    ) -> None:
        of_systems = zip(fates, moved, strict=True)
        statistics = np.hstack([_statistics(reference, fate, own) for fate, own in of_systems])
        self._bundles.add(Rows.of_file(file, lines, statistics))
        self._reorderings += len(reference)
        for system, fate in enumerate(fates):
            self._fates[system].update(fate.tolist())
            self._count_labels(reference, fate, system)

    def _merge(self, other: Self) -> None:
        self._bundles.merge(other._bundles)
        self._reorderings += other._reorderings
        for own, fates in zip(self._fates, other._fates, strict=True):
            own.update(fates)
        for label, counts in other._labels.items():
            self._of_label(label)[:] += counts
        for name, analyzer in self._sets.items():
            analyzer.merge(other._sets[name])

    def _of_label(self, label: str) -> NDArray[np.int64]:
        return self._labels.setdefault(label, np.zeros((len(self._systems), 2), np.int64))

    def _count_labels(
        self, reference: ReorderingBatch, fate: NDArray[np.int8], system: int
    ) -> None:
        if reference.labels is None:
            return
        judgeable = (fate != UNJUDGEABLE) & reference.syntactic
        size = len(reference.labels.names)
        ids = reference.labels.a
        retained = np.bincount(ids[judgeable & (fate > LOST)], minlength=size)
        all_ = np.bincount(ids[judgeable], minlength=size)
        for name in np.flatnonzero(all_).tolist():
            self._of_label(reference.labels.names[name])[system] += (retained[name], all_[name])

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
                name: analyzer.result(resampling, corrected=corrected, signature=signature)
                for name, analyzer in self._sets.items()
                if len(analyzer)
            },
        )

    def _estimates(self, drawn: BootstrapResult, statistics: Floats) -> dict[str, Grid]:
        """Return the measures, and the shares by width."""
        count = len(RETENTION_MEASURES)
        retained, judgeable = np.split(statistics.sum(axis=1).astype(np.int64), 2, axis=1)
        return {
            "estimates": Grid.of(
                {"system": self._systems, "measure": RETENTION_MEASURES},
                value=drawn.observed[:, :count],
                low=drawn.low[:, :count],
                high=drawn.high[:, :count],
            ),
            "widths": Grid.of(
                {"system": self._systems, "width": WIDTHS},
                retained=retained[:, count:],
                judged=judgeable[:, count:],
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
    reference: ReorderingBatch, fate: NDArray[np.int8], moved: ReorderingBatch
) -> NDArray[np.float64]:
    """Count for each sentence the statistics of the measures and of the shares by width."""
    judgeable, retained = fate != UNJUDGEABLE, fate > LOST
    widths = reference.source_widths()
    classes, own_classes = width_classes(widths), width_classes(moved.source_widths())
    column = np.minimum(widths, WIDEST_APART + 1) - 2
    scopes = [
        np.ones(len(reference), np.bool_),
        *(classes == number for number in range(len(WIDTH_CLASSES))),
    ]
    by_width = [column == number for number in range(len(WIDTHS))]

    def sums(
        shown: NDArray[np.bool_], reorderings: ReorderingBatch, own: Integers
    ) -> list[NDArray[Any]]:
        return [
            *(reference.sums(shown & scope) for scope in scopes),
            reorderings.rquantity(),
            *(reorderings.sums(own == number) for number in range(len(WIDTH_CLASSES))),
            *(reference.sums(shown & scope) for scope in by_width),
        ]

    numerators = sums(retained, moved, own_classes)
    denominators = sums(judgeable, reference, classes)
    return np.column_stack([*numerators, *denominators]).astype(np.float64)


def analyze_retention(
    reference: AlignedCorpus,
    systems: Mapping[str, SystemFile],
    *,
    extraction: Extraction = RIGHT_AND_LEFT,
    labels: Labels | None = None,
    holm: bool = False,
    resampling: Resampling = USUAL_DRAWS,
    each: str | os.PathLike[str] | RecordSink | None = None,
    progress: bool | Meter = False,
) -> RetentionResult:
    r"""Find which reorderings of the reference each system retains, and how literal its order is.

    Args:
        reference: Source and reference, optionally with trees of the source.
        systems: The same source and the translations of each system, by name.
        extraction: How to split nested reorderings.
        labels: A file or a list with the set of each sentence, such as
            `ReorderingTestSets.line_labels`, to report results by set as well.
        holm: Whether tables show p-values corrected for the number of pairs.
        resampling: How to resample sentences for intervals and tests.
        each: Where to write the outcome of every reordering as records: a file, or a sink.
        progress: Whether to show a progress bar on standard error, or another display.

    Raises:
        InputError: A file cannot be used, or the files do not match.
        UsageError: There are no systems, the trees are not those of the source, or only some of
            the translations have texts.

    Warns:
        WordorderWarning: Sentences were left out (with `skip_bad` of the reference).

    Examples:
        >>> import pathlib, tempfile
        >>> from wordorder.reorderings import AlignedCorpus, SystemFile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     links, monotone = pathlib.Path(folder, "ref"), pathlib.Path(folder, "system")
        ...     _ = links.write_text("0-1 1-0\n"), monotone.write_text("0-0 1-1\n")
        ...     result = analyze_retention(AlignedCorpus(links), {"A": SystemFile(monotone)})
        >>> result
        <RetentionResult: 1 sentence, retained A 0.000>
        >>> result.fates.figure(system="A", fate="lost")
        1.0

    References:
        Birch, Blunsom and Osborne (2009), A Quantitative Analysis of Reordering Phenomena, 5.2.
    """
    _check_arguments(reference, systems)
    expect(resampling, Resampling, "resampling")
    corrected = ["correction:holm"] if holm else []
    signature = signature_of([reference], extraction, *corrected, resampling.signature)
    sets = None if labels is None else SetLabels.read(labels)
    analyzer = RetentionAnalyzer(list(systems), () if sets is None else sets.names)
    left_out = left_out_of(reference)
    files = [reference.links, *(system.links for system in systems.values()), reference.trees]
    opened = nullcontext() if each is None else record_sink(each)(EACH_TYPES, signature)
    with opened as writer, follow_files(as_meter(progress), "comparing", files) as advance:
        batches = read_translations(
            reference, list(systems.values()), on_bytes=advance, on_bad=left_out.add
        )
        for translations in left_out.need_some(batches):
            reorderings, fates = _find_fates(analyzer, translations, extraction, sets)
            if writer is not None:
                for name, fate in zip(systems, fates, strict=True):
                    writer.write(_records(name, reorderings, fate))
        if sets is not None:
            sets.check(len(analyzer) + left_out.count)
        result = analyzer.result(
            resampling, left_out=left_out.count, corrected=holm, signature=signature
        )
    left_out.warn()
    return result


def _check_arguments(reference: AlignedCorpus, systems: Mapping[str, SystemFile]) -> None:
    expect(reference, AlignedCorpus, "reference")
    expect(systems, Mapping, "systems")
    for system in systems.values():
        expect(system, SystemFile, "systems")
    if not systems:
        raise UsageError("no system given: use ", Argument("systems"))
    if reference.over != "source":
        raise UsageError("trees must be source trees, which all translations share")
    # RQuantity depends on target lengths: either all come from texts and traces, or none.
    known = [system.knows_lengths for system in systems.values()]
    of_reference = reference.knows_lengths("target")
    if not of_reference and any(known):
        raise UsageError(
            "order_bias compares lengths: give the text of the reference, too (",
            Argument("ref"),
            ")",
        )
    if of_reference and not all(known):
        raise UsageError(
            "order_bias compares lengths: give the texts of all translations, too (",
            Argument("target"),
            ")",
        )


def _find_fates(
    analyzer: RetentionAnalyzer,
    translations: Translations,
    extraction: Extraction,
    sets: SetLabels | None,
) -> tuple[ReorderingBatch, list[NDArray[np.int8]]]:
    """Find the reorderings of the reference, and their outcome in every system."""
    batch, systems = translations
    reorderings = extraction.find(batch.alignments, batch.trees)
    moved = [
        (
            system.alignments,
            extraction.find(system.alignments, batch.trees),
            None if system.phrases is None else system.phrases.phrases,
        )
        for system in systems
    ]
    masks = None if sets is None else sets.masks(reorderings.first_line, len(batch))
    return reorderings, analyzer.add(batch.alignments, reorderings, moved, masks)


def _records(name: str, reorderings: ReorderingBatch, fate: NDArray[np.int8]) -> dict[str, Any]:
    return {
        "system": [name] * len(reorderings),
        "line": reorderings.first_line + reorderings.rows,
        **dict(zip(_SPANS, reorderings.spans[:4], strict=True)),
        "source_width": reorderings.source_widths(),
        "fate": [FATES[number] for number in fate.tolist()],
    }
