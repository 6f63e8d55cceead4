"""Sentence and system scores as the definitions read.

Sentences are lists of words, just as they are to be compared; tokenisers and case belong to whoever
calls. Links between a hypothesis and its reference are (hypothesis, reference) pairs. An undefined
score is None: it is left out of means, and if all are, so is the mean. Where the definition says
nothing, the docstring says what is done and why.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import exp, prod
from typing import TYPE_CHECKING, NamedTuple

from .alignments import (
    Links,
    lrscore_ranks,
    matched_ranks,
    reference_groups,
    reference_order,
    relative_ranks,
    transpose,
)
from .matching import context_matches
from .metrics import score as ordering_score

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Words = Sequence[str]

VARIANTS = {
    "LR-HB1": ("hamming", 1),
    "LR-HB4": ("hamming", 4),
    "LR-KB1": ("kendall", 1),
    "LR-KB4": ("kendall", 4),
}


# Means, the best of several, and the brevity penalty


def mean(values: Iterable[float | None]) -> float | None:
    """The mean of what is defined."""
    defined = [value for value in values if value is not None]
    return sum(defined) / len(defined) if defined else None


def weighted_mean(values: Iterable[tuple[float | None, int]]) -> float | None:
    """The mean of what is defined, each value with its weight; a weight of 0 takes it out."""
    defined = [(value, weight) for value, weight in values if value is not None]
    total = sum(weight for _, weight in defined)
    return sum(value * weight for value, weight in defined) / total if total else None


def highest(values: Iterable[float | None]) -> float | None:
    """The highest of what is defined: of several references for d, `frs` and `ribes`."""
    return max((value for value in values if value is not None), default=None)


def brevity_penalty(t: int, r: int) -> float:
    """1 if t > r, else exp(1 - r/t); 0 if t = 0."""
    if t == 0:
        return 0.0
    return 1.0 if t > r else exp(1 - r / t)


def closest_length(t: int, lengths: Sequence[int]) -> int:
    """The reference length closest to t; of two equally close ones the shorter (sacreBLEU)."""
    return min(lengths, key=lambda length: (abs(length - t), length))


# Errors of order


def errors_per_100(errors: Iterable[int], words: Iterable[int]) -> float | None:
    """100 times the errors of all sentences by their words; undefined only without words."""
    whole = sum(words)
    return 100 * sum(errors) / whole if whole else None


# Chance


def wrong_sentences(references: Sequence[Words]) -> list[int] | None:
    """For each sentence the one whose references it gets, of about the same length.

    Sorted by length and line, it is the next one with another text, for the last ones the
    previous one with another text; None if there are not two texts.
    """
    order = sorted(range(len(references)), key=lambda line: (len(references[line]), line))
    wrong = {}
    for place, line in enumerate(order):
        ways = (order[place + 1 :], order[:place][::-1])
        others = [k for way in ways for k in way if references[k] != references[line]]
        if not others:
            return None
        wrong[line] = others[0]
    return [wrong[line] for line in range(len(references))]


# Lexical parts


def ngrams(words: Words, n: int) -> list[tuple[str, ...]]:
    """All stretches of n words, from left to right."""
    return [tuple(words[i : i + n]) for i in range(len(words) - n + 1)]


def clipped(hypothesis: Words, references: Sequence[Words], n: int) -> int:
    """The n-grams of the hypothesis that are right.

    Each counts as often as it stands in the hypothesis, but no more often than in that reference
    which has the most of it.
    """
    here = ngrams(hypothesis, n)
    there = [ngrams(reference, n) for reference in references]
    return sum(min(here.count(gram), max(r.count(gram) for r in there)) for gram in set(here))


class BleuCounts(NamedTuple):
    """What BLEU is made of: all of it can be summed over sentences."""

    correct: list[int]  # of 1-grams, 2-grams, …
    total: list[int]
    hypothesis_length: int
    reference_length: int


def bleu_counts(hypothesis: Words, references: Sequence[Words], order: int) -> BleuCounts:
    """The counts of one sentence."""
    orders = range(1, order + 1)
    return BleuCounts(
        [clipped(hypothesis, references, n) for n in orders],
        [len(ngrams(hypothesis, n)) for n in orders],
        len(hypothesis),
        closest_length(len(hypothesis), [len(reference) for reference in references]),
    )


def bleu(counts: BleuCounts, *, effective_order: bool) -> float:
    """BLEU as a fraction, with sacreBLEU's `exp` smoothing.

    It is 0 if nothing at all is right. Else the k-th order that has n-grams but no right one gets
    the precision 1/(2^k · total). An order without any n-gram has the precision 0, or with
    `effective_order` is left out of the geometric mean.
    """
    if not any(counts.correct):
        return 0.0
    precisions = []
    halved = 1
    for correct, total in zip(counts.correct, counts.total, strict=True):
        if total == 0:
            precisions += [] if effective_order else [0.0]
        elif correct == 0:
            halved *= 2
            precisions.append(1 / (halved * total))
        else:
            precisions.append(correct / total)
    penalty = brevity_penalty(counts.hypothesis_length, counts.reference_length)
    return penalty * prod(precisions) ** (1 / len(precisions))


def sentence_bleu(hypothesis: Words, references: Sequence[Words], order: int = 4) -> float:
    """`exp` smoothing with effective order."""
    return bleu(bleu_counts(hypothesis, references, order), effective_order=True)


def corpus_bleu(sentences: Iterable[tuple[Words, Sequence[Words]]], order: int = 4) -> float:
    """BLEU of the summed counts of (hypothesis, references) pairs.

    The settings are sacreBLEU's own for a corpus: `exp` smoothing without effective order. So a
    corpus without a single 4-gram has BLEU-4 = 0.
    """
    rows = [bleu_counts(hypothesis, references, order) for hypothesis, references in sentences]
    return bleu(
        BleuCounts(
            [sum(row.correct[n] for row in rows) for n in range(order)],
            [sum(row.total[n] for row in rows) for n in range(order)],
            sum(row.hypothesis_length for row in rows),
            sum(row.reference_length for row in rows),
        ),
        effective_order=False,
    )


def unigram_f1(hypothesis: Words, reference: Words) -> float | None:
    """F1 of clipped multiset counts, 0 if nothing is shared; undefined without reference."""
    if not reference:
        return None
    shared = clipped(hypothesis, [reference], 1)
    if shared == 0:
        return 0.0
    precision, recall = Fraction(shared, len(hypothesis)), Fraction(shared, len(reference))
    return float(2 * precision * recall / (precision + recall))


# `pefscore` and `complexity`


def ordering_term(
    ranks: Sequence[int],
    reference_length: int,
    metric: str,
    *,
    beta: float = 0.6,
    gamma: float = 0.0,
) -> float | None:
    """bp(|π|, |ref|)·ordering(π); 0 if nothing matched.

    The definition says so only for |ref| > 0. Against an empty reference there is no order that
    could be right or wrong, so the term is undefined.
    """
    if reference_length == 0:
        return None
    if not ranks:
        return 0.0
    penalty = brevity_penalty(len(ranks), reference_length)
    return penalty * ordering_score(metric, ranks, beta=beta, gamma=gamma)


def interpolated(lexical: float | None, term: float | None, alpha: float) -> float | None:
    """α·lexical + (1-α)·ordering term, α weighing the lexical part; undefined with either."""
    if lexical is None or term is None:
        return None
    return alpha * lexical + (1 - alpha) * term


def chosen_reference(terms: Sequence[float | None]) -> int | None:
    """Which of several references counts: the highest ordering term, the first of equals."""
    defined = [place for place, term in enumerate(terms) if term is not None]
    return max(defined, key=lambda place: (terms[place], -place), default=None)


class Reference(NamedTuple):
    """A reference and how it is matched with the hypothesis."""

    words: Words
    links: Links


class Scored(NamedTuple):
    """A sentence score and the length of the reference it is made with."""

    score: float | None
    reference_length: int


def pefscore(
    hypothesis: Words,
    references: Sequence[Reference],
    *,
    alpha: float = 0.5,
    metric: str = "pef",
    beta: float = 0.6,
    gamma: float = 0.0,
) -> Scored:
    """α·BLEU-1 + (1-α)·bp(|π|, |ref|)·ordering(π); BLEU-1 looks at all references."""
    term, reference = _best(references, metric, beta, gamma)
    lexical = sentence_bleu(hypothesis, [words for words, _ in references], order=1)
    return Scored(interpolated(lexical, term, alpha), len(reference))


def complexity(
    hypothesis: Words,
    references: Sequence[Reference],
    *,
    alpha: float = 0.5,
    metric: str = "pet_size",
    beta: float = 0.6,
    gamma: float = 0.0,
) -> Scored:
    """α·F1 + (1-α)·bp(|π|, |ref|)·ordering(π).

    Of several references F1 looks at the chosen one only: the paper's sentence score has one
    reference in both its parts and as its weight.
    """
    term, reference = _best(references, metric, beta, gamma)
    return Scored(interpolated(unigram_f1(hypothesis, reference), term, alpha), len(reference))


def _best(
    references: Sequence[Reference], metric: str, beta: float, gamma: float
) -> tuple[float | None, Words]:
    """The ordering term and the words of the reference that counts."""
    terms = [
        ordering_term(matched_ranks(links), len(words), metric, beta=beta, gamma=gamma)
        for words, links in references
    ]
    place = chosen_reference(terms)
    return (None, []) if place is None else (terms[place], references[place].words)


def pefscore_system(sentences: Iterable[Scored]) -> float | None:
    """Mean."""
    return mean(score for score, _ in sentences)


def complexity_system(sentences: Iterable[Scored]) -> float | None:
    """Mean weighted by |ref|."""
    return weighted_mean(sentences)


# `lrscore`


def source_distance(
    hypothesis_links: Links, reference_links: Links, n: int, metric: str
) -> float | None:
    """d from two alignments of the same n source words.

    0 if only the hypothesis lacks links, undefined if the reference lacks them.
    """
    if not reference_links:
        return None
    if not hypothesis_links:
        return 0.0
    hypothesis_order = _order(lrscore_ranks(hypothesis_links, n))
    expected_order = _order(lrscore_ranks(reference_links, n))
    return ordering_score(metric, relative_ranks(hypothesis_order, expected_order, []))


def _order(ranks: Sequence[int]) -> list[int]:
    """The word at each place."""
    return [ranks.index(place) for place in range(len(ranks))]


def direct_distance(links: Links, reference_length: int, metric: str) -> float | None:
    """d from the direct match taken with the reference as source.

    The hypothesis is a translation of the reference, aligned by the match; the reference is its own
    translation, word by word. So it is 0 if nothing matched, and undefined for an empty reference.
    """
    itself = {(j, j) for j in range(reference_length)}
    return source_distance(transpose(links), itself, reference_length, metric)


class Translation(NamedTuple):
    """A hypothesis, its references, and d for each of them, by the metric of the variant."""

    hypothesis: Words
    references: Sequence[Words]
    distances: Sequence[float | None]


def lrscore_term(translation: Translation) -> float | None:
    """d·bp(|hyp|, closest |ref|).

    The closest length is that of any reference, so bp does not depend on which one counts. That is
    the one with the highest d, those left out against which d is undefined.
    """
    hypothesis, references, distances = translation
    distance = highest(distances)
    if distance is None:
        return None
    closest = closest_length(len(hypothesis), [len(reference) for reference in references])
    return distance * brevity_penalty(len(hypothesis), closest)


def lrscore(translation: Translation, *, variant: str, alpha: float = 0.5) -> float | None:
    """α·d·bp + (1-α)·BLEU, α weighing the ordering part; undefined if d is."""
    _, order = VARIANTS[variant]
    lexical = sentence_bleu(translation.hypothesis, translation.references, order)
    return interpolated(lexical, lrscore_term(translation), 1 - alpha)


def lrscore_system(
    translations: Sequence[Translation], *, variant: str, alpha: float = 0.5
) -> float | None:
    """α·mean(d·bp) + (1-α)·corpus BLEU.

    Sentences with undefined d are left out of the mean, but not of BLEU, which is sacreBLEU's.
    """
    _, order = VARIANTS[variant]
    lexical = corpus_bleu([(t.hypothesis, t.references) for t in translations], order)
    return interpolated(lexical, mean(map(lrscore_term, translations)), 1 - alpha)


# `frs`


def frs(system_order: Sequence[int], reference_links: Links, n: int) -> float | None:
    """`fuzzy` against the reference order, words matched by source position.

    Undefined if the reference has no links. A system without an order ([], as from an alignment
    without links) gets 0, for the reason for which d of `lrscore` is 0: else a system would
    gain from what nobody can align.
    """
    if not reference_links:
        return None
    if not system_order:
        return 0.0
    expected, groups = reference_order(reference_links, n), reference_groups(reference_links, n)
    return ordering_score("fuzzy", relative_ranks(system_order, expected, groups))


def same_occurrences(system: Words, reference: Words) -> list[int]:
    """`match="surface"`: the k-th occurrence of a form is the k-th in the reference.

    For each word of the system its place in the reference. Groups want a plain order of the source
    words, so other words, or too few, are an error.
    """
    if sorted(system) != sorted(reference):
        raise ValueError(f"not the same words: {system}, {reference}")
    places = []
    for i, word in enumerate(system):
        k = list(system[:i]).count(word)
        places.append([j for j, other in enumerate(reference) if other == word][k])
    return places


def frs_surface(system: Words, source: Words, reference_links: Links) -> float | None:
    """`frs` of bare text, the source words as a system arranges them.

    Words are matched with the text in reference order, groups in that order, too; then each
    group's members are put in the system's order. Members of one form are in that order already.
    """
    if not reference_links:
        return None
    if not system:
        return 0.0
    expected = reference_order(reference_links, len(source))
    places = same_occurrences(system, [source[word] for word in expected])
    return frs([expected[place] for place in places], reference_links, len(source))


# `ribes`


def increasing_share(places: Sequence[int]) -> Fraction:
    """`kendall` of places that may repeat: the share of all pairs that are increasing.

    Two hypothesis words may be matched with one reference word. Then `matched` gives no permutation
    of the matched words; but the share of "pairs in the right order" can still be counted, and
    such a pair is not in the right order. This is also how Isozaki et al. (2010) define
    NKT = (τ + 1)/2, with τ = 2 · increasing pairs / all pairs - 1.
    """
    pairs = list(combinations(places, 2))
    return Fraction(sum(left < right for left, right in pairs), len(pairs))


def ribes(hypothesis: Words, reference: Words) -> float | None:
    """NKT × P^.25 × bp(|hyp|, |ref|)^.10.

    P counts matched hypothesis words, each of them, as NKT does. An empty reference leaves the
    score undefined, as in the other presets.
    """
    if not reference:
        return None
    matches = context_matches(hypothesis, reference)
    if not matches:
        return 0.0
    if len(matches) == 1:
        nkt = Fraction(len(reference) == 1)
    else:
        nkt = increasing_share([matches[i] for i in sorted(matches)])
    precision = Fraction(len(matches), len(hypothesis))
    penalty = brevity_penalty(len(hypothesis), len(reference))
    return float(nkt * precision**0.25 * penalty**0.10)
