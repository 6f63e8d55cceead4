"""Word order: its interface, and the order of matched words.

`linked_order` has word order through the source.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Protocol

import numpy as np

from wordorder import _kernels
from wordorder.alignment.batch import AlignmentBatch
from wordorder.alignment.matching.match_batch import MatchBatch
from wordorder.errors import Argument, UsageError, WordorderWarning
from wordorder.permutation.batch import Convention, PermutationBatch
from wordorder.scoring.lexical import brevity_penalty
from wordorder.scoring.texts import Texts, as_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wordorder.alignment.matching.matcher import Matcher, NumberedTexts
    from wordorder.arrays import Floats, Integers
    from wordorder.output.cache import Cache
    from wordorder.text.tokenizers import Tokenizer

ALIGNERS = ("ibm1", "eflomal")


class SharedWordsRequest(NamedTuple):
    """Metrics and parameters for comparing two systems on the words both have.

    Attributes:
        metrics: The ordering metrics.
        beta: As in `ordering_scores`.
        gamma: As in `ordering_scores`.
        threads: Number of threads.
    """

    metrics: tuple[str, ...]
    beta: float
    gamma: float
    threads: int


class SharedCounts(NamedTuple):
    """Counts over sentences for pairs of systems.

    Attributes:
        statistics: w·δ of each metric, δ of each order error, and w, of shape (sentences, pairs,
            metrics + 3).
        sums: Sums for both systems, over these sentences and earlier ones: w·score of each
            metric, and the order errors, of shape (pairs, 2, metrics + 2).
        words: Number of reference words of each pair.
    """

    statistics: Floats
    sums: Floats
    words: Integers


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
        """The tokenised source that the systems translate, if known."""

    @property
    def coverage_counts(self) -> tuple[Integers, Integers]:
        """The number of words whose order is compared, and of all words."""

    def permutations(self, convention: Convention) -> PermutationBatch:
        """Return the orders, row by row."""

    @property
    def confident(self) -> PermutationBatch | None:
        """The orders for an uncombined metric, without weak links; None if no link is weak."""

    def zero_for_nothing(self, scores: Floats) -> Floats:
        """Replace scores by 0 where only the hypothesis has nothing to compare."""

    def merit(self, scores: Floats) -> Floats:
        """Return the score that selects the best reference; NaN excludes a reference.

        Args:
            scores: Scores of the permutations by `convention`; NaN if the order is undefined.
        """

    def on_shared_words(
        self, pairs: Integers, lines: slice, request: SharedWordsRequest, sums: Floats
    ) -> SharedCounts:
        """Compare pairs of systems on the words both have, in some of the sentences.

        Args:
            pairs: Indices of the two systems, of shape (pairs, 2).
            lines: The sentences.
            request: The metrics to compute.
            sums: The sums over the sentences before.
        """


class OrderSource(Protocol):
    """Where the word order comes from: an option of `score`."""

    step: ClassVar[str]
    """Name of this step in `--timing`."""

    usual_preset: ClassVar[str]
    """The default preset."""

    compared: ClassVar[str]
    """The words on which pairs of systems are compared, for the signature."""

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
        """Return the tokeniser of the systems' texts, given that of the references."""

    def word_order(self, texts: Texts, threads: int) -> WordOrder:
        """Compute the word order of tokenised texts."""


def shared_counts(counts: _kernels.SharedCounts, pairs: int) -> SharedCounts:
    """Reshape the counts of the kernels."""
    sums = counts.sums.reshape(pairs, 2, -1)
    statistics = counts.statistics.reshape(-1, pairs, sums.shape[-1] + 1)
    return SharedCounts(statistics, sums, counts.reference_words)


def rows_of_lines(texts: Iterable[_kernels.Ragged], lines: slice) -> list[_kernels.Ragged]:
    """Return some lines of each text."""
    return [rows.rows(lines.start, min(lines.stop, len(rows))) for rows in texts]


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
        """The signature of the matcher."""
        return self.matcher.signature

    @property
    def doubt(self) -> WordorderWarning | None:
        """The warning of the matcher, or None."""
        return self.matcher.doubt

    @property
    def fold_case(self) -> bool:
        """Whether the matcher ignores case."""
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
        """Return the tokeniser of the references."""
        return words

    def word_order(self, texts: Texts, threads: int) -> MatchedOrder:
        """Match all rows of the texts."""
        matches = match_rows(self.matcher, *texts.rows(), threads, self.cache)
        return MatchedOrder(matches, texts, self.matcher)


