"""Speed of the permutation test between metrics, against a loop in NumPy.

    python benchmarks/permutation_test.py [SHARED_DATA]

Without data of WMT13, made-up judgements of the same size stand in: 23 systems, 3,000 lines,
128,668 comparisons. The 25 metrics are made up in either case. The loop is timed on a few
permutations of one pair of metrics, and scaled up.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from wordorder import Resampling
from wordorder.metaevaluation import (
    Comparisons,
    Dataset,
    Judgements,
    MetricScores,
    Ratings,
    permutation_test,
)
from wordorder.statistics.paired_tests import all_pairs

if TYPE_CHECKING:
    from numpy.typing import NDArray

METRICS, SYSTEMS, LINES, COMPARISONS = 25, 23, 3_000, 128_668
RESAMPLING = Resampling(resamples=1_000)
LOOPED = 20


def main() -> None:
    compared = read_wmt13(Path(sys.argv[1])) if len(sys.argv) > 1 else made_up_comparisons()
    dataset = Dataset(compared, made_up_scores(compared.systems, LINES))
    pairs = len(all_pairs(METRICS))
    print(f"{pairs} pairs of metrics, {RESAMPLING.resamples} permutations, on two threads")
    print(
        "| statistic | seconds | a loop in NumPy, seconds | times as fast |\n|---|---:|---:|---:|"
    )
    for statistic in ("tau_wmt14", "tau_wmt13", "acc_23", "tau_b"):
        seconds = timed(dataset, statistic)
        slow = loop(dataset, statistic) * pairs * RESAMPLING.resamples
        print(f"| {statistic} | {seconds:.1f} | {slow:.0f} | {slow / seconds:.0f} |", flush=True)
    rated = made_up_ratings()
    few = Dataset(rated, made_up_scores(rated.systems, 1_000, metrics=5))
    print("\n10 pairs of metrics, ratings of 13 systems on 1,000 lines")
    print("| statistic | seconds |\n|---|---:|")
    for statistic in ("tau_wmt14", "tau_b", "acc_eq", "pearson_r"):
        print(f"| {statistic} | {timed(few, statistic):.1f} |", flush=True)


def timed(dataset: Dataset, statistic: str) -> float:
    start = time.perf_counter()
    permutation_test(dataset, statistic, resampling=RESAMPLING, threads=2)
    return time.perf_counter() - start


def loop(dataset: Dataset, statistic: str) -> float:
    """Seconds for one pair of metrics and one permutation."""
    line, first, second, human = dataset.judgements.pairs()
    first, second = (
        np.ravel_multi_index((one, line - 1), dataset.scores.segment_scores.shape[1:])
        for one in (first, second)
    )
    a, b = (standardised(scores) for scores in dataset.scores.segment_scores[:2])
    rng = np.random.default_rng(1)
    start = time.perf_counter()
    for _ in range(LOOPED):
        swaps = rng.integers(2, size=a.size, dtype=np.int8) == 1
        for scores in (np.where(swaps, b, a), np.where(swaps, a, b)):
            value(statistic, np.sign(human), np.sign(scores[first] - scores[second]))
    return (time.perf_counter() - start) / LOOPED


def standardised(scores: NDArray[Any]) -> NDArray[Any]:
    return ((scores - scores.mean()) / scores.std()).reshape(-1)


def value(statistic: str, human: NDArray[Any], metric: NDArray[Any]) -> float:
    if statistic == "acc_23":
        return float((human == metric).mean())
    product = human * metric
    below = {
        "tau_wmt14": np.count_nonzero(human),
        "tau_wmt13": np.count_nonzero(product),
        "tau_b": np.sqrt(float(np.count_nonzero(human)) * np.count_nonzero(metric)),
    }
    return float(product.sum() / below[statistic])


def made_up_comparisons() -> Judgements:
    rng = np.random.default_rng(2)
    first = rng.integers(SYSTEMS, size=COMPARISONS)
    second = (first + rng.integers(1, SYSTEMS, size=COMPARISONS)) % SYSTEMS
    line = rng.integers(1, LINES + 1, size=COMPARISONS)
    preference = rng.choice([-1, 1], size=COMPARISONS)
    names = tuple(f"system {number}" for number in range(SYSTEMS))
    columns = Comparisons(line, first, second, preference, np.full(COMPARISONS, -1))
    return Judgements("made up", names, columns)


def made_up_ratings() -> Judgements:
    rng = np.random.default_rng(3)
    system, line = np.divmod(np.arange(13_000), 1_000)
    score = rng.integers(0, 101, size=13_000).astype(float)
    names = tuple(f"system {number}" for number in range(13))
    return Judgements(
        "made up", names, ratings=Ratings(line + 1, system, score, np.full(13_000, -1))
    )


def made_up_scores(systems: tuple[str, ...], lines: int, metrics: int = METRICS) -> MetricScores:
    rng = np.random.default_rng(4)
    values = rng.random((len(systems), lines)) + rng.random((metrics, len(systems), lines))
    names = tuple(f"metric {number}" for number in range(metrics))
    return MetricScores(names, systems, values.round(3))


def read_wmt13(data: Path) -> Judgements:
    path = data / "wmt13" / "rankings-pairwise" / "de-en.tsv"
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    names = tuple(sorted({name for _, *both in rows for name in both}))
    number = {name: place for place, name in enumerate(names)}
    line, first, second = np.array([(int(n), number[b], number[w]) for n, b, w in rows]).T
    ones = np.ones_like(line)
    return Judgements("de-en", names, Comparisons(line, first, second, ones, -ones))


if __name__ == "__main__":
    main()
