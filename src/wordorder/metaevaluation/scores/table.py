"""The one table behind all scores of metrics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from wordorder.arrays import Floats, Integers


@dataclass(frozen=True, slots=True, eq=False)
class MetricScores:
    """Scores of systems by one or more metrics, on every line and as a whole.

    Attributes:
        metrics: Names of the metrics.
        systems: Names of the systems.
        lines: Scores of shape (metrics, systems, lines); higher is better, NaN is missing.
        corpus: Scores of whole systems, of shape (metrics, systems). NaN where a metric has none:
            there the mean over the lines stands in.
        reference_words: The length of each line's reference in words; None if unknown.
        signature: Everything that determines the scores; None if unknown.

    Examples:
        >>> scores = MetricScores(("m",), ("A",), np.array([[[1.0, np.nan, 2.0]]]))
        >>> scores.system_scores().tolist()
        [[1.5]]
    """

    metrics: tuple[str, ...]
    systems: tuple[str, ...]
    lines: Floats
    corpus: Floats | None = None
    reference_words: Integers | None = None
    signature: str | None = None

    @property
    def line_count(self) -> int:
        """Number of lines."""
        return int(self.lines.shape[-1])

    def system_scores(self) -> Floats:
        """Scores of whole systems (metrics, systems): those of the corpus, or means over lines."""
        present = ~np.isnan(self.lines)
        means = np.full(present.shape[:2], np.nan)
        sums = np.where(present, self.lines, 0.0).sum(axis=-1)
        np.divide(sums, present.sum(axis=-1), out=means, where=present.any(axis=-1))
        return means if self.corpus is None else np.where(np.isnan(self.corpus), means, self.corpus)
