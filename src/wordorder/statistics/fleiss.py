"""Fleiss' kappa: agreement of many raters on categories."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from wordorder.statistics.kappa import Kappa, kappa_of, undefined_kappa
from wordorder.statistics.ratings import as_counts

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


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
    table = as_counts(counts)
    items = len(table)
    raters = int(table[0].sum()) if items else 0
    if raters < 2:
        reason = "fewer than two raters" if items else "no items"
        return undefined_kappa(reason, items=items, left_out=0, raters=raters)
    ratings = items * raters
    agreeing = int((table * (table - 1)).sum())
    observed = Fraction(agreeing, ratings * (raters - 1))
    expected = Fraction(sum(int(total) ** 2 for total in table.sum(axis=0)), ratings**2)
    return kappa_of(observed, expected, items=items, left_out=0, raters=raters)
