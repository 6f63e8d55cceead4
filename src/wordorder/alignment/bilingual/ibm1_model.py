"""A trained IBM Model 1: the likely partners of each word, in both directions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder import _kernels
from wordorder.alignment.batch import AlignmentBatch
from wordorder.alignment.bilingual.sentence_pairs import SentencePairs, read_pairs
from wordorder.alignment.symmetrization import checked_method
from wordorder.arrays import frozen
from wordorder.output import open_output
from wordorder.text import open_parallel_text
from wordorder.threads import thread_count

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Generator, Mapping, Sequence
    from typing import TextIO

    from numpy.typing import NDArray

    from wordorder.alignment.bilingual.learning_curve import LearningCurve
    from wordorder.alignment.bilingual.sentence_pairs import SplitSentences
    from wordorder.alignment.symmetrization import Symmetrization
    from wordorder.text import Input


class Training(NamedTuple):
    """What a model was trained on, and how."""

    sentence_pairs: int
    iterations: int
    prior: float


class WordPairs(NamedTuple):
    """Numbers of source and target words, and how likely one generates the other."""

    sources: NDArray[np.int32]
    targets: NDArray[np.int32]
    probabilities: NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class PartnerTable:
    """A ragged table: word w has the partners `offsets[w]` to `offsets[w + 1]`.

    Attributes:
        partners: Words on the other side, sorted for each word.
        probabilities: The probability of the word given each partner.
        offsets: The start and end of each word's partners.
    """

    partners: NDArray[np.int32]
    probabilities: NDArray[np.float32]
    offsets: NDArray[np.int64]

    @classmethod
    def of_pairs(
        cls,
        words: NDArray[np.int32],
        partners: NDArray[np.int32],
        probabilities: NDArray[np.float32],
        count: int,
    ) -> PartnerTable:
        """Build the table of `count` words from pairs in any order."""
        order = np.lexsort((partners, words))
        ends = np.cumsum(np.bincount(words, minlength=count), dtype=np.int64)
        offsets = np.concatenate([np.zeros(1, np.int64), ends])
        return cls(frozen(partners[order]), frozen(probabilities[order]), frozen(offsets))

    @property
    def words(self) -> NDArray[np.int32]:
        """The word of each partner."""
        sizes = np.diff(self.offsets)
        return np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)

    def best(
        self, words: _kernels.Ragged, others: _kernels.Ragged, threads: int
    ) -> NDArray[np.int32]:
        """Return the position of each word's best partner, -1 if it has none."""
        table = _kernels.Ragged(self.partners, self.offsets)
        return _kernels.best_partners(words, others, table, self.probabilities, threads)


