"""Counts of the reorderings of a corpus, a batch at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from operator import index
from typing import ClassVar, NamedTuple, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from wordorder.alignment.batch import AlignmentBatch
from wordorder.arrays import Floats, Integers
from wordorder.errors import Argument, InputError, UsageError, expect
from wordorder.output.codec import Count
from wordorder.output.tables import Estimate
from wordorder.reorderings.analysis_result import CorpusReorderings, LengthBin
from wordorder.reorderings.batch import (
    SIDES,
    ReorderingBatch,
    Side,
    check_rows,
    check_sets,
    checked_names,
)
from wordorder.reorderings.counts import (
    Columns,
    RatioMeasure,
    ReorderingCounts,
    count_reorderings,
    measures_of,
)
from wordorder.reorderings.patterns import WIDEST, PatternCounter
from wordorder.statistics.accumulators import Accumulator, Tally, check_counts
from wordorder.statistics.bootstrapping import BootstrapResult, bootstrap
from wordorder.statistics.bundles import MOST_BUNDLES, Bundles, Rows, check_file
from wordorder.statistics.intervals import ratio
from wordorder.statistics.resampling import Resampling

WordsOfRow: TypeAlias = "Callable[[int], Sequence[str]]"

LONGEST_OPERATOR = 8
"""Longer simple permutations are counted only by length."""
ANTICIPATION = (1, 3, 5)

_LENGTH_STARTS = (1, 10, 20, 30, 40, 50, 60)


class SavedReorderings(NamedTuple):
    """The counts of an analyzer as they are saved, with its options (`ReorderingAnalyzer`).

    Attributes:
        bundles: The counts of sentence pairs, to resample.
        in_bin: Number of sentence pairs by target length.
        widths: Number of reorderings of each source width.
        operators: How often each simple permutation was found, in alphabetical order.
        patterns: The patterns of swapped blocks.
        sets: The same for each set of sentence pairs.
    """

    ks: tuple[Count, ...]
    with_trees: bool
    known_lengths: tuple[Side, ...]
    bundles: Bundles
    in_bin: Integers
    widths: Integers
    operators: Mapping[str, Tally]
    patterns: PatternCounter
    sets: Mapping[str, ReorderingAnalyzer]


class ReorderingAnalyzer(Accumulator):
    """Accumulates the reorderings of batches in constant memory.

    With trees, memory grows with the number of distinct patterns and labels.

    Args:
        ks: Values of k for anticipation.
        with_trees: Whether there are trees, which show if reorderings are syntactic.
        known_lengths: The sides whose lengths are known, not inferred from the links.
        sets: Names of sets of sentence pairs to count as well.
        most: Maximum number of items to resample; more sentence pairs are bundled.

    Examples:
        >>> from wordorder import Alignment, AlignmentBatch
        >>> from wordorder.reorderings import extract_reorderings
        >>> from wordorder.statistics import Resampling
        >>> batch = AlignmentBatch.from_alignments([Alignment.parse("0-3 1-2 2-1 3-0")] * 2)
        >>> analyzer, other = ReorderingAnalyzer(), ReorderingAnalyzer()
        >>> _ = analyzer.add(batch, extract_reorderings(batch))
        >>> _ = other.add(batch, extract_reorderings(batch), file=1)
        >>> analyzer.merge(other)
        >>> result = analyzer.result(Resampling(seed=1))
        >>> result.sentence_count, result.measures["rquantity"].value
        (4, 2.25)
    """

    PLAIN: ClassVar = SavedReorderings

    def __init__(
        self,
        ks: Sequence[int] = ANTICIPATION,
        *,
        with_trees: bool = False,
        known_lengths: Collection[Side] = SIDES,
        sets: Collection[str] = (),
        most: int = MOST_BUNDLES,
    ) -> None:
        self.ks = _checked_ks(ks)
        self._with_trees = with_trees
        self.known_lengths = _checked_sides(known_lengths)
        self._most = most
        self.measures: tuple[RatioMeasure, ...] = measures_of(self.ks, with_trees=with_trees)
        bins = len(_LENGTH_STARTS)
        self._bundles = Bundles(len(self._columns) + 2 * bins, most)
        self._in_bin = np.zeros(bins, np.int64)
        self._widths = np.zeros(WIDEST + 2, np.int64)
        self._operators: Counter[str] = Counter()
        self._patterns = PatternCounter()
        self._sets = {
            name: ReorderingAnalyzer(
                self.ks, with_trees=with_trees, known_lengths=known_lengths, most=most
            )
            for name in checked_names(sets, "sets")
        }

    @property
    def configuration(self) -> Mapping[str, object]:
        """The options."""
        return {
            "values of k": self.ks,
            "trees": self._with_trees,
            "known lengths": self.known_lengths,
            "sets": tuple(self._sets),
            "limits": self._most,
        }

    @property
    def _columns(self) -> tuple[str, ...]:
        """The counts that the measures need, each once."""
        numerators = [measure.numerator for measure in self.measures]
        denominators = [measure.denominator for measure in self.measures]
        return tuple(dict.fromkeys([*numerators, *denominators]))

    def add(
        self,
        alignments: AlignmentBatch,
        found: ReorderingBatch,
        words: WordsOfRow | None = None,
        sets: Mapping[str, NDArray[np.bool_]] | None = None,
        *,
        file: int = 0,
    ) -> Columns:
        """Add some sentence pairs and return the counts of each.

        Args:
            alignments: Their links.
            found: Their reorderings; `found.first_line` says which lines of the file they are.
            words: Returns the words of a row, on the side of the trees, for examples.
            sets: Masks of the sentence pairs in each set.
            file: The number of their file, if there are several.

        Raises:
            InputError: The links and the reorderings are not of the same sentence pairs, or a
                target has no words.
            UsageError: An argument has the wrong type.
        """
        counted = count_reorderings(alignments, found, self.ks)
        self.add_counts(counted, file=file, words=words, sets=sets)
        return {"line": found.lines, **counted.columns}

    def add_counts(
        self,
        counted: ReorderingCounts,
        *,
        rows: NDArray[np.bool_] | None = None,
        lines: NDArray[np.int64] | None = None,
        file: int = 0,
        words: WordsOfRow | None = None,
        sets: Mapping[str, NDArray[np.bool_]] | None = None,
    ) -> None:
        """Add all or some of the sentence pairs counted before.

        Args:
            counted: Their counts, for the same values of k.
            rows: Mask of the sentence pairs to add; all if None.
            lines: The line of each sentence pair, added or not, in ascending order; if None, lines
                count from `counted.found.first_line`.
            file: The number of their file, if there are several.
            words: Returns the words of a row, on the side of the trees, for examples.
            sets: Masks of the sentence pairs in each set.

        Raises:
            UsageError: An argument has the wrong type, or the counts are for other values of k.
        """
        expect(counted, ReorderingCounts, "counted")
        missing = [name for name in self._columns if name not in counted.columns]
        if missing:
            raise UsageError(Argument("counted"), f" has no {missing[0]!r}; count it for {self.ks}")
        check_file(file)
        masks = check_sets(self._sets, sets, len(counted))
        numbers = counted.found.lines if lines is None else lines
        check_rows(numbers, np.int64, len(counted), "lines")
        if rows is not None:
            check_rows(rows, np.bool_, len(counted), "rows")
        self._take(counted, rows, numbers, file, words)
        for name, mask in masks.items():
            chosen = mask if rows is None else mask & rows
            self._sets[name]._take(counted, chosen, numbers, file, words)

    def _take(
        self,
        counted: ReorderingCounts,
        rows: NDArray[np.bool_] | None,
        lines: NDArray[np.int64],
        file: int,
        words: WordsOfRow | None,
    ) -> None:
        chosen = slice(None) if rows is None else np.flatnonzero(rows)
        counts = {name: counted.columns[name][chosen] for name in self._columns}
        in_bin = _length_bins(counted.columns["target_length"][chosen])
        statistics = self._statistics(counts, in_bin)
        self._bundles.add(Rows.of_file(file, lines[chosen], statistics))
        self._in_bin += in_bin.sum(axis=0)
        reorderings, of_nodes = counted.found, counted.of_nodes
        widths = np.minimum(reorderings.source_widths(), WIDEST + 1)
        if rows is not None:
            widths = widths[np.repeat(rows, np.diff(reorderings.offsets))]
            of_nodes = of_nodes[np.repeat(rows, counted.simple_nodes)]
        self._widths += np.bincount(widths, minlength=WIDEST + 2)
        nodes = np.bincount(of_nodes, minlength=len(counted.operators)).tolist()
        for operator, count in zip(counted.operators, nodes, strict=True):
            if count:
                self._operators[_operator_name(operator)] += count
        self._patterns.add(reorderings, lines, words, file, rows)

    def _statistics(self, counts: Columns, in_bin: NDArray[np.bool_]) -> Floats:
        # Columns are contiguous, which makes sums fast.
        column_count = len(self._columns)
        table = np.empty((column_count + 2 * len(_LENGTH_STARTS), len(in_bin)))
        for place, name in enumerate(self._columns):
            table[place] = counts[name]
        quantity, bins = np.split(table[column_count:], 2)
        np.multiply(in_bin.T, counts["rquantity"], out=quantity)
        bins[:] = in_bin.T
        return table.T

    def _ratios(self, sums: Floats) -> Floats:
        """Compute the measures, then RQuantity by length, from the sums of the statistics."""
        counts, quantity, in_bin = np.split(
            sums, [len(self._columns), len(self._columns) + len(_LENGTH_STARTS)], axis=-1
        )
        of_name = {name: counts[..., place] for place, name in enumerate(self._columns)}
        to_scale = len(self.known_lengths) == len(SIDES)
        numerators = [of_name[measure.numerator] for measure in self.measures]
        denominators = [
            of_name[measure.denominator] * (to_scale or not measure.needs_lengths)
            for measure in self.measures
        ]
        parts = np.stack(numerators, -1), quantity, np.stack(denominators, -1), in_bin
        return ratio(np.concatenate(parts, axis=-1))

    def _merge(self, other: Self) -> None:
        self._bundles.merge(other._bundles)
        self._in_bin += other._in_bin
        self._widths += other._widths
        self._operators.update(other._operators)
        self._patterns.merge(other._patterns)
        for name, analyzer in self._sets.items():
            analyzer.merge(other._sets[name])

    def result(self, resampling: Resampling, *, left_out: int = 0) -> CorpusReorderings:
        """Return the figures.

        Args:
            resampling: How to resample sentences for the intervals.
            left_out: Number of sentence pairs that could not be added.

        Raises:
            InputError: No sentence pair was added.
        """
        return replace(
            self.figures(self.draw(resampling), left_out=left_out),
            sets={
                name: analyzer.result(resampling)
                for name, analyzer in self._sets.items()
                if len(analyzer)
            },
        )

    def draw(self, resampling: Resampling) -> BootstrapResult:
        """Resample the measures, then RQuantity by length.

        Raises:
            InputError: No sentence pair was added.
        """
        if not len(self):
            raise InputError("there are no sentence pairs to analyse")
        return bootstrap(self._bundles.result(), self._ratios, **resampling.keywords)

    def figures(self, drawn: BootstrapResult, *, left_out: int = 0) -> CorpusReorderings:
        """Return the figures without those of sets, with intervals from resamples drawn before."""
        ends = (drawn.observed, drawn.low, drawn.high)
        estimates = [Estimate(*row) for row in np.column_stack(ends).tolist()]
        names = [measure.name for measure in self.measures]
        widths = dict(enumerate(self._widths.tolist()))
        swapped = self._patterns.result()
        longest = (*(start - 1 for start in _LENGTH_STARTS[1:]), None)
        by_length = estimates[len(names) :]
        bins = map(LengthBin, _LENGTH_STARTS, longest, self._in_bin.tolist(), by_length)
        return CorpusReorderings(
            sentence_count=len(self),
            left_out=left_out,
            measures=dict(zip(names, estimates[: len(names)], strict=True)),
            lengths=tuple(bin_ for bin_ in bins if bin_.sentence_count),
            widths={width: count for width, count in widths.items() if count},
            operators=dict(sorted(self._operators.items(), key=lambda item: (-item[1], item[0]))),
            patterns=swapped.patterns,
            label_widths=swapped.label_widths,
            bundle=self._bundles.size,
            confidence=drawn.confidence,
            lengths_inferred="target" not in self.known_lengths,
        )

    def to_plain(self) -> SavedReorderings:
        """Return the counts in the form to save.

        Raises:
            InputError: A sentence pair was added twice; only detected up to the limit of bundles.
        """
        return SavedReorderings(
            self.ks,
            self._with_trees,
            self.known_lengths,
            self._bundles,
            self._in_bin,
            self._widths,
            dict(sorted(self._operators.items())),
            self._patterns,
            self._sets,
        )

    @classmethod
    def from_plain(cls, saved: SavedReorderings) -> Self:
        """Restore a saved analyzer.

        Raises:
            UsageError: Its options are invalid.
            ValueError: Its counts contradict each other.
        """
        analyzer = cls(
            saved.ks,
            with_trees=saved.with_trees,
            known_lengths=saved.known_lengths,
            sets=saved.sets,
            most=saved.bundles.most,
        )
        check_counts(saved.in_bin, analyzer._in_bin.shape)
        check_counts(saved.widths, analyzer._widths.shape)
        if saved.in_bin.sum() > len(saved.bundles):
            raise ValueError("there are more lengths than sentence pairs")
        analyzer._bundles.merge(saved.bundles)
        analyzer._in_bin += saved.in_bin
        analyzer._widths += saved.widths
        analyzer._operators.update(saved.operators)
        analyzer._patterns.merge(saved.patterns)
        for name, of_set in analyzer._sets.items():
            of_set.merge(saved.sets[name])
        return analyzer

    def __len__(self) -> int:
        return len(self._bundles)


def _checked_ks(ks: Sequence[int]) -> tuple[int, ...]:
    try:
        numbers = tuple(index(k) for k in ks)
    except TypeError:
        numbers = (-1,)
    if any(k < 0 for k in numbers) or len(set(numbers)) < len(numbers):
        raise UsageError(
            "the values of k for anticipation must be distinct whole numbers from 0 on"
        )
    return numbers


def _checked_sides(known: Collection[Side]) -> tuple[Side, ...]:
    sides = known if isinstance(known, Collection) else [known]
    for side in sides:
        if side not in SIDES:
            raise UsageError.unknown(("side in ", Argument("known_lengths")), side, SIDES)
    return tuple(side for side in SIDES if side in sides)


@lru_cache(maxsize=1 << 16)
def _operator_name(ranks: tuple[int, ...]) -> str:
    if len(ranks) > LONGEST_OPERATOR:
        return f"{len(ranks)} children"
    return " ".join(map(str, ranks))


def _length_bins(lengths: NDArray[np.generic]) -> NDArray[np.bool_]:
    """Return whether each sentence pair falls into each bin of target lengths."""
    number = np.searchsorted(_LENGTH_STARTS, lengths, side="right") - 1
    return np.equal.outer(np.arange(len(_LENGTH_STARTS)), number).T
