"""The interface to word order from matched words, links, or rearranged words."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.alignment.matching import MatchBatch
    from wordorder.arrays import Floats, Integers
    from wordorder.errors import WordorderWarning
    from wordorder.permutation import Convention, PermutationBatch
    from wordorder.scoring.shared_words import RestRequest, SharedCounts
    from wordorder.scoring.texts import Texts
    from wordorder.text import Tokenizer

Shape: TypeAlias = tuple[int, int, int]


class WordOrder(Protocol):
    """The word order of each system relative to each reference.

    Arrays have the shape (systems, references, sentences); rows of permutations and matches are in
    the same order.
    """

    convention: ClassVar[Convention]
    """How links become the permutation for an uncombined metric."""

    @property
    def matches(self) -> MatchBatch | None:
        """The links between hypotheses and references, if any."""

    @property
    def source(self) -> Sequence[str] | None:
        """The tokenised source that the systems translate, if it is known."""

    @property
    def coverage_counts(self) -> tuple[Integers, Integers]:
        """The number of words whose order is judged, and of all words."""

    def permutations(self, convention: Convention) -> PermutationBatch:
        """The orders, row by row."""

    def judged(self) -> PermutationBatch | None:
        """The orders for an uncombined metric, without weak links; None if no link is weak."""

    def zero_for_nothing(self, scores: Floats) -> Floats:
        """Scores with 0 where only the hypothesis has nothing to judge."""

    def merit(self, scores: Floats) -> Floats:
        """The score that selects the best reference; NaN for one that cannot be chosen.

        Args:
            scores: Scores of the permutations by `convention`; NaN if the order is undefined.
        """

    def on_shared_words(
        self, pairs: Integers, lines: slice, request: RestRequest, sums: Floats
    ) -> SharedCounts:
        """Compare pairs of systems on the words both have, in some of the sentences.

        Args:
            pairs: Indices of the two systems, of shape (pairs, 2).
            lines: The sentences.
            request: What to compute.
            sums: Those of the sentences before.
        """


class OrderSource(Protocol):
    """Where the word order comes from: an option of `score`."""

    step: ClassVar[str]
    """Name of this step in `--timing`."""

    usual_preset: ClassVar[str]
    """The default preset."""

    compared: ClassVar[str]
    """What pairs of systems are compared on, for the signature."""

    @property
    def signature(self) -> str:
        """Everything that determines the word order."""

    @property
    def doubt(self) -> WordorderWarning | None:
        """A warning about the word order, or None."""

    @property
    def fold_case(self) -> bool:
        """Whether matching ignores case."""

    def check_preset(self, name: str) -> None:
        """Reject a preset that is not defined for this word order."""

    def words_of_systems(self, words: Tokenizer) -> Tokenizer:
        """The tokeniser of the systems' texts, if `words` is that of the references."""

    def word_order(self, texts: Texts, threads: int) -> WordOrder:
        """Compute the word order of tokenised texts."""
