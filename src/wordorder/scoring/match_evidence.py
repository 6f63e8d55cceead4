"""Word order by the direct route: hypotheses matched with references."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from wordorder.permutation import PermutationBatch
from wordorder.scoring.brevity import brevity_penalty
from wordorder.scoring.evidence import Evidence
from wordorder.text import split_words

if TYPE_CHECKING:
    from wordorder.alignment.matching import MatchBatch, Matcher
    from wordorder.scoring.evidence import Floats, Integers
    from wordorder.scoring.texts import Texts


class MatchEvidence(Evidence):
    """The order of matched words (S1.5).

    Args:
        texts: Words with blanks between them.
        matcher: Links the words of each system with those of each reference.
        **options: Those of `Evidence`.
    """

    def __init__(self, texts: Texts, matcher: Matcher, **options: Any) -> None:
        super().__init__(texts, fold_case=matcher.folds_case, **options)
        self._matcher = matcher

    @cached_property
    def matches(self) -> MatchBatch:
        """The matches of all rows of text."""
        return self._matcher.match(*self.rows_of_text)

    @cached_property
    def permutations(self) -> PermutationBatch:
        """The order of the matched words of each row."""
        return PermutationBatch.from_alignments(self.matches.alignments, "matched")

    @cached_property
    def matched(self) -> Integers:
        """|π|: the matched words of each reference."""
        return self._rows(self.permutations.lengths)

    @cached_property
    def brevity(self) -> Floats:
        """bp(|π|, |ref|), S4.1."""
        return brevity_penalty(self.matched, self.reference_words)

    @property
    def coverage_counts(self) -> tuple[Integers, Integers]:
        """Matched reference words, reference words."""
        return self.matched, self.reference_words

    def ordering(self, metric: str) -> Floats:
        """The metric over matched words; NaN where nothing is matched."""
        return self._scored("matched", metric, self.permutations)

    def distance(self, metric: str) -> Floats:
        """The metric, the reference being the source (S1.3); 0 where nothing matches."""
        scores = self._scored("lrscore", metric, self._with_reference_as_source)
        return np.where((self.matched == 0) & (self.reference_words > 0), 0.0, scores)

    def merit(self, metric: str) -> Floats:
        """bp·ordering; an empty reference is never chosen if there is another."""
        terms = self.brevity * np.nan_to_num(self.ordering(metric))
        return np.where(self.reference_words > 0, terms, np.nan)

    def row(self, system: int, reference: int, sentence: int) -> int:
        """The number of a row of `matches` and `permutations`."""
        _, references, sentences = self.shape
        return (system * references + reference) * sentences + sentence

    def words(self, row: int) -> tuple[list[str], list[str]]:
        """The words of hypothesis and reference of a row."""
        hypotheses, references = self.rows_of_text
        return split_words(hypotheses[row]), split_words(references[row])

    @cached_property
    def _with_reference_as_source(self) -> PermutationBatch:
        return PermutationBatch.from_alignments(self.matches.alignments.transpose(), "lrscore")
