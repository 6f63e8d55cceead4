"""A trained IBM Model 1: for each word its likely partners, in both directions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder import _kernels
from wordorder.alignment.batch import AlignmentBatch
from wordorder.alignment.bilingual.sentence_pairs import SentencePairs, read_pairs
from wordorder.alignment.symmetrization import checked_method
from wordorder.output import open_output
from wordorder.text import open_parallel_text
from wordorder.threads import thread_count

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Generator, Mapping, Sequence
    from typing import TextIO, TypeAlias

    from numpy.typing import NDArray

    from wordorder.alignment.bilingual.learning_curve import LearningCurve
    from wordorder.alignment.bilingual.sentence_pairs import SplitSentences
    from wordorder.alignment.symmetrization import Symmetrization

    # The numbers of the words of all sentences, and where each sentence starts and ends.
    Numbers: TypeAlias = tuple[NDArray[np.int32], NDArray[np.int64]]


class Training(NamedTuple):
    """What a model was made from."""

    sentence_pairs: int
    iterations: int
    prior: float


class WordPairs(NamedTuple):
    """Numbers of a source and of a target word, and how likely one of the two makes the other."""

    sources: NDArray[np.int32]
    targets: NDArray[np.int32]
    probabilities: NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class PartnerTable:
    """Word w has the partners `offsets[w]` to `offsets[w + 1]`.

    Attributes:
        partners: Words of the other side, sorted for each word.
        probabilities: How likely each partner makes the word.
        offsets: Where the partners of each word start and end.
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
        """Make the table of `count` words out of pairs in any order."""
        order = np.lexsort((partners, words))
        ends = np.cumsum(np.bincount(words, minlength=count), dtype=np.int64)
        offsets = np.concatenate([np.zeros(1, np.int64), ends])
        return cls(partners[order], probabilities[order], offsets)

    @property
    def words(self) -> NDArray[np.int32]:
        """The word of each partner."""
        sizes = np.diff(self.offsets)
        return np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)

    def best(self, words: Numbers, others: Numbers, threads: int) -> NDArray[np.int32]:
        """Return the place of the best partner of each word, -1 where there is none."""
        return _kernels.best_partners(
            words, others, self.partners, self.probabilities, self.offsets, threads
        )


@dataclass(frozen=True, slots=True, eq=False)
class Ibm1Model:
    """Which words translate each other; made by `train_ibm1`, or read from a file.

    Attributes:
        source_words: Every source word that has a partner, by its number.
        target_words: Every target word.
        forward: For each target word the source words it may come from: p(target | source).
        reverse: For each source word the target words it may come from: p(source | target).
        fold_case: Whether `House` and `house` are one word.
        training: What the model was made from.
        learning: How EM went on; None for a model that was read from a file.
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
        """Make a model, with numbers for those words only that have a partner."""
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
        source: str | os.PathLike[str],
        target: str | os.PathLike[str],
        *,
        method: Symmetrization = "grow-diag-final-and",
        threads: int | None = None,
        on_bytes: Callable[[int], None] | None = None,
    ) -> Generator[AlignmentBatch, None, None]:
        """Link the words of a text and its translation, in bounded memory.

        Each direction gives its most likely alignment (see `align_both_ways`); the two are then
        put together as `Alignment.symmetrize` does.

        Args:
            source: The text, one sentence per line with blanks between the words, plain or
                compressed; `-` is standard input.
            target: Its translation, line by line.
            method: intersection, union or grow-diag-final-and.
            threads: How many threads share the work; by default as many as there are processors.
            on_bytes: Told how many bytes of the two files were consumed, for a progress bar.

        Raises:
            InputError: The texts cannot be read, or do not have the same number of lines.
            UsageError: There is no such method.
        """
        checked_method(method)
        directions = self.align_both_ways(source, target, threads=threads, on_bytes=on_bytes)
        return (forward.symmetrize(reverse, method) for forward, reverse in directions)

    def align_both_ways(
        self,
        source: str | os.PathLike[str],
        target: str | os.PathLike[str],
        *,
        threads: int | None = None,
        on_bytes: Callable[[int], None] | None = None,
    ) -> Generator[tuple[AlignmentBatch, AlignmentBatch], None, None]:
        """Link in both directions: at most one source word per target word, and vice versa.

        Of equally likely partners the one nearest to the diagonal is taken. A word that the model
        does not know is linked with words that are spelt the same and that it does not know
        either, such as a name or a number; with no other.
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
        """Write the same to a file that is open."""
        from wordorder.alignment.bilingual.ibm1_writing import write_model

        write_model(self, file)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Ibm1Model:
        """Read a model, plain or compressed; `-` is standard input.

        Raises:
            InputError: It is not a model; the first line that is wrong is named.
        """
        from wordorder.alignment.bilingual.ibm1_reading import read_model

        return read_model(path)


def _used(
    words: Sequence[str], *numbers: NDArray[np.int32]
) -> tuple[tuple[str, ...], NDArray[np.int32]]:
    """Leave out the words that no pair has; return the rest, and the new number of each."""
    used = np.zeros(len(words), np.bool_)
    for some in numbers:
        used[some] = True
    kept = tuple(words[k] for k in np.flatnonzero(used).tolist())
    return kept, (np.cumsum(used) - 1).astype(np.int32)


def _numbers(
    sentences: SplitSentences, known: Mapping[str, int], unknown: dict[str, int]
) -> Numbers:
    """Number the words; one that is not known gets a negative number, on both sides the same."""
    words = sentences.words
    numbers = (
        known[word] if word in known else ~unknown.setdefault(word, len(unknown)) for word in words
    )
    return np.fromiter(numbers, np.int32, len(words)), sentences.offsets


def _forward_links(pairs: SentencePairs, chosen: NDArray[np.int32]) -> AlignmentBatch:
    """Links of target words with the source word that each has chosen."""
    links = _reverse_links(SentencePairs(pairs.target, pairs.source, pairs.first_line), chosen)
    return links.transpose()


def _reverse_links(pairs: SentencePairs, chosen: NDArray[np.int32]) -> AlignmentBatch:
    """Links of source words with the target word that each has chosen."""
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
