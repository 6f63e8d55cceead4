"""The lengths of one sentence pair, and the links that fit them."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from wordorder import _kernels
from wordorder.alignment.alignment import Alignment
from wordorder.output import counted
from wordorder.text import quoted

if TYPE_CHECKING:
    from collections.abc import Collection

    from wordorder.alignment.alignment import Link
    from wordorder.alignment.formats.source import Source
    from wordorder.text import Place


def too_long(what: str) -> str:
    """Say what makes a sentence of unknown length longer than `MOST_INFERRED_WORDS`."""
    return f"{what} a sentence of more than a million words; give the text if it really has as many"


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
        """Reject a link that is outside, or would make a sentence implausibly long.

        Args:
            link: The link, counting from 0.
            token: The link as written in the file.
            place: Its place in the file.
            base: The number of the first word in the file.
        """
        (i, j), (n, m) = link, self
        if (n is not None and i >= n) or (m is not None and j >= m):
            raise place.error(f"link {quoted(token)} is past the end: {self}, counted from {base}")
        if (n is None and i >= _kernels.MOST_INFERRED_WORDS) or (
            m is None and j >= _kernels.MOST_INFERRED_WORDS
        ):
            raise place.error(too_long(f"link {quoted(token)} makes"))

    def alignment(self, links: Collection[Link], possible: Collection[Link] = ()) -> Alignment:
        """Build the alignment; an unknown length is the smallest that the links allow."""
        source, target = self
        if source is None:
            source = 1 + max((i for i, _ in chain(links, possible)), default=-1)
        if target is None:
            target = 1 + max((j for _, j in chain(links, possible)), default=-1)
        return Alignment(links, source, target, possible=possible)


UNKNOWN = Lengths(None, None)


def take_lengths(source: Source) -> Lengths:
    """Take the next lengths from the texts."""
    return Lengths(source.source_lengths.next(source.name), source.target_lengths.next(source.name))


def next_lengths(source: Source, pair: int, place: Place) -> Lengths:
    """Take the next lengths from the texts, which must reach this sentence pair."""
    for text in (source.source_lengths, source.target_lengths):
        if text.ended():
            raise place.error(
                f"sentence pair {pair}, but {text.name} has only {counted(text.given, 'line')}; "
                "the two must have a line for every sentence pair"
            )
    return take_lengths(source)
