"""What people think of systems, and whether metrics find the same differences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from wordorder.metaevaluation.evaluation.figures import TEST_FIGURES
from wordorder.metaevaluation.ratings.line_tests import LineTests
from wordorder.metaevaluation.ratings.system_ratings import rate_systems
from wordorder.metaevaluation.ratings.verdict_agreement import compare_verdicts
from wordorder.output import Estimate
from wordorder.output.documents import (
    estimate_content,
    figure_content,
    read_count,
    read_estimate,
    read_figure,
)
from wordorder.statistics import PairTests
from wordorder.statistics.pairs import all_pairs

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wordorder.arrays import Floats, Integers
    from wordorder.metaevaluation.joining import Dataset
    from wordorder.statistics import Resampling

VERDICTS = ("worse", "no difference", "better")
"""What can be said of the second system of a pair against the first."""


@dataclass(frozen=True, slots=True, eq=False)
class RatingFigures:
    """Mean ratings of systems with tests, and the verdicts of metrics beside those of people.

    Attributes:
        means: The mean rating of each system and the ends of its interval, of shape (systems, 3).
        tests: Comparisons of all pairs of systems by their ratings.
        verdicts: For each metric, the pairs of systems by the verdict of people (rows) and of the
            metric (columns), of shape (metrics, 3, 3) in the order of `VERDICTS`.
    """

    means: Floats
    tests: LineTests
    verdicts: Integers

    @classmethod
    def of(cls, dataset: Dataset, resampling: Resampling, *, holm: bool) -> RatingFigures:
        """Average the ratings, and compare the verdicts of all metrics with those of people."""
        rated = rate_systems(dataset.judgements, resampling=resampling, holm=holm)
        found = compare_verdicts(
            dataset.judgements, dataset.scores, resampling=resampling, holm=holm
        )
        return cls(
            np.column_stack([rated.mean, rated.low, rated.high]),
            rated.tests,
            np.stack([one.table for one in found]),
        )

    def content(self, metrics: tuple[str, ...]) -> dict[str, Any]:
        """The part of the document about ratings."""
        tests, pairs = self.tests.tests, range(len(self.tests.tests.pairs))
        return {
            "systems": [estimate_content(Estimate(*row)) for row in self.means.tolist()],
            "pairs": [
                {
                    **{
                        name: figure_content(getattr(tests, attribute)[pair])
                        for name, attribute in TEST_FIGURES.items()
                    },
                    "line_count": int(self.tests.line_count[pair]),
                }
                for pair in pairs
            ],
            "verdicts": dict(zip(metrics, self.verdicts.tolist(), strict=True)),
        }

    @classmethod
    def read(
        cls, found: Mapping[str, Any], metrics: tuple[str, ...], *, holm: bool, alpha: float
    ) -> RatingFigures:
        """Read the part of a document about ratings."""
        means = np.array([[*read_estimate(one)] for one in found["systems"]])
        pairs = all_pairs(len(means))
        rows = [[read_figure(row[name]) for name in TEST_FIGURES] for row in found["pairs"]]
        figures = np.array(rows).reshape(len(pairs), len(TEST_FIGURES))
        lines = np.array([read_count(row["line_count"]) for row in found["pairs"]], np.int64)
        tables = [
            [[read_count(cell) for cell in row] for row in found["verdicts"][name]]
            for name in metrics
        ]
        return cls(
            means,
            LineTests(PairTests(pairs, *figures.T), lines, holm, alpha),
            np.array(tables, np.int64).reshape(len(metrics), 3, 3),
        )
