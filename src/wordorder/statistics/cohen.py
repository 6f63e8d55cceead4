"""Cohen's kappa: agreement of two raters on categories, or of every pair of raters."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from wordorder.statistics.kappa import Kappa, kappa_of, undefined_kappa
from wordorder.statistics.pairs import all_pairs
from wordorder.statistics.ratings import MISSING, as_codes

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from wordorder.arrays import Integers


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

    pairs: tuple[tuple[int, int], ...]
    kappas: tuple[Kappa, ...]
    mean: float
    undefined: int
    reason: str | None = None


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
        InputError: The numbers of items differ.

    References:
        Cohen (1960), A Coefficient of Agreement for Nominal Scales.
    """
    first, second = as_codes([a, b])
    return _kappa_of_codes(first, second)


def pairwise_cohen_kappa(ratings: ArrayLike) -> PairwiseKappa:
    """Measure the agreement of every pair of raters on the items that both rated.

    Examples:
        >>> result = pairwise_cohen_kappa([[1, 1, 2, 2], [1, 2, 2, 2], [1, 1, 2, 2]])
        >>> [kappa.value for kappa in result.kappas]
        [0.5, 1.0, 0.5]

    Args:
        ratings: Labels of any type, of shape (raters, items); NaN and None are missing.

    Raises:
        InputError: Not a table of raters and items.
    """
    codes = as_codes(ratings)
    pairs = tuple((int(a), int(b)) for a, b in all_pairs(len(codes)))
    kappas = tuple(_kappa_of_codes(codes[a], codes[b]) for a, b in pairs)
    defined = [kappa.value for kappa in kappas if kappa.reason is None]
    undefined = len(kappas) - len(defined)
    if not defined:
        reason = "no pair with a defined kappa" if kappas else "fewer than two raters"
        return PairwiseKappa(pairs, kappas, math.nan, undefined, reason)
    return PairwiseKappa(pairs, kappas, math.fsum(defined) / len(defined), undefined)


def _kappa_of_codes(a: Integers, b: Integers) -> Kappa:
    both = (a != MISSING) & (b != MISSING)
    items = int(both.sum())
    left_out = len(both) - items
    if not items:
        return undefined_kappa(
            "no items that both have rated", items=0, left_out=left_out, raters=2
        )
    a, b = a[both], b[both]
    categories = int(max(a.max(), b.max())) + 1
    in_a, in_b = np.bincount(a, minlength=categories), np.bincount(b, minlength=categories)
    observed = Fraction(int((a == b).sum()), items)
    expected = Fraction(int(in_a @ in_b), items**2)
    return kappa_of(observed, expected, items=items, left_out=left_out, raters=2)
