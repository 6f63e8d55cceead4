"""All that is counted in the sentences of a comparison, each thing once, when it is asked for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from wordorder import _kernels
from wordorder.alignment.matching.contexts import context_links
from wordorder.alignment.matching.vocabulary import Vocabulary, as_block
from wordorder.ordering import ordering_scores

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordorder.alignment import AlignmentBatch
    from wordorder.permutation import PermutationBatch
    from wordorder.scoring.texts import Texts

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]
    _Ids = tuple[NDArray[np.int32], NDArray[np.int64]]

Number = TypeVar("Number", bound=np.generic)

BLEU_ORDER = 4


class Evidence(ABC):
    """Counts over tokenised texts, as arrays of shape (systems, references, sentences).

    Where the order of words comes from is left to the two kinds of evidence: `MatchEvidence` links
    hypotheses with references, `SourceEvidence` both with the source.

    Args:
        texts: Words with blanks between them.
        fold_case: Whether words that differ in case only are the same, but for BLEU and F1.
        beta: As in `ordering_scores`.
        gamma: As in `ordering_scores`.
        threads: As in `ordering_scores`.
    """

    def __init__(
        self,
        texts: Texts,
        *,
        fold_case: bool = True,
        beta: float = 0.6,
        gamma: float = 0.0,
        threads: int | None = None,
    ) -> None:
        self.texts = texts
        self.shape = (len(texts.systems), len(texts.references), texts.lines)
        self._fold_case = fold_case
        self._beta, self._gamma, self._threads = beta, gamma, threads
        self._ordering: dict[tuple[str, str], Floats] = {}

    @abstractmethod
    def ordering(self, metric: str) -> Floats:
        """An ordering metric; NaN where the order is undefined."""

    @abstractmethod
    def distance(self, metric: str) -> Floats:
        """The metric as LRscore takes it: d of S4.2."""

    @abstractmethod
    def merit(self, metric: str) -> Floats:
        """What the best of several references is chosen by; NaN where one cannot be."""

    @property
    @abstractmethod
    def coverage_counts(self) -> tuple[Integers, Integers]:
        """The words whose order is judged, and all of them (S1.7)."""

    def best_reference(self, metric: str) -> Integers:
        """For each system and sentence the reference that counts, the first of equals."""
        best: Integers = np.argmax(np.nan_to_num(self.merit(metric), nan=-1.0), axis=1)
        return best

    def pick(self, values: NDArray[np.generic], metric: str) -> Floats:
        """Take each sentence's value for its best reference."""
        chosen = self.best_reference(metric)[:, np.newaxis]
        return np.take_along_axis(values, chosen, axis=1)[:, 0].astype(np.float64)

    @cached_property
    def hypothesis_words(self) -> Integers:
        """The words of each hypothesis."""
        counts = [np.diff(offsets) for _, offsets in self._numbered[0]]
        return np.broadcast_to(np.array(counts)[:, np.newaxis], self.shape)

    @cached_property
    def reference_words(self) -> Integers:
        """The words of each reference."""
        counts = [np.diff(offsets) for _, offsets in self._numbered[1]]
        return np.broadcast_to(np.array(counts)[np.newaxis], self.shape)

    @cached_property
    def bleu(self) -> Integers:
        """BLEU's counts up to 4-grams, of shape (systems, sentences, 10)."""
        systems, references = self._numbered
        return np.array(
            [_kernels.bleu_statistics(system, references, BLEU_ORDER) for system in systems]
        )

    @cached_property
    def shared_words(self) -> Integers:
        """Words that hypothesis and reference share, each as often as both have it."""
        systems, references = self._numbered
        counts = [
            _kernels.bleu_statistics(system, [reference], 1)[:, 0]
            for system in systems
            for reference in references
        ]
        return self._rows(np.concatenate(counts))

    @cached_property
    def context_matches(self) -> AlignmentBatch:
        """Words matched by the words around them (S4.2, `ribes`), row by row."""
        vocabulary = Vocabulary(fold_case=self._fold_case)
        return context_links(vocabulary, *map(as_block, self.rows_of_text))

    @cached_property
    def rows_of_text(self) -> tuple[list[str], list[str]]:
        """Hypotheses and references: system by system, for each the references."""
        references = self.texts.references
        hypotheses = [line for system in self.texts.systems for _ in references for line in system]
        wanted = [line for reference in references for line in reference]
        return hypotheses, wanted * len(self.texts.systems)

    @cached_property
    def _numbered(self) -> tuple[list[_Ids], list[_Ids]]:
        interner = _kernels.Interner()
        systems, references = (
            [interner.intern(as_block(text)) for text in texts]
            for texts in (self.texts.systems, self.texts.references)
        )
        return systems, references

    def _scored(self, kind: str, metric: str, permutations: PermutationBatch) -> Floats:
        if (kind, metric) not in self._ordering:
            scores = ordering_scores(
                permutations.values,
                permutations.offsets,
                metric,
                beta=self._beta,
                gamma=self._gamma,
                threads=self._threads,
            )
            self._ordering[kind, metric] = self._rows(scores[metric])
        return self._ordering[kind, metric]

    def _rows(self, values: NDArray[Number]) -> NDArray[Number]:
        return values.reshape(self.shape)
