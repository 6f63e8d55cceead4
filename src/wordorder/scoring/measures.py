"""Measures of systems: a score per sentence, and a corpus score from sums over sentences.

All measures share three methods, so that resampling works the same way for each.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from wordorder.scoring.counts import BLEU_ORDER, CHRF_ORDER, SentenceCounts
from wordorder.scoring.lexical import brevity_penalty, chrf, corpus_bleu, sentence_bleu, unigram_f1
from wordorder.statistics.intervals import ratio

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wordorder.arrays import Floats, Integers
    from wordorder.scoring.meteor import MeteorParameters


ORDER_ERRORS = ("breaks_per_100", "misplaced_per_100")
"""The measures for which lower is better."""


class Measure(ABC):
    """One column of a table of scores."""

    name: str
    width = 2
    """Number of statistics."""

    @property
    def signature(self) -> str:
        """The parameters not determined by name and preset; empty if there are none."""
        return ""

    @abstractmethod
    def sentences(self, counts: SentenceCounts) -> Floats:
        """Return a score for each system and sentence; NaN if undefined."""

    @abstractmethod
    def statistics(self, counts: SentenceCounts) -> Floats:
        """Return the statistics to sum over sentences, of shape (systems, sentences, width)."""

    @abstractmethod
    def score(self, sums: Floats) -> Floats:
        """Return scores (...) from summed statistics (..., width)."""


class _WeightedMean(Measure):
    """The mean over sentences with a defined score."""

    def weights(self, counts: SentenceCounts) -> Floats:
        """Return the weight of each sentence."""
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
        """Return the order of the matched words, for the best reference."""
        return counts.pick(counts.ordering(self.name), self.name)


@dataclass(frozen=True)
class Bleu(Measure):
    """sacreBLEU's BLEU as a fraction; sentence scores use effective order."""

    name: str
    order: int

    @property
    def width(self) -> int:  # type: ignore[override]
        """Matches and n-grams of each order, and two lengths."""
        return 2 * self.order + 2

    def sentences(self, counts: SentenceCounts) -> Floats:
        """Return sentence BLEU."""
        return sentence_bleu(self.statistics(counts))

    def statistics(self, counts: SentenceCounts) -> Floats:
        """Matches, n-grams and lengths."""
        kept = [*range(self.order), *range(BLEU_ORDER, BLEU_ORDER + self.order), -2, -1]
        return counts.bleu[..., kept].astype(np.float64)

    def score(self, sums: Floats) -> Floats:
        """Return corpus BLEU."""
        return corpus_bleu(sums)


@dataclass(frozen=True)
class F1(_WeightedMean):
    """Harmonic mean of word precision and recall, by clipped counts."""

    name: str
    metric: str  # chooses the reference

    def sentences(self, counts: SentenceCounts) -> Floats:
        """Return F1 with the reference whose order fits best."""
        return counts.pick(unigram_f1(*counts.clipped_words), self.metric)


@dataclass(frozen=True)
class Chrf(Measure):
    """sacreBLEU's chrF as a fraction, of the texts as written."""

    name: str = "chrf"
    width = 3 * CHRF_ORDER

    def sentences(self, counts: SentenceCounts) -> Floats:
        """Return sentence chrF for the reference with the highest."""
        return chrf(self.statistics(counts))

    def statistics(self, counts: SentenceCounts) -> Floats:
        """Return n-grams of both sides, and matches."""
        return counts.chrf.astype(np.float64)

    def score(self, sums: Floats) -> Floats:
        """Return corpus chrF."""
        return chrf(sums)


class _Share(Measure):
    """A ratio of two counts."""

    def sentences(self, counts: SentenceCounts) -> Floats:
        """Return the share in each sentence."""
        return ratio(self.statistics(counts))[..., 0]

    def score(self, sums: Floats) -> Floats:
        """Return the share of all words."""
        return ratio(sums)[..., 0]


@dataclass(frozen=True)
class Coverage(_Share):
    """Words whose order is compared / words."""

    metric: str  # chooses the reference
    name: str = "coverage"

    def statistics(self, counts: SentenceCounts) -> Floats:
        """Return the two counts."""
        return self._picked(counts, *counts.coverage_counts)

    def _picked(self, counts: SentenceCounts, *columns: Integers) -> Floats:
        return np.stack([counts.pick(column, self.metric) for column in columns], axis=-1)


@dataclass(frozen=True)
class Matched(Coverage):
    """Matched reference words / reference words, weak links included."""

    name: str = "matched"

    def statistics(self, counts: SentenceCounts) -> Floats:
        """Return the two counts."""
        return self._picked(counts, counts.matched_words, counts.coverage_counts[1])


@dataclass(frozen=True)
class HypothesisCoverage(Coverage):
    """Words whose order is compared / hypothesis words; over 1 if a phrase matches a longer one."""

    name: str = "coverage_hyp"

    def statistics(self, counts: SentenceCounts) -> Floats:
        """Return the two counts."""
        return self._picked(counts, counts.coverage_counts[0], counts.hypothesis_words)


