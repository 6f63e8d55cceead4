"""IBM Model 1 (Brown et al. 1993), trained in both directions on a text and its translation.

The model has the likely partners of each word, in both directions.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from operator import index
from typing import Literal, NamedTuple, TextIO

import numpy as np
from numpy.typing import NDArray

from wordorder import _kernels
from wordorder.alignment.alignment import Symmetrization, checked_method
from wordorder.alignment.batch import AlignmentBatch
from wordorder.alignment.bilingual import bitext
from wordorder.alignment.bilingual.bitext import NumberedSide, SentencePairs, SplitSentences
from wordorder.arrays import frozen
from wordorder.errors import Argument, UsageError
from wordorder.output.files import open_output
from wordorder.output.progress import Meter, as_meter
from wordorder.output.tables import Column, Table
from wordorder.text.reader import open_parallel_text
from wordorder.text.source import Input
from wordorder.text.tokenizers import tokenized_files
from wordorder.threads import thread_count

Direction = Literal["forward", "reverse"]

ITERATIONS = 5
MOST_ITERATIONS = 1000

PRIOR = 0.001
"""On gold links of English with French, Japanese and Chinese, for 150 to 31,000 sentence pairs, the
error rate is lowest between 0.001 and 0.005; benchmarks/ibm1.py shows it for the largest set."""

LARGEST_PRIOR = 1000

SMALLEST_PROBABILITY = 1e-4
"""Smaller probabilities only take space: dropping them changes no alignment of the training text
and improves those of other text."""

ROUNDING = 1e-9  # as a share of a probability: far above the rounding error of sums

SIGNIFICANT_DIGITS = 5  # of a probability in a model, as in its file


def train_ibm1(
    source: Input,
    target: Input,
    *,
    iterations: int = ITERATIONS,
    prior: float = PRIOR,
    fold_case: bool = True,
    tokenize: str | None = None,
    source_tokenize: str | None = None,
    threads: int | None = None,
    on_iteration: Callable[[Direction, int, float], object] | None = None,
    progress: bool | Meter = False,
) -> Ibm1Model:
    r"""Learn which words translate each other, from a text and its translation alone.

    In the forward direction every target word comes from one source word or from NULL; in the
    reverse direction, vice versa. EM starts from equal probabilities.

    Args:
        source: The text, one sentence per line, words separated by spaces, plain or
            compressed; `-` is standard input. Pairs with an empty line are ignored.
        target: Its translation, line by line.
        iterations: Number of EM iterations in each direction.
        prior: Added to every expected count (a symmetric Dirichlet prior; Moore 2004), so that
            rare words do not become garbage collectors; 0 for none.
        fold_case: Whether to ignore case.
        tokenize: Tokeniser for both texts, as in `score`; by default they are already tokenised.
        source_tokenize: A different tokeniser for the source.
        threads: Number of threads; by default one per processor.
            Does not affect results.
        on_iteration: Called with the direction, the iteration (0 is the start) and the EM
            objective: the log-likelihood plus prior · Σ log p over all word pairs.
        progress: Whether to show progress.

    Returns:
        A model with the word pairs that are at least as likely as NULL, and at least 0.0001.

    Raises:
        InputError: The texts cannot be read, differ in length or have no words, or a sentence
            pair has more than ten million word pairs.
        UsageError: An argument is out of range.

    Examples:
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     source, target = pathlib.Path(folder, "en"), pathlib.Path(folder, "es")
        ...     _ = source.write_text("the house\ngreen house\ngreen book\n")
        ...     _ = target.write_text("la casa\ncasa verde\nlibro verde\n")
        ...     model = train_ibm1(source, target)
        ...     [str(links) for batch in model.align(source, target) for links in batch]
        ['0-0 1-1', '0-1 1-0', '0-1 1-0']
    """
    if not 1 <= index(iterations) <= MOST_ITERATIONS:
        raise UsageError(
            Argument("iterations"), f" must be from 1 to {MOST_ITERATIONS}, not {iterations}"
        )
    if not 0 <= prior <= LARGEST_PRIOR:
        raise UsageError(Argument("prior"), f" must be from 0 to {LARGEST_PRIOR}, not {prior}")
    iterations, prior, workers = index(iterations), float(prior), thread_count(threads)
    objective: dict[Direction, list[float]] = {"forward": [], "reverse": []}
    with as_meter(progress)("training", 2 * iterations) as advance:
        tokenizers = [source_tokenize or tokenize, tokenize]
        with (
            tokenized_files([source, target], tokenizers) as files,
            open_parallel_text(files) as text,
        ):
            source_side, target_side = bitext.numbered(text, fold_case=fold_case)

        def learn(
            generating: NumberedSide, generated: NumberedSide, direction: Direction
        ) -> WordPairs:
            """Learn p(generated | generating)."""

            def note(value: float) -> None:
                iteration = len(objective[direction])
                objective[direction].append(value)
                advance(int(iteration > 0))
                if on_iteration is not None:
                    on_iteration(direction, iteration, value)

            table = _kernels.ibm1_table(
                generating.rows(),
                len(generating.numbers),
                generated.rows(),
                len(generated.numbers),
                iterations,
                prior,
                workers,
                note,
            )
            useful = _useful(table, len(generated.numbers))
            null_first = np.arange(-1, len(generating.numbers), dtype=np.int32)
            partners = np.repeat(null_first, np.diff(table.targets.offsets))[useful]
            words, probabilities = (
                table.targets.values[useful],
                _rounded(table.probabilities[useful]),
            )
            sides = (partners, words) if direction == "forward" else (words, partners)
            return WordPairs(*sides, probabilities)

        forward = learn(source_side, target_side, "forward")
        reverse = learn(target_side, source_side, "reverse")
    return Ibm1Model.of_pairs(
        list(source_side.numbers),
        list(target_side.numbers),
        forward,
        reverse,
        fold_case=bool(fold_case),
        training=Training(text.lines, iterations, prior),
        learning=LearningCurve(tuple(objective["forward"]), tuple(objective["reverse"]), prior),
    )


def _useful(table: _kernels.TranslationTable, count: int) -> NDArray[np.bool_]:
    """Find the pairs that can become links: those at least as likely as NULL, the first row.

    NULL is in every sentence. A word that is, too, such as a full stop, is equally likely; it wins,
    even if the two sums were rounded differently.
    """
    words, probabilities = table.targets.values, table.probabilities
    of_null = slice(0, int(table.targets.offsets[1]))
    null = np.zeros(count)
    null[words[of_null]] = probabilities[of_null]
    useful = probabilities >= np.maximum((1 - ROUNDING) * null, SMALLEST_PROBABILITY)[words]
    useful[of_null] = False
    return useful


def _rounded(probabilities: NDArray[np.float64]) -> NDArray[np.float32]:
    scale = 10.0 ** (SIGNIFICANT_DIGITS - 1 - np.floor(np.log10(probabilities)))
    return (np.rint(probabilities * scale) / scale).astype(np.float32)


class LearningCurve(NamedTuple):
    """The EM objective after each iteration: the log-likelihood plus the log prior.

    Attributes:
        forward: Values in the forward direction, starting before the first iteration.
        reverse: Values in the reverse direction.
        prior: Added to every expected count.
    """

    forward: tuple[float, ...]
    reverse: tuple[float, ...]
    prior: float

    def table(self) -> Table:
        """Put both directions side by side, one row per iteration.

        Examples:
            >>> from wordorder.output import render
            >>> curve = LearningCurve((-9.5, -7.25), (-9.0, -8.0), prior=0)
            >>> print(render(curve.table(), "plain"), end="")
            log-likelihood
            <BLANKLINE>
            iteration  forward  reverse
                    0     -9.5     -9.0
                    1     -7.2     -8.0
        """
        columns = [Column("iteration"), Column("forward", digits=1), Column("reverse", digits=1)]
        rows = zip(range(len(self.forward)), self.forward, self.reverse, strict=True)
        return Table(columns, list(rows), title="log-posterior" if self.prior else "log-likelihood")


class Training(NamedTuple):
    """What a model was trained on, and how."""

    sentence_pairs: int
    iterations: int
    prior: float


class WordPairs(NamedTuple):
    """Source and target words, by number, and the probability of one given the other."""

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
    """Translation probabilities of words; trained by `train_ibm1` or loaded from a file.

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
            for pairs in bitext.read_pairs(text, fold_case=self.fold_case, on_bytes=on_bytes):
                unknown: dict[str, int] = {}
                sources = _numbers(pairs.source, source_number, unknown)
                targets = _numbers(pairs.target, target_number, unknown)
                yield (
                    _links(
                        SentencePairs(pairs.target, pairs.source, pairs.first_line),
                        self.forward.best(targets, sources, workers),
                    ).transpose(),
                    _links(pairs, self.reverse.best(sources, targets, workers)),
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
        from wordorder.alignment.bilingual.ibm1_files import write_model

        write_model(self, file)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Ibm1Model:
        """Read a model, plain or compressed; `-` is standard input.

        Raises:
            InputError: The file is not a model; the error names the first bad line.
        """
        from wordorder.alignment.bilingual.ibm1_files import read_model

        return read_model(path)


def _used(
    words: Sequence[str], *numbers: NDArray[np.int32]
) -> tuple[tuple[str, ...], NDArray[np.int32]]:
    """Drop the words that are in no pair; return the rest, and the new number of each word."""
    used = np.zeros(len(words), np.bool_)
    for of_pairs in numbers:
        used[of_pairs] = True
    remaining = tuple(words[k] for k in np.flatnonzero(used).tolist())
    return remaining, (np.cumsum(used) - 1).astype(np.int32)


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


def _links(pairs: SentencePairs, chosen: NDArray[np.int32]) -> AlignmentBatch:
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
