"""The figures of evaluate_preordering.py, which is part of topdown-btg-preordering."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.preordering.peers.scores import Levels, PeerScores, Spans

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordorder.alignment import AlignmentBatch
    from wordorder.permutation import PermutationBatch


def topdown_btg_scores(alignments: AlignmentBatch, orders: PermutationBatch) -> PeerScores:
    """Score orders as topdown-btg does: the means of its FRS and its tau over sentences.

    Words without links are left out. The others stand for the span from their first to their last
    target, and follow the order of these spans; words with equal spans are tied. A sentence is
    skipped (NaN) if one span begins before another and ends behind it, or if there are no links.

    - `frs` = 1 − breaks/(n + 1) for n words, with a virtual word at either end;
    - `tau` = 1 − discordant pairs/all pairs; tied pairs are never discordant.

    References:
        Tetsuji Nakagawa. 2015. Efficient Top-Down BTG Parsing for Machine Translation Preordering.
        ACL-IJCNLP 2015.
    """
    levels, skipped = _levels(Spans.read(alignments, orders))
    frs = 1 - levels.breaks() / (levels.lengths + 1)
    tau = 1 - levels.discordant_pairs() / np.maximum(levels.pairs, 1)
    sentences = {"frs": np.where(skipped, np.nan, frs), "tau": np.where(skipped, np.nan, tau)}
    figures = {
        name: float(np.mean(values[~skipped])) if not skipped.all() else np.nan
        for name, values in sentences.items()
    }
    return PeerScores("topdown-btg", figures, sentences)


def _levels(spans: Spans) -> tuple[Levels, NDArray[np.bool_]]:
    """Number the spans of the linked words, and tell which sentences to skip."""
    linked = spans.first >= 0
    row, first, last = spans.row[linked], spans.first[linked], spans.last[linked]
    by_span = np.lexsort((last, first, row))
    steps = [np.diff(values[by_span], prepend=-1) for values in (row, first, last)]
    begins = steps[0] != 0
    lengths = np.bincount(row, minlength=len(spans.lengths))
    skipped = lengths == 0
    # In this order a span that ends before the last one lies inside one further left.
    skipped[row[by_span][~begins & (steps[2] < 0)]] = True
    new = begins | (steps[1] != 0) | (steps[2] != 0)
    numbers = np.cumsum(new)
    level = np.empty(len(row), np.int64)
    starts = numbers[begins]
    level[by_span] = numbers - np.repeat(starts, lengths[lengths > 0])
    return Levels(level, lengths), skipped
