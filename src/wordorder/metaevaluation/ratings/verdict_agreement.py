"""Whether metrics find the differences between systems that people find."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.errors import InputError, expect
from wordorder.metaevaluation.ratings.line_tests import LineTests, compare_on_lines
from wordorder.metaevaluation.ratings.system_ratings import rated_lines
from wordorder.metaevaluation.scores.table import MetricScores
from wordorder.statistics import Resampling

if TYPE_CHECKING:
    from wordorder.arrays import Integers
    from wordorder.metaevaluation.judgements.table import Judgements

_USUAL = Resampling()


class VerdictCounts(NamedTuple):
    """On how many pairs of systems a metric says what people say.

    Attributes:
        same: Pairs on which both find the same: the same difference, or none.
        missed: Pairs that differ for people, but not for the metric.
        found_alone: Pairs that differ for the metric, but not for people.
        opposite: Pairs on which they find opposite differences.
    """

    same: int
    missed: int
    found_alone: int
    opposite: int

    @classmethod
    def of(cls, table: Integers) -> VerdictCounts:
        """Count them in a table; see `VerdictAgreement.table`."""
        (a, b, c), (d, e, f), (g, h, i) = table.tolist()
        return cls(a + e + i, b + h, d + f, c + g)


@dataclass(frozen=True, slots=True, eq=False)
class VerdictAgreement:
    """The verdicts of people and of one metric on all pairs of systems.

    Attributes:
        kind: The kind of reference data behind the scores; empty if there is one only.
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
        """Pairs of systems by the verdict of people (rows) and of the metric (columns).

        Rows and columns say worse, no difference, better, of the second system against the first.
        Pairs with too few lines for a verdict count nowhere.
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
        """Pairs on which both find the same: the same difference, or none."""
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
        """Pairs on which they find opposite differences."""
        return VerdictCounts.of(self.table).opposite

    @property
    def share(self) -> float:
        """Share of pairs on which both find the same; NaN without pairs."""
        return self.same / self.pairs if self.pairs else np.nan


def compare_verdicts(
    judgements: Judgements,
    scores: MetricScores | Mapping[str, MetricScores],
    *,
    resampling: Resampling = _USUAL,
    holm: bool = False,
) -> list[VerdictAgreement]:
    """See how far each metric finds the significant differences that people find.

    For people and for every metric, each pair of systems is tested by paired bootstrap of mean
    ratings or scores over the lines that were rated for both systems, and that the metric scores.

    Examples:
        >>> from wordorder.metaevaluation import Judgements, Ratings
        >>> system, line = np.divmod(np.arange(300), 100)
        >>> human = np.random.default_rng(1).normal([[1], [3], [3]], size=(3, 100))
        >>> ratings = Ratings(line + 1, system, human.reshape(-1), np.full(300, -1))
        >>> judged = Judgements("en-ja", ("A", "B", "C"), ratings=ratings)
        >>> lines = np.stack([human, human[[0, 2, 0]]])
        >>> scores = MetricScores(("good", "bad"), ("A", "B", "C"), lines)
        >>> for found in compare_verdicts(judged, scores):
        ...     print(found.metric, found.table.tolist(), f"{found.share:.2f}")
        good [[0, 0, 0], [0, 1, 0], [0, 0, 2]] 1.00
        bad [[0, 0, 0], [1, 0, 0], [0, 1, 1]] 0.33

    Args:
        judgements: Ratings of two or more systems.
        scores: Scores of the same systems, or several sets of them by kind of reference data.
        resampling: How lines are drawn.
        holm: Whether verdicts use p-values corrected for the number of pairs.

    Returns:
        An agreement for every metric, kind by kind.

    Raises:
        InputError: There are no ratings, fewer than two systems, or scores of others.
        UsageError: An argument of the wrong type.

    References:
        Talbot et al. (2011), A Lightweight Evaluation Framework for Machine Translation
        Reordering, Tables 3 to 5 and 7.
    """
    expect(resampling, Resampling, "resampling")
    expect(scores, (MetricScores, Mapping), "scores")
    ratings, rated = rated_lines(judgements)
    people = compare_on_lines(judgements.systems, ratings, resampling, holm=bool(holm))
    sets = {"": scores} if isinstance(scores, MetricScores) else scores
    found = []
    for kind, one in sets.items():
        _refuse_others(judgements, one)
        for metric, lines in zip(one.metrics, one.lines[..., rated], strict=True):
            shared = np.where(np.isnan(ratings), np.nan, lines)
            tests = compare_on_lines(one.systems, shared, resampling, holm=bool(holm))
            found.append(VerdictAgreement(kind, metric, people, tests))
    return found


def _refuse_others(judgements: Judgements, scores: MetricScores) -> None:
    expect(scores, MetricScores, "scores")
    if judgements.systems != scores.systems or judgements.last_line > scores.line_count:
        raise InputError(
            f"{judgements.name}: judgements and scores do not go together; join() sees to that"
        )
