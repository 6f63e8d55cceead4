"""Statistics of judged pairs, as what each pair adds to a fraction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wordorder.arrays import Integers

_PEOPLE, _METRIC = np.meshgrid([-1, 0, 1], [-1, 0, 1], indexing="ij")
_AGREED = (_PEOPLE == _METRIC).astype(np.int64)
_ORDERED = (_PEOPLE * _METRIC > 0).astype(np.int64)
_EVERY = np.ones((3, 3), np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class PairRule:
    """A statistic Σ numerator / Σ denominator over judged pairs.

    Rows are what people say of the two systems of a pair, −1, 0 or 1, columns what the metric says.

    Attributes:
        numerator: What a pair adds above.
        denominator: What it adds below.
        root: Whether the statistic is numerator / √(denominator · pairs that people do not tie).
    """

    numerator: Integers
    denominator: Integers
    root: bool = False


PAIR_RULES: Mapping[str, PairRule] = {
    "tau_wmt13": PairRule(_PEOPLE * _METRIC, np.abs(_PEOPLE * _METRIC)),
    "tau_wmt14": PairRule(_PEOPLE * _METRIC, np.abs(_PEOPLE)),
    "consistency": PairRule(_ORDERED, np.abs(_PEOPLE)),
    "acc_23": PairRule(_AGREED, _EVERY),
    "tau_23": PairRule(2 * _AGREED - 1, _EVERY),
    "tau_darr": PairRule(2 * _ORDERED - 1, _EVERY),
    "tau_b": PairRule(_PEOPLE * _METRIC, np.abs(_METRIC), root=True),
    "acc_eq": PairRule(_AGREED, _EVERY),
}
"""The rules by name; acc_eq is acc_23 with the best threshold for ties."""
