"""The bootstrap options shared by all results with intervals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from wordorder.statistics.validation import as_confidence, as_resamples, as_seed

USUAL_CONFIDENCE = 0.95


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
