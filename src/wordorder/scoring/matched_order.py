"""Word order by direct match between hypotheses and references."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from wordorder import _kernels
from wordorder.errors import Argument, UsageError
from wordorder.permutation import PermutationBatch
from wordorder.scoring.keeping import match_rows
from wordorder.scoring.lexical import brevity_penalty
from wordorder.scoring.shared_words import rows_of_lines, shared_counts

if TYPE_CHECKING:
    from wordorder.alignment.matching import MatchBatch, Matcher
    from wordorder.alignment.matching.matcher import NumberedTexts
    from wordorder.arrays import Floats, Integers
    from wordorder.errors import WordorderWarning
    from wordorder.output import Cache
    from wordorder.permutation import Convention
    from wordorder.scoring.shared_words import RestRequest, SharedCounts
    from wordorder.scoring.texts import Texts
    from wordorder.text import Tokenizer


@dataclass(frozen=True, slots=True)
class DirectMatch:
    """Matches the words of each system with those of each reference.

    Attributes:
        matcher: The matcher.
        cache: Stores the links for later runs; None for no cache.
    """

    matcher: Matcher
    cache: Cache | None = None
    step: ClassVar[str] = "matching"
    usual_preset: ClassVar[str] = "pefscore"
    compared: ClassVar[str] = "shared-words"

    @property
    def signature(self) -> str:
        """As in the matcher."""
        return self.matcher.signature

    @property
    def doubt(self) -> WordorderWarning | None:
        """As in the matcher."""
        return self.matcher.doubt

    @property
    def fold_case(self) -> bool:
        """As in the matcher."""
        return self.matcher.folds_case

    def check_preset(self, name: str) -> None:
        """Reject frs, which needs source alignments."""
        if name == "frs":
            raise UsageError(
                "frs needs source alignments: give ",
                Argument("source"),
                ", ",
                Argument("reference_links"),
                " and ",
                Argument("system_links"),
            )

    def words_of_systems(self, words: Tokenizer) -> Tokenizer:
        """The tokeniser of the references."""
        return words

    def word_order(self, texts: Texts, threads: int) -> MatchedOrder:
        """Match all rows of the texts."""
        matches = match_rows(self.matcher, *texts.rows(), threads, self.cache)
        return MatchedOrder(matches, texts, self.matcher)


class MatchedOrder:
    """The order of matched words.

    Combined scores use all links, uncombined metrics those of enough confidence.

    Args:
        matches: A row for each system, reference and sentence.
        texts: The tokenised texts.
        matcher: The matcher.
    """

    convention: ClassVar[Convention] = "matched"
    source = None

    def __init__(self, matches: MatchBatch, texts: Texts, matcher: Matcher) -> None:
        self.matches = matches
        self._texts, self._matcher = texts, matcher
        self._shape = texts.shape

    @property
    def coverage_counts(self) -> tuple[Integers, Integers]:
        """The number of reference words in links that count, and of all reference words."""
        judged = self.judged()
        if judged is None:
            return self._matched, self._reference_words
        return judged.lengths.reshape(self._shape), self._reference_words

    def permutations(self, convention: Convention) -> PermutationBatch:
        """The order of matched words; other conventions treat the reference as the source."""
        if convention == "matched":
            return self._permutations
        places = PermutationBatch.from_alignments(self.matches.alignments.transpose(), convention)
        # Left to right through the hypothesis: the source words are numbered as in the reference.
        return PermutationBatch(places.orders, places.offsets)

    def judged(self) -> PermutationBatch | None:
        """The order of the words in links of enough confidence; None if all have it."""
        return self._judged

    def zero_for_nothing(self, scores: Floats) -> Floats:
        """0 if nothing matches."""
        return np.where((self._matched == 0) & (self._reference_words > 0), 0.0, scores)

    def merit(self, scores: Floats) -> Floats:
        """bp(|π|, |ref|)·ordering; an empty reference is chosen only if there is no other."""
        terms = brevity_penalty(self._matched, self._reference_words) * np.where(
            np.isnan(scores), 0.0, scores
        )
        return np.where(self._reference_words > 0, terms, np.nan)

    def on_shared_words(
        self, pairs: Integers, lines: slice, request: RestRequest, sums: Floats
    ) -> SharedCounts:
        """Match what is left of both translations with the reference again."""
        rows = rows_of_lines(self._numbered.rows, lines)
        systems = self._shape[0]
        found = _kernels.shared_words(
            rows[:systems],
            rows[systems:],
            pairs.reshape(-1),
            sums.reshape(-1),
            self._numbered.knowledge,
            *request,
        )
        return shared_counts(found, len(pairs))

    def __getstate__(self) -> dict[str, object]:
        # What the kernels keep of words does not pickle; it is made again where it is needed.
        return {name: value for name, value in self.__dict__.items() if name != "_numbered"}

    @cached_property
    def _numbered(self) -> NumberedTexts:
        return self._matcher.numbered([*self._texts.systems, *self._texts.references])

    @cached_property
    def _permutations(self) -> PermutationBatch:
        return PermutationBatch.from_alignments(self.matches.alignments, "matched")

    @cached_property
    def _judged(self) -> PermutationBatch | None:
        confident = self.matches.confident()
        if confident is self.matches.alignments:
            return None
        return PermutationBatch.from_alignments(confident, "matched")

    @cached_property
    def _matched(self) -> Integers:
        """|π|."""
        return self._permutations.lengths.reshape(self._shape)

    @cached_property
    def _reference_words(self) -> Integers:
        return self.matches.alignments.target_lengths.astype(np.int64).reshape(self._shape)
