"""The permutation test between metrics: PERM-BOTH."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder import _kernels
from wordorder.errors import InputError, expect
from wordorder.metaevaluation.joining import Dataset
from wordorder.metaevaluation.significance.comparisons import MetricComparisons
from wordorder.metaevaluation.significance.swapped_statistics import swapped_statistic
from wordorder.output.grid import Grid, pair_labels
from wordorder.statistics import Resampling
from wordorder.statistics import holm as corrected_by_holm
from wordorder.statistics.pairs import all_pairs, count_extreme, p_values, without_dust
from wordorder.threads import thread_count

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordorder.arrays import Floats, Integers
    from wordorder.metaevaluation.significance.swapped_statistics import Difference

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

    The scores of both metrics are standardised over the translations that both of them and people
    have judged. In each permutation the two scores of every translation change places with
    probability ½, for the same translations in all pairs of metrics, and the difference of the
    statistic is worked out again. p is the share of permutations with |δ*| ≥ |δ|, with 1 added to
    both counts. The result is the same for any number of threads.

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
        >>> found = permutation_test(Dataset(judged, scores), "tau_wmt14")
        >>> tested = {"pair": ("good", "bad"), "statistic": "tau_wmt14"}
        >>> difference, p = (found.tests.figure(one, **tested) for one in ("difference", "p"))
        >>> print(f"{difference:.3f}, p = {p:.3f}")
        -0.567, p = 0.001

    Args:
        dataset: Judgements and scores of the same systems.
        statistic: tau_wmt13, tau_wmt14, consistency, tau_b, acc_23 or tau_23; with ratings also
            tau_darr@t, acc_eq, whose threshold is found anew in each permutation, and pearson_r.
        grouping: With ratings, tau_b, acc_23, tau_23 and acc_eq are means over lines (item), and
            pearson_r is a mean over lines (item) or systems (system), or over everything (none).
            All others count pairs within lines together, and so does every statistic of
            comparisons.
        resampling: Number of permutations, seed and level of significance.
        holm: Whether verdicts use p-values corrected for the number of pairs.
        threads: Number of threads; all processors by default.

    Raises:
        InputError: Fewer than two metrics, no judgements, or scores that do not go with them.
        UsageError: An argument cannot be used.

    References:
        Deutsch, Dror and Roth (2021), A Statistical Analysis of Summarization Evaluation Metrics
        Using Resampling Methods.
    """
    expect(dataset, Dataset, "dataset")
    expect(statistic, str, "statistic")
    expect(resampling, Resampling, "resampling")
    judgements, scores = dataset.judgements, dataset.scores
    _refuse_unusable(dataset)
    cells, difference = swapped_statistic(judgements, statistic, grouping)
    found = _tests(cells.scores(scores.lines), difference, resampling, thread_count(threads))
    return MetricComparisons(
        name=judgements.name,
        tests=Grid.of({"pair": pair_labels(scores.metrics), "statistic": [statistic]}, **found),
        test="permutation",
        line_count=len(np.unique(cells.line)),
        holm=bool(holm),
        resampling=resampling,
    )


def draw_swaps(cells: int, permutations: int, seed: int) -> Iterator[Integers]:
    """Bits that say which cells are swapped, a row for each permutation, block by block.

    Bit c mod 64 of word ⌊c/64⌋ is that of cell c. The draws depend only on the seed and the number
    of cells.
    """
    width = (cells + 63) // 64
    rows = max(1, _WORDS_PER_BLOCK // max(width, 1))
    generator = np.random.Generator(np.random.PCG64(seed))
    for start in range(0, permutations, rows):
        shape = min(rows, permutations - start), width
        yield generator.integers(-(2**63), 2**63 - 1, shape, np.int64, endpoint=True)


def _refuse_unusable(dataset: Dataset) -> None:
    if len(dataset.scores.metrics) < 2:
        found = len(dataset.scores.metrics)
        raise InputError(f"a paired test needs at least two metrics, found {found}")


def _tests(
    scores: Floats, difference: Difference, resampling: Resampling, threads: int
) -> dict[str, Floats]:
    """Test all pairs of metrics with scores (metrics, cells); return figures of all pairs."""
    pairs = all_pairs(len(scores))
    metrics = pairs.astype(np.int32)
    unswapped = np.zeros((1, (scores.shape[1] + 63) // 64), np.int64)
    observed = difference(_kernels.MetricSwaps(scores, metrics, unswapped, threads))[:, 0]
    extreme = np.zeros(len(pairs), np.int64)
    for swaps in draw_swaps(scores.shape[1], resampling.resamples, resampling.seed):
        swapped = difference(_kernels.MetricSwaps(scores, metrics, swaps, threads))
        extreme += count_extreme(swapped, observed, _SIZE)
    p = p_values(extreme, resampling.resamples, observed)
    # The second minus the first: "B is better than A" is a positive difference.
    of_second = 0 - without_dust(observed, _SIZE)
    unknown = np.full_like(of_second, np.nan)
    by_holm = corrected_by_holm(p)
    return {"difference": of_second, "low": unknown, "high": unknown, "p": p, "p_holm": by_holm}
