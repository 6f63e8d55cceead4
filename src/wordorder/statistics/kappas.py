"""Agreement of raters beyond chance on categories: Cohen's and Fleiss' kappa.

Each has a table that counts ratings in parts, and a function that takes all ratings at once.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wordorder.arrays import Integers
from wordorder.errors import InputError
from wordorder.output.codec import Count, derived
from wordorder.statistics.accumulators import Accumulator

_LANDIS_KOCH = (
    (0.20, "slight"),
    (0.40, "fair"),
    (0.60, "moderate"),
    (0.80, "substantial"),
    (1.00, "almost perfect"),
)


@dataclass(frozen=True, slots=True)
class Kappa:
    """Agreement beyond chance: (observed − expected)/(1 − expected).

    Attributes:
        value: The kappa, or NaN if it is undefined.
        observed: Share of agreeing pairs of ratings of the same item.
        expected: The share expected by chance.
        items: Number of items rated.
        left_out: Number of items left out for lack of a rating.
        raters: Number of ratings of each item.
        reason: Why the kappa is undefined, or None.
    """

    value: float
    observed: float
    expected: float
    items: Count
    left_out: Count
    raters: Count
    reason: str | None = None

    @derived
    def verbal(self) -> str | None:
        """The value in words (`landis_koch`)."""
        return landis_koch(self.value)


def kappa_of(
    observed: Fraction, expected: Fraction, *, items: int, left_out: int, raters: int
) -> Kappa:
    """Correct the observed agreement for chance; undefined if chance agrees on everything."""
    degenerate = expected == 1
    return Kappa(
        value=math.nan if degenerate else float((observed - expected) / (1 - expected)),
        observed=float(observed),
        expected=float(expected),
        items=items,
        left_out=left_out,
        raters=raters,
        reason="all ratings fall into one category" if degenerate else None,
    )


def undefined_kappa(reason: str, *, items: int, left_out: int, raters: int) -> Kappa:
    """Return an undefined kappa, with the reason."""
    return Kappa(math.nan, math.nan, math.nan, items, left_out, raters, reason)


def landis_koch(kappa: float) -> str | None:
    """Name the strength of agreement; None for NaN.

    Below 0 poor, up to 0.20 slight, 0.40 fair, 0.60 moderate, 0.80 substantial, 1 almost perfect.

    Examples:
        >>> landis_koch(0.43), landis_koch(-0.1), landis_koch(float("nan"))
        ('moderate', 'poor', None)

    References:
        Landis and Koch (1977), The Measurement of Observer Agreement for Categorical Data.
    """
    if kappa < 0:
        return "poor"
    return next((name for limit, name in _LANDIS_KOCH if kappa <= limit), None)


@dataclass(frozen=True, slots=True)
class PairwiseKappa:
    """Cohen's kappa of every pair of raters.

    Attributes:
        pairs: The two raters of each pair, (0, 1), (0, 2), …
        kappas: The kappa of each pair.
        mean: The mean of the defined kappas, or NaN.
        undefined: The number of undefined kappas.
        reason: Why there is no mean, or None.
    """

    pairs: tuple[tuple[Count, Count], ...]
    kappas: tuple[Kappa, ...]
    mean: float
    undefined: Count
    reason: str | None = None

    def __post_init__(self) -> None:
        if len(self.pairs) != len(self.kappas):
            raise ValueError(f"{len(self.pairs)} pairs, but {len(self.kappas)} kappas")

    @classmethod
    def of(cls, pairs: Iterable[tuple[int, int]], kappas: Iterable[Kappa]) -> PairwiseKappa:
        """Average the kappas of some pairs of raters."""
        pairs, kappas = tuple(pairs), tuple(kappas)
        defined = [kappa.value for kappa in kappas if kappa.reason is None]
        undefined = len(kappas) - len(defined)
        if not defined:
            reason = "no pair with a defined kappa" if kappas else "fewer than two raters"
            return cls(pairs, kappas, math.nan, undefined, reason)
        return cls(pairs, kappas, math.fsum(defined) / len(defined), undefined)


class CohenTable(Accumulator):
    """How often two raters gave each pair of labels.

    Examples:
        >>> table, other = CohenTable(), CohenTable()
        >>> table.add(["yes", "yes", "no"], ["yes", "no", "no"])
        >>> other.add(["no", None], ["no", "no"])
        >>> table.merge(other)
        >>> kappa = table.result()
        >>> kappa.value, kappa.items, kappa.left_out
        (0.5, 4, 1)
    """

    def __init__(self) -> None:
        self._cells: Counter[tuple[Hashable, Hashable]] = Counter()
        self._left_out = 0

    @property
    def configuration(self) -> Mapping[str, object]:
        """Empty: any two tables can be merged."""
        return {}

    def add(self, a: ArrayLike, b: ArrayLike) -> None:
        """Add the labels that the two raters gave to some items, as in `cohen_kappa`.

        Raises:
            InputError: The numbers of items differ, or a label is not hashable.
        """
        self._take(*as_labels([a, b]))

    def _take(self, a: Sequence[Hashable], b: Sequence[Hashable]) -> None:
        pairs = zip(a, b, strict=True)
        both = [(x, y) for x, y in pairs if not (is_missing(x) or is_missing(y))]
        self._cells.update(both)
        self._left_out += len(a) - len(both)

    def _merge(self, other: Self) -> None:
        self._cells.update(other._cells)
        self._left_out += other._left_out

    def result(self) -> Kappa:
        """Return the kappa."""
        items, left_out = self._cells.total(), self._left_out
        if not items:
            reason = "no items that both have rated"
            return undefined_kappa(reason, items=0, left_out=left_out, raters=2)
        in_a: Counter[Hashable] = Counter()
        in_b: Counter[Hashable] = Counter()
        for (x, y), count in self._cells.items():
            in_a[x] += count
            in_b[y] += count
        observed = Fraction(sum(n for (x, y), n in self._cells.items() if x == y), items)
        expected = Fraction(sum(count * in_b[x] for x, count in in_a.items()), items**2)
        return kappa_of(observed, expected, items=items, left_out=left_out, raters=2)


class PairwiseTable(Accumulator):
    """How often every pair of raters gave each pair of labels.

    Args:
        raters: Number of raters.

    Examples:
        >>> table = PairwiseTable(2)
        >>> table.add([[1, 1], [1, 2]])
        >>> table.add([[2, 2], [2, 2]])
        >>> table.result().mean
        0.5
    """

    def __init__(self, raters: int) -> None:
        self._raters = raters
        self._tables = {pair: CohenTable() for pair in combinations(range(raters), 2)}

    @property
    def configuration(self) -> Mapping[str, object]:
        """The number of raters."""
        return {"raters": self._raters}

    def add(self, ratings: ArrayLike) -> None:
        """Add the labels of some items, as in `pairwise_cohen_kappa`.

        Raises:
            InputError: Not a table of this many raters, or a label is not hashable.
        """
        rows = as_labels(ratings)
        if len(rows) != self._raters:
            raise InputError(f"ratings of {len(rows)} raters, expected {self._raters}")
        for (a, b), table in self._tables.items():
            table._take(rows[a], rows[b])

    def _merge(self, other: Self) -> None:
        for pair, table in self._tables.items():
            table.merge(other._tables[pair])

    def result(self) -> PairwiseKappa:
        """Return the kappas and their mean."""
        return PairwiseKappa.of(self._tables, (table.result() for table in self._tables.values()))


def cohen_kappa(a: ArrayLike, b: ArrayLike) -> Kappa:
    """Measure the agreement of two raters on categories beyond chance.

    observed = share of items in the same category, expected = Σ_j a_j·b_j with the share of
    category j among each rater's ratings, kappa = (observed − expected)/(1 − expected). Items
    without a rating by either rater (NaN or None) are left out.

    Examples:
        >>> kappa = cohen_kappa(["yes", "yes", "no", "no", None], ["yes", "no", "no", "no", "no"])
        >>> kappa.value, kappa.items, kappa.left_out
        (0.5, 4, 1)

    Args:
        a: One label per item, of any type.
        b: The labels of the other rater.

    Raises:
        InputError: The numbers of items differ, or a label is not hashable.

    References:
        Cohen (1960), A Coefficient of Agreement for Nominal Scales.
    """
    table = CohenTable()
    table.add(a, b)
    return table.result()


def pairwise_cohen_kappa(ratings: ArrayLike) -> PairwiseKappa:
    """Measure the agreement of every pair of raters on the items that both rated.

    Examples:
        >>> result = pairwise_cohen_kappa([[1, 1, 2, 2], [1, 2, 2, 2], [1, 1, 2, 2]])
        >>> [kappa.value for kappa in result.kappas]
        [0.5, 1.0, 0.5]

    Args:
        ratings: Labels of any type, of shape (raters, items); NaN and None are missing.

    Raises:
        InputError: Not a table of raters and items, or a label is not hashable.
    """
    checked = as_table(ratings)
    table = PairwiseTable(len(checked))
    table.add(checked)
    return table.result()


class FleissTable(Accumulator):
    """The counts behind Fleiss' kappa: ratings by category, and agreeing pairs of ratings.

    Args:
        categories: Number of categories.

    Examples:
        >>> table, other = FleissTable(2), FleissTable(2)
        >>> table.add([[3, 0], [0, 3]])
        >>> other.add([[1, 2], [3, 0]])
        >>> table.merge(other)
        >>> table.result() == fleiss_kappa([[3, 0], [0, 3], [1, 2], [3, 0]])
        True
    """

    def __init__(self, categories: int) -> None:
        self._totals = np.zeros(categories, np.int64)
        self._agreeing = self._items = self._raters = 0

    @property
    def configuration(self) -> Mapping[str, object]:
        """The number of categories."""
        return {"categories": len(self._totals)}

    def add(self, counts: ArrayLike) -> None:
        """Add items, as in `fleiss_kappa`.

        Raises:
            InputError: Not whole numbers, or items with different numbers of ratings.
        """
        table = as_counts(counts)
        if not len(table):
            return
        if table.shape[1] != len(self._totals):
            raise InputError(f"{table.shape[1]} categories, expected {len(self._totals)}")
        self._take(len(table), int(table[0].sum()))
        self._totals += table.sum(axis=0)
        self._agreeing += int((table * (table - 1)).sum())

    def _take(self, items: int, raters: int) -> None:
        if self._items and items and raters != self._raters:
            raise InputError(
                f"some items have {min(raters, self._raters)} ratings, others "
                f"{max(raters, self._raters)}: Fleiss' kappa needs the same number for every item"
            )
        if items:
            self._items, self._raters = self._items + items, raters

    def _merge(self, other: Self) -> None:
        self._take(other._items, other._raters)
        self._totals += other._totals
        self._agreeing += other._agreeing

    def result(self) -> Kappa:
        """Return the kappa."""
        items, raters = self._items, self._raters
        if raters < 2:
            reason = "fewer than two raters" if items else "no items"
            return undefined_kappa(reason, items=items, left_out=0, raters=raters)
        ratings = items * raters
        observed = Fraction(self._agreeing, ratings * (raters - 1))
        expected = Fraction(sum(total**2 for total in self._totals.tolist()), ratings**2)
        return kappa_of(observed, expected, items=items, left_out=0, raters=raters)


def fleiss_kappa(counts: ArrayLike) -> Kappa:
    """Measure the agreement of raters on categories beyond chance.

    With n_ij of the n raters putting item i of N into category j, and p_j the share of category j
    in all ratings: observed = Σ_ij n_ij(n_ij − 1)/(N·n(n − 1)), expected = Σ_j p_j²,
    kappa = (observed − expected)/(1 − expected). The raters may differ between items, but their
    number must be the same.

    Examples:
        >>> kappa = fleiss_kappa([[3, 0], [0, 3], [1, 2], [3, 0]])
        >>> round(kappa.value, 3), kappa.verbal
        (0.657, 'substantial')
        >>> fleiss_kappa([[3, 0], [3, 0]]).reason
        'all ratings fall into one category'

    Args:
        counts: The number of raters who put each item into each category, of shape (items,
            categories).

    Raises:
        InputError: Not whole numbers, or items with different numbers of ratings.

    References:
        Fleiss (1971), Measuring Nominal Scale Agreement among Many Raters.
    """
    checked = as_counts(counts)
    table = FleissTable(checked.shape[1])
    table.add(checked)
    return table.result()


def as_table(ratings: ArrayLike | Sequence[ArrayLike]) -> NDArray[np.object_]:
    """Check ratings of shape (raters, items), of any type."""
    # As objects: NumPy would turn numbers, NaN included, into strings if there are any strings.
    with suppress(ValueError):  # arrays that do not stack
        table = np.asarray(ratings, dtype=object)
        if table.ndim == 2:
            return table
    raise InputError(
        "ratings must have the shape (raters, items), with the same items for every rater"
    )


def as_labels(ratings: ArrayLike | Sequence[ArrayLike]) -> list[list[Hashable]]:
    """Check hashable labels of shape (raters, items)."""
    rows: list[list[Hashable]] = as_table(ratings).tolist()
    for row in rows:
        try:
            set(row)
        except TypeError:
            raise InputError(
                "labels must be hashable, such as texts or numbers, not dicts or sets"
            ) from None
    return rows


def is_missing(label: object) -> bool:
    """Whether a rating is missing: None or NaN."""
    return label is None or label != label  # noqa: PLR0124  NaN alone differs from itself


def as_counts(counts: ArrayLike) -> Integers:
    """Check counts of shape (items, categories), with the same number of ratings per item."""
    try:
        table = np.asarray(counts)
    except ValueError:
        raise InputError("counts must have the same categories for every item") from None
    if not table.size:
        return np.zeros((0, 0), dtype=np.int64)
    if table.ndim != 2 or table.dtype.kind not in "iu":
        raise InputError(
            "counts must be whole numbers in the shape (items, categories), "
            f"not {table.dtype} with {table.ndim} dimensions"
        )
    totals = table.sum(axis=1)
    if table.min() < 0:
        raise InputError(f"a count must be at least 0, not {table.min()}")
    odd = np.flatnonzero(totals != totals[0])
    if odd.size:
        raise InputError(
            f"item {odd[0]} has {totals[odd[0]]} ratings, but item 0 has {totals[0]}: "
            "Fleiss' kappa needs the same number for every item"
        )
    return table.astype(np.int64)