@dataclass(frozen=True, slots=True, eq=False)
class Ibm1Model:
    """Which words translate each other; trained by `train_ibm1` or loaded from a file.

    Attributes:
        source_words: The source words that have a partner, by number.
        target_words: The target words that have a partner, by number.
        forward: For each target word the source words it may come from: p(target | source).
        reverse: For each source word the target words it may come from: p(source | target).
        fold_case: Whether to ignore case.
        training: What the model was trained on, and how.
        learning: The EM objective by iteration; None for a model loaded from a file.
    """

    source_words: tuple[str, ...]
    target_words: tuple[str, ...]
    forward: PartnerTable
    reverse: PartnerTable
    fold_case: bool
    training: Training
    learning: LearningCurve | None = None

    @classmethod
    def of_pairs(
        cls,
        source_words: Sequence[str],
        target_words: Sequence[str],
        forward: WordPairs,
        reverse: WordPairs,
        *,
        fold_case: bool,
        training: Training,
        learning: LearningCurve | None = None,
    ) -> Ibm1Model:
        """Build a model, numbering only the words that have a partner."""
        sources, source_number = _used(source_words, forward.sources, reverse.sources)
        targets, target_number = _used(target_words, forward.targets, reverse.targets)
        return cls(
            sources,
            targets,
            PartnerTable.of_pairs(
                target_number[forward.targets],
                source_number[forward.sources],
                forward.probabilities,
                len(targets),
            ),
            PartnerTable.of_pairs(
                source_number[reverse.sources],
                target_number[reverse.targets],
                reverse.probabilities,
                len(sources),
            ),
            fold_case,
            training,
            learning,
        )

    def align(
        self,
        source: Input,
        target: Input,
        *,
        method: Symmetrization = "grow-diag-final-and",
        threads: int | None = None,
        on_bytes: Callable[[int], None] | None = None,
    ) -> Generator[AlignmentBatch, None, None]:
        """Link the words of a text and its translation, in bounded memory.

        The most likely alignments in both directions (see `align_both_ways`) are symmetrised as by
        `Alignment.symmetrize`.

        Args:
            source: The text, one sentence per line, words separated by spaces, plain or
                compressed; `-` is standard input.
            target: Its translation, line by line.
            method: intersection, union or grow-diag-final-and.
            threads: Number of threads; by default one per processor.
            on_bytes: Called with the number of bytes read, for a progress bar.

        Raises:
            InputError: The texts cannot be read, or have different numbers of lines.
            UsageError: Unknown method.
        """
        checked_method(method)
        directions = self.align_both_ways(source, target, threads=threads, on_bytes=on_bytes)
        return (forward.symmetrize(reverse, method) for forward, reverse in directions)

    def align_both_ways(
        self,
        source: Input,
        target: Input,
        *,
        threads: int | None = None,
        on_bytes: Callable[[int], None] | None = None,
    ) -> Generator[tuple[AlignmentBatch, AlignmentBatch], None, None]:
        """Link in both directions: at most one source word per target word, and vice versa.

        Ties go to the partner nearest the diagonal. A word unknown to the model, such as a name or
        a number, is linked only to unknown words with the same spelling.
        """
        workers = thread_count(threads)
        source_number = {word: k for k, word in enumerate(self.source_words)}
        target_number = {word: k for k, word in enumerate(self.target_words)}
        with open_parallel_text([source, target]) as text:
            for pairs in read_pairs(text, fold_case=self.fold_case, on_bytes=on_bytes):
                unknown: dict[str, int] = {}
                there = _numbers(pairs.source, source_number, unknown)
                back = _numbers(pairs.target, target_number, unknown)
                yield (
                    _forward_links(pairs, self.forward.best(back, there, workers)),
                    _reverse_links(pairs, self.reverse.best(there, back, workers)),
                )

    def save(self, path: str | os.PathLike[str] | None) -> None:
        r"""Write the model as plain text, whole or not at all; None or `-` is standard output.

        Examples:
            >>> import pathlib, tempfile
            >>> from wordorder.alignment import Ibm1Model, train_ibm1
            >>> with tempfile.TemporaryDirectory() as folder:
            ...     source, target = pathlib.Path(folder, "en"), pathlib.Path(folder, "es")
            ...     _ = source.write_text("house\nbook\n"), target.write_text("casa\nlibro\n")
            ...     file = pathlib.Path(folder, "en-es.ibm1")
            ...     train_ibm1(source, target).save(file)
            ...     print(file.read_text().expandtabs(), end="")
            wordorder-ibm1 2
            case    folded
            sentence pairs  2
            iterations      5
            prior   0.001
            word pairs      2
            book    libro   0.9985  0.9985
            house   casa    0.9985  0.9985
        """
        with open_output(path) as file:
            self.write(file)

    def write(self, file: TextIO) -> None:
        """Write the model to an open file."""
        from wordorder.alignment.bilingual.ibm1_writing import write_model

        write_model(self, file)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Ibm1Model:
        """Read a model, plain or compressed; `-` is standard input.

        Raises:
            InputError: The file is not a model; the error names the first bad line.
        """
        from wordorder.alignment.bilingual.ibm1_reading import read_model

        return read_model(path)


def _used(
    words: Sequence[str], *numbers: NDArray[np.int32]
) -> tuple[tuple[str, ...], NDArray[np.int32]]:
    """Drop the words that are in no pair; return the rest, and the new number of each word."""
    used = np.zeros(len(words), np.bool_)
    for some in numbers:
        used[some] = True
    kept = tuple(words[k] for k in np.flatnonzero(used).tolist())
    return kept, (np.cumsum(used) - 1).astype(np.int32)


def _numbers(
    sentences: SplitSentences, known: Mapping[str, int], unknown: dict[str, int]
) -> _kernels.Ragged:
    """Number the words; an unknown word gets a negative number, the same on both sides."""
    words = sentences.words
    numbers = (
        known[word] if word in known else ~unknown.setdefault(word, len(unknown)) for word in words
    )
    values = np.fromiter(numbers, np.int32, len(words))
    return _kernels.Ragged(frozen(values), sentences.offsets)


def _forward_links(pairs: SentencePairs, chosen: NDArray[np.int32]) -> AlignmentBatch:
    """Link each target word to its chosen source word."""
    links = _reverse_links(SentencePairs(pairs.target, pairs.source, pairs.first_line), chosen)
    return links.transpose()


def _reverse_links(pairs: SentencePairs, chosen: NDArray[np.int32]) -> AlignmentBatch:
    """Link each source word to its chosen target word."""
    offsets, lengths = pairs.source.offsets, pairs.source.lengths
    places = np.arange(len(chosen)) - np.repeat(offsets[:-1], lengths)
    linked = chosen >= 0
    links_before = np.concatenate([[0], np.cumsum(linked)])
    return AlignmentBatch(
        places[linked].astype(np.int32),
        chosen[linked],
        links_before[offsets],
        lengths,
        pairs.target.lengths,
        None,
        pairs.first_line,
    )
