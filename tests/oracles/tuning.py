"""The best weight of two scores by looking at every weight that matters, in exact fractions."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple


class Pair(NamedTuple):
    """Differences in two scores between two translations, and which of them people prefer."""

    first: float
    second: float
    human: int


def exact(pair: Pair) -> Pair:
    """The same pair with whole numbers in the same ratio, which Python adds exactly and fast."""
    if isinstance(pair.first, int):
        return pair
    (a, b), (c, d) = pair.first.as_integer_ratio(), pair.second.as_integer_ratio()
    return Pair(a * d, c * b, pair.human)


def agreement(pairs: list[Pair], alpha: Fraction, objective: str) -> Fraction | None:
    """Agreement with people if scores are α·first + (1 − α)·second; None if undefined."""
    counts: Counter[str] = Counter()
    weight, all_weights = alpha.as_integer_ratio()
    for pair in map(exact, pairs):
        score = weight * pair.first + (all_weights - weight) * pair.second
        if pair.human == 0:
            counts["both" if score == 0 else "human"] += 1
        elif score == 0:
            counts["metric"] += 1
        else:
            counts["right" if (score > 0) == (pair.human > 0) else "wrong"] += 1
    right, wrong, metric = counts["right"], counts["wrong"], counts["metric"]
    human, both = counts["human"], counts["both"]
    above, below = {
        "tau_wmt14": (right - wrong, right + wrong + metric),
        "tau_wmt13": (right - wrong, right + wrong),
        "consistency": (right, right + wrong + metric),
        "acc_23": (right + both, len(pairs)),
        "tau_23": (right + both - wrong - human - metric, len(pairs)),
    }[objective]
    return Fraction(above, below) if below else None


class Stretch(NamedTuple):
    """A single weight, or the weights between two others, without them."""

    low: Fraction
    high: Fraction

    @property
    def is_point(self) -> bool:
        """Whether it is a single weight."""
        return self.low == self.high


def stretches(pairs: list[Pair], objective: str) -> list[Stretch]:
    """All weights from 0 to 1, in stretches without a breakpoint."""
    edges = {Fraction(0), Fraction(1)}
    for pair in pairs:
        counts = pair.human != 0 or objective in ("acc_23", "tau_23")
        if counts and pair.first != pair.second:
            edges.add(Fraction(pair.second) / (Fraction(pair.second) - Fraction(pair.first)))
    inside = sorted(edge for edge in edges if 0 <= edge <= 1)
    found = [Stretch(inside[0], inside[0])]
    for low, high in pairwise(inside):
        found += [Stretch(low, high), Stretch(high, high)]
    return found


def best_stretches(
    pairs: list[Pair], objective: str
) -> tuple[Fraction | None, list[tuple[Stretch, bool]]]:
    """The highest agreement, and for every stretch whether it reaches that.

    By tau_wmt13 single weights do not count.
    """
    pairs = [exact(pair) for pair in pairs]
    values = []
    for stretch in stretches(pairs, objective):
        counts = not (objective == "tau_wmt13" and stretch.is_point)
        middle = (stretch.low + stretch.high) / 2
        values.append((stretch, agreement(pairs, middle, objective) if counts else None))
    known = [value for _, value in values if value is not None]
    best = max(known, default=None)
    return best, [(stretch, value == best) for stretch, value in values]
