"""The order of words that are matched by their context, as RIBES takes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.ordering import ordering_scores

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordorder.scoring.evidence import Evidence


def normalized_kendall(evidence: Evidence) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the matched words of each hypothesis, and the share of their pairs in order (S4.2).

    Fewer than two matches: 0, but 1 for a matched reference of one word. Two hypothesis words that
    are matched with the same reference word are not in order.
    """
    links = evidence.context_matches
    counts = np.diff(links.offsets)
    rows = np.repeat(np.arange(len(counts)), counts)
    # Equal places are ranked from right to left, so that they count as out of order.
    order = np.lexsort((-links.sources, links.targets, rows))
    ranks = np.empty(len(order), np.int32)
    ranks[order] = np.arange(len(order)) - links.offsets[rows]
    kendall = ordering_scores(ranks, links.offsets, "kendall")["kendall"]
    alone = (counts == 1) & (links.target_lengths == 1)
    scores = np.where(counts < 2, alone, kendall)
    return counts.reshape(evidence.shape), scores.reshape(evidence.shape)
