"""Statistics of agreement with people: their declaration, input and output.

The modules `pairwise`, `ties`, `groupwise` and `systemwise` hold the formulas, and each ends with a
table of `Statistic`s; `correlation` collects these tables. A new statistic is a formula and a row:
help, name checks, table columns, the human ceiling and the permutation test follow from the row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

import numpy as np

from wordorder.arrays import Floats, IntArray, Integers, as_int64
from wordorder.errors import Argument, InputError, UsageError, expect
from wordorder.metaevaluation.joining import Dataset
from wordorder.metaevaluation.judgements import HumanPairs
from wordorder.statistics.resampling import Resampling, draw_with_replacement

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from wordorder.metaevaluation.groupwise import WeightedPoints
    from wordorder.metaevaluation.metric_scores import MetricScores

PEOPLE, METRIC = np.meshgrid([-1, 0, 1], [-1, 0, 1], indexing="ij")
"""Preferences between two systems, of people (rows) and a metric (columns), for `PairRule`."""

_LARGEST = 1e100  # so that no sum of scores overflows


class Settings(NamedTuple):
    """Options of computing statistics.

    Attributes:
        grouping: Whether ratings and scores are correlated within each line (item), within each
            system (system), or over all systems and lines together (none).
        unit: What the bootstrap draws: lines or judgements.
        resampling: How to resample them.
    """

    grouping: str
    unit: str
    resampling: Resampling


class ResampledStatistics(NamedTuple):
    """Statistics of metrics, on all judgements and on every resample; NaN is undefined.

    Attributes:
        value: Shape (metrics, statistics).
        resampled: Shape (metrics, statistics, resamples).
        epsilon: The tie threshold of each metric, if the statistic fits one.
    """

    value: Floats
    resampled: Floats
    epsilon: Floats | None = None


@dataclass(frozen=True, slots=True, eq=False)
class PairRule:
    """A statistic Σ numerator / Σ denominator over judged pairs.

    Rows are the preference of people between the two systems of a pair, −1, 0 or 1; columns are
    that of the metric.

    Attributes:
        numerator: The term that a pair adds to the numerator.
        denominator: The term that it adds to the denominator.
        place: Its place in the list of statistics with a permutation test.
        root: Whether the statistic is numerator / √(denominator · pairs that people do not tie).
        needs_ratings: Whether its permutation test needs ratings.
        best_threshold: Whether the metric ties scores within its best threshold of each other.
    """

    numerator: Integers
    denominator: Integers
    place: int
    root: bool = False
    needs_ratings: bool = False
    best_threshold: bool = False


Method: TypeAlias = Callable[["JudgedLines", Sequence["Statistic"], Settings], ResampledStatistics]
"""A function that computes some statistics of judged lines."""


@dataclass(frozen=True, slots=True)
class Statistic:
    """A statistic of the agreement of metrics with people.

    Attributes:
        name: Its name.
        level: Whether it describes single lines (segment) or whole systems (system).
        needs_ratings: Whether it needs ratings; otherwise comparisons will do.
        meaning: Its meaning in one line.
        threshold: The smallest difference of ratings that counts, for tau_darr.
        method: The function that computes all statistics of this method together.
        grouped: Whether ratings are grouped for it as for correlations (`groupwise`).
        of_counts: Its formula for counts (..., 5) of pairs by kind (`pairwise.COUNTS`).
        of_rows: Its formula for two arrays, which it correlates along the last axis.
        of_points: Its formula for weighted points (`groupwise.WeightedPoints`), which correlations
            within groups need beside `of_rows`.
        pair_rule: Its formula for the permutation test; None if it has none.
        column_if_compared: Its place among the columns of tables about comparisons, the first of
            which leads; None if it is shown on request only.
        column_if_rated: Its place among the columns of tables about ratings.
        companion: The statistic always shown beside it.
    """

    name: str
    level: Literal["segment", "system"]
    needs_ratings: bool
    meaning: str
    threshold: float | None = None
    _: KW_ONLY
    method: Method = field(repr=False)
    grouped: bool = field(default=False, repr=False)
    of_counts: Callable[[Floats], Floats] | None = field(default=None, repr=False)
    of_rows: Callable[[Floats, Floats], Floats] | None = field(default=None, repr=False)
    of_points: Callable[[WeightedPoints], Floats] | None = field(default=None, repr=False)
    pair_rule: PairRule | None = field(default=None, repr=False)
    column_if_compared: int | None = field(default=None, repr=False)
    column_if_rated: int | None = field(default=None, repr=False)
    companion: str | None = field(default=None, repr=False)


def line_weights(lines: int, resampling: Resampling) -> IntArray:
    """Draw the resamples of `bootstrap` as weights: how often each contains each line.

    The shape is (1 + resamples, lines); the first row is all ones, for the observed value.
    Statistics that are not functions of sums over lines need these weights.

    Examples:
        >>> from wordorder.statistics import Resampling
        >>> line_weights(3, Resampling(resamples=2, seed=1)).tolist()
        [[1, 1, 1], [0, 2, 1], [2, 0, 1]]
    """
    generator = np.random.Generator(np.random.PCG64(resampling.seed))
    weights = np.ones((1 + resampling.resamples, lines), np.int32)
    draw_with_replacement(generator, weights[1:])
    return weights


@dataclass(frozen=True, slots=True, eq=False)
class JudgedLines:
    """Judgements and scores of the judged lines, which are renumbered from 1.

    Attributes:
        pairs: The judged pairs.
        ratings: Mean ratings (systems, lines), NaN where there is none.
        are_rated: Whether systems were rated, not compared.
        scores: Scores (metrics, systems, lines); NaN is missing.
        system_scores: Scores of whole systems (metrics, systems), NaN where a metric has none.
    """

    pairs: HumanPairs
    ratings: Floats
    are_rated: bool
    scores: Floats
    system_scores: Floats

    @property
    def line_count(self) -> int:
        """Number of judged lines."""
        return int(self.scores.shape[-1])

    def items_of_pairs(self, unit: str) -> tuple[Integers, int]:
        """Return the item of each pair, from 0, and the number of items: lines or judgements."""
        pairs = len(self.pairs.line)
        if unit == "judgements":
            return np.arange(pairs), pairs
        return self.pairs.line - 1, self.line_count

    @classmethod
    def of(cls, dataset: Dataset, lines: ArrayLike | None = None) -> JudgedLines:
        """Select the judged lines of a data set, or those among `lines`.

        Scores of whole systems cover all lines, so they are left out of a selection.

        Raises:
            InputError: No such line was judged, or a score is infinite.
            UsageError: An argument is invalid.
        """
        expect(dataset, Dataset, "dataset")
        judgements, scores = dataset.judgements, dataset.scores
        _refuse_huge(scores)
        pairs = judgements.pairs()
        ratings = judgements.mean_ratings(scores.line_count)
        judged = np.union1d(pairs.line, np.flatnonzero(~np.isnan(ratings).all(axis=0)) + 1)
        nowhere = np.full(scores.segment_scores.shape[:2], np.nan)
        chosen = judged if lines is None else np.intersect1d(judged, _line_numbers(lines))
        if not len(chosen):
            raise InputError(f"{judgements.name}: no judgements of these systems on these lines")
        return cls(
            _renumbered(pairs, chosen),
            ratings[:, chosen - 1],
            judgements.ratings is not None,
            scores.segment_scores[..., chosen - 1],
            scores.known_system_scores if lines is None else nowhere,
        )


def _line_numbers(lines: ArrayLike) -> Integers:
    expect(lines, (Iterable, np.ndarray), "lines")
    if isinstance(lines, (str, bytes)):
        raise UsageError(Argument("lines"), " must be line numbers, not text")
    return as_int64(lines, "lines")


def _refuse_huge(scores: MetricScores) -> None:
    if (np.abs(scores.segment_scores) > _LARGEST).any():
        metric, system, line = np.argwhere(np.abs(scores.segment_scores) > _LARGEST)[0]
        score = scores.segment_scores[metric, system, line]
        raise InputError(
            f"{scores.metrics[metric]} gives {scores.systems[system]} a score of {score:g} on "
            f"line {line + 1}; expected a finite number up to {_LARGEST:g}"
        )


def _renumbered(pairs: HumanPairs, lines: Integers) -> HumanPairs:
    """Select the pairs on some lines, given in ascending order, and renumber them from 1."""
    place = np.minimum(np.searchsorted(lines, pairs.line), len(lines) - 1)
    chosen = np.flatnonzero(lines[place] == pairs.line)
    first, second = pairs.first[chosen], pairs.second[chosen]
    return HumanPairs(place[chosen] + 1, first, second, pairs.difference[chosen])
