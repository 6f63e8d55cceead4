"""Whether two alignments of the same sentences tell the same story."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.statistics import bootstrap, moments, pearson_of, spearman_rho

if TYPE_CHECKING:
    from wordorder.arrays import Floats
    from wordorder.statistics import Resampling


def sentence_correlations(first: Floats, second: Floats, resampling: Resampling) -> Floats:
    """Correlate the scores of all sentences of all systems by one alignment with those by another.

    Sentences that either alignment leaves undefined are left out. The intervals come from a
    bootstrap over sentences.

    Args:
        first: Scores of shape (systems, sentences, measures), NaN if undefined.
        second: The same by another alignment.
        resampling: Options of the bootstrap.

    Returns:
        For each measure Pearson's correlation, the ends of its interval, and Spearman's
        correlation.
    """
    measures = first.shape[-1]
    defined = ~np.isnan(np.concatenate([first, second])).any(axis=0)
    one, other = (np.where(defined, side, 0.0) for side in (first, second))
    parts = moments(one, other).sum(axis=0) * defined[..., np.newaxis]
    drawn = bootstrap(
        parts.reshape(len(parts), -1),
        lambda sums: pearson_of(sums.reshape(*sums.shape[:-1], measures, -1)),
        **resampling.keywords,
    )
    rho = [
        spearman_rho(one[:, kept, place].ravel(), other[:, kept, place].ravel())
        for place, kept in enumerate(defined.T)
    ]
    return np.column_stack([drawn.observed, drawn.low, drawn.high, rho])
