"""Words that a translation shares with its reference, in any order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from wordorder.statistics.arrays import Floats


def unigram_f1(
    matches: ArrayLike, hypothesis_words: ArrayLike, reference_words: ArrayLike
) -> Floats:
    """Weigh how many words of the hypothesis are right and how many of the reference are there.

    F1 = 2·P·R/(P + R) = 2·m/(h + r), with P = m/h and R = m/r; 0 if nothing is shared (S4.2). A
    word matches no more often than either side has it: m = Σ_w min(h_w, r_w).

    Examples:
        >>> unigram_f1([3, 2, 0], [4, 2, 0], [4, 3, 0]).tolist()  # 3 of 4 words and 3 of 4, ...
        [0.75, 0.8, 0.0]

    References:
        Melamed, Green, Turian (2003): Precision and recall of machine translation. NAACL.
    """
    shared, hypothesis, reference = (
        np.asarray(counts, dtype=np.float64)
        for counts in (matches, hypothesis_words, reference_words)
    )
    above, below = np.broadcast_arrays(2 * shared, hypothesis + reference)
    scores = np.zeros(above.shape)
    np.divide(above, below, out=scores, where=above > 0)
    return scores
