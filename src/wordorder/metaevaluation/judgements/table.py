"""The one table behind all judgements: who was preferred, or what rating was given."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wordorder.arrays import Floats, Integers


class Comparisons(NamedTuple):
    """Judgements that compare two systems on one line, an array for each column.

    Attributes:
        line: The line, counting from 1.
        first: Index of a system.
        second: Index of another.
        preference: 1 if the first is better, −1 if the second is, 0 if they are equally good.
        judge: Index of the judge, −1 if unknown.
    """

    line: Integers
    first: Integers
    second: Integers
    preference: Integers
    judge: Integers


class Ratings(NamedTuple):
    """Judgements that rate one system on one line, an array for each column.

    Attributes:
        line: The line, counting from 1.
        system: Index of the system.
        score: The rating; higher is better.
        judge: Index of the judge, −1 if unknown.
    """

    line: Integers
    system: Integers
    score: Floats
    judge: Integers


class HumanPairs(NamedTuple):
    """Pairs of translations of one line, and which of them people prefer.

    Attributes:
        line: The line, counting from 1.
        first: Index of a system.
        second: Index of another.
        difference: How much better the first is: ±1 or 0 for comparisons, the difference of the
            mean ratings for ratings.
    """

    line: Integers
    first: Integers
    second: Integers
    difference: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Judgements:
    """What people said about translations of one test set in one language pair.

    Attributes:
        name: The language pair, such as de-en.
        systems: Names of the judged systems.
        comparisons: Judgements of pairs; None if systems were rated one by one.
        ratings: Ratings of single translations; None if systems were compared.
        judges: Names of the judges, if known.
        labels: A label by line, such as the domain or the kind of a planted error.

    Examples:
        >>> one = np.array([1, 1])
        >>> judged = Judgements(
        ...     "de-en",
        ...     ("A", "B"),
        ...     ratings=Ratings(one, np.array([0, 1]), np.array([80.0, 60.0]), -one),
        ... )
        >>> judged.pairs().difference.tolist()
        [20.0]
    """

    name: str
    systems: tuple[str, ...]
    comparisons: Comparisons | None = None
    ratings: Ratings | None = None
    judges: tuple[str, ...] = ()
    labels: Mapping[int, str] = field(default_factory=dict)

    def pairs(self) -> HumanPairs:
        """All judged pairs: every comparison, or all pairs of systems rated on the same line.

        Repeated comparisons stay as they are; repeated ratings are averaged first.
        """
        if self.comparisons is not None:
            line, first, second, preference, _ = self.comparisons
            return HumanPairs(line, first, second, preference.astype(np.float64))
        return _rated_pairs(self.mean_ratings(self.last_line))

    def mean_ratings(self, lines: int) -> Floats:
        """The mean rating of every system on every line, of shape (systems, lines).

        NaN where there is none, and everywhere if systems were compared.
        """
        shape = len(self.systems), lines
        if self.ratings is None:
            return np.full(shape, np.nan)
        cell = self.ratings.system * lines + self.ratings.line - 1
        counts = np.bincount(cell, minlength=shape[0] * shape[1])
        sums = np.bincount(cell, self.ratings.score, minlength=shape[0] * shape[1])
        means = np.full(counts.shape, np.nan)
        np.divide(sums, counts, out=means, where=counts > 0)
        return means.reshape(shape)

    @property
    def last_line(self) -> int:
        """The highest line that was judged; 0 if there is none."""
        judged = self.ratings if self.comparisons is None else self.comparisons
        return 0 if judged is None else int(judged.line.max(initial=0))


def _rated_pairs(means: Floats) -> HumanPairs:
    """Every pair of systems on every line where both have a rating, line by line."""
    systems = len(means)
    first, second = np.array(list(combinations(range(systems), 2)), np.int64).reshape(-1, 2).T
    differences = (means[first] - means[second]).T
    place, pair = np.nonzero(~np.isnan(differences))
    return HumanPairs(place + 1, first[pair], second[pair], differences[place, pair])
