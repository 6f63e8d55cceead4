"""Oracle orders: the best that any rules could do with a tree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from wordorder import _kernels
from wordorder.arrays import frozen
from wordorder.errors import UsageError, expect
from wordorder.ordering import ordering_scores
from wordorder.permutation import PermutationBatch
from wordorder.preordering.references import ReferenceOrders
from wordorder.syntax import DependencyBatch

if TYPE_CHECKING:
    from numpy.typing import NDArray

OracleMetric = Literal["fuzzy", "kendall"]


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
        """Whether the order found is known to be the best; true where nothing is to be scored."""
        return ~(self.reached < self.bounds)


def oracle_orders(
    trees: DependencyBatch,
    references: ReferenceOrders,
    metric: OracleMetric = "fuzzy",
    *,
    linked_only: bool = False,
) -> OracleOrders:
    r"""Find the order nearest to the reference that any rules over the trees could give.

    Arcs of non-projective trees are lifted first; then every subtree stays contiguous. The order
    is the best one, except that

    - for `fuzzy`, a group of free inner order may have words both inside and outside a subtree of
      several words; then there may be a better order;
    - the search is limited under a head with more than about 16 dependents.

    No order exceeds the bound, and where it is reached the order is the best. Of equally good
    orders one near the order of the source is taken.

    Args:
        trees: The parses.
        references: The reference orders of the same sentences.
        metric: What the order is the best for.
        linked_only: Whether only words with links count. The others are then written next to
            their neighbours in the source.

    Raises:
        InputError: Trees and references are not of the same sentences.
        UsageError: There is no oracle for the metric, or an argument is of another kind.

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
    places = _places(references, linked_only=linked_only)
    found = _kernels.oracle_orders(
        _kernels.Ragged(trees.heads, trees.offsets),
        _kernels.Ragged(frozen(places), trees.offsets),
        _kernels.OracleMetric[metric],
    )
    orders = PermutationBatch.from_kernel(found.ranks, trees.first_sentence)
    judged = references.judge(orders, linked_only=linked_only)
    reached = ordering_scores(judged.values, judged.offsets, metric)[metric]
    return OracleOrders(orders, reached, _scores(metric, found.lost, judged.lengths))


def _places(references: ReferenceOrders, *, linked_only: bool) -> NDArray[np.int32]:
    """The first place of each word's group in the reference; -1 for words that do not count."""
    orders = references.orders
    starts = orders.values if orders.group_starts is None else orders.group_starts
    defined = np.repeat(orders.lengths > 0, references.lengths)
    places = np.full(len(references.linked), -1, np.int32)
    places[defined] = starts[orders.offsets[0] : orders.offsets[-1]]
    if linked_only:
        places[~references.linked] = -1
    return places


def _scores(
    metric: OracleMetric, lost: NDArray[np.int64], lengths: NDArray[np.int64]
) -> NDArray[np.float64]:
    """The scores of orders that lose so many neighbours or pairs."""
    whole = lengths - 1 if metric == "fuzzy" else lengths * (lengths - 1) / 2
    scores = 1 - lost / np.maximum(whole, 1)
    return np.where(lengths > 0, scores, np.nan)
