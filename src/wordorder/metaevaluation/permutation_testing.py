"""The permutation test between metrics: PERM-BOTH."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from wordorder import _kernels
from wordorder.arrays import Floats, Integers
from wordorder.errors import Argument, InputError, UsageError, expect, joined
from wordorder.metaevaluation.correlation import GROUPINGS, STATISTICS, find_statistic
from wordorder.metaevaluation.joining import Dataset
from wordorder.metaevaluation.judgements import HumanPairs, Judgements
from wordorder.metaevaluation.significance import MetricComparisons
from wordorder.metaevaluation.statistic import PairRule, Statistic
from wordorder.output.grid import Grid, pair_labels
from wordorder.statistics.paired_tests import all_pairs, count_extreme, p_values, without_dust
from wordorder.statistics.resampling import Resampling
from wordorder.statistics.significance import holm as corrected_by_holm
from wordorder.threads import thread_count

Difference: TypeAlias = Callable[[_kernels.MetricSwaps], Floats]
"""A function of swaps: differences of a statistic (pairs of metrics, permutations)."""

_PEARSON = "pearson_r"

_USUAL = Resampling()
_WORDS_PER_BLOCK = 2**22  # 32 MB of swaps at a time
_SIZE = np.ones(1)  # all of these statistics lie between −1 and 1


def permutation_test(
    dataset: Dataset,
    statistic: str = "tau_wmt14",
    *,
    grouping: str = "item",
    resampling: Resampling = _USUAL,
    holm: bool = False,
    threads: int | None = None,
) -> MetricComparisons:
    """Test every pair of metrics by exchanging their scores at random (PERM-BOTH), two-sided.

    The scores of both metrics are standardised over the translations that people judged and both
    metrics score. In each permutation, the two scores of every translation swap with probability ½,
    for the same translations in all pairs of metrics, and the difference of the statistic is
    computed anew. p is the share of permutations with |δ*| ≥ |δ|, with 1 added to both counts. The
    result is the same for any number of threads.

    Examples:
        >>> import numpy as np
        >>> from wordorder.metaevaluation import Judgements, MetricScores, Ratings
        >>> system, line = np.divmod(np.arange(120), 40)
        >>> rng = np.random.default_rng(1)
        >>> human = rng.normal(size=120)
        >>> ratings = Ratings(line + 1, system, human, np.full(120, -1))
        >>> judged = Judgements("de-en", ("A", "B", "C"), ratings=ratings)
        >>> lines = (human + [[0.2], [2.0]] * rng.normal(size=(2, 120))).reshape(2, 3, 40)
        >>> scores = MetricScores(("good", "bad"), ("A", "B", "C"), lines)
        >>> tests = permutation_test(Dataset(judged, scores), "tau_wmt14").tests
        >>> tested = {"pair": ("good", "bad"), "statistic": "tau_wmt14"}
        >>> difference, p = (tests.figure(column, **tested) for column in ("difference", "p"))
        >>> print(f"{difference:.3f}, p = {p:.3f}")
        -0.567, p = 0.001

    Args:
        dataset: Judgements and scores of the same systems.
        statistic: tau_wmt13, tau_wmt14, consistency, tau_b, acc_23 or tau_23; with ratings also
            tau_darr@t, acc_eq, whose threshold is fitted anew in each permutation, and pearson_r.
        grouping: With ratings, tau_b, acc_23, tau_23 and acc_eq are means over lines (item), and
            pearson_r is a mean over lines (item) or systems (system), or over everything (none).
            All others count pairs within lines together, and so does every statistic of
            comparisons.
        resampling: Number of permutations, seed and level of significance.
        holm: Whether verdicts use p-values corrected for the number of pairs.
        threads: Number of threads; all processors by default.

    Raises:
        InputError: There are fewer than two metrics, or no judgements that the statistic can use.
        UsageError: An argument is invalid.

    References:
        Deutsch, Dror and Roth (2021), A Statistical Analysis of Summarization Evaluation Metrics
        Using Resampling Methods.
    """
    expect(dataset, Dataset, "dataset")
    expect(statistic, str, "statistic")
    expect(resampling, Resampling, "resampling")
    judgements, scores = dataset.judgements, dataset.scores
    if len(scores.metrics) < 2:
        raise InputError(f"a paired test needs at least two metrics, found {len(scores.metrics)}")
    cells, difference = swapped_statistic(judgements, statistic, grouping)
    figures = _tests(
        cells.scores(scores.segment_scores), difference, resampling, thread_count(threads)
    )
    return MetricComparisons(
        name=judgements.name,
        tests=Grid.of({"pair": pair_labels(scores.metrics), "statistic": [statistic]}, **figures),
        test="permutation",
        line_count=len(np.unique(cells.line)),
        holm=bool(holm),
        resampling=resampling,
    )


def swapped_statistic(
    judgements: Judgements, statistic: str, grouping: str
) -> tuple[JudgedCells, Difference]:
    """Return the cells that a statistic needs, and its differences as a function of their swaps.

    Raises:
        InputError: There are no judgements that the statistic can use.
        UsageError: The statistic is unknown, or not defined for these judgements or this grouping.
    """
    chosen = _permutable(statistic)
    rule, rated = chosen.pair_rule, judgements.ratings is not None
    if not rated and (rule is None or rule.needs_ratings):
        raise UsageError(
            f"{statistic} needs ratings, but in {judgements.name} systems were compared"
        )
    groupings = GROUPINGS if rule is None else ("item",)
    if grouping not in groupings:
        allowed = joined((Argument("grouping", name) for name in groupings), " or ", " or ")
        raise UsageError(f"the permutation test of {statistic} needs ", *allowed)
    if rule is None:
        cells, difference = _correlation(judgements, grouping)
    else:
        test = _kernels.PairTest.POOLED
        if rule.best_threshold:
            test = _kernels.PairTest.BEST_THRESHOLD
        elif rated and chosen.grouped:
            test = _kernels.PairTest.GROUPED
        cells, difference = _counts(judgements, rule, test, chosen.threshold or 0)
    if not len(cells):
        raise InputError(f"{judgements.name}: no judgements that {statistic} can use")
    return cells, difference


def _permutable(name: str) -> Statistic:
    """Look up a statistic that has a permutation test."""
    places = {name: known.pair_rule.place for name, known in STATISTICS.items() if known.pair_rule}
    permutable = [*sorted(places, key=lambda listed: places[listed]), _PEARSON]
    try:
        statistic = find_statistic(name)
    except UsageError:
        raise UsageError.unknown("statistic", name, permutable) from None
    if statistic.pair_rule is None and name != _PEARSON:
        raise UsageError.unknown("statistic", name, permutable)
    return statistic


def _correlation(judgements: Judgements, grouping: str) -> tuple[JudgedCells, Difference]:
    """Return the rated cells, and the differences of Pearson's correlation within groups."""
    ratings = judgements.mean_ratings(judgements.last_line)
    line, system = np.nonzero(~np.isnan(ratings.T))
    group = {"item": line, "system": system, "none": np.zeros_like(line)}[grouping]
    order = np.argsort(group, kind="stable")
    groups = _kernels.Ragged(order.astype(np.int32), _starts(group[order]))
    people = ratings[system, line]
    return JudgedCells(line, system), lambda swaps: _kernels.swapped_correlation_differences(
        swaps, people, groups
    )


