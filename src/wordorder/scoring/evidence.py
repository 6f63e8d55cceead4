"""All that is counted in the sentences of a comparison, each thing once, when it is asked for."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from wordorder import _kernels
from wordorder.alignment import AlignmentBatch
from wordorder.alignment.matching.vocabulary import Vocabulary, as_block
from wordorder.ordering import ordering_scores
from wordorder.permutation import PermutationBatch
from wordorder.scoring.brevity import brevity_penalty
from wordorder.text import split_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordorder.alignment.matching import MatchBatch, Matcher
    from wordorder.scoring.texts import Texts

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

Number = TypeVar("Number", bound=np.generic)

BLEU_ORDER = 4


class Evidence:
    """Counts over tokenised texts, as arrays of shape (systems, references, sentences).

    Args:
        texts: Words with blanks between them.
        matcher: Links the words of each system with those of each reference.
        beta: As in `ordering_scores`.
        gamma: As in `ordering_scores`.
        threads: As in `ordering_scores`.
    """

    def __init__(
        self,
        texts: Texts,
        matcher: Matcher,
        *,
        beta: float = 0.6,
        gamma: float = 0.0,
        threads: int | None = None,
    ) -> None:
        self.texts = texts
        self.shape = (len(texts.systems), len(texts.references), texts.lines)
        self._matcher = matcher
        self._beta, self._gamma, self._threads = beta, gamma, threads
        self._ordering: dict[tuple[str, str], Floats] = {}

    @cached_property
    def matches(self) -> MatchBatch:
        """The matches of all rows: system by system, for each the references."""
        return self._matcher.match(*self._rows_of_text)

    def row(self, system: int, reference: int, sentence: int) -> int:
        """The number of a row of `matches` and `permutations`."""
        _, references, sentences = self.shape
        return (system * references + reference) * sentences + sentence

    def words(self, row: int) -> tuple[list[str], list[str]]:
        """The words of hypothesis and reference of a row."""
        hypotheses, references = self._rows_of_text
        return split_words(hypotheses[row]), split_words(references[row])

    @cached_property
    def hypothesis_words(self) -> Integers:
        """The words of each hypothesis."""
        return self._rows(self.matches.alignments.source_lengths.astype(np.int64))

    @cached_property
    def reference_words(self) -> Integers:
        """The words of each reference."""
        return self._rows(self.matches.alignments.target_lengths.astype(np.int64))

    @cached_property
    def permutations(self) -> PermutationBatch:
        """The order of the matched words (S1.5)."""
        return PermutationBatch.from_alignments(self.matches.alignments, "matched")

    @cached_property
    def matched(self) -> Integers:
        """|π|: the matched words of each reference."""
        return self._rows(self.permutations.lengths)

    @cached_property
    def brevity(self) -> Floats:
        """bp(|π|, |ref|), S4.1."""
        return brevity_penalty(self.matched, self.reference_words)

    def ordering(self, metric: str) -> Floats:
        """An ordering metric of the matched words; NaN where nothing is matched."""
        return self._scored("matched", metric, self.permutations)

    def distance(self, metric: str) -> Floats:
        """An ordering metric, the reference being the source (S1.3); 0 where nothing matches."""
        scores = self._scored("lrscore", metric, self._with_reference_as_source)
        return np.where((self.matched == 0) & (self.reference_words > 0), 0.0, scores)

    def best_reference(self, metric: str) -> Integers:
        """For each system and sentence the reference with the highest bp·ordering (S4.2)."""
        terms = self.brevity * np.nan_to_num(self.ordering(metric))
        best: Integers = np.argmax(np.where(self.reference_words > 0, terms, -1.0), axis=1)
        return best

    def pick(self, values: NDArray[np.generic], metric: str) -> Floats:
        """Take each sentence's value for its best reference."""
        chosen = self.best_reference(metric)[:, np.newaxis]
        return np.take_along_axis(values, chosen, axis=1)[:, 0].astype(np.float64)

    @cached_property
    def bleu(self) -> Integers:
        """BLEU's counts up to 4-grams, of shape (systems, sentences, 10)."""
        interner = _kernels.Interner()
        references = [interner.intern(as_block(text)) for text in self.texts.references]
        return np.array(
            [
                _kernels.bleu_statistics(interner.intern(as_block(system)), references, BLEU_ORDER)
                for system in self.texts.systems
            ]
        )

    @cached_property
    def shared_words(self) -> Integers:
        """Words that hypothesis and reference share, each as often as both have it."""
        interner = _kernels.Interner()
        references = [interner.intern(as_block(text)) for text in self.texts.references]
        systems = [interner.intern(as_block(text)) for text in self.texts.systems]
        counts = [
            _kernels.bleu_statistics(system, [reference], 1)[:, 0]
            for system in systems
            for reference in references
        ]
        return self._rows(np.concatenate(counts))

    @cached_property
    def context_matches(self) -> AlignmentBatch:
        """Words matched by the words around them (S4.2, `ribes`), in the rows of `matches`."""
        vocabulary = Vocabulary(fold_case=self._matcher.folds_case)
        sides = [vocabulary.number(as_block(side)) for side in self._rows_of_text]
        links = _kernels.match_contexts(*sides)
        n, m = (np.diff(side[1]).astype(np.int32) for side in sides)
        return AlignmentBatch(*links, n, m)

    @cached_property
    def _rows_of_text(self) -> tuple[list[str], list[str]]:
        references = self.texts.references
        hypotheses = [line for system in self.texts.systems for _ in references for line in system]
        wanted = [line for reference in references for line in reference]
        return hypotheses, wanted * len(self.texts.systems)

    @cached_property
    def _with_reference_as_source(self) -> PermutationBatch:
        return PermutationBatch.from_alignments(self.matches.alignments.transpose(), "lrscore")

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