class MatchedOrder:
    """The order of matched words.

    Combined scores use all links, uncombined metrics only those of sufficient confidence.

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
        """The number of reference words in links that are not weak, and of all reference words."""
        confident = self.confident
        words = self._matched if confident is None else confident.lengths.reshape(self._shape)
        return words, self._reference_words

    def permutations(self, convention: Convention) -> PermutationBatch:
        """Return the order of matched words; other conventions take the reference as the source."""
        if convention == "matched":
            return self._permutations
        places = PermutationBatch.from_alignments(self.matches.alignments.transpose(), convention)
        # Left to right through the hypothesis: the source words are numbered as in the reference.
        return PermutationBatch(places.orders, places.offsets)

    def zero_for_nothing(self, scores: Floats) -> Floats:
        """Replace scores by 0 where nothing matches."""
        return np.where((self._matched == 0) & (self._reference_words > 0), 0.0, scores)

    def merit(self, scores: Floats) -> Floats:
        """Return bp(|π|, |ref|)·ordering; empty references are chosen only if there is no other."""
        terms = brevity_penalty(self._matched, self._reference_words) * np.where(
            np.isnan(scores), 0.0, scores
        )
        return np.where(self._reference_words > 0, terms, np.nan)

    def on_shared_words(
        self, pairs: Integers, lines: slice, request: SharedWordsRequest, sums: Floats
    ) -> SharedCounts:
        """Match the shared words of both translations with the reference again."""
        rows = rows_of_lines(self._numbered.rows, lines)
        systems = self._shape[0]
        counts = _kernels.shared_words(
            rows[:systems],
            rows[systems:],
            pairs.reshape(-1),
            sums.reshape(-1),
            self._numbered.knowledge,
            *request,
        )
        return shared_counts(counts, len(pairs))

    def __getstate__(self) -> dict[str, object]:
        # The kernels' numbered words cannot be pickled; they are rebuilt on demand.
        return {name: value for name, value in self.__dict__.items() if name != "_numbered"}

    @cached_property
    def _numbered(self) -> NumberedTexts:
        return self._matcher.numbered([*self._texts.systems, *self._texts.references])

    @cached_property
    def _permutations(self) -> PermutationBatch:
        return PermutationBatch.from_alignments(self.matches.alignments, "matched")

    @cached_property
    def confident(self) -> PermutationBatch | None:
        """The order of the words in links of sufficient confidence; None if no link is weak."""
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


# The cache of matched texts: other presets and views of single sentences need no new match.


def match_rows(
    matcher: Matcher,
    hypotheses: Sequence[str],
    references: Sequence[str],
    threads: int,
    cache: Cache | None,
) -> MatchBatch:
    """Match tokenised sentences."""
    if cache is None:
        return matcher.match(hypotheses, references, threads=threads)
    decides = f"{matcher.signature}|{kernels_built()}"
    key = cache.key(decides, *as_bytes(hypotheses), *as_bytes(references))
    stored = cache.get(key)
    if stored is not None:
        return _loaded(stored)
    matches = matcher.match(hypotheses, references, threads=threads)
    cache.put(key, _stored(matches))
    return matches


def kernels_built(file: str = _kernels.__file__) -> str:
    """Identify the compiled kernels; the version is not enough, as sources may be modified."""
    built = Path(file).stat()
    return f"kernels:{built.st_size}-{built.st_mtime_ns}"


def _stored(matches: MatchBatch) -> bytes:
    links = matches.alignments
    confidence = {} if matches.confidence is None else {"confidence": matches.confidence}
    stream = io.BytesIO()
    np.savez(
        stream,
        allow_pickle=False,
        sources=links.sources,
        targets=links.targets,
        offsets=links.offsets,
        source_lengths=links.source_lengths,
        target_lengths=links.target_lengths,
        stages=matches.stages,
        exact=matches.exact,
        covered=matches.covered,
        chunks=matches.chunks,
        similarity=matches.similarity,
        min_confidence=matches.min_confidence,
        **confidence,
    )
    return stream.getvalue()


def _loaded(stored: bytes) -> MatchBatch:
    with np.load(io.BytesIO(stored), allow_pickle=False) as arrays:
        links = AlignmentBatch(
            arrays["sources"],
            arrays["targets"],
            arrays["offsets"],
            arrays["source_lengths"],
            arrays["target_lengths"],
        )
        return MatchBatch(
            links,
            stages=arrays["stages"],
            exact=arrays["exact"],
            covered=arrays["covered"],
            chunks=arrays["chunks"],
            similarity=arrays["similarity"],
            confidence=arrays.get("confidence"),
            min_confidence=float(arrays["min_confidence"]),
        )