def _counts(
    judgements: Judgements, rule: PairRule, test: _kernels.PairTest, threshold: float
) -> tuple[JudgedCells, Difference]:
    line, first, second, difference = judgements.pairs()
    far = np.abs(difference) >= threshold
    pairs = HumanPairs(line[far], first[far], second[far], difference[far])
    cells, judged = cells_of_pairs(pairs, len(judgements.systems))
    parts = rule.numerator, rule.denominator, rule.root
    return cells, lambda swaps: _kernels.swapped_pair_differences(swaps, judged, *parts, test)


def draw_swaps(
    cells: int, permutations: int, seed: int, words_per_block: int = _WORDS_PER_BLOCK
) -> Iterator[Integers]:
    """Draw bits for swapped cells, a row for each permutation, block by block.

    Cell c is bit c mod 64 of word ⌊c/64⌋. The draws depend only on the seed and the number of
    cells.
    """
    width = (cells + 63) // 64
    rows = max(1, words_per_block // max(width, 1))
    generator = np.random.Generator(np.random.PCG64(seed))
    for start in range(0, permutations, rows):
        shape = min(rows, permutations - start), width
        yield generator.integers(-(2**63), 2**63 - 1, shape, np.int64, endpoint=True)


def _tests(
    scores: Floats,
    difference: Difference,
    resampling: Resampling,
    threads: int,
    words_per_block: int = _WORDS_PER_BLOCK,
) -> dict[str, Floats]:
    """Test all pairs of metrics with scores (metrics, cells); return the figures by name."""
    pairs = all_pairs(len(scores))
    metrics = pairs.astype(np.int32)
    unswapped = np.zeros((1, (scores.shape[1] + 63) // 64), np.int64)
    observed = difference(_kernels.MetricSwaps(scores, metrics, unswapped, threads))[:, 0]
    extreme = np.zeros(len(pairs), np.int64)
    drawn = draw_swaps(scores.shape[1], resampling.resamples, resampling.seed, words_per_block)
    for swaps in drawn:
        swapped = difference(_kernels.MetricSwaps(scores, metrics, swaps, threads))
        extreme += count_extreme(swapped, observed, _SIZE)
    p = p_values(extreme, resampling.resamples, observed)
    # The second minus the first: "B is better than A" is a positive difference.
    of_second = 0 - without_dust(observed, _SIZE)
    unknown = np.full_like(of_second, np.nan)
    by_holm = corrected_by_holm(p)
    return {"difference": of_second, "low": unknown, "high": unknown, "p": p, "p_holm": by_holm}


# Judged translations, numbered for the kernel: a cell is one translation of one line.


@dataclass(frozen=True, slots=True, eq=False)
class JudgedCells:
    """Cells that people judged, line by line.

    Attributes:
        line: The line of each cell, from 0.
        system: The system of each cell, from 0.
    """

    line: Integers
    system: Integers

    def __len__(self) -> int:
        return len(self.line)

    def scores(self, lines: Floats) -> Floats:
        """Return the scores of the cells, of shape (metrics, cells)."""
        return np.ascontiguousarray(lines[:, self.system, self.line])


def cells_of_pairs(pairs: HumanPairs, systems: int) -> tuple[JudgedCells, _kernels.JudgedPairs]:
    """Return the cells of judged pairs, and the distinct pairs with the votes for either side.

    The pairs of each line are a group.
    """
    place = (pairs.line - 1) * systems
    ends = np.stack([place + pairs.first, place + pairs.second])
    used, number = np.unique(ends, return_inverse=True)
    low, high = np.sort(number.reshape(ends.shape), axis=0)
    sign = np.sign(pairs.difference).astype(np.int64)
    sign[ends[0] > ends[1]] *= -1
    keys, pair = np.unique(low * len(used) + high, return_inverse=True)
    votes = np.bincount(pair.reshape(-1) * 3 + sign + 1, minlength=3 * len(keys)).reshape(-1, 3)
    first, second = keys // max(len(used), 1), keys % max(len(used), 1)
    line = used // systems
    judged = _kernels.JudgedPairs(
        first.astype(np.int32), second.astype(np.int32), votes, _starts(line[first])
    )
    return JudgedCells(line, used % systems), judged


def _starts(group: Integers) -> Integers:
    """Return where each run of equal numbers begins, and the end."""
    changes = np.flatnonzero(np.diff(group)) + 1
    return np.concatenate([[0], changes, [len(group)]]) if len(group) else np.zeros(1, np.int64)
