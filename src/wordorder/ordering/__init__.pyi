from wordorder.ordering.explanation import (
    Explanation as Explanation,
    PermutationCounts as PermutationCounts,
    count_permutation as count_permutation,
    explain as explain,
)
from wordorder.ordering.mending import (
    MendingMove as MendingMove,
    MendingMoves as MendingMoves,
    longest_increasing_positions as longest_increasing_positions,
    mending_moves as mending_moves,
    mending_moves_batch as mending_moves_batch,
    misplaced_words as misplaced_words,
    misplacements as misplacements,
)
from wordorder.ordering.metrics import (
    METRICS as METRICS,
    Metric as Metric,
    metric_names as metric_names,
    select_metrics as select_metrics,
)
from wordorder.ordering.results import (
    PermutationCard as PermutationCard,
    PermutationScores as PermutationScores,
    score_permutations as score_permutations,
)
from wordorder.ordering.scores import (
    OperatorScore as OperatorScore,
    OrderErrors as OrderErrors,
    order_errors as order_errors,
    ordering_scores as ordering_scores,
    permutation_scores as permutation_scores,
)
from wordorder.ordering.writing import (
    MOST_DRAWINGS as MOST_DRAWINGS,
    SCORE_FORMATS as SCORE_FORMATS,
    ScoreFormat as ScoreFormat,
    write_permutation_scores as write_permutation_scores,
)
