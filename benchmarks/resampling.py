"""Speed and memory of the resampling: 1,000 resamples, 3,000 sentences, 23 systems, 15 metrics.

    python benchmarks/resampling.py

Each line is a process of its own, so that its peak memory is its own too; the first line is what
Python, NumPy and the data alone take. The last two lines are the plain ways: every resample spelled
out, and the signs multiplied with the differences of each of the 253 pairs.
"""

from __future__ import annotations

import multiprocessing
import resource
import sys
import time
from typing import TYPE_CHECKING

import numpy as np

from wordorder.statistics import approximate_randomization, bootstrap, paired_bootstrap

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Values = NDArray[np.float64]

SEED = 2016
RESAMPLES, SENTENCES, SYSTEMS, METRICS = 1_000, 3_000, 23, 15
REPEATS = 3


def main() -> None:
    print("| what | seconds | peak memory, MB |\n|---|---:|---:|")
    # A forked process would inherit its parent's peak.
    processes = multiprocessing.get_context("spawn")
    for name in WORK:
        with processes.Pool(1) as pool:
            seconds, megabytes = pool.apply(measure, (name,))
        print(f"| {name} | {seconds:.2f} | {megabytes:.0f} |", flush=True)


def measure(name: str) -> tuple[float, float]:
    values = made_up_values()
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        WORK[name](values)
        times.append(time.perf_counter() - start)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return min(times), peak / (2**20 if sys.platform == "darwin" else 2**10)


def made_up_values() -> Values:
    """Values between 0 and 1, alike between systems, 1 % undefined."""
    rng = np.random.default_rng(SEED)
    values = rng.random((SENTENCES, METRICS)) + rng.normal(0, 0.1, (SYSTEMS, SENTENCES, METRICS))
    values[rng.random(values.shape) < 0.01] = np.nan
    return values.clip(0, 1)


def spelled_out(values: Values) -> None:
    rng = np.random.default_rng(SEED)
    for _ in range(RESAMPLES):
        np.nanmean(values[:, rng.integers(SENTENCES, size=SENTENCES)], axis=1)


def pair_by_pair(values: Values) -> None:
    """For sums alone, without counts of the defined items."""
    rng = np.random.default_rng(SEED)
    signs = 1.0 - 2 * rng.integers(2, size=(RESAMPLES, SENTENCES))
    filled = np.nan_to_num(values)
    for first in range(SYSTEMS):
        for second in range(first):
            np.abs(signs @ (filled[first] - filled[second])).mean(axis=0)


WORK: dict[str, Callable[[Values], object]] = {
    "nothing": lambda _: None,
    "bootstrap, all systems and metrics": lambda v: bootstrap(v, seed=SEED),
    "paired bootstrap, 253 pairs": lambda v: paired_bootstrap(v, seed=SEED),
    "approximate randomisation, 253 pairs": lambda v: approximate_randomization(v, seed=SEED),
    "every resample spelled out": spelled_out,
    "signs times differences, pair by pair": pair_by_pair,
}


if __name__ == "__main__":
    main()
