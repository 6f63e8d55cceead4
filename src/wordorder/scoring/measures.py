"""Measures of systems: each is a number per sentence, and a number made of sums over sentences.

Every measure has the same three verbs, so that resampling works for all of them alike.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import UsageError
from wordorder.scoring.bleu import corpus_bleu, sentence_bleu
from wordorder.scoring.brevity import brevity_penalty
from wordorder.scoring.contexts import normalized_kendall
from wordorder.scoring.evidence import BLEU_ORDER
from wordorder.scoring.match_evidence import MatchEvidence
from wordorder.scoring.overlap import unigram_f1
from wordorder.scoring.source_evidence import SourceEvidence
from wordorder.statistics import ratio

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordorder.scoring.evidence import Evidence

    Floats = NDArray[np.float64]


class Measure(ABC):
    """One column of a table of scores, headed by its name."""

    name: str

    @abstractmethod
    def sentences(self, evidence: Evidence) -> Floats:
        """A score for each system and sentence; NaN where it is undefined."""

    @abstractmethod
    def statistics(self, evidence: Evidence) -> Floats:
        """What is summed over sentences, of shape (systems, sentences, k)."""

    @abstractmethod
    def score(self, sums: Floats) -> Floats:
        """Scores (...) of summed statistics (..., k)."""


class _WeightedMean(Measure):
    """The mean over sentences where the score is defined."""

    def weights(self, evidence: Evidence) -> Floats:
        """How much each sentence counts."""
        systems, _, sentences = evidence.shape
        return np.ones((systems, sentences))

    def statistics(self, evidence: Evidence) -> Floats:
        values = self.sentences(evidence)
        weights = np.where(np.isnan(values), 0.0, self.weights(evidence))
        return np.stack([np.nan_to_num(values) * weights, weights], axis=-1)

    def score(self, sums: Floats) -> Floats:
        return ratio(sums)[..., 0]


@dataclass(frozen=True)
class Ordering(_WeightedMean):
    """A metric of S2 over the matched words, by itself."""

    name: str

    def sentences(self, evidence: Evidence) -> Floats:
        """The order of what is matched, for the best reference."""
        return evidence.pick(evidence.ordering(self.name), self.name)


@dataclass(frozen=True)
class Bleu(Measure):
    """sacreBLEU's BLEU as a fraction: the corpus score; for a sentence with effective order."""

    name: str
    order: int

    def sentences(self, evidence: Evidence) -> Floats:
        """Sentence BLEU."""
        return sentence_bleu(self.statistics(evidence))

    def statistics(self, evidence: Evidence) -> Floats:
        """Matches, n-grams and lengths."""
        counts = evidence.bleu
        kept = [*range(self.order), *range(BLEU_ORDER, BLEU_ORDER + self.order), -2, -1]
        return counts[..., kept].astype(np.float64)

    def score(self, sums: Floats) -> Floats:
        """Corpus BLEU."""
        return corpus_bleu(sums)


@dataclass(frozen=True)
class F1(_WeightedMean):
    """Harmonic mean of word precision and recall, by clipped counts."""

    name: str
    metric: str  # chooses the reference

    def sentences(self, evidence: Evidence) -> Floats:
        """F1 with the best reference."""
        scores = unigram_f1(
            evidence.shared_words, evidence.hypothesis_words, evidence.reference_words
        )
        return evidence.pick(scores, self.metric)


@dataclass(frozen=True)
class Coverage(Measure):
    """Words whose order is judged / words (S1.7)."""

    metric: str  # chooses the reference
    name: str = "coverage"

    def sentences(self, evidence: Evidence) -> Floats:
        """The share of each sentence."""
        return ratio(self.statistics(evidence))[..., 0]

    def statistics(self, evidence: Evidence) -> Floats:
        """The two counts."""
        counts = [evidence.pick(count, self.metric) for count in evidence.coverage_counts]
        return np.stack(counts, axis=-1)

    def score(self, sums: Floats) -> Floats:
        """The share of all words."""
        return ratio(sums)[..., 0]


