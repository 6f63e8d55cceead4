"""How well the words are ordered: the metrics of S2 over permutations."""

from wordorder.ordering.evidence import (
    Evidence,
    collect_evidence,
    longest_increasing_positions,
)
from wordorder.ordering.explanation import Explanation, explain
from wordorder.ordering.mending import MendingMove, mending_moves, misplaced_words
from wordorder.ordering.metrics import METRICS, Metric, metric_names, select_metrics
from wordorder.ordering.scores import OperatorScore, ordering_scores, permutation_scores

__all__ = [
    "METRICS",
    "Evidence",
    "Explanation",
    "MendingMove",
    "Metric",
    "OperatorScore",
    "collect_evidence",
    "explain",
    "longest_increasing_positions",
    "mending_moves",
    "metric_names",
    "misplaced_words",
    "ordering_scores",
    "permutation_scores",
    "select_metrics",
]
