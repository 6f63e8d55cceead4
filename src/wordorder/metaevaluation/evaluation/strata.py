"""The lines of a test set in strata: by the length of the reference, or by label."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import Argument, UsageError

if TYPE_CHECKING:
    from wordorder.arrays import Integers
    from wordorder.metaevaluation.joining import Dataset

KINDS = ("length", "label")
"""How lines can be divided."""

_ENDS = (0, 10, 20, 30, 40)


def strata(dataset: Dataset, kind: str) -> dict[str, Integers]:
    """Return the numbers of the lines in each stratum, without empty ones.

    Raises:
        UsageError: The data do not say how long references are, or have no labels.
    """
    return _by_length(dataset) if kind == "length" else _by_label(dataset)


def _by_length(dataset: Dataset) -> dict[str, Integers]:
    words = dataset.scores.reference_words
    if words is None:
        raise UsageError(
            f"{dataset.judgements.name}: ",
            Argument("by", "length"),
            " needs the lengths of the references; score the texts with ",
            Argument("systems"),
            " and ",
            Argument("reference"),
        )
    ends = [*_ENDS, np.iinfo(np.int64).max]
    found = {}
    for low, high in pairwise(ends):
        name = f"{low + 1}–{high}" if high != ends[-1] else f">{low}"
        found[name] = np.flatnonzero((words > low) & (words <= high)) + 1
    return {name: lines for name, lines in found.items() if len(lines)}


def _by_label(dataset: Dataset) -> dict[str, Integers]:
    labels = dataset.judgements.labels
    if not labels:
        raise UsageError(
            f"{dataset.judgements.name}: ",
            Argument("by", "label"),
            " needs labels, but the judgements have none",
        )
    found: dict[str, list[int]] = {}
    for line, label in sorted(labels.items()):
        found.setdefault(label, []).append(line)
    return {label: np.array(lines) for label, lines in sorted(found.items())}
