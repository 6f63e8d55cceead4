"""The bootstrap options shared by all results with intervals."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from wordorder.statistics.validation import MOST_RESAMPLES, as_confidence, as_resamples, as_seed

USUAL_CONFIDENCE = 0.95

_ROOM = 5  # times the resamples with which Holm's correction can just reject
_AFFORDABLE = 10_000  # beyond, only as many as needed: 253 pairs take half a minute


@dataclass(frozen=True, slots=True)
class Resampling:
    """Options of the bootstrap over sentences.

    Attributes:
        resamples: Number of bootstrap resamples.
        seed: Random seed.
        confidence: Confidence level of the intervals.

    Raises:
        UsageError: An option is out of range.

    Examples:
        >>> Resampling(seed=7).signature
        'resamples:1000|seed:7'
    """

    resamples: int = 1000
    seed: int = 12345
    confidence: float = USUAL_CONFIDENCE

    def __post_init__(self) -> None:
        object.__setattr__(self, "resamples", as_resamples(self.resamples))
        object.__setattr__(self, "seed", as_seed(self.seed))
        object.__setattr__(self, "confidence", as_confidence(self.confidence))

    @property
    def alpha(self) -> float:
        """The level of significance that belongs to the confidence."""
        return significance_level(self.confidence)

    def can_reject(self, tests: int) -> bool:
        """Whether Holm's correction over so many tests can reject anything at `alpha`.

        The smallest p-value of R resamples is 1/(R + 1), and Holm multiplies it by their number.

        Examples:
            >>> Resampling().can_reject(50), Resampling().can_reject(51)
            (True, False)
        """
        return self.resamples >= self._needed(tests)

    def enough_for(self, tests: int) -> Resampling:
        """With more resamples if Holm's correction could otherwise hardly ever reject.

        The smallest corrected p is then at most a fifth of `alpha`, if 10,000 resamples are enough
        for that, and below `alpha` in any case. Resamples are drawn one after the other, so the
        first ones stay the same. If even the largest number is too small, nothing is changed.

        Examples:
            >>> [Resampling().enough_for(tests).resamples for tests in (3, 45, 253, 600)]
            [1000, 4500, 10000, 12000]
        """
        least = self._needed(tests)
        if least > MOST_RESAMPLES:
            return self
        enough = max(least, min(_ROOM * least, _AFFORDABLE))
        return replace(self, resamples=max(self.resamples, enough))

    def _needed(self, tests: int) -> int:
        """The smallest R with tests/(R + 1) < alpha, in exact arithmetic."""
        return int(tests / Fraction(str(self.alpha)))

    @property
    def signature(self) -> str:
        """The options that determine the intervals; the default confidence is omitted."""
        parts = [f"resamples:{self.resamples}", f"seed:{self.seed}"]
        if self.confidence != USUAL_CONFIDENCE:
            parts.append(f"confidence:{self.confidence:g}")
        return "|".join(parts)

    @property
    def keywords(self) -> dict[str, Any]:
        """The options as keyword arguments of `bootstrap`."""
        return {"resamples": self.resamples, "seed": self.seed, "confidence": self.confidence}


def significance_level(confidence: float) -> float:
    """1 − confidence, without the rounding error of the subtraction.

    Examples:
        >>> 1 - 0.95, significance_level(0.95)
        (0.050000000000000044, 0.05)
    """
    return float(1 - Decimal(str(confidence)))
