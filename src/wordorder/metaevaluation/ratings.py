"""Ratings of systems, their tests, and whether metrics find the same differences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from wordorder.arrays import Floats, Integers
from wordorder.errors import InputError, expect
from wordorder.metaevaluation.judgements import Judgements
from wordorder.metaevaluation.metric_scores import MetricScores
from wordorder.metaevaluation.results import VerdictCounts
from wordorder.metaevaluation.significance import LineTests, compare_on_lines
from wordorder.statistics.bootstrapping import bootstrap
from wordorder.statistics.resampling import Resampling

_USUAL = Resampling()


@dataclass(frozen=True, slots=True, eq=False)
class SystemRatings:
    """The mean ratings of systems, and tests of their differences.

    Attributes:
        name: The language pair.
        systems: Names of the systems.
        mean: The mean rating of each system over its rated lines; NaN if it has none.
        low: Lower end of its percentile interval.
        high: Upper end.
        line_count: Number of rated lines of each system.
        tests: Comparisons of all pairs of systems.
        resampling: How lines were resampled.
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
    systems are compared on the lines where both have ratings, so that neither has easier ones.

    Examples:
        >>> from wordorder.metaevaluation import Ratings
        >>> system, line = np.divmod(np.arange(300), 100)
        >>> score = np.random.default_rng(1).normal([[1], [3], [3]], size=(3, 100)).reshape(-1)
        >>> ratings = Ratings(line + 1, system, score, np.full(300, -1))
        >>> rated = rate_systems(Judgements("en-ja", ("A", "B", "C"), ratings=ratings))
        >>> print(f"{rated.mean[0]:.2f} [{rated.low[0]:.2f}, {rated.high[0]:.2f}]")
        0.93 [0.76, 1.09]
        >>> rated.tests.marks()
        ['+**', '+**', '0']

    Args:
        judgements: Ratings of two or more systems.
        resampling: How to resample lines.
        holm: Whether verdicts use p-values corrected for the number of pairs.

    Raises:
        InputError: Systems were compared, not rated, or there are fewer than two.
        UsageError: An argument has the wrong type.

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
    """Return mean ratings (systems, lines) on the rated lines, and the indices of these lines.

    Raises:
        InputError: Systems were compared, not rated, or there are fewer than two.
        UsageError: `judgements` has the wrong type.
    """
    expect(judgements, Judgements, "judgements")
    means = judgements.mean_ratings(judgements.last_line)
    rated = np.flatnonzero(~np.isnan(means).all(axis=0))
    if not len(rated):
        raise InputError(f"{judgements.name}: there are no ratings")
    if len(judgements.systems) < 2:
        raise InputError(f"{judgements.name}: one system alone cannot be compared")
    return means[:, rated], rated


# Whether metrics find the differences between systems that people find.


@dataclass(frozen=True, slots=True, eq=False)
class VerdictAgreement:
    """The verdicts of people and of one metric on all pairs of systems.

    Attributes:
        kind: The kind of reference data behind the scores; empty if there is only one.
        metric: Name of the metric.
        people: Comparisons of systems by their ratings.
        scores: Comparisons by the metric, on the same lines.
    """

    kind: str
    metric: str
    people: LineTests
    scores: LineTests

    @property
    def table(self) -> Integers:
        """Pairs of systems by the verdicts of people (rows) and of the metric (columns).

        The second system of a pair is worse than the first, not different, or better. Pairs with
        too few lines for a verdict count nowhere.
        """
        known = self.people.known & self.scores.known
        cell = 3 * (self.people.verdicts() + 1) + self.scores.verdicts() + 1
        return np.bincount(cell[known], minlength=9).reshape(3, 3)

    @property
    def pairs(self) -> int:
        """Number of pairs of systems with both verdicts."""
        return int(self.table.sum())

    @property
    def same(self) -> int:
        """Pairs with the same verdict: the same difference, or none."""
        return VerdictCounts.of(self.table).same

    @property
    def missed(self) -> int:
        """Pairs that differ for people, but not for the metric."""
        return VerdictCounts.of(self.table).missed

    @property
    def found_alone(self) -> int:
        """Pairs that differ for the metric, but not for people."""
        return VerdictCounts.of(self.table).found_alone

    @property
    def opposite(self) -> int:
        """Pairs with opposite differences."""
        return VerdictCounts.of(self.table).opposite

    @property
    def share(self) -> float:
        """Share of pairs with the same verdict; NaN without pairs."""
        return self.same / self.pairs if self.pairs else np.nan


def compare_verdicts(
    judgements: Judgements,
    scores: MetricScores | Mapping[str, MetricScores],
    *,
    resampling: Resampling = _USUAL,
    holm: bool = False,
) -> list[VerdictAgreement]:
    """Compare the verdicts of each metric on pairs of systems with those of people.

    Each pair of systems is tested by paired bootstrap, of mean ratings over the lines rated for
    both systems, and of mean scores over those of these lines that the metric scores.

    Examples:
        >>> from wordorder.metaevaluation import Judgements, Ratings
        >>> system, line = np.divmod(np.arange(300), 100)
        >>> human = np.random.default_rng(1).normal([[1], [3], [3]], size=(3, 100))
        >>> ratings = Ratings(line + 1, system, human.reshape(-1), np.full(300, -1))
        >>> judged = Judgements("en-ja", ("A", "B", "C"), ratings=ratings)
        >>> lines = np.stack([human, human[[0, 2, 0]]])
        >>> scores = MetricScores(("good", "bad"), ("A", "B", "C"), lines)
        >>> for agreement in compare_verdicts(judged, scores):
        ...     print(agreement.metric, agreement.table.tolist(), f"{agreement.share:.2f}")
        good [[0, 0, 0], [0, 1, 0], [0, 0, 2]] 1.00
        bad [[0, 0, 0], [1, 0, 0], [0, 1, 1]] 0.33

    Args:
        judgements: Ratings of two or more systems.
        scores: Scores of the same systems, or several sets of them by kind of reference data.
        resampling: How to resample lines.
        holm: Whether verdicts use p-values corrected for the number of pairs.

    Returns:
        An agreement for every metric, kind by kind.

    Raises:
        InputError: There are no ratings, fewer than two systems, or scores of other systems.
        UsageError: An argument has the wrong type.

    References:
        Talbot et al. (2011), A Lightweight Evaluation Framework for Machine Translation
        Reordering, Tables 3 to 5 and 7.
    """
    expect(resampling, Resampling, "resampling")
    expect(scores, (MetricScores, Mapping), "scores")
    ratings, rated = rated_lines(judgements)
    people = compare_on_lines(judgements.systems, ratings, resampling, holm=bool(holm))
    sets = {"": scores} if isinstance(scores, MetricScores) else scores
    agreements = []
    for kind, table in sets.items():
        expect(table, MetricScores, "scores")
        if judgements.systems != table.systems or judgements.last_line > table.line_count:
            raise InputError(
                f"{judgements.name}: judgements and scores differ in systems or lines; combine "
                "them with join()"
            )
        for metric, lines in zip(table.metrics, table.segment_scores[..., rated], strict=True):
            shared = np.where(np.isnan(ratings), np.nan, lines)
            tests = compare_on_lines(table.systems, shared, resampling, holm=bool(holm))
            agreements.append(VerdictAgreement(kind, metric, people, tests))
    return agreements
