"""Comparison of pairs of systems on the words that both have."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated

import numpy as np

from wordorder.arrays import Floats, Integers
from wordorder.output.grid import DIFFERENCE, Grid, Layout, pair_labels
from wordorder.output.wording import counted
from wordorder.scoring.measures import ORDER_ERRORS
from wordorder.scoring.word_order import SharedCounts, SharedWordsRequest, WordOrder
from wordorder.statistics.paired_tests import weighted_differences
from wordorder.statistics.resampling import Resampling
from wordorder.statistics.significance import FEWEST_ITEMS, holm

SMALLEST_SHARE = 0.05

SHARED_DIFFERENCE = {"first": float, "second": float, **DIFFERENCE}
SHARED_WORDS = {"weight": int, "share": float, "sentences": int}


@dataclass(frozen=True, slots=True)
class Portions:
    """Sizes of blocks of work; no figure depends on them.

    Attributes:
        cells_of_pairs: Cells of statistics of pairs of systems; the default takes 128 MB.
        cells_of_tests: Cells of statistics that are resampled.
        pairs_per_call: Pairs of sentences per call of the kernel, to show progress.
    """

    cells_of_pairs: int = 2**24
    cells_of_tests: int = 2**21
    pairs_per_call: int = 2**16


_PORTIONS = Portions()


@dataclass(frozen=True, slots=True, eq=False)
class SharedOrder:
    """Differences in word order between pairs of systems, on the words both have.

    A system with fewer matched words has different permutations even if its order is the same. So
    systems are compared on the words that both have, equally often, matched with the reference
    again. A sentence with m such words weighs w = m − 1.

    Attributes:
        differences: For each pair of systems and metric, the values of both systems on the shared
            words, undefined if nothing is shared, and their difference, second minus first:
            Σw·δ/Σw, or for the order errors 100·Σδ/Σw. The metrics are the ordering metrics shown,
            then breaks_per_100 and misplaced_per_100, where lower is better.
        words: For each pair the weight Σw, the share of words compared, which is Σw / number of
            reference words (with links, source words), and the number of sentences with w > 0.
    """

    differences: Annotated[Grid, Layout("pair", "metric", columns=SHARED_DIFFERENCE)]
    words: Annotated[Grid, Layout("pair", columns=SHARED_WORDS)]

    def __post_init__(self) -> None:
        if self.differences.axes["pair"] != self.words.axes["pair"]:
            raise ValueError("the pairs of differences and words differ")
        if (self.words["weight"] < 0).any() or (self.words["sentences"] < 0).any():
            raise ValueError("weights and numbers of sentences cannot be negative")

    @property
    def metrics(self) -> tuple[str, ...]:
        """The names of the metrics."""
        return self.differences.names("metric")

    def withheld(self, pair: int) -> str | None:
        """Return why the verdict on a pair, given by its index, is withheld, or None."""
        share, sentences = float(self.words["share"][pair]), int(self.words["sentences"][pair])
        if not share > 0:
            return "they share no words whose order could be compared"
        if share < SMALLEST_SHARE:
            shown = min(share, SMALLEST_SHARE - 0.001)  # not rounded up to the limit
            part = "less than 0.1%" if share < 0.001 else f"{shown:.1%}"
            return f"they share too few words: {part} are compared, fewer than {SMALLEST_SHARE:.0%}"
        if sentences < FEWEST_ITEMS:
            return (
                f"they share words in too few sentences: {counted(sentences, 'sentence')}, fewer "
                f"than {FEWEST_ITEMS}"
            )
        return None


def shared_steps(systems: int, lines: int) -> int:
    """Return the number of steps that `compare_on_shared_words` reports."""
    return systems * (systems - 1) * lines  # each pair twice: matched, then tested


def compare_on_shared_words(
    order: WordOrder,
    request: SharedWordsRequest,
    systems: Sequence[str],
    lines: int,
    resampling: Resampling,
    test: str,
    on_steps: Callable[[int], None],
    portions: Portions = _PORTIONS,
) -> SharedOrder:
    """Compare all pairs of systems.

    Args:
        order: The word order.
        request: The metrics to compute.
        systems: The names of the systems.
        lines: Number of sentences.
        resampling: How to resample sentences.
        test: bootstrap or randomization.
        on_steps: Called with the number of steps done; see `shared_steps`.
        portions: Sizes of blocks of work.
    """
    pairs = np.array(list(combinations(range(len(systems)), 2)), np.int64)
    width = len(request.metrics) + len(ORDER_ERRORS) + 1
    parts = []
    for some in _blocks(pairs, portions.cells_of_pairs // (lines * width)):
        counts = _counted(order, request, some, lines, on_steps, portions.pairs_per_call)
        tested = _tested(counts, resampling, test, on_steps, portions.cells_of_tests)
        weights = counts.statistics[..., -1]
        weight = weights.sum(axis=0)
        words = np.where(counts.words > 0, counts.words, np.nan)
        parts.append((*tested, weight, (weights > 0).sum(axis=0), weight / words))
    first, second, difference, low, high, p, weight, sentences, share = map(
        np.concatenate, zip(*parts, strict=True)
    )
    labels = pair_labels(systems)
    differences = Grid.of(
        {"pair": labels, "metric": (*request.metrics, *ORDER_ERRORS)},
        first=first,
        second=second,
        difference=difference,
        low=low,
        high=high,
        p=p,
        p_holm=holm(p),
    )
    weights = weight.astype(np.int64)
    sizes = Grid.of({"pair": labels}, weight=weights, share=share, sentences=sentences)
    return SharedOrder(differences, sizes)


def _counted(
    order: WordOrder,
    request: SharedWordsRequest,
    pairs: Integers,
    lines: int,
    on_steps: Callable[[int], None],
    pairs_per_call: int,
) -> SharedCounts:
    """Count in blocks of sentences."""
    columns = len(request.metrics) + len(ORDER_ERRORS)
    statistics = np.empty((lines, len(pairs), columns + 1))
    sums, words = np.zeros((len(pairs), 2, columns)), np.zeros(len(pairs), np.int64)
    size = max(1, pairs_per_call // len(pairs))
    for start in range(0, lines, size):
        some = slice(start, min(start + size, lines))
        # Each call continues the sums, so they do not depend on the block size.
        statistics[some], sums, new_words = order.on_shared_words(pairs, some, request, sums)
        words += new_words
        on_steps(len(pairs) * (some.stop - start))
    return SharedCounts(statistics, sums, words)


def _tested(
    counts: SharedCounts,
    resampling: Resampling,
    test: str,
    on_steps: Callable[[int], None],
    cells: int,
) -> tuple[Floats, ...]:
    """Return first, second, difference, low, high and p-value, of shape (pairs, metrics)."""
    lines, pairs, width = counts.statistics.shape
    unit = np.ones(width - 1)
    unit[-len(ORDER_ERRORS) :] = 100
    parts = []
    for some in _blocks(np.arange(pairs), cells // (lines * width)):
        statistics = counts.statistics[:, some].swapaxes(0, 1)
        weight = statistics[..., -1:].sum(axis=1)
        sums = counts.sums[some]
        first, second = (_divided(sums[:, side], weight) for side in (0, 1))
        size = np.fmax(np.abs(first), np.abs(second))
        tested = weighted_differences(statistics, size, test=test, **resampling.keywords)
        figures = first, second, tested.difference, tested.low, tested.high
        parts.append((*(unit * figure for figure in figures), tested.p_value))
        on_steps(lines * len(some))
    return tuple(map(np.concatenate, zip(*parts, strict=True)))


def _divided(sums: Floats, weight: Floats) -> Floats:
    quotients = np.full(sums.shape, np.nan)
    np.divide(sums, weight, out=quotients, where=weight > 0)
    return quotients


def _blocks(items: Integers, size: int) -> Iterator[Integers]:
    size = max(1, size)
    for start in range(0, len(items), size):
        yield items[start : start + size]
