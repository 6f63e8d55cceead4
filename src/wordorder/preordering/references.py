"""Reference orders of source words, from aligned translations, and the best that trees allow.

A score over `Words` is over all words, over words with links, or the mean of both.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from wordorder import _kernels
from wordorder.arrays import Integers, frozen, places_of_rows
from wordorder.errors import InputError, UsageError, expect
from wordorder.ordering.scores import ordering_scores
from wordorder.output.wording import counted
from wordorder.permutation.batch import PermutationBatch
from wordorder.syntax.dependency import DependencyBatch

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordorder.alignment.batch import AlignmentBatch

OracleMetric = Literal["fuzzy", "kendall"]
Words = Literal["both", "all", "linked"]
WORDS: tuple[Words, ...] = get_args(Words)


@dataclass(frozen=True, slots=True, eq=False)
class ReferenceOrders:
    """The order of the source words of each sentence in its translation.

    Attributes:
        orders: The reference orders, with groups of free inner order. A sentence without links has
            no words: its order is undefined.
        lengths: The number of words in each source sentence, also of those without links.
        linked: Whether each source word has a link, for all sentences one after the other.
    """

    orders: PermutationBatch
    lengths: NDArray[np.int64]
    linked: NDArray[np.bool_]

    @classmethod
    def from_alignments(cls, alignments: AlignmentBatch) -> ReferenceOrders:
        """Derive the orders from source–target links, whose source lengths must be known.

        A word takes the place of its first target; a word without links stands in front of the next
        word that has one.

        Examples:
            >>> from wordorder.alignment import Alignment, AlignmentBatch
            >>> links = AlignmentBatch.from_alignments([Alignment.parse("0-0 1-2 3-1", 4)])
            >>> references = ReferenceOrders.from_alignments(links)
            >>> references.orders[0].ranks.tolist(), references.linked.tolist()
            ([0, 3, 1, 2], [True, True, False, True])
            >>> source_order = PermutationBatch.from_permutations([[0, 1, 2, 3]])
            >>> references.relative(source_order, linked_only=True)[0].ranks.tolist()
            [0, 2, 1]

        References:
            David Talbot, Hideto Kazawa, Hiroshi Ichikawa, Jason Katz-Brown, Masakazu Seno and Franz
            Och. 2011. A Lightweight Evaluation Framework for Machine Translation Reordering. WMT
            2011.
        """
        lengths = alignments.source_lengths.astype(np.int64)
        starts = np.concatenate([[0], np.cumsum(lengths)])
        linked = np.zeros(starts[-1], np.bool_)
        own = slice(alignments.offsets[0], alignments.offsets[-1])
        sentence_starts = np.repeat(starts[:-1], np.diff(alignments.offsets))
        linked[sentence_starts + alignments.sources[own]] = True
        orders = PermutationBatch.from_alignments(alignments, "reference")
        return cls(orders, lengths, linked)

    def __len__(self) -> int:
        return len(self.lengths)

    @property
    def group_starts(self) -> NDArray[np.int32]:
        """The place at which the group of each word starts, for sentences with links."""
        orders = self.orders
        starts = orders.values if orders.group_starts is None else orders.group_starts
        return starts[orders.offsets[0] : orders.offsets[-1]]

    def take(self, rows: Integers) -> ReferenceOrders:
        """Return some sentences, in any order, repeated ones included."""
        orders, starts = self.orders, self.orders.group_starts
        own, offsets = places_of_rows(orders.offsets, rows)
        chosen = PermutationBatch(
            orders.values[own], offsets, 1, None if starts is None else starts[own]
        )
        words, _ = places_of_rows(np.concatenate([[0], np.cumsum(self.lengths)]), rows)
        return ReferenceOrders(chosen, self.lengths[rows], self.linked[words])

    def relative(self, orders: PermutationBatch, *, linked_only: bool = False) -> PermutationBatch:
        """Return each order relative to its reference, as the metrics take it.

        The members of a group first take the order that they have in `orders`.

        Args:
            orders: The ranks of the source words of each sentence.
            linked_only: Whether to restrict both orders to words with links.
        """
        relative = orders.relative_to(self.orders)
        if not linked_only:
            return relative
        defined = np.repeat(self.orders.lengths > 0, self.lengths)
        linked = self.linked[orders.words_by_place][defined]
        # The ranks of the linked words, without the gaps between them.
        offsets = np.concatenate([[0], np.cumsum(linked)])[relative.offsets]
        row = np.repeat(np.arange(len(relative)), relative.lengths)[linked]
        by_rank = np.lexsort((relative.values[linked], row))
        ranks = np.empty(len(by_rank), np.int32)
        ranks[by_rank] = np.arange(len(by_rank)) - offsets[row]
        return PermutationBatch(ranks, offsets, relative.first_line)

    def scores(
        self, orders: PermutationBatch, metric: str, *, linked_only: bool = False
    ) -> NDArray[np.float64]:
        """Score each order against its reference; NaN if its sentence has no links.

        Args:
            orders: The ranks of the source words of each sentence.
            metric: The ordering metric.
            linked_only: Whether to compare words with links only.
        """
        relative = self.relative(orders, linked_only=linked_only)
        return ordering_scores(relative.values, relative.offsets, metric)[metric]

    def refuse_other_sentences(self, trees: DependencyBatch) -> None:
        """Check that the trees have the same sentences.

        Raises:
            InputError: The numbers of sentences, or of words in one of them, differ.
        """
        if len(trees) != len(self):
            counts = counted(len(trees), "parse"), counted(len(self), "reference order")
            raise InputError(
                f"expected as many reference orders as parses, found {' and '.join(counts)}"
            )
        different = np.flatnonzero(trees.lengths != self.lengths)
        if different.size:
            row = different[0]
            raise InputError(
                f"sentence {trees.first_sentence + row}: the parse has {trees.lengths[row]} words, "
                f"but the reference order has {self.lengths[row]}"
            )


def over_words(scores: NDArray[np.float64], words: Words) -> NDArray[np.float64]:
    """Return scores over some words, from those over all words and over linked words."""
    every, linked = scores
    single: dict[Words, NDArray[np.float64]] = {"all": every, "linked": linked}
    return single[words] if words in single else (every + linked) / 2


@dataclass(frozen=True, slots=True, eq=False)
class OracleOrders:
    """The best order of each sentence that keeps every subtree together.

    Attributes:
        orders: The ranks of the source words in the order found.
        reached: The score of that order; NaN if the reference order is undefined.
        bounds: A score that no such order exceeds.
    """

    orders: PermutationBatch
    reached: NDArray[np.float64]
    bounds: NDArray[np.float64]

    @property
    def exact(self) -> NDArray[np.bool_]:
        """Whether the order found is known to be the best; true without a reference order."""
        return ~(self.reached < self.bounds)


def oracle_orders(
    trees: DependencyBatch,
    references: ReferenceOrders,
    metric: OracleMetric = "fuzzy",
    *,
    linked_only: bool = False,
) -> OracleOrders:
    r"""Find the best order that any rules over the trees could give.

    Arcs of non-projective trees are lifted first; then every subtree stays contiguous. The order
    is the best one, except that

    - for `fuzzy`, there may be a better order if a group of free inner order has words both inside
      and outside a subtree of several words;
    - the search is limited under a head with more than about 16 dependents.

    No order exceeds the bound, and an order that reaches it is the best. Among equally good orders,
    one near the order of the source is taken.

    Args:
        trees: The parses.
        references: The reference orders of the same sentences.
        metric: The metric to maximise.
        linked_only: Whether only words with links count. The others are then written next to
            their neighbours in the source.

    Raises:
        InputError: Trees and references have different sentences.
        UsageError: There is no oracle for the metric, or an argument has the wrong type.

    Examples:
        The translation has the words in the order 2 0 1, but 1 and 2 are a subtree of their own.

        >>> import io
        >>> from wordorder.alignment import Alignment, AlignmentBatch
        >>> from wordorder.preordering import ReferenceOrders, oracle_orders, read_parses
        >>> heads = [0, 3, 1]
        >>> rows = [f"{n}\tw\t_\t_\t_\t_\t{head}\t_\t_\t_\n" for n, head in enumerate(heads, 1)]
        >>> trees = read_parses(io.StringIO("".join([*rows, "\n"])))
        >>> links = AlignmentBatch.from_alignments([Alignment.parse("0-1 1-2 2-0", 3)])
        >>> found = oracle_orders(trees, ReferenceOrders.from_alignments(links))
        >>> found.orders.to_text(order=True), found.reached.tolist(), found.exact.tolist()
        ('0 1 2\n', [0.5], [True])

    References:
        Michael Held and Richard M. Karp. 1962. A Dynamic Programming Approach to Sequencing
        Problems. Journal of SIAM 10(1).
    """
    expect(trees, DependencyBatch, "trees")
    expect(references, ReferenceOrders, "references")
    expect(metric, str, "metric")
    if metric not in get_args(OracleMetric):
        raise UsageError.unknown("metric", metric, get_args(OracleMetric))
    references.refuse_other_sentences(trees)
    defined = np.repeat(references.orders.lengths > 0, references.lengths)
    places = np.full(len(defined), -1, np.int32)  # that of each word's group
    places[defined] = references.group_starts
    if linked_only:
        places[~references.linked] = -1
    best = _kernels.oracle_orders(
        _kernels.Ragged(trees.heads, trees.offsets),
        _kernels.Ragged(frozen(places), trees.offsets),
        _kernels.OracleMetric[metric],
    )
    orders = PermutationBatch.from_kernel(best.ranks, trees.first_sentence)
    relative = references.relative(orders, linked_only=linked_only)
    reached = ordering_scores(relative.values, relative.offsets, metric)[metric]
    lengths = relative.lengths
    neighbours_or_pairs = lengths - 1 if metric == "fuzzy" else lengths * (lengths - 1) / 2
    bounds = 1 - best.lost / np.maximum(neighbours_or_pairs, 1)
    return OracleOrders(orders, reached, np.where(lengths > 0, bounds, np.nan))
