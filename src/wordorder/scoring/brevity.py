"""The penalty of short translations (S4.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from wordorder.statistics.arrays import Floats


def brevity_penalty(length: ArrayLike, reference_length: ArrayLike) -> Floats:
    """Punish texts that are shorter than their references.

    bp(t, r) = 1 if t > r, else exp(1 − r/t); 0 if t = 0, whatever r is.

    Examples:
        >>> brevity_penalty([12, 10, 5, 0], 10).round(4).tolist()
        [1.0, 1.0, 0.3679, 0.0]

    References:
        Papineni et al. (2002): BLEU: a method for automatic evaluation of machine translation. ACL.
    """
    t, r = np.broadcast_arrays(
        np.asarray(length, dtype=np.float64), np.asarray(reference_length, dtype=np.float64)
    )
    ratio = np.full(t.shape, np.inf)
    np.divide(r, t, out=ratio, where=t > 0)
    return np.asarray(np.exp(np.minimum(1 - ratio, 0)))
