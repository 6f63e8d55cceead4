"""Lexical scores from counts: BLEU, chrF and unigram F1.

The last axis of BLEU's statistics holds, as `_kernels.bleu_statistics` returns them, the matches
m_n and the n-grams h_n of the hypothesis for n = 1 … N; then the lengths t of the hypothesis and r
of the reference. The last axis of chrF's counts holds, for n = 1 … N, the n-grams of characters of
the hypothesis, those of the reference, and the matches.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from wordorder.arrays import Floats, Integers
from wordorder.errors import UsageError


def brevity_penalty(length: ArrayLike, reference_length: ArrayLike) -> Floats:
    """Penalise texts that are shorter than their references.

    bp(t, r) = 1 if t > r, else exp(1 − r/t); always 0 if t = 0.

    Examples:
        >>> brevity_penalty([12, 10, 5, 0], 10).round(4).tolist()
        [1.0, 1.0, 0.3679, 0.0]

    References:
        Papineni et al. (2002): BLEU: a method for automatic evaluation of machine translation. ACL.
    """
    t, r = np.asarray(length, dtype=np.float64), np.asarray(reference_length, dtype=np.float64)
    ratio = np.where(t > 0, r / np.where(t > 0, t, 1), np.inf)
    return np.asarray(np.exp(np.minimum(1 - ratio, 0)))


def unigram_f1(
    matches: ArrayLike, hypothesis_words: ArrayLike, reference_words: ArrayLike
) -> Floats:
    """Return the harmonic mean of word precision and recall.

    F1 = 2·P·R/(P + R) = 2·m/(h + r), with P = m/h and R = m/r; 0 if nothing is shared.
    Counts are clipped: m = Σ_w min(h_w, r_w). NaN (undefined) against an empty reference.

    Examples:
        >>> unigram_f1([3, 2, 0, 0], [4, 2, 0, 1], [4, 3, 2, 0]).tolist()  # 3 of 4 and 3 of 4, ...
        [0.75, 0.8, 0.0, nan]

    References:
        Melamed, Green, Turian (2003): Precision and recall of machine translation. NAACL.
    """
    shared, hypothesis, reference = (
        np.asarray(counts, dtype=np.float64)
        for counts in (matches, hypothesis_words, reference_words)
    )
    twice, words, wanted = np.broadcast_arrays(2 * shared, hypothesis + reference, reference)
    scores = np.where(wanted > 0, 0.0, np.nan)
    np.divide(twice, words, out=scores, where=(twice > 0) & (wanted > 0))
    return scores


def corpus_bleu(statistics: ArrayLike) -> Floats:
    """Compute BLEU (...) from the summed statistics (..., 2N + 2) of one or more corpora.

    BLEU = bp(t, r) · (p_1 · … · p_N)^(1/N) with p_n = m_n/h_n. For the k-th n with m_n = 0,
    p_n = 1/(2^k · h_n): smoothing `exp`. 0 if nothing matches, or if there are no n-grams for an n.

    Examples:
        "the white house" for "the house white": three words match, neither of the bigrams does.

        >>> corpus_bleu([3, 0, 3, 2, 3, 3]).tolist()  # (3/3 · 1/(2 · 2))^(1/2)
        0.5
        >>> corpus_bleu([[3, 0, 0, 0, 3, 2, 1, 0, 3, 3], [4, 3, 2, 1, 4, 3, 2, 1, 4, 4]]).tolist()
        [0.0, 1.0]

    References:
        Papineni et al. (2002): BLEU: a method for automatic evaluation of machine translation. ACL.
        Post (2018): A call for clarity in reporting BLEU scores. WMT.
    """
    counts, order = _as_counts(statistics)
    scores = _smoothed_bleu(counts, order, np.asarray(order))
    return np.where(counts[2 * order - 1] > 0, scores, 0.0)


def sentence_bleu(statistics: ArrayLike) -> Floats:
    """Compute BLEU (...) from the statistics of sentences (..., 2N + 2).

    Like `corpus_bleu`, but with effective order: N is at most the length of the sentence's longest
    n-gram.

    Examples:
        >>> score = sentence_bleu([3, 0, 0, 0, 3, 2, 1, 0, 3, 3])
        >>> score.round(4).tolist()  # (3/3 · 1/(2 · 2) · 1/(4 · 1))^(1/3)
        0.3969

    References:
        Chen, Cherry (2014): A systematic comparison of smoothing techniques for sentence-level
        BLEU. WMT.
    """
    counts, order = _as_counts(statistics)
    sizes = (counts[order : 2 * order] > 0).sum(axis=0)
    return _smoothed_bleu(counts, order, np.maximum(sizes, 1))


def chrf_counts(statistics: Integers) -> Integers:
    """Convert BLEU's statistics of characters, for one reference, to chrF's counts (..., 3N).

    As in sacreBLEU, the n-grams of the hypothesis do not count if the reference has none of
    their size.
    """
    order = statistics.shape[-1] // 2 - 1
    matches, ngrams = statistics[..., :order], statistics[..., order : 2 * order]
    in_reference = np.maximum(statistics[..., -1:] - np.arange(order), 0)
    in_hypothesis = np.where(in_reference > 0, ngrams, 0)
    return np.concatenate([in_hypothesis, in_reference, matches], axis=-1)


def chrf(counts: ArrayLike) -> Floats:
    """Compute chrF (...) from the counts (..., 3N) of sentences, or their sums over a corpus.

    chrF = 5·P·R/(4·P + R): F with β = 2. P and R are means over the sizes n that both sides have;
    0 if there are none, or if nothing matches.

    Examples:
        "abd" for "abcd": of the characters 3/3 and 3/4 match, of the pairs 1/2 and 1/3.

        >>> chrf([3, 2, 4, 3, 3, 1]).round(4).tolist()  # P = 3/4, R = 13/24
        0.5735

    References:
        Popović (2015): chrF: character n-gram F-score for automatic MT evaluation. WMT.
        Post (2018): A call for clarity in reporting BLEU scores. WMT.
    """
    array = np.asarray(counts, dtype=np.float64)
    in_hypothesis, in_reference, matches = np.split(np.moveaxis(array, -1, 0), 3)
    both = (in_hypothesis > 0) & (in_reference > 0)
    sizes = np.maximum(both.sum(axis=0), 1)
    precision, recall = (
        np.divide(matches, total, out=np.zeros(matches.shape), where=both).sum(axis=0) / sizes
        for total in (in_hypothesis, in_reference)
    )
    scores = np.zeros(precision.shape)
    weighted, total = 5 * precision * recall, 4 * precision + recall
    return np.asarray(np.divide(weighted, total, out=scores, where=total > 0))


def _as_counts(statistics: ArrayLike) -> tuple[Floats, int]:
    """Return the statistics with n along the first axis, where sums are fast, and N."""
    array = np.asarray(statistics, dtype=np.float64)
    columns = array.shape[-1] if array.ndim else 0
    if columns < 4 or columns % 2:
        raise UsageError(
            f"BLEU needs statistics of shape (..., 2·order + 2), found shape {array.shape}"
        )
    return np.ascontiguousarray(np.moveaxis(array, -1, 0)), columns // 2 - 1


def _smoothed_bleu(counts: Floats, order: int, sizes: Integers) -> Floats:
    """Average the logarithms over the orders; orders without n-grams add nothing."""
    matches, ngrams = counts[:order], counts[order : 2 * order]
    unmatched = matches == 0
    smoothed = np.where(unmatched, 0.5 ** np.cumsum(unmatched, axis=0), matches)
    precisions = np.ones(ngrams.shape)
    np.divide(smoothed, ngrams, out=precisions, where=ngrams > 0)
    mean = np.log(precisions).sum(axis=0) / sizes
    scores = brevity_penalty(counts[-2], counts[-1]) * np.exp(mean)
    return np.where(unmatched.all(axis=0), 0.0, scores)
