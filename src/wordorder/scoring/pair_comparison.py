"""All differences between two systems, on their own words and on the words that both have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wordorder.scoring.result import ScoreResult


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference between two systems by one measure.

    Attributes:
        first: Value of the first system.
        second: Value of the second.
        difference: Second minus first.
        low: Lower end of the interval of the difference.
        high: Upper end.
        p_value: Two-sided p-value.
        p_holm: The p-value corrected for the number of pairs.
    """

    first: float
    second: float
    difference: float
    low: float
    high: float
    p_value: float
    p_holm: float

    def mirrored(self) -> Difference:
        """Return the difference with the systems swapped."""
        return Difference(
            self.second,
            self.first,
            0 - self.difference,
            0 - self.high,
            0 - self.low,
            self.p_value,
            self.p_holm,
        )


@dataclass(frozen=True, slots=True)
class PairComparison:
    """All differences between two systems, by measure.

    Attributes:
        first: Name of the first system.
        second: Name of the second.
        own: Differences of the scores, each system on its own words: every measure.
        shared: Differences on the words both have: ordering metrics and order errors.
        share: The shared words that are compared, as a share of all words.
        sentences: Number of sentences with shared words to compare.
        withheld: Why there is no verdict on word order, or None.
    """

    first: str
    second: str
    own: Mapping[str, Difference]
    shared: Mapping[str, Difference]
    share: float
    sentences: int
    withheld: str | None

    def mirrored(self) -> PairComparison:
        """Return the comparison with the systems swapped."""
        own, shared = (
            {name: difference.mirrored() for name, difference in differences.items()}
            for differences in (self.own, self.shared)
        )
        return PairComparison(
            self.second, self.first, own, shared, self.share, self.sentences, self.withheld
        )


def comparison_of(result: ScoreResult, pair: int) -> PairComparison:
    """Collect all differences between a pair of systems."""
    tests, shared = result.known_tests(), result.known_shared()
    names = tests.pairs[pair]
    own = {
        name: Difference(
            *(result.value(system, name) for system in names),
            *(float(column[pair, place]) for column in tests.columns.values()),
        )
        for place, name in enumerate(result.measures)
    }
    on_shared = {
        name: Difference(
            *(float(column[pair, place]) for column in shared.differences.columns.values())
        )
        for place, name in enumerate(shared.metrics)
    }
    share, sentences = (float(shared.words[name][pair]) for name in ("share", "sentences"))
    reason = shared.withheld(pair)
    return PairComparison(*names, own, on_shared, share, int(sentences), reason)
