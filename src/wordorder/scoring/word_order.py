"""The order of words, wherever it comes from: matched words, links, or rearranged words."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Protocol, TypeAlias

if TYPE_CHECKING:
    from wordorder.alignment.matching import MatchBatch
    from wordorder.arrays import Floats, Integers
    from wordorder.permutation import Convention, PermutationBatch
    from wordorder.scoring.texts import Texts
    from wordorder.text import Tokenizer

Shape: TypeAlias = tuple[int, int, int]


class WordOrder(Protocol):
    """The order of words in each system, seen from each reference.

    Arrays have the shape (systems, references, sentences); rows of permutations and matches stand
    in the same order.
    """

    convention: ClassVar[Convention]
    """How links become the permutation that a metric by itself judges."""

    @property
    def matches(self) -> MatchBatch | None:
        """The links between hypotheses and references, if there are any."""

    @property
    def coverage_counts(self) -> tuple[Integers, Integers]:
        """The words whose order is judged, and all of them."""

    def permutations(self, convention: Convention) -> PermutationBatch:
        """The orders, row by row."""

    def zero_for_nothing(self, scores: Floats) -> Floats:
        """Scores with 0 where the hypothesis has nothing to judge, though the reference has."""

    def merit(self, scores: Floats) -> Floats:
        """What the best of several references is chosen by; NaN where one cannot be.

        Args:
            scores: Of the permutations by `convention`, NaN where the order is undefined.
        """


class OrderSource(Protocol):
    """Where to take the order of words from: an option of `score` that knows what to do."""

    step: ClassVar[str]
    """What `--timing` calls the work."""

    usual_preset: ClassVar[str]
    """The preset if none is chosen."""

    @property
    def signature(self) -> str:
        """What decides the order of words."""

    @property
    def doubt(self) -> str | None:
        """What is doubtful about it, if anything is."""

    @property
    def fold_case(self) -> bool:
        """Whether words that differ in case only are the same, but for BLEU and F1."""

    def check_preset(self, name: str) -> None:
        """Refuse a preset that is not defined for such an order."""

    def words_of_systems(self, words: Tokenizer) -> Tokenizer:
        """What splits the systems' texts, if `words` splits the references."""

    def word_order(self, texts: Texts, threads: int) -> WordOrder:
        """Find the order of tokenised texts."""
