"""Counts over the sentences of a comparison, computed once, on demand."""

from __future__ import annotations

from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from wordorder import _kernels
from wordorder.alignment.matching.vocabulary import as_block
from wordorder.arrays import Floats, Integers, frozen
from wordorder.ordering.scores import OrderErrors, order_errors, ordering_scores
from wordorder.scoring.lexical import chrf, chrf_counts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from wordorder.permutation.batch import Convention, PermutationBatch
    from wordorder.scoring.meteor import MeteorParameters
    from wordorder.scoring.ribes import ContextOrder
    from wordorder.scoring.texts import Texts
    from wordorder.scoring.word_order import WordOrder

BLEU_ORDER = 4
CHRF_ORDER = 6


class SentenceCounts:
    """Counts over tokenised texts, as arrays of shape (systems, references, sentences).

    Args:
        texts: Tokenised texts, words separated by spaces.
        order: Their word order.
        lexical: The tokenised texts for BLEU and F1; by default `texts`.
        written: The texts as written, for chrF; by default `lexical`.
        fold_case: Whether to ignore case when matching by context.
        beta: As in `ordering_scores`.
        gamma: As in `ordering_scores`.
        threads: As in `ordering_scores`.
    """

    def __init__(
        self,
        texts: Texts,
        order: WordOrder,
        *,
        lexical: Texts | None = None,
        written: Texts | None = None,
        fold_case: bool = True,
        beta: float = 0.6,
        gamma: float = 0.0,
        threads: int | None = None,
    ) -> None:
        self.texts, self.order, self.shape = texts, order, texts.shape
        self._lexical = lexical or texts
        self._written = written or self._lexical
        self._fold_case = fold_case
        self._beta, self._gamma, self._threads = beta, gamma, threads
        self._permutations: dict[Convention, PermutationBatch] = {}
        self._scores: dict[tuple[Convention | None, str], Floats] = {}
        self._best: dict[str, Integers] = {}
        self._meteor: dict[str, Floats] = {}

    def with_operators(self, beta: float, gamma: float) -> SentenceCounts:
        """Return the counts with other parameters of pet and pef, without matching again."""
        other = copy(self)
        other._beta, other._gamma = beta, gamma
        other._scores, other._best = {}, {}
        return other

    def ordering(self, metric: str) -> Floats:
        """Return an ordering metric without weak links; NaN if the order is undefined."""
        return self._scored(None, metric)

    def distance(self, metric: str) -> Floats:
        """Return the metric as in LRscore: 0 if only the hypothesis has nothing to compare."""
        return self.order.zero_for_nothing(self._scored("lrscore", metric))

    def reference_order(self, metric: str) -> Floats:
        """Return the metric against the reference order, free within groups, else as `distance`."""
        return self.order.zero_for_nothing(self._scored("reference", metric))

    def merit(self, metric: str) -> Floats:
        """Return the score that selects the best reference; NaN excludes a reference."""
        return self.order.merit(self._scored(self.order.convention, metric))

    def best_reference(self, metric: str) -> Integers:
        """Return the best reference for each system and sentence, the first of ties."""
        if metric not in self._best:
            systems, references, sentences = self.shape
            if references == 1:
                self._best[metric] = np.zeros((systems, sentences), np.int64)
            else:
                merit = self.merit(metric)
                self._best[metric] = np.argmax(np.where(np.isnan(merit), -1.0, merit), axis=1)
        return self._best[metric]

    def pick(self, values: NDArray[np.generic], metric: str) -> Floats:
        """Select each sentence's value for its best reference."""
        if self.shape[1] == 1:
            return values[:, 0].astype(np.float64)
        chosen = self.best_reference(metric)[:, np.newaxis]
        return np.take_along_axis(values, chosen, axis=1)[:, 0].astype(np.float64)

    @cached_property
    def coverage_counts(self) -> tuple[Integers, Integers]:
        """The number of words whose order is compared, and of all words."""
        return self.order.coverage_counts

    @cached_property
    def matched_words(self) -> Integers:
        """The number of matched reference words; needs a direct match."""
        return self._permutations_by("matched").lengths.reshape(self.shape)

    @cached_property
    def order_errors(self) -> OrderErrors:
        """Breaks and misplaced words among the words whose order is compared."""
        permutations = self.order.confident
        if permutations is None:
            permutations = self._permutations_by(self.order.convention)
        errors = order_errors(permutations, threads=self._threads)
        return OrderErrors(*(count.reshape(self.shape) for count in errors))

    @cached_property
    def hypothesis_words(self) -> Integers:
        """The length of each hypothesis in words."""
        counts = [np.diff(rows.offsets) for rows in self.numbered[0]]
        return np.broadcast_to(np.array(counts)[:, np.newaxis], self.shape)

    @cached_property
    def reference_words(self) -> Integers:
        """The length of each reference in words."""
        counts = [np.diff(rows.offsets) for rows in self.numbered[1]]
        return np.broadcast_to(np.array(counts)[np.newaxis], self.shape)

    @cached_property
    def bleu(self) -> Integers:
        """BLEU's counts up to 4-grams, of shape (systems, sentences, 10)."""
        systems, references = self._lexical_words
        return np.array(
            [_kernels.bleu_statistics(system, references, BLEU_ORDER) for system in systems]
        )

    @cached_property
    def clipped_words(self) -> tuple[Integers, Integers, Integers]:
        """The clipped count of words in common, and the words of hypothesis and reference."""
        shared, _, hypothesis, reference = np.moveaxis(_pairwise(*self._lexical_words, 1), -1, 0)
        return shared, hypothesis, reference

    @cached_property
    def chrf(self) -> Integers:
        """Counts of chrF for the reference with the highest score: (systems, sentences, 18)."""
        systems, references = (
            [_characters(lines) for lines in texts]
            for texts in (self._written.systems, self._written.references)
        )
        counts = chrf_counts(_pairwise(systems, references, CHRF_ORDER))
        best = chrf(counts).argmax(axis=1)  # the first of ties, as in sacreBLEU
        return np.take_along_axis(counts, best[:, np.newaxis, :, np.newaxis], axis=1)[:, 0]

    @cached_property
    def context_order(self) -> ContextOrder:
        """Words matched by context, and the share of their pairs in order, as in RIBES."""
        from wordorder.scoring.ribes import context_order

        return context_order(self.texts, fold_case=self._fold_case, threads=self._threads)

    def meteor(self, parameters: MeteorParameters) -> Floats:
        """Return METEOR's counts, of shape (systems, references, sentences, 7)."""
        if parameters.signature not in self._meteor:
            assert self.order.matches is not None  # checked with the preset
            from wordorder.scoring.meteor import meteor_statistics

            statistics = meteor_statistics(self.texts, self.order.matches, parameters)
            self._meteor[parameters.signature] = statistics
        return self._meteor[parameters.signature]

    @cached_property
    def numbered(self) -> tuple[list[_kernels.Ragged], list[_kernels.Ragged]]:
        """The words of systems and references as numbers."""
        return _numbered_words(self.texts)

    @cached_property
    def _lexical_words(self) -> tuple[list[_kernels.Ragged], list[_kernels.Ragged]]:
        return self.numbered if self._lexical is self.texts else _numbered_words(self._lexical)

    def _permutations_by(self, convention: Convention) -> PermutationBatch:
        if convention not in self._permutations:
            self._permutations[convention] = self.order.permutations(convention)
        return self._permutations[convention]

    def _scored(self, convention: Convention | None, metric: str) -> Floats:
        """Score by a convention; None stands for that of uncombined metrics, without weak links."""
        if (convention, metric) not in self._scores:
            confident = self.order.confident if convention is None else None
            if convention is None and confident is None:
                return self._scored(self.order.convention, metric)
            permutations = confident or self._permutations_by(convention or self.order.convention)
            scores = ordering_scores(
                permutations.values,
                permutations.offsets,
                metric,
                beta=self._beta,
                gamma=self._gamma,
                threads=self._threads,
            )
            self._scores[convention, metric] = scores[metric].reshape(self.shape)
        return self._scores[convention, metric]


def _numbered_words(texts: Texts) -> tuple[list[_kernels.Ragged], list[_kernels.Ragged]]:
    interner = _kernels.Interner()
    systems, references = (
        [interner.intern(as_block(lines)) for lines in side]
        for side in (texts.systems, texts.references)
    )
    return systems, references


def _characters(lines: Sequence[str]) -> _kernels.Ragged:
    """Return the characters of each line, without white space."""
    bare = ["".join(line.split()) for line in lines]
    codes = np.frombuffer("".join(bare).encode("utf-32-le", "surrogatepass"), "<i4")
    ends = np.cumsum([0, *map(len, bare)], dtype=np.int64)
    return _kernels.Ragged(frozen(codes.astype(np.int32)), frozen(ends))


def _pairwise(
    systems: Sequence[_kernels.Ragged], references: Sequence[_kernels.Ragged], order: int
) -> Integers:
    """Return BLEU's statistics by single reference: (systems, references, sentences, columns)."""
    return np.array(
        [
            [_kernels.bleu_statistics(system, [reference], order) for reference in references]
            for system in systems
        ]
    )
