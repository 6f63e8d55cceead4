"""When a difference between two systems counts, and the marks that papers give it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from wordorder.arrays import Floats

FEWEST_ITEMS = 30
"""With fewer items, resamples are too much alike for a verdict: with one, p is always minimal."""


def excludes_zero(low: Floats, high: Floats) -> NDArray[np.bool_]:
    """Whether intervals lie on one side of 0."""
    return (low > 0) | (high < 0)


def significance_mark(difference: float, p: float, *, alpha: float, excludes_zero: bool) -> str:
    """The papers' marks for a difference: its sign where p < 0.10 (*) or p < 0.05 (**).

    So that no mark contradicts a verdict, the interval must exclude 0, too, at levels up to alpha.

    Examples:
        >>> [significance_mark(0.1, p, alpha=0.05, excludes_zero=True) for p in (0.2, 0.07, 0.01)]
        ['0', '+*', '+**']
        >>> significance_mark(-0.1, 0.01, alpha=0.05, excludes_zero=False)
        '-*'
    """
    stars = [level for level in (0.10, 0.05) if p < level and (level > alpha or excludes_zero)]
    if not stars or difference == 0:
        return "0"
    return ("+" if difference > 0 else "-") + ("**" if 0.05 in stars else "*")
