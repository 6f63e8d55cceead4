"""The one table behind all judgements: who was preferred, or what rating was given."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import compress
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.errors import Argument, InputError, UsageError, expect, joined
from wordorder.metaevaluation.judgements.checking import check_columns, check_names, check_range
from wordorder.metaevaluation.judgements.grouping import group_rows, pairs_within
from wordorder.output import counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from wordorder.arrays import Floats, Integers

    Booleans = NDArray[np.bool_]


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
        min_agreement: The smallest share that had to say the same, if only such judgements were
            kept (`with_min_agreement`).
        counts: What was counted while reading, by name, such as `blank_ranks` and
            `repeated_pairs`; empty if they were not read from a file.

    Raises:
        InputError: The columns differ in length, or a line, system, judge or score is impossible.
        UsageError: An argument has the wrong type.

    Examples:
        >>> one = np.array([1, 1])
        >>> judged = Judgements(
        ...     "de-en",
        ...     ("A", "B"),
        ...     ratings=Ratings(one, np.array([0, 1]), np.array([80.0, 60.0]), -one),
        ... )
        >>> judged
        <Judgements de-en: 2 systems, 2 ratings>
        >>> judged.pairs().difference.tolist()
        [20.0]
    """

    name: str
    systems: tuple[str, ...]
    comparisons: Comparisons | None = None
    ratings: Ratings | None = None
    judges: tuple[str, ...] = ()
    labels: Mapping[int, str] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    min_agreement: float | None = None

    def __post_init__(self) -> None:
        expect(self.name, str, "name")
        check_names(self.systems, "systems")
        check_names(self.judges, "judges")
        if self.comparisons is not None and self.ratings is not None:
            both = joined([Argument("comparisons"), Argument("ratings")])
            raise UsageError(*both, " are both given; put them into two tables")
        judged = self.ratings if self.comparisons is None else self.comparisons
        if judged is None:
            return
        expect(judged, Ratings if self.comparisons is None else Comparisons, "judgements")
        check_columns(judged, judged._fields)
        check_range(judged.line, "line", 1)
        check_range(judged.judge, "judge", -1, len(self.judges))
        if isinstance(judged, Ratings):
            check_range(judged.system, "system", 0, len(self.systems))
            if not np.isfinite(judged.score).all():
                raise InputError("a rating is not finite; leave out what is missing")
            return
        check_range(judged.first, "first", 0, len(self.systems))
        check_range(judged.second, "second", 0, len(self.systems))
        check_range(judged.preference, "preference", -1, 2)
        if (judged.first == judged.second).any():
            raise InputError("a comparison is of a system with itself")

    def __repr__(self) -> str:
        compared = self.comparisons is not None
        judged = self.ratings if self.comparisons is None else self.comparisons
        count = 0 if judged is None else len(judged.line)
        what = counted(count, "comparison" if compared else "rating")
        return f"<Judgements {self.name}: {counted(len(self.systems), 'system')}, {what}>"

    def pairs(self) -> HumanPairs:
        """All judged pairs: every comparison, or all pairs of systems rated on the same line.

        Repeated comparisons stay as they are; repeated ratings are averaged first.
        """
        if self.comparisons is not None:
            line, first, second, preference, _ = self.comparisons
            return HumanPairs(line, first, second, preference.astype(np.float64))
        return _rated_pairs(self.ratings)

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

    def where(self, rows: Booleans) -> Judgements:
        """Keep some of the judgements, and the systems and judges they name.

        Args:
            rows: Whether to keep each comparison, or each rating.

        Examples:
            >>> one = np.array([1, 1])
            >>> ratings = Ratings(one, np.array([0, 1]), np.array([80.0, 60.0]), -one)
            >>> judged = Judgements("de-en", ("A", "B"), ratings=ratings)
            >>> judged.where(ratings.score < 70).systems
            ('B',)
        """
        if self.comparisons is not None:
            line, first, second, preference, judge = (c[rows] for c in self.comparisons)
            systems, (first, second) = _kept(self.systems, first, second)
            judges, (judge,) = _kept(self.judges, judge)
            comparisons = Comparisons(line, first, second, preference, judge)
            return replace(self, systems=systems, comparisons=comparisons, judges=judges)
        if self.ratings is not None:
            line, score = self.ratings.line[rows], self.ratings.score[rows]
            systems, (system,) = _kept(self.systems, self.ratings.system[rows])
            judges, (judge,) = _kept(self.judges, self.ratings.judge[rows])
            ratings = Ratings(line, system, score, judge)
            return replace(self, systems=systems, ratings=ratings, judges=judges)
        return self


def _kept(names: Sequence[str], *columns: Integers) -> tuple[tuple[str, ...], list[Integers]]:
    """The names that some columns of numbers use, and the columns renumbered; −1 stays."""
    used = np.zeros(len(names) + 1, np.bool_)  # the last place is that of −1
    for column in columns:
        used[column] = True
    used[-1] = False
    number = np.cumsum(used) - 1
    number[-1] = -1
    return tuple(compress(names, used.tolist())), [number[column] for column in columns]


def _rated_pairs(ratings: Ratings | None) -> HumanPairs:
    """Every pair of systems on every line where both have a rating, line by line.

    Room is needed for the pairs only, however far apart the lines are.
    """
    if ratings is None or not len(ratings.line):
        none = np.zeros(0, np.int64)
        return HumanPairs(none, none, none, np.zeros(0))
    cells = group_rows(ratings.line, ratings.system)
    _, example, counts = np.unique(cells, return_index=True, return_counts=True)
    means = np.bincount(cells, ratings.score) / counts
    line, system = ratings.line[example], ratings.system[example]
    first, second = pairs_within(line)
    return HumanPairs(line[first], system[first], system[second], means[first] - means[second])
