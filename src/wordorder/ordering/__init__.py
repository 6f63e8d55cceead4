"""Ordering metrics over permutations."""

from wordorder.ordering.counts import (
    PermutationCounts,
    count_permutation,
    longest_increasing_positions,
)
from wordorder.ordering.explanation import Explanation, explain
from wordorder.ordering.mending import (
    MendingMove,
    MendingMoves,
    mending_moves,
    mending_moves_batch,
    misplaced_words,
)
from wordorder.ordering.metrics import METRICS, Metric, metric_names, select_metrics
from wordorder.ordering.misplacement import misplacements
from wordorder.ordering.order_errors import OrderErrors, order_errors
from wordorder.ordering.permutation_cards import PermutationCard
from wordorder.ordering.permutation_files import score_permutations
from wordorder.ordering.permutation_scores import PermutationScores
from wordorder.ordering.scores import OperatorScore, ordering_scores, permutation_scores
from wordorder.ordering.writing import (
    MOST_DRAWINGS,
    SCORE_FORMATS,
    ScoreFormat,
    write_permutation_scores,
)

__all__ = [
    "METRICS",
    "MOST_DRAWINGS",
    "SCORE_FORMATS",
    "Explanation",
    "MendingMove",
    "MendingMoves",
    "Metric",
    "OperatorScore",
    "OrderErrors",
    "PermutationCard",
    "PermutationCounts",
    "PermutationScores",
    "ScoreFormat",
    "count_permutation",
    "explain",
    "longest_increasing_positions",
    "mending_moves",
    "mending_moves_batch",
    "metric_names",
    "misplaced_words",
    "misplacements",
    "order_errors",
    "ordering_scores",
    "permutation_scores",
    "score_permutations",
    "select_metrics",
    "write_permutation_scores",
]
