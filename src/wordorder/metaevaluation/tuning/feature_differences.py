"""Differences of features between the two translations of judged pairs."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import InputError, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.arrays import Floats, Integers
    from wordorder.metaevaluation.joining import Dataset


@dataclass(frozen=True, slots=True, eq=False)
class FeatureDifferences:
    """The judged pairs of one language pair, without those that people find equally good.

    Attributes:
        name: The language pair.
        line: The line of each pair.
        features: Features of the better translation minus those of the worse one, of shape
            (pairs, features), undefined ones taken as 0; higher is better.
        metrics: Names of all metrics.
        rivals: The same differences of all metrics, of shape (metrics, pairs); NaN is missing.
    """

    name: str
    line: Integers
    features: Floats
    metrics: tuple[str, ...]
    rivals: Floats

    @classmethod
    def of(cls, dataset: Dataset, features: Sequence[str]) -> FeatureDifferences:
        """Take the pairs of a data set.

        Raises:
            InputError: People prefer neither translation of any pair.
            UsageError: A feature is not among the scores.
        """
        scores = dataset.scores
        for name in features:
            if name not in scores.metrics:
                raise UsageError.unknown("feature", name, scores.metrics)
        pairs = dataset.judgements.pairs()
        told = pairs.difference != 0
        if not told.any():
            raise InputError(f"{dataset.name}: people prefer neither translation of any pair")
        line, first, second, difference = (column[told] for column in pairs)
        better = np.where(difference > 0, first, second)
        worse = np.where(difference > 0, second, first)
        chosen = [scores.metrics.index(name) for name in features]
        known = np.nan_to_num(scores.lines[chosen], nan=0.0)
        return cls(
            dataset.name,
            line,
            (known[:, better, line - 1] - known[:, worse, line - 1]).T,
            scores.metrics,
            scores.lines[:, better, line - 1] - scores.lines[:, worse, line - 1],
        )

    @property
    def digest(self) -> str:
        """A digest of what weights are fitted to."""
        digest = sha256(self.name.encode())
        digest.update(np.ascontiguousarray(self.line, np.int64).tobytes())
        digest.update(np.ascontiguousarray(self.features, np.float64).tobytes())
        return digest.hexdigest()
