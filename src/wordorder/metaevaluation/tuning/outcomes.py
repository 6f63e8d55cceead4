"""What tuning finds: for folds, for a grid of β and γ, for language pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.output import Estimate
from wordorder.output.codec import Count, Finite

if TYPE_CHECKING:
    from wordorder.scoring import Preset

UNTUNED = 0.5
"""The weight that a tuned one is compared with."""

CURVE = np.arange(101) / 100
"""The weights at which results have the agreement."""


class Operators(NamedTuple):
    """The parameters of pet and pef; None where other metrics are combined.

    Attributes:
        beta: The weight of a node's own operator.
        gamma: The score of the inverted operator.
    """

    beta: float | None = None
    gamma: float | None = None


class Combination(NamedTuple):
    """What is weighed.

    Attributes:
        parts: The names of two scores; α weighs the first, 1 − α the second.
        preset: The preset that they are parts of, before tuning; None if there is none.
        signature: Everything that determines the scores.
    """

    parts: tuple[str, str]
    preset: Preset | None
    signature: str


class HeldOut(NamedTuple):
    """Agreement on lines that were not tuned on, with intervals.

    Attributes:
        tuned: With the weight tuned on other lines.
        untuned: With α = 0.5.
        gain: The difference.
    """

    tuned: Estimate
    untuned: Estimate
    gain: Estimate


class FoldTuning(NamedTuple):
    """A weight tuned without a fold, and its agreement there.

    Attributes:
        judged: The number of judged pairs in the fold.
        alpha: The weight.
        operators: β and γ.
        trained: Agreement on the lines that they were tuned on.
        held_out: Agreement on the lines of the fold.
        untuned: Agreement there with α = 0.5.
    """

    judged: Count
    alpha: Finite
    operators: Operators
    trained: float
    held_out: float
    untuned: float


class GridPoint(NamedTuple):
    """The best weight for one choice of β and γ.

    Attributes:
        operators: β and γ.
        alpha: The weight.
        value: Its agreement.
        held_out: Agreement on lines that the weight was not tuned on, by cross-validation.
    """

    operators: Operators
    alpha: float
    value: float
    held_out: float


class PairTuning(NamedTuple):
    """A weight for a language pair that was tuned on the others.

    Attributes:
        name: The language pair.
        judged: The number of its judged pairs.
        own_alpha: The best weight for it.
        own_value: Its agreement with that.
        alpha: The weight tuned on the other language pairs.
        operators: β and γ tuned on them.
        held_out: Its agreement with these.
    """

    name: str
    judged: Count
    own_alpha: float
    own_value: float
    alpha: float
    operators: Operators
    held_out: HeldOut
