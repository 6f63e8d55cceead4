"""Mean ratings of systems, with intervals and tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import InputError, expect
from wordorder.metaevaluation.judgements.table import Judgements
from wordorder.metaevaluation.ratings.line_tests import LineTests, compare_on_lines
from wordorder.statistics import Resampling, bootstrap

if TYPE_CHECKING:
    from wordorder.arrays import Floats, Integers

_USUAL = Resampling()


@dataclass(frozen=True, slots=True, eq=False)
class SystemRatings:
    """What people think of each system on average, and which differences are significant.

    Attributes:
        name: The language pair.
        systems: Names of the systems.
        mean: The mean rating of each system over its rated lines; NaN if it has none.
        low: Lower end of its percentile interval.
        high: Upper end.
        line_count: Number of lines of each system that were rated.
        tests: Comparisons of all pairs of systems.
        resampling: How lines were drawn.
    """

    name: str
    systems: tuple[str, ...]
    mean: Floats
    low: Floats
    high: Floats
    line_count: Integers
    tests: LineTests
    resampling: Resampling


def rate_systems(
    judgements: Judgements, *, resampling: Resampling = _USUAL, holm: bool = False
) -> SystemRatings:
    """Average the ratings of each system, and test every two systems by paired bootstrap.

    Repeated ratings of a line are averaged first. Lines are drawn with all their ratings. Two
    systems are compared on the lines where both have ratings, so that neither has the easier ones.

    Examples:
        >>> from wordorder.metaevaluation import Ratings
        >>> system, line = np.divmod(np.arange(300), 100)
        >>> score = np.random.default_rng(1).normal([[1], [3], [3]], size=(3, 100)).reshape(-1)
        >>> ratings = Ratings(line + 1, system, score, np.full(300, -1))
        >>> found = rate_systems(Judgements("en-ja", ("A", "B", "C"), ratings=ratings))
        >>> print(f"{found.mean[0]:.2f} [{found.low[0]:.2f}, {found.high[0]:.2f}]")
        0.93 [0.76, 1.09]
        >>> found.tests.marks()
        ['+**', '+**', '0']

    Args:
        judgements: Ratings of two or more systems.
        resampling: How lines are drawn.
        holm: Whether verdicts use p-values corrected for the number of pairs.

    Raises:
        InputError: Systems were compared and not rated, or there are fewer than two.
        UsageError: An argument of the wrong type.

    References:
        Talbot et al. (2011), A Lightweight Evaluation Framework for Machine Translation
        Reordering, Tables 1 and 3.
    """
    expect(resampling, Resampling, "resampling")
    scores, _ = rated_lines(judgements)
    drawn = bootstrap(scores[..., np.newaxis], **resampling.keywords)
    return SystemRatings(
        name=judgements.name,
        systems=judgements.systems,
        mean=drawn.observed[:, 0],
        low=drawn.low[:, 0],
        high=drawn.high[:, 0],
        line_count=(~np.isnan(scores)).sum(axis=1),
        tests=compare_on_lines(judgements.systems, scores, resampling, holm=bool(holm)),
        resampling=resampling,
    )


def rated_lines(judgements: Judgements) -> tuple[Floats, Integers]:
    """Mean ratings (systems, lines) on the lines that were rated, and the places of these lines.

    Raises:
        InputError: Systems were compared and not rated, or there are fewer than two.
        UsageError: Not judgements.
    """
    expect(judgements, Judgements, "judgements")
    means = judgements.mean_ratings(judgements.last_line)
    rated = np.flatnonzero(~np.isnan(means).all(axis=0))
    if not len(rated):
        raise InputError(f"{judgements.name}: there are no ratings")
    if len(judgements.systems) < 2:
        raise InputError(f"{judgements.name}: one system alone cannot be compared")
    return means[:, rated], rated