@dataclass(frozen=True)
class ErrorsPer100(Measure):
    """Order errors per 100 words of the reference, or of the source if it is aligned."""

    name: str
    metric: str  # chooses the reference

    def sentences(self, counts: SentenceCounts) -> Floats:
        """Return the errors of each sentence; 0 where no word is compared."""
        return self.score(self.statistics(counts))

    def statistics(self, counts: SentenceCounts) -> Floats:
        """Return the errors and the words."""
        errors = getattr(counts.order_errors, self.name.removesuffix("_per_100"))
        both = errors, counts.coverage_counts[1]
        return np.stack([counts.pick(column, self.metric) for column in both], axis=-1)

    def score(self, sums: Floats) -> Floats:
        """Return the errors per 100 of all words."""
        return 100 * ratio(sums)[..., 0]


@dataclass(frozen=True)
class Combined(_WeightedMean):
    """α·lexical + (1 − α)·bp(|π|, |ref|)·ordering."""

    name: str
    lexical: Measure
    metric: str
    alpha: float
    by_length: bool

    def sentences(self, counts: SentenceCounts) -> Floats:
        """Return the score of each sentence; undefined against an empty reference."""
        ordering = _zero_for_nan(counts.merit(self.metric))
        scores = (1 - self.alpha) * counts.pick(ordering, self.metric)
        scores += self.alpha * self.lexical.sentences(counts)
        # Against an empty reference there is no order to score.
        return np.where(counts.pick(counts.reference_words, self.metric) > 0, scores, np.nan)

    def weights(self, counts: SentenceCounts) -> Floats:
        """Return 1, or the length of the best reference."""
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

    @property
    def width(self) -> int:  # type: ignore[override]
        """Two statistics for the mean of d·bp, then those of BLEU."""
        return 2 + self.lexical.width

    def _ordering(self, counts: SentenceCounts) -> Floats:
        lengths = counts.bleu[..., -2:]
        best: Floats = np.fmax.reduce(counts.distance(self.metric), axis=1)
        return best * brevity_penalty(lengths[..., 0], lengths[..., 1])

    def sentences(self, counts: SentenceCounts) -> Floats:
        """Return the score of each sentence."""
        lexical = self.lexical.sentences(counts)
        return self.alpha * self._ordering(counts) + (1 - self.alpha) * lexical

    def statistics(self, counts: SentenceCounts) -> Floats:
        """Return d·bp and whether it is defined, then the statistics of BLEU."""
        values = self._ordering(counts)
        defined = ~np.isnan(values)
        columns = np.stack([_zero_for_nan(values), defined], axis=-1)
        return np.concatenate([columns, self.lexical.statistics(counts)], axis=-1)

    def score(self, sums: Floats) -> Floats:
        """Return the mean of d·bp combined with corpus BLEU."""
        ordering = ratio(sums[..., :2])[..., 0]
        return self.alpha * ordering + (1 - self.alpha) * self.lexical.score(sums[..., 2:])


@dataclass(frozen=True)
class Frs(_WeightedMean):
    """The fuzzy reordering score: `fuzzy` against the reference order."""

    metric: str
    name: str = "frs"

    def sentences(self, counts: SentenceCounts) -> Floats:
        """Return the score for the best reference."""
        best: Floats = np.fmax.reduce(counts.reference_order(self.metric), axis=1)
        return best


@dataclass(frozen=True)
class Ribes(_WeightedMean):
    """NKT·P^0.25·bp(|hyp|, |ref|)^0.10, words matched by context."""

    name: str = "ribes"

    def sentences(self, counts: SentenceCounts) -> Floats:
        """Return the score for the best reference."""
        best: Floats = np.fmax.reduce(self.of_references(counts), axis=1)
        return best

    def of_references(self, counts: SentenceCounts) -> Floats:
        """Return the score for each reference; undefined for an empty one."""
        matched, _, kendall = counts.context_order
        words = counts.hypothesis_words
        precision = np.divide(matched, words, out=np.zeros(counts.shape), where=words > 0)
        brevity = brevity_penalty(words, counts.reference_words)
        scores = kendall * precision**0.25 * brevity**0.10
        return np.where(counts.reference_words > 0, scores, np.nan)


@dataclass(frozen=True)
class RibesCoverage(_Share):
    """Words matched by context / words, of the reference or of the hypothesis."""

    name: str

    def statistics(self, counts: SentenceCounts) -> Floats:
        """Return the two counts, for the reference with the highest score."""
        of_hypothesis, of_reference, _ = counts.context_order
        columns = {
            "coverage": (of_reference, counts.reference_words),
            "coverage_hyp": (of_hypothesis, counts.hypothesis_words),
        }[self.name]
        scores = Ribes().of_references(counts)
        best = np.where(np.isnan(scores), -1.0, scores).argmax(axis=1)[:, np.newaxis]
        chosen = [np.take_along_axis(column, best, axis=1)[:, 0] for column in columns]
        return np.stack(chosen, axis=-1).astype(np.float64)


