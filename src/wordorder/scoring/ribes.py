"""RIBES: words matched by their context, and the share of their pairs in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.alignment.matching.texts import context_links
from wordorder.alignment.matching.vocabulary import Vocabulary, as_block
from wordorder.ordering.scores import ordering_scores

if TYPE_CHECKING:
    from wordorder.arrays import Floats, Integers
    from wordorder.scoring.texts import Texts


class ContextOrder(NamedTuple):
    """Words matched by context, as in RIBES: arrays of shape (systems, references, sentences).

    Attributes:
        hypothesis_words: Matched words of the hypothesis.
        reference_words: Matched words of the reference; each may match several words.
        kendall: The share of pairs in order.
    """

    hypothesis_words: Integers
    reference_words: Integers
    kendall: Floats


def context_order(texts: Texts, *, fold_case: bool, threads: int | None) -> ContextOrder:
    """Match words by context, and compute the share of their pairs in order.

    Fewer than two matches give 0, except 1 for a matched one-word reference. Two hypothesis words
    matched to the same reference word count as out of order.
    """
    vocabulary = Vocabulary(fold_case=fold_case)
    links = context_links(vocabulary, *map(as_block, texts.rows()))
    counts = np.diff(links.offsets)
    rows = np.repeat(np.arange(len(counts)), counts)
    # Equal positions are ranked from right to left, so that they count as out of order.
    order = np.lexsort((-links.sources, links.targets, rows))
    ranks = np.empty(len(order), np.int32)
    ranks[order] = np.arange(len(order)) - links.offsets[rows]
    scored = ordering_scores(ranks, links.offsets, "kendall", threads=threads)
    alone = (counts == 1) & (links.target_lengths == 1)
    scores = np.where(counts < 2, alone, scored["kendall"])
    first_at_place = np.diff(links.targets[order], prepend=-1) != 0
    first_at_place[np.diff(rows, prepend=-1) != 0] = True
    reached = np.bincount(rows[first_at_place], minlength=len(counts))
    return ContextOrder(
        counts.reshape(texts.shape), reached.reshape(texts.shape), scores.reshape(texts.shape)
    )
