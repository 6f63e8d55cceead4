"""The one table behind all scores of metrics."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import Argument, UsageError, expect

if TYPE_CHECKING:
    from collections.abc import Sequence

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

    Raises:
        UsageError: Names are no names, or arrays have other shapes.
    """

    metrics: tuple[str, ...]
    systems: tuple[str, ...]
    lines: Floats
    corpus: Floats | None = None
    reference_words: Integers | None = None
    signature: str | None = None

    def __post_init__(self) -> None:
        expect(self.lines, np.ndarray, "lines")
        if self.corpus is not None:
            expect(self.corpus, np.ndarray, "corpus")
        for name in ("metrics", "systems"):
            names = getattr(self, name)
            if not isinstance(names, tuple) or not all(isinstance(one, str) for one in names):
                raise UsageError(Argument(name), " must be a tuple of names")
        shape = len(self.metrics), len(self.systems)
        if self.lines.ndim != 3 or self.lines.shape[:2] != shape:
            raise UsageError(
                Argument("lines"),
                " must have the shape (metrics, systems, lines), here "
                f"({shape[0]}, {shape[1]}, …), not {self.lines.shape}",
            )
        if self.corpus is not None and self.corpus.shape != shape:
            raise UsageError(Argument("corpus"), f" must have the shape {shape}")

    @property
    def line_count(self) -> int:
        """Number of lines."""
        return int(self.lines.shape[-1])

    def of_systems(self, names: Sequence[str]) -> MetricScores:
        """The scores of some systems, in this order.

        Examples:
            >>> scores = MetricScores(("m",), ("A", "B"), np.array([[[1.0], [2.0]]]))
            >>> scores.of_systems(["B"]).lines.tolist()
            [[[2.0]]]
        """
        order = [self.systems.index(name) for name in names]
        corpus = None if self.corpus is None else self.corpus[:, order]
        return replace(self, systems=tuple(names), lines=self.lines[:, order], corpus=corpus)

    def of_metrics(self, names: Sequence[str]) -> MetricScores:
        """The scores by some metrics, in this order.

        Examples:
            >>> scores = MetricScores(("m", "n"), ("A",), np.array([[[1.0]], [[2.0]]]))
            >>> scores.of_metrics(["n"]).lines.tolist()
            [[[2.0]]]
        """
        rows = [self.metrics.index(name) for name in names]
        corpus = None if self.corpus is None else self.corpus[rows]
        return replace(self, metrics=tuple(names), lines=self.lines[rows], corpus=corpus)

    def beside(self, other: MetricScores) -> MetricScores:
        """The metrics of both, for the same systems and lines.

        Examples:
            >>> scores = MetricScores(("m",), ("A",), np.array([[[1.0]]]))
            >>> scores.beside(MetricScores(("n",), ("A",), np.array([[[2.0]]]))).metrics
            ('m', 'n')
        """
        assert self.systems == other.systems  # joined with the same judgements
        corpora = [
            np.full(one.lines.shape[:2], np.nan) if one.corpus is None else one.corpus
            for one in (self, other)
        ]
        signatures = [one.signature for one in (self, other) if one.signature is not None]
        words = other.reference_words if self.reference_words is None else self.reference_words
        return MetricScores(
            (*self.metrics, *other.metrics),
            self.systems,
            np.concatenate([self.lines, other.lines]),
            np.concatenate(corpora),
            words,
            " + ".join(signatures) or None,
        )

    def system_scores(self) -> Floats:
        """Scores of whole systems (metrics, systems): those of the corpus, or means over lines."""
        present = ~np.isnan(self.lines)
        means = np.full(present.shape[:2], np.nan)
        sums = np.where(present, self.lines, 0.0).sum(axis=-1)
        np.divide(sums, present.sum(axis=-1), out=means, where=present.any(axis=-1))
        return means if self.corpus is None else np.where(np.isnan(self.corpus), means, self.corpus)
