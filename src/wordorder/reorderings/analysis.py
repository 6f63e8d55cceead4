"""How much, how far and what a corpus reorders (S5.4, S5.7)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.errors import InputError, UsageError
from wordorder.reorderings.bundles import Bundles
from wordorder.reorderings.corpus import AlignedCorpus, CorpusBatch
from wordorder.reorderings.counts import measures_of, sentence_counts, simple_operators
from wordorder.reorderings.estimate import Estimate
from wordorder.reorderings.extraction import as_batch, extract_reorderings
from wordorder.reorderings.patterns import PatternCounter
from wordorder.statistics import bootstrap, ratio

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from wordorder.alignment import Alignment, AlignmentBatch
    from wordorder.reorderings.batch import ReorderingBatch
    from wordorder.reorderings.counts import Columns, Measure
    from wordorder.reorderings.extraction import Branching
    from wordorder.reorderings.patterns import Pattern

WIDEST = 30
"""Reorderings over more source words are counted together, as this + 1."""
LONGEST_OPERATOR = 8
"""Simple permutations of more children are counted by their length alone."""
ANTICIPATION = (1, 3, 5)

_LENGTH_STARTS = (1, 10, 20, 30, 40, 50, 60)


class LengthBin(NamedTuple):
    """The RQuantity of sentences with a target length from `shortest` to `longest`."""

    shortest: int
    longest: int | None
    sentences: int
    rquantity: Estimate


@dataclass(frozen=True, slots=True, repr=False)
class ReorderingAnalysis:
    """What a corpus reorders.

    Attributes:
        sentences: The sentence pairs.
        reorderings: All reorderings in them.
        measures: The measures of S5.4 and S5.7 by name, with intervals.
        lengths: RQuantity by target length.
        widths: How many reorderings there are of each source width; more than `WIDEST` words are
            counted as `WIDEST` + 1.
        operators: The simple permutations seen, such as `2 4 1 3`, the most frequent first.
        patterns: Parent, A and B of syntactic reorderings, the most frequent first.
        label_widths: For the label of each block A, how many of each width.
        bundle: How many consecutive sentences were drawn together for the intervals.
        confidence: The share of resamples inside the intervals.
    """

    sentences: int
    reorderings: int
    measures: dict[str, Estimate]
    lengths: tuple[LengthBin, ...]
    widths: dict[int, int]
    operators: dict[str, int]
    patterns: tuple[Pattern, ...]
    label_widths: dict[str, dict[int, int]]
    bundle: int
    confidence: float

    def __repr__(self) -> str:
        shown = f"{self.sentences} sentences, {self.reorderings} reorderings"
        return f"<ReorderingAnalysis of {shown}: rquantity {self.measures['rquantity'].value:.3f}>"

    def _repr_html_(self) -> str:
        from wordorder.output import html_table
        from wordorder.reorderings.tables import analysis_table

        return html_table(analysis_table({"corpus": self}))


class ReorderingAnalyzer:
    """Collects what batches reorder, in memory that does not grow with their number.

    With trees it grows with the number of different patterns and labels.

    Args:
        ks: For which k to count k-anticipated target words.
        with_trees: Whether reorderings are known to be syntactic or not.

    Examples:
        >>> from wordorder import Alignment, AlignmentBatch
        >>> batch = AlignmentBatch.from_alignments([Alignment.parse("0-3 1-2 2-1 3-0")] * 2)
        >>> analyzer = ReorderingAnalyzer()
        >>> _ = analyzer.add(batch, extract_reorderings(batch))
        >>> analyzer.result(seed=1).measures["rquantity"].value
        2.25
    """

    def __init__(self, ks: Sequence[int] = ANTICIPATION, *, with_trees: bool = False) -> None:
        if any(k < 0 for k in ks) or len(set(ks)) < len(ks):
            raise UsageError("the k of anticipation are different numbers of at least 0")
        self.ks = tuple(ks)
        self.measures: tuple[Measure, ...] = measures_of(ks, with_trees=with_trees)
        bins = len(_LENGTH_STARTS)
        self._bundles = Bundles(2 * (len(self.measures) + bins))
        self._in_bin = np.zeros(bins, np.int64)
        self._widths = np.zeros(WIDEST + 2, np.int64)
        self._operators: Counter[str] = Counter()
        self._patterns = PatternCounter(WIDEST)
        self._sentences = 0

    def add(
        self,
        alignments: AlignmentBatch,
        found: ReorderingBatch,
        words: Callable[[int], Sequence[str]] | None = None,
    ) -> Columns:
        """Take up some sentence pairs and return what was counted in each of them.

        Args:
            alignments: Their links.
            found: Their reorderings.
            words: Gives the words of a row, on the side of the trees, for examples.
        """
        operators, simple_nodes = simple_operators(alignments)
        counts = sentence_counts(alignments, found, simple_nodes, self.ks)
        self._bundles.add(self._statistics(counts))
        self._sentences += len(alignments)
        widths = np.minimum(found.source_widths(), WIDEST + 1)
        self._widths += np.bincount(widths, minlength=WIDEST + 2)
        self._operators.update(map(_operator_name, operators))
        self._patterns.add(found, words)
        return counts

    def _statistics(self, counts: Columns) -> NDArray[np.float64]:
        length = np.searchsorted(_LENGTH_STARTS, counts["target_length"], side="right") - 1
        in_bin = length[:, np.newaxis] == np.arange(len(_LENGTH_STARTS))
        self._in_bin += in_bin.sum(axis=0)
        above = [counts[measure.above] for measure in self.measures]
        below = [counts[measure.below] for measure in self.measures]
        quantity = counts["rquantity"][:, np.newaxis] * in_bin
        return np.column_stack([*above, quantity, *below, in_bin]).astype(np.float64)

    def result(
        self, *, resamples: int = 1000, seed: int, confidence: float = 0.95
    ) -> ReorderingAnalysis:
        """Put the figures together.

        Raises:
            InputError: No sentence pair was added.
        """
        if not self._sentences:
            raise InputError("there are no sentence pairs to analyse")
        drawn = bootstrap(
            self._bundles.rows, ratio, resamples=resamples, seed=seed, confidence=confidence
        )
        ends = (drawn.observed, drawn.low, drawn.high)
        estimates = [Estimate(*row) for row in np.column_stack(ends).tolist()]
        names = [measure.name for measure in self.measures]
        widths = dict(enumerate(self._widths.tolist()))
        return ReorderingAnalysis(
            sentences=self._sentences,
            reorderings=int(self._widths.sum()),
            measures=dict(zip(names, estimates[: len(names)], strict=True)),
            lengths=self._lengths(estimates[len(names) :]),
            widths={width: count for width, count in widths.items() if count},
            operators=dict(sorted(self._operators.items(), key=lambda item: (-item[1], item[0]))),
            patterns=self._patterns.patterns(),
            label_widths=self._patterns.label_widths(),
            bundle=self._bundles.size,
            confidence=confidence,
        )

    def _lengths(self, estimates: Sequence[Estimate]) -> tuple[LengthBin, ...]:
        ends = (*(start - 1 for start in _LENGTH_STARTS[1:]), None)
        bins = zip(_LENGTH_STARTS, ends, self._in_bin.tolist(), estimates, strict=True)
        return tuple(LengthBin(*one) for one in bins if one[2])


def analyze_reorderings(
    corpus: AlignedCorpus | AlignmentBatch | Iterable[Alignment],
    *,
    branching: Branching = "right",
    sibling_branching: Branching = "left",
    ks: Sequence[int] = ANTICIPATION,
    resamples: int = 1000,
    seed: int = 12345,
    confidence: float = 0.95,
) -> ReorderingAnalysis:
    """Say how much, how far and what a corpus reorders.

    RQuantity of a sentence = Σ over reorderings (target span of A + target span of B) / target
    length; of a corpus, its mean.

    Args:
        corpus: Files, or the links of each sentence pair.
        branching: As in `extract_reorderings`.
        sibling_branching: As there.
        ks: For which k to count k-anticipated target words (S5.7).
        resamples: How many times to draw sentences for the intervals.
        seed: Where the draws start.
        confidence: The share of resamples inside the intervals.

    Raises:
        InputError: The files cannot be used, or there are no sentence pairs.

    Examples:
        >>> from wordorder import Alignment
        >>> result = analyze_reorderings([Alignment.parse("0-1 1-0 2-2"), Alignment.parse("0-0")])
        >>> result.reorderings, round(result.measures["rquantity"].value, 3)
        (1, 0.333)

    References:
        Birch, Blunsom and Osborne (2009), A Quantitative Analysis of Reordering Phenomena.
    """
    if isinstance(corpus, AlignedCorpus):
        batches, over, with_trees = corpus.read(), corpus.over, corpus.trees is not None
    else:
        batches, over, with_trees = iter([CorpusBatch(as_batch(corpus))]), "source", False
    analyzer = ReorderingAnalyzer(ks, with_trees=with_trees)
    for batch in batches:
        found = extract_reorderings(
            batch.alignments,
            batch.trees,
            over=over,
            branching=branching,
            sibling_branching=sibling_branching,
        )
        analyzer.add(batch.alignments, found, batch.tree_words)
    return analyzer.result(resamples=resamples, seed=seed, confidence=confidence)


def _operator_name(ranks: tuple[int, ...]) -> str:
    if len(ranks) > LONGEST_OPERATOR:
        return f"{len(ranks)} children"
    return " ".join(map(str, ranks))
