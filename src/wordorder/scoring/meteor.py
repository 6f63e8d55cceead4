"""METEOR 1.5 over our matches: its formula, parameters and statistics."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from wordorder.alignment.matching.match_batch import STAGES, MatchBatch
from wordorder.alignment.matching.vocabulary import Vocabulary, as_block
from wordorder.output.wording import number_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from wordorder import _kernels
    from wordorder.arrays import Floats
    from wordorder.scoring.texts import Texts

FREQUENT = 1000
"""A function word makes up more than one in this many words of all references."""

OTHER_STAGE = 0.6
"""The weight of a stage that METEOR lacks for the language."""


@dataclass(frozen=True, slots=True)
class MeteorParameters:
    """METEOR's parameters, tuned for a language.

    Attributes:
        alpha: The weight of recall in the mean of precision and recall.
        beta: The exponent of the fragmentation.
        gamma: The largest penalty for fragmentation.
        delta: The weight of a content word; a function word has 1 − delta.
        weights: The weight of each stage.
    """

    alpha: float
    beta: float
    gamma: float
    delta: float
    weights: Mapping[str, float] = field(default_factory=dict)

    @property
    def signature(self) -> str:
        """Alpha, beta, gamma and delta, as METEOR writes them, and the other parameters."""
        numbers = (self.alpha, self.beta, self.gamma, self.delta)
        shown = zip(STAGES, self.of_stages().tolist(), strict=True)
        weights = "+".join(f"{stage}={number_text(weight)}" for stage, weight in shown)
        return (
            f"meteor:{'_'.join(map(number_text, numbers))}|meteor_weights:{weights}"
            f"|function_words:refs>{number_text(1 / FREQUENT)}"
        )

    def of_stages(self) -> Floats:
        """Return the weights in the order of `STAGES`."""
        return np.array([self.weights.get(stage, OTHER_STAGE) for stage in STAGES])

    def score(self, sums: Floats) -> Floats:
        """Return scores (...) from sums (..., 7) of the counts of `meteor_statistics`.

        F·(1 − γ·(chunks/matches)^β) with F = P·R/(α·P + (1 − α)·R); NaN without a reference.
        """
        matched_h, all_h, matched_r, all_r, words_h, words_r, chunks = np.moveaxis(sums, -1, 0)
        scores = np.where(all_r > 0, 0.0, np.nan)
        some = (matched_h > 0) & (matched_r > 0)
        precision, recall = matched_h[some] / all_h[some], matched_r[some] / all_r[some]
        mean = precision * recall / (self.alpha * precision + (1 - self.alpha) * recall)
        fragmentation = 2 * chunks[some] / (words_h[some] + words_r[some])
        scores[some] = mean * (1 - self.gamma * fragmentation**self.beta)
        return scores


_UNIVERSAL = MeteorParameters(0.70, 1.40, 0.30, 0.70, {"exact": 1, "paraphrase": 0.6})

_OF_LANGUAGE = {
    "en": MeteorParameters(
        0.85, 0.20, 0.60, 0.75, {"exact": 1, "stem": 0.6, "synonym": 0.8, "paraphrase": 0.6}
    ),
    "cs": MeteorParameters(0.95, 0.20, 0.60, 0.80, {"exact": 1, "paraphrase": 0.4}),
    "de": MeteorParameters(0.95, 1.00, 0.55, 0.55, {"exact": 1, "stem": 0.8, "paraphrase": 0.2}),
    "es": MeteorParameters(0.65, 1.30, 0.50, 0.80, {"exact": 1, "stem": 0.8, "paraphrase": 0.6}),
    "fr": MeteorParameters(0.90, 1.40, 0.60, 0.65, {"exact": 1, "stem": 0.2, "paraphrase": 0.4}),
}


def meteor_parameters(lang: str | None) -> MeteorParameters:
    """Return METEOR's ranking parameters for a language, or its universal ones.

    Examples:
        >>> meteor_parameters("en-GB").signature
        'meteor:0.85_0.2_0.6_0.75|meteor_weights:exact=1+stem=0.6+synonym=0.8+...'
        >>> meteor_parameters("it").signature
        'meteor:0.7_1.4_0.3_0.7|meteor_weights:exact=1+stem=0.6+synonym=0.6+...'

    References:
        Denkowski and Lavie (2014), Meteor Universal: language specific translation evaluation for
        any target language. WMT.
    """
    return _OF_LANGUAGE.get((lang or "").partition("-")[0], _UNIVERSAL)


def meteor_statistics(texts: Texts, matches: MatchBatch, parameters: MeteorParameters) -> Floats:
    """Return the counts behind the score, of shape (systems, references, sentences, 7).

    Weighted matches and words of the hypothesis; the same for the reference; matched words of both;
    chunks, 0 if the sentences match word by word. All are 0 if the reference is empty.
    """
    vocabulary = Vocabulary(fold_case=True)
    hypotheses, references = (vocabulary.number(as_block(rows)) for rows in texts.rows())
    # Function words, by the references alone.
    counts = np.bincount(references.values, minlength=len(vocabulary))
    frequent = counts * FREQUENT > len(references.values)
    word_weights = np.where(frequent, 1 - parameters.delta, parameters.delta)
    links = matches.alignments
    matched_h, all_h, words_h = _side(
        hypotheses, links.sources, matches, word_weights, parameters.of_stages()
    )
    matched_r, all_r, words_r = _side(
        references, links.targets, matches, word_weights, parameters.of_stages()
    )
    whole = (words_h == links.source_lengths) & (words_r == links.target_lengths)
    chunks = np.where(whole & (matches.chunks == 1), 0, matches.chunks)
    columns = np.stack([matched_h, all_h, matched_r, all_r, words_h, words_r, chunks], axis=-1)
    columns[links.target_lengths == 0] = 0
    return columns.reshape(*texts.shape, 7)


def _side(
    numbered: _kernels.Ragged,
    places: NDArray[np.int32],
    matches: MatchBatch,
    word_weights: Floats,
    stage_weights: Floats,
) -> tuple[Floats, Floats, Floats]:
    """Return weighted matches, weighted words and matched words of each row, on one side."""
    words, offsets = numbered.values, numbered.offsets
    rows = len(matches)
    row_of_link = np.repeat(np.arange(rows), np.diff(matches.alignments.offsets))
    row_of_word = np.repeat(np.arange(rows), np.diff(offsets))
    stages = np.zeros(len(words))
    stages[offsets[row_of_link] + places] = stage_weights[matches.stages]  # one stage per word
    weights = word_weights[words]

    def summed(values: Floats) -> Floats:
        return np.bincount(row_of_word, values, minlength=rows).astype(np.float64)

    return summed(weights * stages), summed(weights), summed((stages > 0).astype(np.float64))
