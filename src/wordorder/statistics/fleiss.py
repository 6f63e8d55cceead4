"""Fleiss' kappa: agreement of many raters on categories."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import InputError
from wordorder.statistics.accumulators import Accumulator
from wordorder.statistics.kappa import Kappa, kappa_of, undefined_kappa
from wordorder.statistics.ratings import as_counts

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Self

    from numpy.typing import ArrayLike


class FleissTable(Accumulator):
    """What Fleiss' kappa needs of the items: ratings by category, and how many agree.

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
