"""Judgements of people: comparisons of two systems, or ratings of one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import compress
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from wordorder.arrays import Floats, Integers
from wordorder.errors import Argument, InputError, UsageError, expect, joined
from wordorder.output.wording import counted
from wordorder.text.source import quoted

Booleans: TypeAlias = "NDArray[np.bool_]"

MOST_PAIRS = 50_000_000
"""More pairs than this are refused: a damaged file must not exhaust memory."""


class Comparisons(NamedTuple):
    """Judgements that compare two systems on one line, an array for each column.

    Attributes:
        line: The line, counting from 1.
        first: Index of a system.
        second: Index of another system.
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
        second: Index of another system.
        difference: How much better the first is: ±1 or 0 for comparisons, the difference of the
            mean ratings for ratings.
    """

    line: Integers
    first: Integers
    second: Integers
    difference: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Judgements:
    """Human judgements of one test set in one language pair.

    Attributes:
        name: The language pair, such as de-en.
        systems: Names of the judged systems.
        comparisons: Judgements of pairs; None if systems were rated one by one.
        ratings: Ratings of single translations; None if systems were compared.
        judges: Names of the judges, if known.
        labels: A label by line, such as the domain or the kind of a planted error.
        min_agreement: The smallest share of equal judgements, if only judgements with such
            agreement were kept (`with_min_agreement`).
        counts: Counts from the reading, by name, such as `blank_ranks` and `repeated_pairs`; empty
            if the judgements were not read from a file.

    Raises:
        InputError: The columns differ in length, or a line, system, judge or score is invalid.
        UsageError: An argument has the wrong type.

    Examples:
        >>> line = np.array([1, 1])
        >>> judged = Judgements(
        ...     "de-en",
        ...     ("A", "B"),
        ...     ratings=Ratings(line, np.array([0, 1]), np.array([80.0, 60.0]), -line),
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
                raise InputError("a rating is not finite; leave out missing ratings")
            return
        check_range(judged.first, "first", 0, len(self.systems))
        check_range(judged.second, "second", 0, len(self.systems))
        check_range(judged.preference, "preference", -1, 2)
        if (judged.first == judged.second).any():
            raise InputError("a system is compared with itself")

    def __repr__(self) -> str:
        compared = self.comparisons is not None
        judged = self.ratings if self.comparisons is None else self.comparisons
        count = 0 if judged is None else len(judged.line)
        total = counted(count, "comparison" if compared else "rating")
        return f"<Judgements {self.name}: {counted(len(self.systems), 'system')}, {total}>"

    def pairs(self) -> HumanPairs:
        """Return all judged pairs: comparisons, or pairs of systems rated on the same line.

        Repeated comparisons stay as they are; repeated ratings are averaged first.
        """
        if self.comparisons is not None:
            line, first, second, preference, _ = self.comparisons
            return HumanPairs(line, first, second, preference.astype(np.float64))
        return _rated_pairs(self.ratings)

    def mean_ratings(self, lines: int) -> Floats:
        """Return the mean rating of every system on every line, of shape (systems, lines).

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
            >>> line = np.array([1, 1])
            >>> ratings = Ratings(line, np.array([0, 1]), np.array([80.0, 60.0]), -line)
            >>> judged = Judgements("de-en", ("A", "B"), ratings=ratings)
            >>> judged.where(ratings.score < 70).systems
            ('B',)
        """
        if self.comparisons is not None:
            line, first, second, preference, judge = (c[rows] for c in self.comparisons)
            systems, (first, second) = _used_names(self.systems, first, second)
            judges, (judge,) = _used_names(self.judges, judge)
            comparisons = Comparisons(line, first, second, preference, judge)
            return replace(self, systems=systems, comparisons=comparisons, judges=judges)
        if self.ratings is not None:
            line, score = self.ratings.line[rows], self.ratings.score[rows]
            systems, (system,) = _used_names(self.systems, self.ratings.system[rows])
            judges, (judge,) = _used_names(self.judges, self.ratings.judge[rows])
            ratings = Ratings(line, system, score, judge)
            return replace(self, systems=systems, ratings=ratings, judges=judges)
        return self


def _used_names(names: Sequence[str], *columns: Integers) -> tuple[tuple[str, ...], list[Integers]]:
    """Return the names that columns of indices use, and the columns renumbered; −1 stays."""
    used = np.zeros(len(names) + 1, np.bool_)  # the last place is that of −1
    for column in columns:
        used[column] = True
    used[-1] = False
    number = np.cumsum(used) - 1
    number[-1] = -1
    return tuple(compress(names, used.tolist())), [number[column] for column in columns]


def _rated_pairs(ratings: Ratings | None) -> HumanPairs:
    """Return every pair of systems on every line where both have a rating, line by line.

    Memory grows with the pairs only, however far apart the lines are.
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


# How often judgements repeat and contradict each other.


class PairCounts(NamedTuple):
    """Comparisons by their item: a line and two systems, in either order.

    Attributes:
        item: The number of the item of each comparison.
        verdict: 1 if the system with the lower index is better, −1 if the other is, 0 for a tie.
    """

    item: Integers
    verdict: Integers

    @classmethod
    def of(cls, comparisons: Comparisons) -> PairCounts:
        """Number the items of comparisons."""
        line, first, second, preference, _ = comparisons
        item = group_rows(line, np.minimum(first, second), np.maximum(first, second))
        return cls(item, np.where(first < second, preference, -preference))

    def table(self) -> Integers:
        """Count the verdicts −1, 0 and 1 on each item, of shape (items, 3)."""
        items = int(self.item.max(initial=-1)) + 1
        cells = self.item * 3 + self.verdict + 1
        return np.bincount(cells, minlength=3 * items).reshape(-1, 3)


def comparison_counts(comparisons: Comparisons) -> dict[str, int]:
    """Count comparisons, ties, repetitions and contradictions.

    Returns:
        `comparisons`; `ties` among them; `repeated_pairs`: two systems compared on one line more
        than once; `contradicting_pairs`: each of the two was called better at least once;
        `self_contradicting_pairs`: by the same judge; `duplicates`: comparisons equal to an earlier
        one, the judge included.
    """
    pairs, judge = PairCounts.of(comparisons), comparisons.judge
    verdicts = pairs.table()
    named = judge >= 0
    own = PairCounts(group_rows(pairs.item[named], judge[named]), pairs.verdict[named]).table()
    alike = group_rows(pairs.item, pairs.verdict, judge)
    return {
        "comparisons": len(judge),
        "ties": int((comparisons.preference == 0).sum()),
        "repeated_pairs": int((verdicts.sum(axis=1) > 1).sum()),
        "contradicting_pairs": _contradicting(verdicts),
        "self_contradicting_pairs": _contradicting(own),
        "duplicates": len(judge) - len(np.unique(alike)),
    }


def rating_counts(ratings: Ratings) -> dict[str, int]:
    """Count ratings and repetitions.

    Returns:
        `ratings`; `repeated_ratings`: translations rated more than once; `duplicates`: ratings
        equal to an earlier one, the judge included.
    """
    cell = group_rows(ratings.line, ratings.system)
    _, score = np.unique(ratings.score, return_inverse=True)
    alike = group_rows(cell, score.reshape(-1), ratings.judge)
    return {
        "ratings": len(cell),
        "repeated_ratings": int((np.bincount(cell) > 1).sum()),
        "duplicates": len(cell) - len(np.unique(alike)),
    }


def _contradicting(verdicts: Integers) -> int:
    return int(((verdicts[:, 0] > 0) & (verdicts[:, 2] > 0)).sum())


# Groups of rows, and all pairs within a group.


def group_rows(*columns: Integers) -> Integers:
    """Number the distinct rows of some columns from 0, in ascending order.

    Examples:
        >>> group_rows(np.array([7, 7, 3, 7]), np.array([2, 1, 9, 2])).tolist()
        [2, 1, 0, 2]
    """
    groups = np.zeros(len(columns[0]), np.int64)
    for column in columns:
        values, codes = np.unique(column, return_inverse=True)
        _, groups = np.unique(groups * len(values) + codes.reshape(-1), return_inverse=True)
        groups = groups.reshape(-1)
    return groups


def pairs_within(groups: Integers) -> tuple[Integers, Integers]:
    """Return all pairs of rows of the same group, group by group, in the order of rows.

    Raises:
        InputError: There are more than `MOST_PAIRS`.

    Examples:
        >>> first, second = pairs_within(np.array([1, 0, 1, 1]))
        >>> first.tolist(), second.tolist()
        ([0, 0, 2], [2, 3, 3])
    """
    order = np.argsort(groups, kind="stable")
    ordered = groups[order]
    ends = np.searchsorted(ordered, ordered, side="right")
    later = ends - np.arange(len(order)) - 1  # rows of the same group that follow
    total = int(later.sum())
    if total > MOST_PAIRS:
        raise InputError(f"{total:,} pairs of translations to compare; at most {MOST_PAIRS:,} fit")
    first = np.repeat(np.arange(len(order)), later)
    starts = np.cumsum(later) - later
    second = first + 1 + np.arange(total) - starts[first]
    return order[first], order[second]


# Checks, so that no later code meets an invalid index.


def check_names(names: Sequence[str], argument_name: str) -> None:
    """Check the names of systems or judges.

    Raises:
        InputError: Two names are the same.
        UsageError: The names are not a tuple of texts.
    """
    expect(names, tuple, argument_name)
    for name in names:
        expect(name, str, argument_name)
    for name, count in Counter(names).items():
        if count > 1:
            raise InputError(f"{count} {argument_name} are named '{quoted(name)}'")


def check_columns(columns: Sequence[Any], names: Sequence[str]) -> None:
    """Check that columns are flat arrays of numbers and have the same length.

    Raises:
        InputError: They are not.
    """
    for column, name in zip(columns, names, strict=True):
        kinds = "f" if name == "score" else "i"
        if not isinstance(column, np.ndarray) or column.ndim != 1 or column.dtype.kind not in kinds:
            wanted = "numbers" if kinds == "f" else "whole numbers"
            raise InputError(f"{name} of judgements must be a flat array of {wanted}")
        if len(column) != len(columns[0]):
            lengths = f"{name} has {len(column):,} values, but {names[0]} {len(columns[0]):,}"
            raise InputError(f"columns of judgements differ in length: {lengths}")


def check_range(values: Any, name: str, lowest: int, below: int | None = None) -> None:
    """Check that numbers lie in a range.

    Raises:
        InputError: One does not.
    """
    wrong = values < lowest
    if below is not None:
        wrong |= values >= below
    if wrong.any():
        expected = f"from {lowest}" if below is None else f"from {lowest} to {below - 1}"
        raise InputError(f"{name} of a judgement is {values[wrong][0]}; expected {expected}")
