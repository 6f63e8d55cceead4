"""Ordering scores and order errors of permutations, one or many."""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from wordorder import _kernels
from wordorder.arrays import as_int32, as_offsets, frozen
from wordorder.errors import Argument, UsageError
from wordorder.ordering.metrics import metric_names, select_metrics
from wordorder.threads import thread_count

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import ArrayLike, NDArray

    from wordorder.permutation.batch import PermutationBatch
    from wordorder.permutation.permutation import Permutation

OperatorScore: TypeAlias = "str | Callable[[tuple[int, ...]], float] | None"


def ordering_scores(
    values: ArrayLike,
    offsets: ArrayLike,
    metrics: str | Iterable[str] = "all",
    *,
    beta: float = 0.6,
    gamma: float = 0.0,
    op_score: OperatorScore = None,
    threads: int | None = None,
) -> dict[str, NDArray[np.float64]]:
    """Score many permutations in one call.

    Row i is `values[offsets[i]:offsets[i + 1]]`, ranks counting from 0: the memory layout of an
    Arrow list array, which is read without a copy, slices included.

    Examples:
        >>> from wordorder import ordering_scores
        >>> scores = ordering_scores([1, 3, 0, 2, 0, 1], [0, 4, 6], ["kendall", "pef"])
        >>> scores["kendall"].tolist(), scores["pef"].tolist()
        ([0.5, 1.0], [0.0, 1.0])

    Args:
        values: Ranks of all rows, one after the other.
        offsets: The start of each row, and the end of the last.
        metrics: `"all"`, one name, or several.
        beta: Weight of a node's own operator in `pet` and `pef`.
        gamma: Score of the inverted operator ⟨2,1⟩ in `pet` and `pef`.
        op_score: Operator scores to use instead of 1 for ⟨1,2⟩, gamma for ⟨2,1⟩ and 0 for the
            rest: the name of a flat metric, or a function of the operator, a tuple such as
            `(2, 4, 1, 3)`. A function is called once per distinct operator, but holds the
            interpreter lock and uses one thread, so it is much slower.
        threads: Number of threads; by default one per processor.
            Does not affect results. The interpreter lock is released: other threads may run
            meanwhile, but must not change the arrays.

    Returns:
        For each metric an array with one score per row, NaN if the row has no words.

    Raises:
        InputError: A row is not a permutation, or the offsets do not fit the values.
        UsageError: An unknown metric, or a weight outside [0, 1].
    """
    names = select_metrics(metrics)
    operators = _operator_scores(gamma, op_score)
    rows = _kernels.Ragged(as_int32(values, "values"), as_offsets(offsets, "offsets"))
    table = _kernels.ordering_scores(
        rows, names, _share("beta", beta), *operators, thread_count(threads)
    )
    return dict(zip(names, table, strict=True))


def permutation_scores(
    permutation: Permutation | ArrayLike,
    metrics: str | Iterable[str] = "all",
    *,
    beta: float = 0.6,
    gamma: float = 0.0,
    op_score: OperatorScore = None,
) -> dict[str, float]:
    """Score one permutation; the arguments are those of `ordering_scores`.

    Examples:
        >>> from wordorder import Permutation, permutation_scores
        >>> permutation_scores(Permutation.parse("⟨2, 4, 1, 3⟩"), ["kendall", "ulam"])
        {'kendall': 0.5, 'ulam': 0.3333333333333333}
    """
    ranks = as_permutation(permutation).ranks
    names = select_metrics(metrics)
    operators = _operator_scores(gamma, op_score)
    rows = _kernels.Ragged(ranks, frozen(np.array([0, len(ranks)])))
    table = _kernels.ordering_scores(rows, names, _share("beta", beta), *operators, 1)
    return dict(zip(names, table[:, 0].tolist(), strict=True))


def as_permutation(permutation: Permutation | ArrayLike) -> Permutation:
    """Convert ranks to a permutation."""
    from wordorder.permutation.permutation import Permutation

    return permutation if isinstance(permutation, Permutation) else Permutation(permutation)


def _operator_scores(
    gamma: float, op_score: OperatorScore
) -> tuple[float, float, str | Callable[[tuple[int, ...]], float] | None]:
    """Return the scores of ⟨1,2⟩, ⟨2,1⟩ and the simple operators."""
    if op_score is None:
        return 1.0, _share("gamma", gamma), None
    if gamma:
        raise UsageError(
            "give ",
            Argument("gamma"),
            " or ",
            Argument("op_score"),
            ", not both: the first is part of the default score",
        )
    if callable(op_score):
        function = _checked(op_score)
        return function((1, 2)), function((2, 1)), function
    if op_score not in metric_names(flat=True):
        raise UsageError(
            Argument("op_score"),
            " must be a flat metric or, in Python, a function, "
            f"not {op_score!r}; choose from {', '.join(metric_names(flat=True))}",
        )
    return 1.0, permutation_scores([1, 0], op_score)[op_score], op_score


def _checked(
    function: Callable[[tuple[int, ...]], float],
) -> Callable[[tuple[int, ...]], float]:
    @cache
    def checked(operator: tuple[int, ...]) -> float:
        score = function(operator)
        try:
            number = math.nan if isinstance(score, str) else float(score)
        except (TypeError, ValueError, OverflowError):
            number = math.nan
        if not math.isfinite(number):
            raise UsageError(
                Argument("op_score"), f" must return a finite number, not {score!r} for {operator}"
            )
        return number

    return checked


def _share(name: str, value: float) -> float:
    if not 0 <= value <= 1:
        raise UsageError(Argument(name), f" must lie between 0 and 1, not {value}")
    return float(value)


class OrderErrors(NamedTuple):
    """Numbers of order errors in each permutation.

    Attributes:
        breaks: Maximal runs of words with consecutive ranks, less one.
        misplaced: Words outside the longest increasing subsequence.
    """

    breaks: NDArray[np.int64]
    misplaced: NDArray[np.int64]


def order_errors(permutations: PermutationBatch, *, threads: int | None = None) -> OrderErrors:
    """Count the order errors of each permutation; one without words has none.

    Removing a word from a permutation never raises either number.

    Examples:
        >>> from wordorder.permutation import PermutationBatch
        >>> batch = PermutationBatch.from_permutations([[0, 1, 2], [2, 3, 0, 1], []])
        >>> errors = order_errors(batch)
        >>> errors.breaks.tolist(), errors.misplaced.tolist()
        ([0, 1, 0], [0, 2, 0])
    """
    errors = _kernels.order_errors(permutations.ragged, thread_count(threads))
    return OrderErrors(errors.breaks, errors.misplaced)