@dataclass(frozen=True)
class Brevity(Measure):
    """bp(|hyp|, |ref|): the brevity penalty of the whole translation."""

    metric: str  # chooses the reference
    name: str = "brevity"

    def sentences(self, counts: SentenceCounts) -> Floats:
        """Return the penalty of each sentence."""
        return self.score(self.statistics(counts))

    def statistics(self, counts: SentenceCounts) -> Floats:
        """Return the two lengths."""
        lengths = counts.hypothesis_words, counts.reference_words
        return np.stack([counts.pick(length, self.metric) for length in lengths], axis=-1)

    def score(self, sums: Floats) -> Floats:
        """Return the penalty of all sentences together."""
        return brevity_penalty(sums[..., 0], sums[..., 1])


@dataclass(frozen=True)
class WeightedRecall(_Share):
    """METEOR's recall: matched reference words / reference words.

    Function words weigh less than content words, and matches of stems or synonyms less than those
    of identical words.
    """

    parameters: MeteorParameters
    metric: str  # chooses the reference
    name: str = "weighted_recall"

    @property
    def signature(self) -> str:
        """METEOR's parameters."""
        return self.parameters.signature

    def statistics(self, counts: SentenceCounts) -> Floats:
        """Return the two weighted counts."""
        found = counts.meteor(self.parameters)
        columns = [counts.pick(found[..., column], self.metric) for column in (2, 3)]
        return np.stack(columns, axis=-1)


@dataclass(frozen=True)
class InvertedOperators(_WeightedMean):
    """What inverted operators would add to pef: pef with γ = 1 minus pef with γ = 0.

    pef is linear in the scores of its operators, so pef + γ·pef_inverted is pef with γ.
    """

    metric: str  # chooses the reference
    name: str = "pef_inverted"
    beta: float = 0.6

    def sentences(self, counts: SentenceCounts) -> Floats:
        """Return the difference in each sentence."""
        without, full = (
            counts.pick(counts.with_operators(self.beta, gamma).ordering("pef"), self.metric)
            for gamma in (0.0, 1.0)
        )
        return full - without


@dataclass(frozen=True)
class Linear(_WeightedMean):
    """centre + Σ factor·part, with `undefined` in place of undefined parts."""

    name: str
    parts: tuple[Measure, ...]
    factors: tuple[float, ...]
    undefined: tuple[float, ...]
    centre: float
    metric: str  # chooses the reference

    @property
    def signature(self) -> str:
        """The signatures of the parts."""
        return "|".join(filter(None, (part.signature for part in self.parts)))

    def sentences(self, counts: SentenceCounts) -> Floats:
        """Return the score of each sentence; undefined against an empty reference."""
        words = counts.pick(counts.reference_words, self.metric)
        scores = np.where(words > 0, self.centre, np.nan)
        for part, factor, instead in zip(self.parts, self.factors, self.undefined, strict=True):
            values = part.sentences(counts)
            scores += factor * np.where(np.isnan(values), instead, values)
        return scores


@dataclass(frozen=True)
class Meteor(Measure):
    """METEOR 1.5's F·(1 − penalty) over our matches; for a corpus, from summed counts."""

    parameters: MeteorParameters
    name: str = "meteor"
    width = 7

    @property
    def signature(self) -> str:
        """METEOR's parameters."""
        return self.parameters.signature

    def sentences(self, counts: SentenceCounts) -> Floats:
        """Return the score for the best reference; undefined if all are empty."""
        return self.score(self.statistics(counts))

    def statistics(self, counts: SentenceCounts) -> Floats:
        """Return weighted matches and words, matched words and chunks, for the best reference."""
        found = counts.meteor(self.parameters)
        scores = self.score(found)
        best = np.where(np.isnan(scores), -1.0, scores).argmax(axis=1)
        return np.take_along_axis(found, best[:, np.newaxis, :, np.newaxis], axis=1)[:, 0]

    def score(self, sums: Floats) -> Floats:
        """Return the score from the counts of sentences, or their sums."""
        return self.parameters.score(sums)


def all_statistics(measures: Iterable[Measure], counts: SentenceCounts) -> Floats:
    """Return the statistics of all measures side by side, of shape (systems, sentences, k)."""
    return np.concatenate([measure.statistics(counts) for measure in measures], axis=-1)


def all_scores(measures: Sequence[Measure], sums: Floats) -> Floats:
    """Return the scores (..., measures) of all measures from their summed statistics (..., k)."""
    ends = np.cumsum([measure.width for measure in measures])[:-1]
    parts = zip(measures, np.split(sums, ends, axis=-1), strict=True)
    return np.stack([measure.score(part) for measure, part in parts], axis=-1)


def _zero_for_nan(values: Floats) -> Floats:
    return np.where(np.isnan(values), 0.0, values)