@dataclass(frozen=True)
class Combined(_WeightedMean):
    """α·lexical + (1 − α)·bp(|π|, |ref|)·ordering (S4.2)."""

    name: str
    lexical: Measure
    metric: str
    alpha: float
    by_length: bool

    def sentences(self, evidence: Evidence) -> Floats:
        """Both parts of each sentence; undefined against an empty reference."""
        if not isinstance(evidence, MatchEvidence):
            raise UsageError(
                f"{self.name} is defined for a direct match; with source alignments choose the "
                "preset lrscore or frs"
            )
        ordering = evidence.brevity * np.nan_to_num(evidence.ordering(self.metric))
        scores = (1 - self.alpha) * evidence.pick(ordering, self.metric)
        scores += self.alpha * self.lexical.sentences(evidence)
        # Nothing can be in the right or wrong order against an empty reference.
        return np.where(evidence.pick(evidence.reference_words, self.metric) > 0, scores, np.nan)

    def weights(self, evidence: Evidence) -> Floats:
        """1, or the length of the best reference."""
        if not self.by_length:
            return super().weights(evidence)
        return evidence.pick(evidence.reference_words, self.metric)


@dataclass(frozen=True)
class LRscore(Measure):
    """α·d·bp(|hyp|, closest |ref|) + (1 − α)·BLEU (S4.2)."""

    metric: str
    lexical: Bleu
    alpha: float
    name: str = "lrscore"

    def _ordering(self, evidence: Evidence) -> Floats:
        lengths = evidence.bleu[..., -2:]
        best: Floats = np.fmax.reduce(evidence.distance(self.metric), axis=1)
        return best * brevity_penalty(lengths[..., 0], lengths[..., 1])

    def sentences(self, evidence: Evidence) -> Floats:
        """Both parts of each sentence."""
        lexical = self.lexical.sentences(evidence)
        return self.alpha * self._ordering(evidence) + (1 - self.alpha) * lexical

    def statistics(self, evidence: Evidence) -> Floats:
        """d·bp and whether it is defined, then those of BLEU."""
        values = self._ordering(evidence)
        defined = ~np.isnan(values)
        columns = np.stack([np.nan_to_num(values), defined], axis=-1)
        return np.concatenate([columns, self.lexical.statistics(evidence)], axis=-1)

    def score(self, sums: Floats) -> Floats:
        """The mean of d·bp, and corpus BLEU."""
        ordering = ratio(sums[..., :2])[..., 0]
        return self.alpha * ordering + (1 - self.alpha) * self.lexical.score(sums[..., 2:])


@dataclass(frozen=True)
class Frs(_WeightedMean):
    """The fuzzy reordering score: `fuzzy` against the reference order (S4.2)."""

    metric: str
    name: str = "frs"

    def sentences(self, evidence: Evidence) -> Floats:
        """The best of several references."""
        if not isinstance(evidence, SourceEvidence):
            raise UsageError("frs needs source alignments: give --src, --ref-align and --hyp-align")
        best: Floats = np.fmax.reduce(evidence.reference_order(self.metric), axis=1)
        return best


@dataclass(frozen=True)
class Ribes(_WeightedMean):
    """NKT·P^0.25·bp(|hyp|, |ref|)^0.10, words matched by context (S4.2)."""

    name: str = "ribes"

    def sentences(self, evidence: Evidence) -> Floats:
        """The best of several references."""
        matched, kendall = normalized_kendall(evidence)
        words = evidence.hypothesis_words
        precision = np.divide(matched, words, out=np.zeros(evidence.shape), where=words > 0)
        brevity = brevity_penalty(words, evidence.reference_words)
        scores = kendall * precision**0.25 * brevity**0.10
        scores = np.where(evidence.reference_words > 0, scores, np.nan)
        best: Floats = np.fmax.reduce(scores, axis=1)
        return best
