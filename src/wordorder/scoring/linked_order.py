"""Word order through the source: by links to translations, or of rearranged source words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from wordorder import _kernels
from wordorder.alignment.batch import AlignmentBatch
from wordorder.alignment.matching.vocabulary import as_block
from wordorder.arrays import Floats, Integers, frozen
from wordorder.errors import Argument, InputError, UsageError, WordorderWarning
from wordorder.output.console import visible
from wordorder.output.temporary import temporary_folder
from wordorder.output.wording import counted
from wordorder.permutation.batch import Convention, PermutationBatch
from wordorder.scoring.texts import Text, Texts, as_rows, read_text
from wordorder.scoring.word_order import (
    ALIGNERS,
    SharedCounts,
    SharedWordsRequest,
    rows_of_lines,
    shared_counts,
)
from wordorder.text.source import CopiedInput, Input, is_input, is_text_input, shown_name
from wordorder.text.tokenizers import Tokenizer, split_words, tokenizer

Lengths: TypeAlias = "NDArray[np.int32]"


def read_links(
    source: Sequence[str], texts: Sequence[Sequence[str]], files: Sequence[Input]
) -> list[AlignmentBatch]:
    """Read alignments of tokenised texts in Pharaoh format, one file per text.

    Raises:
        InputError: A file cannot be read, lacks a line for some sentence, or has a link outside
            its sentence.
    """
    n = _word_counts(source)
    return [_read(file, n, _word_counts(text)) for file, text in zip(files, texts, strict=True)]


def _read(file: Input, n: Lengths, m: Lengths) -> AlignmentBatch:
    from wordorder.alignment.formats.registry import read_alignments

    links = _joined(read_alignments(file))
    name = visible(shown_name(file))
    if len(links) != len(n):
        raise InputError(
            f"{name} has {counted(len(links), 'line')}, but there are {counted(len(n), 'sentence')}"
        )
    rows = np.repeat(np.arange(len(n)), np.diff(links.offsets))
    outside = (links.sources >= n[rows]) | (links.targets >= m[rows])
    if outside.any():
        link = int(np.argmax(outside))
        row = rows[link]
        raise InputError(
            f"{name}:{row + 1}: link {links.sources[link]}-{links.targets[link]} is past the end: "
            f"the source has {counted(int(n[row]), 'word')}, the translation has {m[row]:,}, "
            "counted from 0; links made with other tokenisers need the same here: ",
            Argument("source_tokenize"),
            " for the source, ",
            Argument("tokenize"),
            " for translations",
        )
    return replace(links, source_lengths=n, target_lengths=m)


def _word_counts(lines: Sequence[str]) -> Lengths:
    return _kernels.count_words(as_block(lines))


def make_links(
    source: Sequence[str], texts: Sequence[Sequence[str]], aligner: str
) -> list[AlignmentBatch]:
    """Align tokenised texts, each separately, so that systems do not affect each other.

    Raises:
        InputError: The aligner fails.
    """
    with _as_file(source, "the source") as file:
        return [_aligned(file, text, aligner) for text in texts]


def _joined(batches: Iterable[AlignmentBatch]) -> AlignmentBatch:
    return AlignmentBatch.join(list(batches))


def _aligned(source: Input, target: Sequence[str], aligner: str) -> AlignmentBatch:
    with _as_file(target, "the translation") as file:
        if aligner == "eflomal":
            from wordorder.alignment.bilingual.aligners import EFLOMAL

            return _joined(EFLOMAL.align(source, file))
        from wordorder.alignment.bilingual.ibm1 import train_ibm1

        return _joined(train_ibm1(source, file).align(source, file))


@contextmanager
def _as_file(text: Sequence[str], name: str) -> Iterator[Input]:
    """Write the text to a temporary file; errors use the given name."""
    with temporary_folder() as folder:
        file = folder / "text"
        file.write_text("".join(f"{line}\n" for line in text), "utf-8", "backslashreplace")
        yield CopiedInput(str(file), name)


@dataclass(frozen=True, slots=True)
class SourceLinks:
    """Compares the order of source words in each system and each reference.

    Attributes:
        source: The source text: a file or a list of sentences.
        reference_links: Files of source–reference links in Pharaoh format, one for each reference.
        system_links: Files of source–hypothesis links, one for each system, in the same order.
        aligner: ibm1 or eflomal, to compute the links from the tokenised texts instead.
        source_tokenize: The tokeniser of the source; by default 13a with an aligner, none with
            link files.

    Raises:
        UsageError: Neither links nor an aligner are given, or both.

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
        """The tokeniser of the source; link files imply tokenised text."""
        return tokenizer(self.source_tokenize or ("none" if self.aligner is None else "13a"))

    def check_preset(self, name: str) -> None:
        """Reject presets that need matched words."""
        if name not in ("lrscore", "frs", "ribes"):
            raise UsageError(
                f"{name} needs a direct match; with source alignments choose the preset "
                "lrscore or frs"
            )

    def words_of_systems(self, words: Tokenizer) -> Tokenizer:
        """Return the tokeniser of the references."""
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
    confident = None  # no link is weak

    def __init__(
        self,
        systems: Sequence[AlignmentBatch],
        references: Sequence[AlignmentBatch],
        shape: tuple[int, int, int],
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

    def permutations(self, convention: Convention) -> PermutationBatch:
        """Return the order in each system relative to that in each reference."""
        systems, references = (
            [PermutationBatch.from_alignments(batch, convention) for batch in batches]
            for batches in (self._systems, self._references)
        )
        return PermutationBatch.join(
            [own.relative_to(wanted) for own in systems for wanted in references]
        )

    def zero_for_nothing(self, scores: Floats) -> Floats:
        """Replace scores by 0 where only the hypothesis lacks links."""
        bare = self._for_each_reference([np.diff(batch.offsets) == 0 for batch in self._systems])
        bare_references = np.array([np.diff(batch.offsets) == 0 for batch in self._references])
        return np.where(bare & ~bare_references[np.newaxis], 0.0, scores)

    def merit(self, scores: Floats) -> Floats:
        """Return the scores of `zero_for_nothing`."""
        return self.zero_for_nothing(scores)

    def on_shared_words(
        self, pairs: Integers, lines: slice, request: SharedWordsRequest, sums: Floats
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

    def _for_each_reference(self, rows: Sequence[Integers]) -> Integers:
        return np.broadcast_to(np.array(rows)[:, np.newaxis], self._shape)


def as_files(files: Input | Sequence[Input]) -> tuple[Input, ...]:
    """Return files as a tuple, also a single one."""
    return (files,) if is_input(files) else tuple(cast("Sequence[Input]", files))


def as_text(text: Text) -> Text:
    """Return a file as it is, and sentences as a tuple."""
    return text if is_text_input(text) else as_rows(text, Argument("source"))


def read_source(source: Text, words: Tokenizer, texts: Texts) -> Sequence[str]:
    """Read and tokenise the source.

    Raises:
        InputError: Its number of lines differs from that of the texts.
    """
    lines = words.lines(read_text(source, Argument("source")))
    if len(lines) != texts.lines:
        raise InputError(
            Argument("source"),
            f" has {counted(len(lines), 'line')}, but the texts have {texts.lines:,}",
        )
    return lines


def check_number_of_files(name: str, files: Sequence[Input], wanted: int) -> None:
    """Check the number of link files.

    Raises:
        UsageError: There are too many or too few.
    """
    if len(files) != wanted:
        raise UsageError(
            Argument(name), f" is given {counted(len(files), 'time')} for {counted(wanted, 'text')}"
        )


def places_of(alignments: AlignmentBatch) -> _kernels.Ragged:
    """Return the first target of each source word, or -1."""
    offsets = np.concatenate([[0], np.cumsum(alignments.source_lengths, dtype=np.int64)])
    places = np.full(offsets[-1], -1, np.int32)
    words = np.repeat(offsets[:-1], np.diff(alignments.offsets)) + alignments.sources
    # Links are sorted: written in reverse, the first target of each word remains.
    places[words[::-1]] = alignments.targets[::-1]
    return _kernels.Ragged(frozen(places), frozen(offsets))


def compare_places(
    systems: Sequence[Sequence[_kernels.Ragged]],
    references: Sequence[_kernels.Ragged],
    pairs: Integers,
    lines: slice,
    request: SharedWordsRequest,
    sums: Floats,
) -> SharedCounts:
    """Compare the order of source words that have a place in both systems and the reference.

    Args:
        systems: For each reference, the places of the source words in each system.
        references: Their places in each reference.
        pairs: Indices of the two systems, of shape (pairs, 2).
        lines: The sentences.
        request: The metrics to compute.
        sums: The sums over the sentences before.
    """
    counts = _kernels.shared_links(
        [rows_of_lines(rows, lines) for rows in systems],
        rows_of_lines(references, lines),
        pairs.reshape(-1),
        sums.reshape(-1),
        *request,
    )
    return shared_counts(counts, len(pairs))


def _linked_words(alignments: AlignmentBatch) -> Integers:
    """Count the linked source words in each row; links are sorted by source."""
    rows = np.repeat(np.arange(len(alignments)), np.diff(alignments.offsets))
    new = np.ones(len(rows), dtype=np.bool_)
    new[1:] = (np.diff(rows) != 0) | (np.diff(alignments.sources) != 0)
    return np.bincount(rows[new], minlength=len(alignments))


@dataclass(frozen=True, slots=True)
class RearrangedSource:
    """Compares system texts that are the words of the source in another order.

    The k-th occurrence of a word in a system's text stands for its k-th in reference order.

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
        """Return the tokeniser of the source."""
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
        InputError: A line's words differ from those of the source.
    """

    convention: ClassVar[Convention] = "lrscore"
    source = None
    matches = None
    confident = None  # no link is weak

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
        """The number of source words, twice: the order of all is compared."""
        words = np.array([len(split_words(line)) for line in self._source])
        counts = np.broadcast_to(words, self._texts.shape)
        return counts, counts

    def permutations(self, convention: Convention) -> PermutationBatch:
        """Return the order in each system relative to that in each reference."""
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
        """Return the scores unchanged: no source word is missing."""
        return scores

    def merit(self, scores: Floats) -> Floats:
        """Return the scores unchanged."""
        return scores

    def on_shared_words(
        self, pairs: Integers, lines: slice, request: SharedWordsRequest, sums: Floats
    ) -> SharedCounts:
        """Compare the order of source words linked to the reference.

        Both systems have all source words.
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
