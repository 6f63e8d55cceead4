"""Counts of the reorderings of a corpus, a batch at a time."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache, partial
from itertools import compress
from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import InputError, UsageError
from wordorder.output import Estimate
from wordorder.reorderings.analysis_result import CorpusReorderings, LengthBin
from wordorder.reorderings.batch import SIDES
from wordorder.reorderings.bundles import Bundles
from wordorder.reorderings.counts import measures_of, sentence_counts, simple_operators
from wordorder.reorderings.patterns import WIDEST, PatternCounter
from wordorder.statistics import bootstrap, ratio

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from wordorder.alignment import AlignmentBatch
    from wordorder.reorderings.batch import ReorderingBatch, Side
    from wordorder.reorderings.counts import Columns, RatioMeasure
    from wordorder.statistics import Resampling

    Words = Callable[[int], Sequence[str]]

LONGEST_OPERATOR = 8
"""Longer simple permutations are counted only by length."""
ANTICIPATION = (1, 3, 5)

_LENGTH_STARTS = (1, 10, 20, 30, 40, 50, 60)


class ReorderingAnalyzer:
    """Accumulates the reorderings of batches in constant memory.

    With trees, memory grows with the number of distinct patterns and labels.

    Args:
        ks: Values of k for anticipation.
        with_trees: Whether there are trees, which show if reorderings are syntactic.
        known_lengths: The sides whose lengths are known, not inferred from the links.

    Examples:
        >>> from wordorder import Alignment, AlignmentBatch, extract_reorderings
        >>> from wordorder.statistics import Resampling
        >>> batch = AlignmentBatch.from_alignments([Alignment.parse("0-3 1-2 2-1 3-0")] * 2)
        >>> analyzer = ReorderingAnalyzer()
        >>> _ = analyzer.add(batch, extract_reorderings(batch))
        >>> analyzer.result(Resampling(seed=1)).measures["rquantity"].value
        2.25
    """

    def __init__(
        self,
        ks: Sequence[int] = ANTICIPATION,
        *,
        with_trees: bool = False,
        known_lengths: Collection[Side] = SIDES,
    ) -> None:
        if any(k < 0 for k in ks) or len(set(ks)) < len(ks):
            raise UsageError(
                "the values of k for anticipation must be different numbers of at least 0"
            )
        self.ks = tuple(ks)
        self._with_trees = with_trees
        self._known_lengths = tuple(known_lengths)
        self.measures: tuple[RatioMeasure, ...] = measures_of(ks, with_trees=with_trees)
        bins = len(_LENGTH_STARTS)
        self._bundles = Bundles(2 * (len(self.measures) + bins))
        self._in_bin = np.zeros(bins, np.int64)
        self._widths = np.zeros(WIDEST + 2, np.int64)
        self._operators: Counter[str] = Counter()
        self._patterns = PatternCounter()
        self._sentences = 0
        self._sets: dict[str, ReorderingAnalyzer] = {}

    def add(
        self,
        alignments: AlignmentBatch,
        found: ReorderingBatch,
        words: Words | None = None,
        sets: Mapping[str, NDArray[np.bool_]] | None = None,
    ) -> Columns:
        """Add some sentence pairs and return the counts of each.

        Args:
            alignments: Their links.
            found: Their reorderings.
            words: Returns the words of a row, on the side of the trees, for examples.
            sets: Masks of the sentence pairs in each set, to count sets as well.
        """
        operators, simple_nodes = simple_operators(alignments)
        counts = sentence_counts(alignments, found, simple_nodes, self.ks)
        named = list(map(_operator_name, operators))
        self._take(counts, found, named, words)
        for name, chosen in (sets or {}).items():
            rows = np.flatnonzero(chosen)
            self._set(name)._take(
                {column: values[rows] for column, values in counts.items()},
                found.of_sentences(chosen),
                compress(named, np.repeat(chosen, simple_nodes).tolist()),
                None if words is None else partial(_words_of, words, rows),
            )
        return counts

    def _set(self, name: str) -> ReorderingAnalyzer:
        if name not in self._sets:
            self._sets[name] = ReorderingAnalyzer(
                self.ks, with_trees=self._with_trees, known_lengths=self._known_lengths
            )
        return self._sets[name]

    def _take(
        self, counts: Columns, found: ReorderingBatch, operators: Iterable[str], words: Words | None
    ) -> None:
        self._bundles.add(self._statistics(counts))
        self._sentences += len(counts["line"])
        widths = np.minimum(found.source_widths(), WIDEST + 1)
        self._widths += np.bincount(widths, minlength=WIDEST + 2)
        self._operators.update(operators)
        self._patterns.add(found, counts["line"], words)

    def _statistics(self, counts: Columns) -> NDArray[np.float64]:
        length = np.searchsorted(_LENGTH_STARTS, counts["target_length"], side="right") - 1
        in_bin = length[:, np.newaxis] == np.arange(len(_LENGTH_STARTS))
        self._in_bin += in_bin.sum(axis=0)
        numerators = [counts[measure.numerator] for measure in self.measures]
        to_scale = len(self._known_lengths) == len(SIDES)
        denominators = [
            counts[measure.denominator] * (to_scale or not measure.needs_lengths)
            for measure in self.measures
        ]
        quantity = counts["rquantity"][:, np.newaxis] * in_bin
        return np.column_stack([*numerators, quantity, *denominators, in_bin]).astype(np.float64)

    def result(self, resampling: Resampling, *, left_out: int = 0) -> CorpusReorderings:
        """Return the figures.

        Args:
            resampling: How to resample sentences for the intervals.
            left_out: Number of sentence pairs that could not be added.

        Raises:
            InputError: No sentence pair was added.
        """
        if not self._sentences:
            raise InputError("there are no sentence pairs to analyse")
        drawn = bootstrap(self._bundles.rows, ratio, **resampling.keywords)
        ends = (drawn.observed, drawn.low, drawn.high)
        estimates = [Estimate(*row) for row in np.column_stack(ends).tolist()]
        names = [measure.name for measure in self.measures]
        widths = dict(enumerate(self._widths.tolist()))
        return CorpusReorderings(
            sentence_count=self._sentences,
            left_out=left_out,
            reorderings=int(self._widths.sum()),
            measures=dict(zip(names, estimates[: len(names)], strict=True)),
            lengths=self._lengths(estimates[len(names) :]),
            widths={width: count for width, count in widths.items() if count},
            operators=dict(sorted(self._operators.items(), key=lambda item: (-item[1], item[0]))),
            patterns=self._patterns.patterns(),
            label_widths=self._patterns.label_widths(),
            bundle=self._bundles.size,
            confidence=resampling.confidence,
            lengths_inferred="target" not in self._known_lengths,
            sets={name: one.result(resampling) for name, one in self._sets.items() if len(one)},
        )

    def __len__(self) -> int:
        return self._sentences

    def _lengths(self, estimates: Sequence[Estimate]) -> tuple[LengthBin, ...]:
        ends = (*(start - 1 for start in _LENGTH_STARTS[1:]), None)
        bins = zip(_LENGTH_STARTS, ends, self._in_bin.tolist(), estimates, strict=True)
        return tuple(LengthBin(*one) for one in bins if one[2])


def _words_of(words: Words, rows: NDArray[np.intp], row: int) -> Sequence[str]:
    """Words by row within a selection of rows."""
    return words(int(rows[row]))


@lru_cache(maxsize=1 << 16)
def _operator_name(ranks: tuple[int, ...]) -> str:
    if len(ranks) > LONGEST_OPERATOR:
        return f"{len(ranks)} children"
    return " ".join(map(str, ranks))
