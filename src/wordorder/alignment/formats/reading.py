"""Shared parts of the alignment readers: numbers, lengths, limits and batches."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import wraps
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wordorder import _kernels
from wordorder.alignment.alignment import Alignment, Link
from wordorder.alignment.batch import AlignmentBatch
from wordorder.errors import InputError
from wordorder.output.wording import counted
from wordorder.text.source import Input, Place, quoted, settled, visible_name
from wordorder.text.tokenizers import read_word_counts

LARGEST_WORD = _kernels.LARGEST_WORD
"""The largest word index."""

_ENOUGH_DIGITS = 20  # for a number above LARGEST_WORD

WORDS_IN_ANY_CASE = 4_000_000
WORDS_FOR_A_BYTE = 100
"""Words allowed per byte read, beyond `WORDS_IN_ANY_CASE`, where no text gives the lengths: a link
or sentence number of ten bytes can imply a million words, each with a cell in the output. Real
files have less than one word per byte, and about ten if nearly all words are unlinked."""

WORDS_OF_A_SENTENCE = 4
"""A sentence counts as at least this many words: an empty one takes time, too."""

# Limits of a batch; it ends with the row that reaches either.
MOST_ROWS = 1000
MOST_LINKS = 1_000_000


def whole_number(digits: str) -> int | None:
    """Read a number in ASCII digits; None if it is not one.

    Every number above LARGEST_WORD is returned as LARGEST_WORD + 1: `int` rejects thousands of
    digits, and arrays numbers longer than a machine word.

    Examples:
        >>> whole_number("007"), whole_number("²"), whole_number("9" * 5000) == LARGEST_WORD + 1
        (7, None, True)
    """
    return clamped(digits) if digits.isascii() and digits.isdigit() else None


def clamped(digits: str) -> int:
    """Like `whole_number`, for a string known to be ASCII digits."""
    if len(digits) > _ENOUGH_DIGITS:
        digits = digits.lstrip("0")[:_ENOUGH_DIGITS] or "0"
    return min(int(digits), LARGEST_WORD + 1)


def too_long(cause: str) -> str:
    """Return the problem of a sentence of unknown length over `MOST_INFERRED_WORDS`."""
    return f"{cause} a sentence of more than a million words; give the text if the number is right"


class Lengths(NamedTuple):
    """The number of words on either side; None if unknown.

    Examples:
        >>> print(Lengths(1, None))
        the source has 1 word, the target has unknown length
        >>> Lengths(1, None).alignment([(0, 2)])
        Alignment([(0, 2)], 1, 3)
    """

    source: int | None
    target: int | None

    def __str__(self) -> str:
        source, target = (
            "unknown length" if length is None else counted(length, "word") for length in self
        )
        return f"the source has {source}, the target has {target}"

    def check(self, link: Link, token: str, place: Place, *, base: int) -> None:
        """Reject a link that lies outside, or implies an implausibly long sentence.

        Args:
            link: The link, counting from 0.
            token: The link as written in the file.
            place: Its place in the file.
            base: The number of the first word in the file.
        """
        (i, j), (n, m) = link, self
        if (n is not None and i >= n) or (m is not None and j >= m):
            raise place.error(f"link {quoted(token)} is past the end: {self}, counted from {base}")
        most = _kernels.MOST_INFERRED_WORDS
        if (n is None and i >= most) or (m is None and j >= most):
            raise place.error(too_long(f"link {quoted(token)} implies"))

    def alignment(self, links: Collection[Link], possible: Collection[Link] = ()) -> Alignment:
        """Build the alignment; an unknown length is the smallest that the links allow."""
        source, target = self
        if source is None:
            source = 1 + max((i for i, _ in chain(links, possible)), default=-1)
        if target is None:
            target = 1 + max((j for _, j in chain(links, possible)), default=-1)
        return Alignment(links, source, target, possible=possible)


UNKNOWN = Lengths(None, None)


class SentenceLengths:
    """The lengths of the lines of a text, read as needed.

    Without a text all lengths are None.

    Args:
        path: The text, if any.
        name: The name of the text in messages, if it has none of its own.
        missing: Where to note null rows of Arrow; by default they are an error.

    Attributes:
        name: The name of the text in error messages; None if there is no text.
        returned: The number of lengths returned so far.
    """

    def __init__(
        self, path: Input | None, name: str, missing: dict[int, str] | None = None
    ) -> None:
        self.name: str | None = None
        self.returned = 0
        self._blocks: Iterator[NDArray[np.int32]] = iter(())
        if path is not None:
            text = settled(path, name)
            self.name = visible_name(text)
            self._blocks = read_word_counts(text, missing=missing)
        self._missing = {} if missing is None else missing  # filled while the text is read
        self._ready = np.empty(0, np.int32)

    def take(self, count: int, name: str) -> NDArray[np.int32] | None:
        """Return the next `count` lengths, for `count` lines of the alignment file `name`."""
        if self.name is None:
            return None
        if not self._read(count):
            lines = self.returned + len(self._ready)
            raise InputError(
                f"{name}:{lines + 1}: {self.name} has only "
                f"{counted(lines, 'line')}; each needs one line per sentence pair"
            )
        taken, self._ready = self._ready[:count], self._ready[count:]
        self.returned += count
        return taken

    def next(self, name: str) -> int | None:
        """Return the length of the next line; None without a text or for a null row."""
        taken = self.take(1, name)
        return None if taken is None or self.returned in self._missing else int(taken[0])

    def ended(self) -> bool:
        """Return whether there is a text and it has no more lines."""
        return self.name is not None and not self._read(1)

    def finish(self, name: str) -> None:
        """Reject a text that continues after the last line of the alignment file `name`."""
        more = len(self._ready) + sum(map(len, self._blocks))
        if more:
            raise InputError(
                f"{name}: {counted(self.returned, 'sentence pair')}, but {self.name} "
                f"has {counted(self.returned + more, 'line')}; "
                "each needs one line per sentence pair"
            )

    def _read(self, count: int) -> bool:
        """Read until `count` lengths are ready; return whether the text has that many."""
        while len(self._ready) < count and (block := next(self._blocks, None)) is not None:
            self._ready = np.concatenate([self._ready, block])
        return len(self._ready) >= count


@dataclass(frozen=True, slots=True)
class LinkInput:
    """An input of links, and the lengths of its sentences.

    Attributes:
        path: The links.
        base: The number of the first word, 0 or 1, if the format does not fix it.
        source_lengths: The lengths of the source sentences, if known.
        target_lengths: The lengths of the target sentences, if known.
        on_bytes: Called with the number of bytes read, for a progress bar.
        missing: The null rows of links and texts, by number from 1, with their problems; None if
            null rows are errors.
    """

    path: Input
    base: int
    source_lengths: SentenceLengths
    target_lengths: SentenceLengths
    on_bytes: Callable[[int], None] | None = None
    missing: dict[int, str] | None = None

    @property
    def name(self) -> str:
        """The name of the links in error messages."""
        return visible_name(self.path)

    def take_lengths(self, count: int) -> tuple[NDArray[np.int32] | None, NDArray[np.int32] | None]:
        """Take the lengths of the next sentence pairs; None for a side without a text."""
        return (
            self.source_lengths.take(count, self.name),
            self.target_lengths.take(count, self.name),
        )

    def is_missing(self, row: int) -> bool:
        """Return whether a row, counted from 1, is missing."""
        return row in (self.missing or ())

    def missing_rows(self, first: int, count: int) -> list[int]:
        """Return the missing ones of `count` rows from row `first`, as distances from it."""
        return [row - first for row in self.missing or () if first <= row < first + count]

    def pair_lengths(self) -> Lengths:
        """Take the lengths of the next sentence pair."""
        return Lengths(self.source_lengths.next(self.name), self.target_lengths.next(self.name))

    def lengths_of(self, pair: int, place: Place) -> Lengths:
        """Take the lengths of the next sentence pair, `pair`; raise if a text has ended."""
        for text in (self.source_lengths, self.target_lengths):
            if text.ended():
                raise place.error(
                    f"sentence pair {pair}, but {text.name} has only "
                    f"{counted(text.returned, 'line')}; each needs one line per sentence pair"
                )
        return self.pair_lengths()


@dataclass(slots=True)
class Allowance:
    """The limit on the words that links may imply, by the number of bytes read.

    Attributes:
        name: The name of the file in error messages.
        by_line: Whether a line is a sentence pair.
        has_text: Whether a text gives the lengths of source and target sentences.
        on_bytes: Also called with the number of bytes read.
        in_any_case: How many words are allowed whatever the number of bytes.
    """

    name: str
    by_line: bool
    has_text: tuple[bool, bool]
    on_bytes: Callable[[int], None] | None = None
    in_any_case: int = WORDS_IN_ANY_CASE
    _bytes: int = 0
    _words: int = 0

    def count_bytes(self, count: int) -> None:
        """Count bytes read."""
        self._bytes += count
        if self.on_bytes is not None:
            self.on_bytes(count)

    def checked(self, batches: Iterable[AlignmentBatch]) -> Iterator[AlignmentBatch]:
        """Pass on the sentence pairs while they stay within the limit.

        Raises:
            InputError: They exceed the limit.
        """
        for batch in batches:
            words = np.zeros(len(batch), np.int64)  # of the sides without a text
            for lengths, is_known in zip(
                (batch.source_lengths, batch.target_lengths), self.has_text, strict=True
            ):
                words += 0 if is_known else lengths
            if not any(self.has_text):
                words = np.maximum(words, WORDS_OF_A_SENTENCE)
            sums = self._words + np.cumsum(words)
            too_many = sums > self.in_any_case + WORDS_FOR_A_BYTE * self._bytes
            if too_many.any():
                row = int(np.argmax(too_many))
                if row:
                    yield batch.rows(0, row)
                problem = (
                    "the links up to here imply implausibly many words and sentences for "
                    f"{self._bytes} bytes; give the texts if the numbers are right"
                )
                pair = batch.first_line + row
                if self.by_line:
                    raise Place(self.name, pair).error(problem)
                raise InputError(f"{self.name}: sentence pair {pair}: {problem}")
            self._words = int(sums[-1]) if len(batch) else self._words
            yield batch


def batched(
    read: Callable[[LinkInput], Generator[Alignment, None, None]],
) -> Callable[..., Iterator[AlignmentBatch]]:
    """Turn a reader of single alignments into a reader of batches."""

    @wraps(read)
    def read_batches(
        links: LinkInput, *, most_rows: int = MOST_ROWS, most_links: int = MOST_LINKS
    ) -> Iterator[AlignmentBatch]:
        first, ready, link_count = 1, [], 0
        with closing(read(links)) as rows:
            for row in rows:
                ready.append(row)
                link_count += len(row)
                if len(ready) == most_rows or link_count >= most_links:
                    yield AlignmentBatch.from_alignments(ready, first_line=first)
                    first, ready, link_count = first + len(ready), [], 0
        if ready:
            yield AlignmentBatch.from_alignments(ready, first_line=first)

    return read_batches
