"""Measures of systems: a score per sentence, and a corpus score from sums over sentences.

All measures share three methods, so that resampling works the same way for each.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from wordorder.scoring.counts import BLEU_ORDER
from wordorder.scoring.lexical import brevity_penalty, corpus_bleu, sentence_bleu, unigram_f1
from wordorder.statistics import ratio

if TYPE_CHECKING:
    from wordorder.arrays import Floats, Integers
    from wordorder.scoring.counts import SentenceCounts


class Measure(ABC):
    """One column of a table of scores."""

    name: str

    @abstractmethod
    def sentences(self, counts: SentenceCounts) -> Floats:
        """A score for each system and sentence; NaN if undefined."""

    @abstractmethod
    def statistics(self, counts: SentenceCounts) -> Floats:
        """The statistics to sum over sentences, of shape (systems, sentences, k)."""

    @abstractmethod
    def score(self, sums: Floats) -> Floats:
        """Scores (...) from summed statistics (..., k)."""


class _WeightedMean(Measure):
    """The mean over sentences with a defined score."""

    def weights(self, counts: SentenceCounts) -> Floats:
        """The weight of each sentence."""
        systems, _, sentences = counts.shape
        return np.ones((systems, sentences))

    def statistics(self, counts: SentenceCounts) -> Floats:
        values = self.sentences(counts)
        weights = np.where(np.isnan(values), 0.0, self.weights(counts))
        return np.stack([_zero_for_nan(values) * weights, weights], axis=-1)

    def score(self, sums: Floats) -> Floats:
        return ratio(sums)[..., 0]


@dataclass(frozen=True)
class Ordering(_WeightedMean):
    """An ordering metric over the matched words, uncombined."""

    name: str

    def sentences(self, counts: SentenceCounts) -> Floats:
        """The order of the matched words, for the best reference."""
        return counts.pick(counts.ordering(self.name), self.name)


@dataclass(frozen=True)
class Bleu(Measure):
    """sacreBLEU's BLEU as a fraction; sentence scores use effective order."""

    name: str
    order: int

    def sentences(self, counts: SentenceCounts) -> Floats:
        """Sentence BLEU."""
        return sentence_bleu(self.statistics(counts))

    def statistics(self, counts: SentenceCounts) -> Floats:
        """Matches, n-grams and lengths."""
        kept = [*range(self.order), *range(BLEU_ORDER, BLEU_ORDER + self.order), -2, -1]
        return counts.bleu[..., kept].astype(np.float64)

    def score(self, sums: Floats) -> Floats:
        """Corpus BLEU."""
        return corpus_bleu(sums)


@dataclass(frozen=True)
class F1(_WeightedMean):
    """Harmonic mean of word precision and recall, by clipped counts."""

    name: str
    metric: str  # chooses the reference

    def sentences(self, counts: SentenceCounts) -> Floats:
        """F1 with the best reference."""
        scores = unigram_f1(counts.shared_words, counts.hypothesis_words, counts.reference_words)
        return counts.pick(scores, self.metric)


@dataclass(frozen=True)
class Coverage(Measure):
    """Words whose order is judged / words."""

    metric: str  # chooses the reference
    name: str = "coverage"

    def sentences(self, counts: SentenceCounts) -> Floats:
        """The share in each sentence."""
        return ratio(self.statistics(counts))[..., 0]

    def statistics(self, counts: SentenceCounts) -> Floats:
        """The two counts."""
        return self._picked(counts, *counts.coverage_counts)

    def score(self, sums: Floats) -> Floats:
        """The share of all words."""
        return ratio(sums)[..., 0]

    def _picked(self, counts: SentenceCounts, *columns: Integers) -> Floats:
        return np.stack([counts.pick(column, self.metric) for column in columns], axis=-1)


@dataclass(frozen=True)
class Matched(Coverage):
    """Matched reference words / reference words, weak links included."""

    name: str = "matched"

    def statistics(self, counts: SentenceCounts) -> Floats:
        """The two counts."""
        return self._picked(counts, counts.matched_words, counts.coverage_counts[1])


