"""The figures of other pre-ordering tools, for comparison with published results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from wordorder.alignment.batch import AlignmentBatch
from wordorder.errors import InputError, UsageError, expect
from wordorder.ordering.scores import ordering_scores
from wordorder.output.wording import counted
from wordorder.permutation.batch import PermutationBatch

Peer = Literal["lader", "topdown-btg"]
PEERS: tuple[Peer, ...] = get_args(Peer)


def peer_scores(tool: Peer, alignments: AlignmentBatch, orders: PermutationBatch) -> PeerScores:
    """Score orders of the source words as another tool does.

    Args:
        tool: `"lader"` for its evaluate-lader, `"topdown-btg"` for its evaluate_preordering.py.
        alignments: The links of the source words with their translations.
        orders: The ranks of the source words in the orders to score.

    Raises:
        InputError: Alignments and orders have different sentences.
        UsageError: Unknown tool, or an argument has the wrong type.

    Examples:
        >>> from wordorder.alignment import Alignment, AlignmentBatch
        >>> from wordorder.permutation import PermutationBatch
        >>> links = AlignmentBatch.from_alignments([Alignment.parse("0-2 1-8 3-5", 4)])
        >>> orders = PermutationBatch.from_permutations([[1, 3, 0, 2]])
        >>> peer_scores("lader", links, orders).figures
        {'chunk': 0.6, 'tau': 0.8}
        >>> peer_scores("topdown-btg", links, orders).figures
        {'frs': 1.0, 'tau': 1.0}
    """
    expect(tool, str, "tool")
    expect(alignments, AlignmentBatch, "alignments")
    expect(orders, PermutationBatch, "orders")
    if tool not in PEERS:
        raise UsageError.unknown("tool", tool, PEERS)
    return (lader_scores if tool == "lader" else topdown_btg_scores)(alignments, orders)


@dataclass(frozen=True, slots=True, eq=False)
class PeerScores:
    """The figures of another tool.

    Attributes:
        tool: Its name.
        figures: The figures of the corpus by name; NaN if no sentence counts.
        sentences: The figures or counts of every sentence, by name.
    """

    tool: str
    figures: Mapping[str, float]
    sentences: Mapping[str, NDArray[np.float64] | NDArray[np.int64]]


@dataclass(frozen=True, slots=True, eq=False)
class Spans:
    """The source words of all sentences, one after the other, in the order to score.

    Attributes:
        first: The first target of each word; -1 for a word without links.
        last: Its last target.
        word: Its number in its sentence.
        row: Its sentence.
        lengths: The number of words in each sentence.
    """

    first: NDArray[np.int64]
    last: NDArray[np.int64]
    word: NDArray[np.int64]
    row: NDArray[np.int64]
    lengths: NDArray[np.int64]

    @classmethod
    def read(cls, alignments: AlignmentBatch, orders: PermutationBatch) -> Spans:
        """Find the spans of the words and put them in order.

        Raises:
            InputError: Alignments and orders have different sentences.
        """
        lengths = orders.lengths
        _refuse_others(alignments.source_lengths, lengths)
        starts = np.cumsum(lengths) - lengths
        links = slice(alignments.offsets[0], alignments.offsets[-1])
        source = alignments.sources[links] + np.repeat(starts, np.diff(alignments.offsets))
        target = alignments.targets[links].astype(np.int64)
        first = np.full(lengths.sum(), np.iinfo(np.int64).max)
        last = np.full(lengths.sum(), -1)
        np.minimum.at(first, source, target)
        np.maximum.at(last, source, target)
        first[last == -1] = -1
        row = np.repeat(np.arange(len(lengths)), lengths)
        own = slice(orders.offsets[0], orders.offsets[-1])
        word = orders.orders[own].astype(np.int64)
        place = word + starts[row]
        return cls(first[place], last[place], word, row, lengths)


@dataclass(frozen=True, slots=True, eq=False)
class Levels:
    """Orders with ties: each word has a level, 0, 1, …, which several words may share.

    Attributes:
        level: The level of each word, read from left to right.
        lengths: The number of words in each sentence.
    """

    level: NDArray[np.int64]
    lengths: NDArray[np.int64]

    @property
    def row(self) -> NDArray[np.int64]:
        """The sentence of each word."""
        return np.repeat(np.arange(len(self.lengths)), self.lengths)

    @property
    def pairs(self) -> NDArray[np.int64]:
        """The number of pairs of words in each sentence."""
        return self.lengths * (self.lengths - 1) // 2

    def breaks(self) -> NDArray[np.int64]:
        """Count neighbours the second of which is neither on the same level nor on the next.

        A virtual word stands at either end.
        """
        row, level = self.row, self.level
        highest = np.zeros(len(self.lengths), np.int64)
        np.maximum.at(highest, row, level)
        begins = np.diff(row, prepend=-1) != 0
        ends = np.diff(row, append=-1) != 0
        step = level - np.where(begins, 0, np.roll(level, 1))
        broken = np.where(begins, level != 0, (step != 0) & (step != 1)).astype(np.int64)
        broken += ends & (level != highest[row])
        return np.bincount(row, broken, len(self.lengths)).astype(np.int64)

    def tied_pairs(self) -> NDArray[np.int64]:
        """Count the pairs on the same level."""
        together, counts = np.unique([self.row, self.level], axis=1, return_counts=True)
        tied = counts * (counts - 1) // 2
        return np.bincount(together[0], tied, len(self.lengths)).astype(np.int64)

    def discordant_pairs(self) -> NDArray[np.int64]:
        """Count the pairs whose first word has the higher level."""
        row, offsets = self.row, np.cumsum([0, *self.lengths])
        # Words on one level get their ranks from left to right, so they are never discordant.
        by_rank = np.lexsort((self.level, row))
        ranks = np.empty(len(row), np.int32)
        ranks[by_rank] = np.arange(len(row)) - offsets[row]
        kendall = ordering_scores(ranks, offsets, "kendall")["kendall"]
        lost = (1 - np.nan_to_num(kendall, nan=1.0)) * self.pairs
        return np.rint(lost).astype(np.int64)


def _refuse_others(alignments: NDArray[np.int32], orders: NDArray[np.int64]) -> None:
    if len(alignments) != len(orders):
        counts = counted(len(alignments), "alignment"), counted(len(orders), "order")
        raise InputError(f"expected as many orders as alignments, found {' and '.join(counts)}")
    different = np.flatnonzero(alignments != orders)
    if different.size:
        row = different[0]
        raise InputError(
            f"sentence {row + 1}: the alignment has {alignments[row]} source words, but the order "
            f"has {orders[row]}"
        )


def lader_scores(alignments: AlignmentBatch, orders: PermutationBatch) -> PeerScores:
    """Score orders as lader does with its default options: chunk and tau over the whole corpus.

    A word stands for the span from its first to its last target. Words whose spans overlap become
    one block, with all words between them, until no two blocks overlap. A word without links
    belongs to the block on its right, or to the last one. The words of a block are tied. A
    sentence that is one block, or has no links, does not count.

    - `chunk` = 1 − Σ breaks/Σ (n + 1) for n words, with a virtual word at either end;
    - `tau` = 1 − Σ discordant pairs/Σ pairs that are not tied.

    References:
        Graham Neubig, Taro Watanabe, and Shinsuke Mori. 2012. Inducing a Discriminative Parser to
        Optimize Machine Translation Reordering. EMNLP-CoNLL 2012.
    """
    levels = _lader_levels(Spans.read(alignments, orders))
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


def _lader_levels(spans: Spans) -> Levels:
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
    """Return the rank of each word's block in the target."""
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
    levels, skipped = _topdown_btg_levels(Spans.read(alignments, orders))
    frs = 1 - levels.breaks() / (levels.lengths + 1)
    tau = 1 - levels.discordant_pairs() / np.maximum(levels.pairs, 1)
    sentences = {"frs": np.where(skipped, np.nan, frs), "tau": np.where(skipped, np.nan, tau)}
    figures = {
        name: float(np.mean(values[~skipped])) if not skipped.all() else np.nan
        for name, values in sentences.items()
    }
    return PeerScores("topdown-btg", figures, sentences)


def _topdown_btg_levels(spans: Spans) -> tuple[Levels, NDArray[np.bool_]]:
    """Number the spans of the linked words, and tell which sentences to skip."""
    linked = spans.first >= 0
    row, first, last = spans.row[linked], spans.first[linked], spans.last[linked]
    by_span = np.lexsort((last, first, row))
    steps = [np.diff(values[by_span], prepend=-1) for values in (row, first, last)]
    begins = steps[0] != 0
    lengths = np.bincount(row, minlength=len(spans.lengths))
    skipped = lengths == 0
    # In this order, a span that ends before its predecessor lies inside an earlier one.
    skipped[row[by_span][~begins & (steps[2] < 0)]] = True
    new = begins | (steps[1] != 0) | (steps[2] != 0)
    numbers = np.cumsum(new)
    level = np.empty(len(row), np.int64)
    starts = numbers[begins]
    level[by_span] = numbers - np.repeat(starts, lengths[lengths > 0])
    return Levels(level, lengths), skipped
