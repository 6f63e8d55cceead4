"""The table of metric scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from wordorder.arrays import Floats, Integers
from wordorder.errors import Argument, UsageError, expect

LENGTH = "length"
"""The rival of all metrics: the number of words of the translation."""

PARTS = ("pef_inverted",)
"""Parts of metrics, for fitting their parameters; meaningless by themselves."""


@dataclass(frozen=True, slots=True, eq=False)
class MetricScores:
    """Scores of systems by one or more metrics, on every line and as a whole.

    Attributes:
        metrics: Names of the metrics.
        systems: Names of the systems.
        segment_scores: Scores of shape (metrics, systems, lines); higher is better, NaN is missing.
        system_scores: Scores of whole systems, of shape (metrics, systems); NaN where a metric has
            none and its mean over the lines is used.
        reference_words: The length of each line's reference in words; None if unknown.
        signature: Everything that determines the scores; None if unknown.

    Examples:
        >>> scores = MetricScores(("m",), ("A",), np.array([[[1.0, np.nan, 2.0]]]))
        >>> scores.overall_scores().tolist()
        [[1.5]]

    Raises:
        UsageError: Names are not text, or arrays have the wrong shape.
    """

    metrics: tuple[str, ...]
    systems: tuple[str, ...]
    segment_scores: Floats
    system_scores: Floats | None = None
    reference_words: Integers | None = None
    signature: str | None = None

    def __post_init__(self) -> None:
        expect(self.segment_scores, np.ndarray, "segment_scores")
        if self.system_scores is not None:
            expect(self.system_scores, np.ndarray, "system_scores")
        for name in ("metrics", "systems"):
            names = getattr(self, name)
            if not isinstance(names, tuple) or not all(isinstance(text, str) for text in names):
                raise UsageError(Argument(name), " must be a tuple of names")
        shape = len(self.metrics), len(self.systems)
        if self.segment_scores.ndim != 3 or self.segment_scores.shape[:2] != shape:
            raise UsageError(
                Argument("segment_scores"),
                " must have the shape (metrics, systems, lines), here "
                f"({shape[0]}, {shape[1]}, …), not {self.segment_scores.shape}",
            )
        if self.system_scores is not None and self.system_scores.shape != shape:
            raise UsageError(Argument("system_scores"), f" must have the shape {shape}")

    @property
    def line_count(self) -> int:
        """Number of lines."""
        return int(self.segment_scores.shape[-1])

    @property
    def known_system_scores(self) -> Floats:
        """The scores of whole systems, NaN for metrics without any."""
        if self.system_scores is None:
            return np.full(self.segment_scores.shape[:2], np.nan)
        return self.system_scores

    def of_systems(self, names: Sequence[str]) -> MetricScores:
        """Return the scores of some systems, in this order.

        Examples:
            >>> scores = MetricScores(("m",), ("A", "B"), np.array([[[1.0], [2.0]]]))
            >>> scores.of_systems(["B"]).segment_scores.tolist()
            [[[2.0]]]
        """
        places = [self.systems.index(name) for name in names]
        return replace(
            self,
            systems=tuple(names),
            segment_scores=self.segment_scores[:, places],
            system_scores=None if self.system_scores is None else self.system_scores[:, places],
        )

    def of_metrics(self, names: Sequence[str]) -> MetricScores:
        """Return the scores by some metrics, in this order.

        Examples:
            >>> scores = MetricScores(("m", "n"), ("A",), np.array([[[1.0]], [[2.0]]]))
            >>> scores.of_metrics(["n"]).segment_scores.tolist()
            [[[2.0]]]
        """
        rows = [self.metrics.index(name) for name in names]
        return replace(
            self,
            metrics=tuple(names),
            segment_scores=self.segment_scores[rows],
            system_scores=None if self.system_scores is None else self.system_scores[rows],
        )

    def concat(self, other: MetricScores) -> MetricScores:
        """Add the metrics of another table of the same systems and lines.

        Examples:
            >>> scores = MetricScores(("m",), ("A",), np.array([[[1.0]]]))
            >>> scores.concat(MetricScores(("n",), ("A",), np.array([[[2.0]]]))).metrics
            ('m', 'n')
        """
        assert self.systems == other.systems  # joined with the same judgements
        signatures = [text for text in (self.signature, other.signature) if text is not None]
        words = other.reference_words if self.reference_words is None else self.reference_words
        return MetricScores(
            (*self.metrics, *other.metrics),
            self.systems,
            np.concatenate([self.segment_scores, other.segment_scores]),
            np.concatenate([self.known_system_scores, other.known_system_scores]),
            words,
            " + ".join(signatures) or None,
        )

    def overall_scores(self) -> Floats:
        """Return scores of whole systems (metrics, systems), or means over lines without them."""
        present = ~np.isnan(self.segment_scores)
        means = np.full(present.shape[:2], np.nan)
        sums = np.where(present, self.segment_scores, 0.0).sum(axis=-1)
        np.divide(sums, present.sum(axis=-1), out=means, where=present.any(axis=-1))
        known = self.known_system_scores
        return np.where(np.isnan(known), means, known)
