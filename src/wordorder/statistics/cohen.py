"""Cohen's kappa: agreement of two raters on categories, or of every pair of raters."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from wordorder.errors import InputError
from wordorder.output.codec import Count
from wordorder.statistics.accumulators import Accumulator
from wordorder.statistics.kappa import Kappa, kappa_of, undefined_kappa
from wordorder.statistics.pairs import all_pairs
from wordorder.statistics.ratings import as_labels, as_table, is_missing

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence
    from typing import Self

    from numpy.typing import ArrayLike


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
    """How often two raters gave which two labels.

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
        """Nothing: all of these can be merged."""
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
    """How often every pair of raters gave which two labels.

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
        self._tables = {(int(a), int(b)): CohenTable() for a, b in all_pairs(raters)}

    @property
    def configuration(self) -> Mapping[str, object]:
        """The number of raters."""
        return {"raters": self._raters}

    def add(self, ratings: ArrayLike) -> None:
        """Add the labels of some items, as in `pairwise_cohen_kappa`.

        Raises:
            InputError: Not a table of these raters and items.
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
