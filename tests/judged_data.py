"""Made-up judgements and scores with ties and gaps, as data sets and as plain lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from wordorder.metaevaluation import Comparisons, Dataset, Judgements, MetricScores, Ratings

if TYPE_CHECKING:
    from numpy.typing import NDArray

Table = list[list[Any]]


def as_lists(table: NDArray[Any]) -> Table:
    """Rows of numbers, None for NaN."""
    return [[None if np.isnan(one) else one for one in row] for row in table.tolist()]


def rated(human: NDArray[Any], metrics: NDArray[Any], corpus: Any = None) -> Dataset:
    """A data set of ratings (systems, lines) and scores (metrics, systems, lines) with gaps."""
    names = tuple(f"S{number}" for number in range(len(human)))
    system, line = np.nonzero(~np.isnan(human))
    ratings = Ratings(line + 1, system, human[system, line], np.full(len(line), -1))
    return Dataset(Judgements("xx-yy", names, ratings=ratings), _scores(names, metrics, corpus))


def compared(
    columns: tuple[NDArray[Any], ...], metrics: NDArray[Any], corpus: Any = None
) -> Dataset:
    """A data set of comparisons (line from 1, first, second, preference)."""
    names = tuple(f"S{number}" for number in range(metrics.shape[1]))
    comparisons = Comparisons(*columns, np.full(len(columns[0]), -1))
    judgements = Judgements("xx-yy", names, comparisons=comparisons)
    return Dataset(judgements, _scores(names, metrics, corpus))


def _scores(names: tuple[str, ...], metrics: NDArray[Any], corpus: Any) -> MetricScores:
    return MetricScores(tuple(f"m{k}" for k in range(len(metrics))), names, metrics, corpus)


def random_scores(seed: int, shape: tuple[int, ...], gaps: float) -> NDArray[Any]:
    """Quarters from 0 to 2, so that there are ties and differences are exact; some are NaN."""
    rng = np.random.default_rng(seed)
    scores = rng.integers(0, 9, shape) / 4
    scores[rng.random(shape) < gaps] = np.nan
    return scores


def random_comparisons(seed: int, count: int, systems: int, lines: int) -> tuple[NDArray[Any], ...]:
    """Line, first, second and preference of so many comparisons, with repetitions."""
    rng = np.random.default_rng(seed)
    first = rng.integers(systems, size=count)
    second = (first + rng.integers(1, systems, size=count)) % systems
    return rng.integers(1, lines + 1, count), first, second, rng.integers(-1, 2, count)
