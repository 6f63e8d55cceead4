"""Word order of rearranged source texts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from wordorder.errors import Argument, InputError, UsageError
from wordorder.output import visible
from wordorder.permutation import PermutationBatch
from wordorder.scoring.linked_order import (
    as_files,
    as_text,
    check_number_of_files,
    compare_places,
    places_of,
    read_source,
)
from wordorder.scoring.source_links import read_links
from wordorder.text import split_words, tokenizer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder import _kernels
    from wordorder.alignment import AlignmentBatch
    from wordorder.arrays import Floats, Integers
    from wordorder.errors import WordorderWarning
    from wordorder.permutation import Convention
    from wordorder.scoring.shared_words import RestRequest, SharedCounts
    from wordorder.scoring.texts import Text, Texts
    from wordorder.text import Input, Tokenizer


@dataclass(frozen=True, slots=True)
class RearrangedSource:
    """The systems' texts are the words of the source in another order.

    The k-th occurrence of a word in a system's text is its k-th occurrence in reference order.

    Attributes:
        source: The source text: a file or a list of sentences.
        reference_links: Files of source–reference links in Pharaoh format, one for each reference.
        source_tokenize: The tokeniser of the source and of the systems' texts; by default none.

    Raises:
        UsageError: No links are given.

    Examples:
        >>> RearrangedSource(["das Haus"], ["source-reference.align"]).signature
        'align:surface|src_tok:none'
    """

    source: Text
    reference_links: Sequence[Input] = ()
    source_tokenize: str | None = None
    step: ClassVar[str] = "aligning"
    doubt: ClassVar[WordorderWarning | None] = None
    usual_preset: ClassVar[str] = "frs"
    compared: ClassVar[str] = "shared-source-words"

    def __post_init__(self) -> None:
        object.__setattr__(self, "source", as_text(self.source))
        object.__setattr__(self, "reference_links", as_files(self.reference_links))
        if not self.reference_links:
            raise UsageError("rearranged source words need ", Argument("reference_links"))
        if self.source_tokenize is not None:
            tokenizer(self.source_tokenize)

    @property
    def signature(self) -> str:
        """Everything that determines the order of source words."""
        return f"align:surface|src_tok:{self._words.signature}"

    @property
    def fold_case(self) -> bool:
        """The default of `Matcher`."""
        return True

    @property
    def _words(self) -> Tokenizer:
        return tokenizer(self.source_tokenize or "none")

    def check_preset(self, name: str) -> None:
        """Reject all presets but frs."""
        if name != "frs":
            raise UsageError("rearranged source words are not a translation: choose frs")

    def words_of_systems(self, _words: Tokenizer) -> Tokenizer:
        """The tokeniser of the source."""
        return self._words

    def word_order(self, texts: Texts, _threads: int) -> RearrangedOrder:
        """Read the links, and find the source words in the systems' texts."""
        source = read_source(self.source, self._words, texts)
        check_number_of_files("reference_links", self.reference_links, len(texts.references))
        references = read_links(source, texts.references, self.reference_links)
        return RearrangedOrder(texts, source, references)


class RearrangedOrder:
    """The order of rearranged source words, relative to the reference order.

    Args:
        texts: Tokenised texts; those of the systems are rearranged source words.
        source: The tokenised source.
        references: Source–reference links of each reference.

    Raises:
        InputError: A line has other words than the source.
    """

    convention: ClassVar[Convention] = "lrscore"
    source = None
    matches = None

    def __init__(
        self, texts: Texts, source: Sequence[str], references: Sequence[AlignmentBatch]
    ) -> None:
        self._texts, self._references, self._source = texts, references, source
        for name, system in zip(texts.names, texts.systems, strict=True):
            try:
                PermutationBatch.from_surface(source, system)
            except InputError as error:
                raise InputError(f"{visible(name)}, {error}") from None

    @property
    def coverage_counts(self) -> tuple[Integers, Integers]:
        """The number of source words, twice: the order of each is judged."""
        words = np.array([len(split_words(line)) for line in self._source])
        counts = np.broadcast_to(words, self._texts.shape)
        return counts, counts

    def judged(self) -> None:
        """No link is weak."""

    def permutations(self, convention: Convention) -> PermutationBatch:
        """The order in each system relative to that in each reference."""
        wanted = [PermutationBatch.from_alignments(batch, convention) for batch in self._references]
        return PermutationBatch.join(
            [
                PermutationBatch.from_surface(self._source, system, reference).relative_to(
                    reference
                )
                for system in self._texts.systems
                for reference in wanted
            ]
        )

    def zero_for_nothing(self, scores: Floats) -> Floats:
        """The scores unchanged: no source word is missing."""
        return scores

    def merit(self, scores: Floats) -> Floats:
        """The score itself."""
        return scores

    def on_shared_words(
        self, pairs: Integers, lines: slice, request: RestRequest, sums: Floats
    ) -> SharedCounts:
        """Compare the order of source words with a link to the reference.

        Both systems have all of the source words.
        """
        systems, references = self._places
        return compare_places(systems, references, pairs, lines, request, sums)

    @cached_property
    def _places(self) -> tuple[list[list[_kernels.Ragged]], list[_kernels.Ragged]]:
        systems = []
        for batch in self._references:
            wanted = PermutationBatch.from_alignments(batch, self.convention)
            ranks = [
                PermutationBatch.from_surface(self._source, system, wanted)
                for system in self._texts.systems
            ]
            systems.append([places.ragged for places in ranks])
        return systems, [places_of(batch) for batch in self._references]
