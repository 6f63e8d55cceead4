"""How to draw: the options that all results with intervals share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from wordorder.statistics.validation import as_confidence, as_resamples, as_seed

USUAL_CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Resampling:
    """How often sentences are drawn, where the draws start, and how much an interval holds.

    Attributes:
        resamples: Number of bootstrap resamples.
        seed: Random seed.
        confidence: The share of resamples inside an interval.

    Raises:
        UsageError: One of them is out of range.

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
    def signature(self) -> str:
        """What decides the intervals; the usual confidence goes without saying."""
        parts = [f"resamples:{self.resamples}", f"seed:{self.seed}"]
        if self.confidence != USUAL_CONFIDENCE:
            parts.append(f"confidence:{self.confidence:g}")
        return "|".join(parts)

    @property
    def keywords(self) -> dict[str, Any]:
        """The same as keywords of `bootstrap`."""
        return {"resamples": self.resamples, "seed": self.seed, "confidence": self.confidence}