@dataclass(frozen=True)
class HypothesisCoverage(Coverage):
    """Words whose order is judged / hypothesis words; above 1 if a phrase matches a longer one."""

    name: str = "coverage_hyp"

    def statistics(self, counts: SentenceCounts) -> Floats:
        """The two counts."""
        return self._picked(counts, counts.coverage_counts[0], counts.hypothesis_words)


@dataclass(frozen=True)
class Combined(_WeightedMean):
    """α·lexical + (1 − α)·bp(|π|, |ref|)·ordering."""

    name: str
    lexical: Measure
    metric: str
    alpha: float
    by_length: bool

    def sentences(self, counts: SentenceCounts) -> Floats:
        """The score of each sentence; undefined against an empty reference."""
        ordering = _zero_for_nan(counts.merit(self.metric))
        scores = (1 - self.alpha) * counts.pick(ordering, self.metric)
        scores += self.alpha * self.lexical.sentences(counts)
        # Against an empty reference there is no order to judge.
        return np.where(counts.pick(counts.reference_words, self.metric) > 0, scores, np.nan)

    def weights(self, counts: SentenceCounts) -> Floats:
        """1, or the length of the best reference."""
        if not self.by_length:
            return super().weights(counts)
        return counts.pick(counts.reference_words, self.metric)


@dataclass(frozen=True)
class LRscore(Measure):
    """α·d·bp(|hyp|, closest |ref|) + (1 − α)·BLEU."""

    metric: str
    lexical: Bleu
    alpha: float
    name: str = "lrscore"

    def _ordering(self, counts: SentenceCounts) -> Floats:
        lengths = counts.bleu[..., -2:]
        best: Floats = np.fmax.reduce(counts.distance(self.metric), axis=1)
        return best * brevity_penalty(lengths[..., 0], lengths[..., 1])

    def sentences(self, counts: SentenceCounts) -> Floats:
        """The score of each sentence."""
        lexical = self.lexical.sentences(counts)
        return self.alpha * self._ordering(counts) + (1 - self.alpha) * lexical

    def statistics(self, counts: SentenceCounts) -> Floats:
        """d·bp and whether it is defined, then the statistics of BLEU."""
        values = self._ordering(counts)
        defined = ~np.isnan(values)
        columns = np.stack([_zero_for_nan(values), defined], axis=-1)
        return np.concatenate([columns, self.lexical.statistics(counts)], axis=-1)

    def score(self, sums: Floats) -> Floats:
        """The mean of d·bp combined with corpus BLEU."""
        ordering = ratio(sums[..., :2])[..., 0]
        return self.alpha * ordering + (1 - self.alpha) * self.lexical.score(sums[..., 2:])


@dataclass(frozen=True)
class Frs(_WeightedMean):
    """The fuzzy reordering score: `fuzzy` against the reference order."""

    metric: str
    name: str = "frs"

    def sentences(self, counts: SentenceCounts) -> Floats:
        """The score for the best reference."""
        best: Floats = np.fmax.reduce(counts.reference_order(self.metric), axis=1)
        return best


@dataclass(frozen=True)
class Ribes(_WeightedMean):
    """NKT·P^0.25·bp(|hyp|, |ref|)^0.10, words matched by context."""

    name: str = "ribes"

    def sentences(self, counts: SentenceCounts) -> Floats:
        """The score for the best reference."""
        matched, kendall = counts.context_order
        words = counts.hypothesis_words
        precision = np.divide(matched, words, out=np.zeros(counts.shape), where=words > 0)
        brevity = brevity_penalty(words, counts.reference_words)
        scores = kendall * precision**0.25 * brevity**0.10
        scores = np.where(counts.reference_words > 0, scores, np.nan)
        best: Floats = np.fmax.reduce(scores, axis=1)
        return best


def _zero_for_nan(values: Floats) -> Floats:
    return np.where(np.isnan(values), 0.0, values)
