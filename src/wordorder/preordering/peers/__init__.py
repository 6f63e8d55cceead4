"""The figures of other tools for pre-ordering, so that ours can be compared with published ones."""

from __future__ import annotations

from typing import Literal, get_args

from wordorder.alignment import AlignmentBatch
from wordorder.errors import UsageError, expect
from wordorder.permutation import PermutationBatch
from wordorder.preordering.peers.lader import lader_scores
from wordorder.preordering.peers.scores import PeerScores
from wordorder.preordering.peers.topdown_btg import topdown_btg_scores

__all__ = ["PEERS", "Peer", "PeerScores", "lader_scores", "peer_scores", "topdown_btg_scores"]

Peer = Literal["lader", "topdown-btg"]
PEERS: tuple[Peer, ...] = get_args(Peer)


def peer_scores(tool: Peer, alignments: AlignmentBatch, orders: PermutationBatch) -> PeerScores:
    """Score orders of the source words as another tool does.

    Args:
        tool: `"lader"` for its evaluate-lader, `"topdown-btg"` for its evaluate_preordering.py.
        alignments: The links of the source words with their translations.
        orders: The ranks of the source words in the orders to score.

    Raises:
        InputError: Alignments and orders are not of the same sentences.
        UsageError: There is no such tool, or an argument is of another kind.

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
