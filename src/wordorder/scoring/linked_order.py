"""Word order through source alignments of hypotheses and references."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, cast

import numpy as np

from wordorder import _kernels
from wordorder.arrays import frozen
from wordorder.errors import Argument, InputError, UsageError
from wordorder.output import counted
from wordorder.permutation import PermutationBatch
from wordorder.scoring.shared_words import rows_of_lines, shared_counts
from wordorder.scoring.source_links import ALIGNERS, make_links, read_links
from wordorder.scoring.texts import as_rows, read_text
from wordorder.text import is_input, is_text_input, tokenizer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.alignment import AlignmentBatch
    from wordorder.arrays import Floats, Integers
    from wordorder.errors import WordorderWarning
    from wordorder.permutation import Convention
    from wordorder.scoring.shared_words import RestRequest, SharedCounts
    from wordorder.scoring.texts import Text, Texts
    from wordorder.scoring.word_order import Shape
    from wordorder.text import Input, Tokenizer


@dataclass(frozen=True, slots=True)
class SourceLinks:
    """Compares the order of source words in each system and each reference.

    Attributes:
        source: The source text: a file or a list of sentences.
        reference_links: Files of source–reference links in Pharaoh format, one for each reference.
        system_links: Files of source–hypothesis links, one for each system, in the same order.
        aligner: ibm1 or eflomal, to compute the links from the tokenised texts instead.
        source_tokenize: The tokeniser of the source; by default 13a with an aligner, none with
            files of links.

    Raises:
        UsageError: Neither links nor an aligner are given, or both are.

    Examples:
        >>> SourceLinks(["das Haus"], aligner="ibm1", source_tokenize="none").signature
        'align:ibm1|src_tok:none'
    """

    source: Text
    reference_links: Sequence[Input] = ()
    system_links: Sequence[Input] = ()
    aligner: str | None = None
    source_tokenize: str | None = None
    step: ClassVar[str] = "aligning"
    doubt: ClassVar[WordorderWarning | None] = None
    usual_preset: ClassVar[str] = "lrscore"
    compared: ClassVar[str] = "shared-source-words"

    def __post_init__(self) -> None:
        object.__setattr__(self, "source", as_text(self.source))
        for name in ("reference_links", "system_links"):
            object.__setattr__(self, name, as_files(getattr(self, name)))
        if (bool(self.reference_links) or bool(self.system_links)) == (self.aligner is not None):
            raise UsageError(
                "with ",
                Argument("source"),
                ", give ",
                Argument("reference_links"),
                " and ",
                Argument("system_links"),
                ", or ",
                Argument("aligner"),
            )
        if self.aligner is not None and self.aligner not in ALIGNERS:
            raise UsageError.unknown("aligner", self.aligner, ALIGNERS)
        if self.source_tokenize is not None:
            tokenizer(self.source_tokenize)

    @property
    def signature(self) -> str:
        """Everything that determines the order of source words."""
        return f"align:{self.aligner or 'given'}|src_tok:{self.words.signature}"

    @property
    def fold_case(self) -> bool:
        """The default of `Matcher`."""
        return True

    @property
    def words(self) -> Tokenizer:
        """The tokeniser of the source; files of links imply tokenised text."""
        return tokenizer(self.source_tokenize or ("none" if self.aligner is None else "13a"))

    def check_preset(self, name: str) -> None:
        """Reject presets that need matched words."""
        if name not in ("lrscore", "frs", "ribes"):
            raise UsageError(
                f"{name} needs a direct match; with source alignments choose the preset "
                "lrscore or frs"
            )

    def words_of_systems(self, words: Tokenizer) -> Tokenizer:
        """The tokeniser of the references."""
        return words

    def word_order(self, texts: Texts, _threads: int) -> LinkedOrder:
        """Read or compute the links of tokenised texts."""
        source = read_source(self.source, self.words, texts)
        if self.aligner is not None:
            systems = make_links(source, texts.systems, self.aligner)
            references = make_links(source, texts.references, self.aligner)
            return LinkedOrder(systems, references, texts.shape, source)
        check_number_of_files("reference_links", self.reference_links, len(texts.references))
        check_number_of_files("system_links", self.system_links, len(texts.systems))
        systems = read_links(source, texts.systems, self.system_links)
        references = read_links(source, texts.references, self.reference_links)
        return LinkedOrder(systems, references, texts.shape, source)


class LinkedOrder:
    """The order of source words in a hypothesis, relative to that in a reference.

    Args:
        systems: Source–hypothesis links of each system.
        references: Source–reference links of each reference.
        shape: Numbers of systems, references and sentences.
        source: The tokenised source.
    """

    convention: ClassVar[Convention] = "lrscore"
    matches = None

    def __init__(
        self,
        systems: Sequence[AlignmentBatch],
        references: Sequence[AlignmentBatch],
        shape: Shape,
        source: Sequence[str],
    ) -> None:
        self._systems, self._references, self._shape = systems, references, shape
        self.source = source

    @property
    def coverage_counts(self) -> tuple[Integers, Integers]:
        """The number of source words linked to the hypothesis, and of all source words."""
        linked = [_linked_words(batch) for batch in self._systems]
        words = [batch.source_lengths.astype(np.int64) for batch in self._systems]
        return self._for_each_reference(linked), self._for_each_reference(words)

    def judged(self) -> None:
        """No link is weak."""

    def permutations(self, convention: Convention) -> PermutationBatch:
        """The order in each system relative to that in each reference."""
        systems, references = (
            [PermutationBatch.from_alignments(batch, convention) for batch in batches]
            for batches in (self._systems, self._references)
        )
        return PermutationBatch.join(
            [own.relative_to(wanted) for own in systems for wanted in references]
        )

    def zero_for_nothing(self, scores: Floats) -> Floats:
        """0 if only the hypothesis lacks links; NaN if the reference does."""
        bare = self._for_each_reference([np.diff(batch.offsets) == 0 for batch in self._systems])
        return np.where(bare & ~self._reference_is_bare, 0.0, scores)

    def merit(self, scores: Floats) -> Floats:
        """The score itself."""
        return self.zero_for_nothing(scores)

    def on_shared_words(
        self, pairs: Integers, lines: slice, request: RestRequest, sums: Floats
    ) -> SharedCounts:
        """Compare the order of source words that both systems and the reference link."""
        systems, references = self._places
        return compare_places([systems] * len(references), references, pairs, lines, request, sums)

    @cached_property
    def _places(self) -> tuple[list[_kernels.Ragged], list[_kernels.Ragged]]:
        systems, references = (
            [places_of(batch) for batch in batches] for batches in (self._systems, self._references)
        )
        return systems, references

    @cached_property
    def _reference_is_bare(self) -> Integers:
        rows = np.array([np.diff(batch.offsets) == 0 for batch in self._references])
        return np.broadcast_to(rows[np.newaxis], self._shape)

    def _for_each_reference(self, rows: Sequence[Integers]) -> Integers:
        return np.broadcast_to(np.array(rows)[:, np.newaxis], self._shape)


def as_files(files: Input | Sequence[Input]) -> tuple[Input, ...]:
    """Turn a single file into a list."""
    return (files,) if is_input(files) else tuple(cast("Sequence[Input]", files))


def as_text(text: Text) -> Text:
    """Turn a list of sentences into a tuple."""
    return text if is_text_input(text) else as_rows(text, Argument("source"))


def read_source(source: Text, words: Tokenizer, texts: Texts) -> Sequence[str]:
    """Read and tokenise the source.

    Raises:
        InputError: Its number of lines differs from that of the texts.
    """
    lines = words.lines(read_text(source, Argument("source")))
    if len(lines) != texts.lines:
        raise InputError(
            Argument("source"), f" has {counted(len(lines), 'line')}, the texts {texts.lines:,}"
        )
    return lines


def check_number_of_files(name: str, files: Sequence[Input], wanted: int) -> None:
    """Check the number of files of links.

    Raises:
        UsageError: There are too many or too few.
    """
    if len(files) != wanted:
        raise UsageError(
            Argument(name), f" is given {counted(len(files), 'time')} for {counted(wanted, 'text')}"
        )


def places_of(alignments: AlignmentBatch) -> _kernels.Ragged:
    """The first target of each source word, or -1."""
    offsets = np.concatenate([[0], np.cumsum(alignments.source_lengths, dtype=np.int64)])
    places = np.full(offsets[-1], -1, np.int32)
    words = np.repeat(offsets[:-1], np.diff(alignments.offsets)) + alignments.sources
    # Links are sorted; written from the last to the first, the first target of a word remains.
    places[words[::-1]] = alignments.targets[::-1]
    return _kernels.Ragged(frozen(places), frozen(offsets))


def compare_places(
    systems: Sequence[Sequence[_kernels.Ragged]],
    references: Sequence[_kernels.Ragged],
    pairs: Integers,
    lines: slice,
    request: RestRequest,
    sums: Floats,
) -> SharedCounts:
    """Compare the order of source words that have a place in both systems and the reference.

    Args:
        systems: For each reference, the places of the source words in each system.
        references: Their places in each reference.
        pairs: Indices of the two systems, of shape (pairs, 2).
        lines: The sentences.
        request: What to compute.
        sums: Those of the sentences before.
    """
    found = _kernels.shared_links(
        [rows_of_lines(rows, lines) for rows in systems],
        rows_of_lines(references, lines),
        pairs.reshape(-1),
        sums.reshape(-1),
        *request,
    )
    return shared_counts(found, len(pairs))


def _linked_words(alignments: AlignmentBatch) -> Integers:
    """The number of linked source words in each row; links are sorted by source."""
    rows = np.repeat(np.arange(len(alignments)), np.diff(alignments.offsets))
    new = np.ones(len(rows), dtype=np.bool_)
    new[1:] = (np.diff(rows) != 0) | (np.diff(alignments.sources) != 0)
    return np.bincount(rows[new], minlength=len(alignments))
