"""The figures of evaluate-lader, which is part of lader."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.preordering.peers.scores import Levels, PeerScores, Spans

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from wordorder.alignment import AlignmentBatch
    from wordorder.permutation import PermutationBatch


def lader_scores(alignments: AlignmentBatch, orders: PermutationBatch) -> PeerScores:
    """Score orders as lader does with its default options: chunk and tau over the whole corpus.

    A word stands for the span from its first to its last target. Words whose spans overlap become
    one block, with all words between them, until no two blocks overlap. A word without links
    belongs to the block on its right, or to the last one. The words of a block are tied. A
    sentence that is one block, or has no links, counts nothing.

    - `chunk` = 1 − Σ breaks/Σ (n + 1) for n words, with a virtual word at either end;
    - `tau` = 1 − Σ discordant pairs/Σ pairs that are not tied.

    References:
        Graham Neubig, Taro Watanabe, and Shinsuke Mori. 2012. Inducing a Discriminative Parser to
        Optimize Machine Translation Reordering. EMNLP-CoNLL 2012.
    """
    levels = _levels(Spans.read(alignments, orders))
    several = np.zeros(len(levels.lengths), np.bool_)
    several[levels.row[levels.level > 0]] = True
    sentences = {
        "chunk_loss": np.where(several, levels.breaks(), 0),
        "chunk_total": np.where(several, levels.lengths + 1, 0),
        "tau_loss": np.where(several, levels.discordant_pairs(), 0),
        "tau_total": np.where(several, levels.pairs - levels.tied_pairs(), 0),
    }
    figures = {}
    for name in ("chunk", "tau"):
        loss, total = int(sentences[f"{name}_loss"].sum()), int(sentences[f"{name}_total"].sum())
        figures[name] = 1 - loss / total if total else np.nan
    return PeerScores("lader", figures, sentences)


def _levels(spans: Spans) -> Levels:
    level = np.empty(len(spans.word), np.int64)
    ends = np.cumsum(spans.lengths)
    for begin, end in zip((ends - spans.lengths).tolist(), ends.tolist(), strict=True):
        own = slice(begin, end)
        words = spans.word[own]
        in_source = np.argsort(words)
        first, last = spans.first[own][in_source], spans.last[own][in_source]
        level[own] = _block_levels(first.tolist(), last.tolist())[words]
    return Levels(level, spans.lengths)


def _block_levels(first: Sequence[int], last: Sequence[int]) -> NDArray[np.int64]:
    """The rank of each word's block in the target."""
    blocks: list[tuple[int, int, int]] = []  # first target, last target, last word
    for word, low in enumerate(first):
        if low < 0:
            continue
        new = low, last[word], word
        while overlapping := [k for k, b in enumerate(blocks) if b[0] <= new[1] and new[0] <= b[1]]:
            merged = [*blocks[overlapping[0] :], new]
            del blocks[overlapping[0] :]
            new = min(b[0] for b in merged), max(b[1] for b in merged), word
        blocks.append(new)
    if not blocks:
        return np.zeros(len(first), np.int64)
    ranks = np.argsort(np.argsort([low for low, _, _ in blocks]))
    widths = np.diff([word for _, _, word in blocks], prepend=-1)
    widths[-1] += len(first) - 1 - blocks[-1][2]
    return np.repeat(ranks, widths)
