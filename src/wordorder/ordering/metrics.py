"""The registry of ordering metrics: what each rewards and how its score is explained.

The formulas are in the kernel, `kernels/order/metrics.hpp`, under the same names.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log10
from typing import TYPE_CHECKING

from wordorder import _kernels
from wordorder.errors import UsageError
from wordorder.output.wording import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from wordorder.ordering.explanation import PermutationCounts


@dataclass(frozen=True, slots=True)
class Metric:
    """One ordering metric."""

    name: str
    rewards: str
    counted: Callable[[PermutationCounts], str]


def _pairs(c: PermutationCounts) -> str:
    return f"{c.pairs - c.inversions} of {counted(c.pairs, 'pair')} in the right order"


def _operators(c: PermutationCounts) -> str:
    return "operators " + (_cut([f"{n}×{op}" for op, n in c.operators.items()], ", ") or "none")


def _trees(c: PermutationCounts) -> str:
    return f"{_amount(c.pets)} permutation tree{'s' * (c.pets != 1)}"


def _stretches(positions: Sequence[int]) -> list[tuple[int, int]]:
    """Join neighbouring positions: 0 1 2 5 becomes (0, 2) (5, 5)."""
    stretches: list[tuple[int, int]] = []
    for position in positions:
        if stretches and stretches[-1][1] == position - 1:
            stretches[-1] = (stretches[-1][0], position)
        else:
            stretches.append((position, position))
    return stretches


def _listed(stretches: Iterable[tuple[int, int]], separator: str) -> str:
    """Write positions for people, counting from 1."""
    return _cut([f"{a + 1}" if a == b else f"{a + 1}–{b + 1}" for a, b in stretches], separator)


def _cut(items: list[str], separator: str, limit: int = 12) -> str:
    """Join the items, up to a limit, so that a long sentence does not fill the screen."""
    shown = [item if len(item) <= 60 else item[:60] + "…⟩" for item in items[:limit]]
    return separator.join(shown) + f"{separator}…" * (len(items) > limit)


_REGISTRY = (
    Metric("kendall", "pairs of words in the right order", _pairs),
    Metric("kendall_sqrt", "the same, harder on the first errors", _pairs),
    Metric(
        "hamming",
        "words at exactly their place",
        lambda c: f"{c.unmoved} of {counted(c.n, 'word')} at their place",
    ),
    Metric(
        "spearman",
        "words near their place, large distances weigh most",
        lambda c: f"squared distances from the right place add up to {c.squared_distance}",
    ),
    Metric(
        "footrule",
        "words near their place",
        lambda c: f"distances from the right place add up to {c.distance}",
    ),
    Metric(
        "ulam",
        "words that need not be moved",
        lambda c: (
            f"longest increasing subsequence has {len(c.increasing)} of {counted(c.n, 'word')}: "
            + _listed(_stretches(c.increasing), ", ")
        ),
    ),
    Metric(
        "fuzzy",
        "few, long runs of words that belong together",
        lambda c: f"{counted(len(c.runs), 'run')} of neighbours: " + _listed(c.runs, " | "),
    ),
    Metric(
        "fuzzy_bounded",
        "the same, with the ends of the sentence",
        lambda c: f"{c.breaks} of {c.n + 1} neighbours broken, both ends included",
    ),
    Metric(
        "pet_size",
        "a tree with many small nodes",
        lambda c: f"{counted(c.nodes, 'node')} in a permutation tree",
    ),
    Metric(
        "pet_count",
        "many ways to bracket the words",
        _trees,
    ),
    Metric(
        "max_op",
        "no long operator",
        lambda c: f"longest operator has {counted(c.longest_operator, 'part')}",
    ),
    Metric("avg_op", "short operators on average", _operators),
    Metric(
        "binary_nodes",
        "nodes with two children",
        lambda c: f"{c.binary_nodes} of {counted(c.nodes, 'node')} binary",
    ),
    Metric(
        "pet",
        "order at every level of one tree",
        lambda c: f"{_operators(c)}, in the left-branching tree",
    ),
    Metric(
        "pef",
        "order at every level of all trees",
        lambda c: f"{_operators(c)}, in {_trees(c)}",
    ),
)

METRICS: dict[str, Metric] = {metric.name: metric for metric in _REGISTRY}


def _amount(count: int) -> str:
    """Write a number that may have thousands of digits."""
    return f"{count:,}" if count < 10**15 else f"about 10^{int(log10(count))}"


def metric_names(*, flat: bool = False) -> tuple[str, ...]:
    """Return the names of all ordering metrics, or of the flat ones only.

    Flat metrics use only the sequence of ranks, not its tree; they can also score the operators
    of `pet` and `pef`.

    Examples:
        >>> metric_names(flat=True)[:4]
        ('kendall', 'kendall_sqrt', 'hamming', 'spearman')
    """
    return tuple(_kernels.metric_names(flat))


def select_metrics(metrics: str | Iterable[str]) -> tuple[str, ...]:
    """Return the metrics named by `all`, by a comma-separated text or by several names."""
    if metrics == "all":
        return metric_names()
    asked = map(str.strip, metrics.split(",")) if isinstance(metrics, str) else metrics
    chosen = tuple(dict.fromkeys(asked))
    for name in chosen:
        if name not in METRICS:
            raise UsageError.unknown("metric", name, METRICS)
    return chosen
