"""How far average ranks must lie apart: the critical difference of Nemenyi's test."""

from __future__ import annotations

import math

from wordorder.errors import UsageError

_REACH = 9.0  # standard deviations; the normal distribution has 10⁻¹⁹ beyond
_STEPS = 150  # from the middle to either end
_HALVINGS = 50


def critical_difference(systems: int, blocks: int, *, alpha: float = 0.05) -> float:
    """Difference from which on two average ranks differ significantly, by Nemenyi's test.

    CD = q·√(k(k + 1)/(6N)) for k systems that were ranked N times, where √2·q is the quantile
    1 − α of the range of k standard normal numbers (the studentised range with infinitely many
    degrees of freedom).

    Examples:
        >>> print(f"{critical_difference(4, 14):.3f}")
        1.254

    Args:
        systems: Number of systems that are ranked.
        blocks: Number of rankings.
        alpha: Level of significance.

    Raises:
        UsageError: Fewer than two systems, no rankings, or alpha out of range.

    References:
        Nemenyi (1963), Distribution-Free Multiple Comparisons; Demšar (2006), Statistical
        Comparisons of Classifiers over Multiple Data Sets.
    """
    if systems < 2 or blocks < 1:
        raise UsageError("a critical difference needs at least two systems and one ranking")
    if not 0 < alpha < 1:
        raise UsageError(f"alpha must lie between 0 and 1, not {alpha!r}")
    spread = math.sqrt(systems * (systems + 1) / (6 * blocks))
    return normal_range_quantile(systems, 1 - alpha) / math.sqrt(2) * spread


def normal_range_quantile(numbers: int, probability: float) -> float:
    """Quantile of the range, largest minus smallest, of so many standard normal numbers.

    Found by bisection of P(range ≤ q) = k·∫ φ(x)·(Φ(x + q) − Φ(x))^(k−1) dx.

    Examples:
        >>> print(f"{normal_range_quantile(3, 0.95):.3f}")
        3.314
    """
    low, high = 0.0, 4 * _REACH
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if _range_probability(numbers, middle) < probability:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _range_probability(numbers: int, reach: float) -> float:
    """The integral by the trapezoidal rule, which is exact enough where both ends vanish."""
    step = _REACH / _STEPS
    places = [step * place for place in range(-_STEPS, _STEPS + 1)]
    root = math.sqrt(2)
    return step * sum(
        numbers
        * math.exp(-x * x / 2)
        / math.sqrt(2 * math.pi)
        * ((math.erf((x + reach) / root) - math.erf(x / root)) / 2) ** (numbers - 1)
        for x in places
    )
