"""NAACL format: a line `sentence source target [S|P] [probability]` per link, from 1."""

from __future__ import annotations

import re
from collections.abc import Generator
from contextlib import closing
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from wordorder.alignment.alignment import Alignment, Link
from wordorder.alignment.batch import AlignmentBatch
from wordorder.alignment.formats import reading
from wordorder.alignment.formats.reading import Lengths, LinkInput, SentenceLengths
from wordorder.text.reader import read_lines
from wordorder.text.source import Place, quoted
from wordorder.text.tokenizers import split_words

LONGEST_GAP = 1_000_000
"""Without a text, a single line must not imply 10^9 sentences."""

_NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")


class _Entry(NamedTuple):
    """One line; words are numbered from 1, and 0 is NULL."""

    sentence: int
    source: int
    target: int
    sure: bool
    token: str
    place: Place


@reading.batched
def read_naacl(links: LinkInput) -> Generator[Alignment, None, None]:
    """Read one link per line, sorted by sentence; S is a sure link, P a possible one.

    A sentence that no line names has no links. There are as many sentences as the text has lines;
    without a text, the last sentence named is the last.
    """
    last: _Entry | None = None
    with closing(read_lines(links.path, on_bytes=links.on_bytes)) as lines:
        all_entries = (
            _entry(tokens, Place(links.name, number))
            for number, line in lines
            if (tokens := split_words(line))
        )
        for sentence, group in groupby(all_entries, attrgetter("sentence")):
            entries = list(group)
            place = entries[0].place
            _check_order(entries[0], last, limited=not _texts(links))
            for _ in range(1 + (last.sentence if last else 0), sentence):
                yield _unlinked(links.lengths_of(sentence, place))
            yield _alignment(entries, links.lengths_of(sentence, place))
            last = entries[-1]
    # The sentences after the last one named, up to the end of the shortest text; `read_alignments`
    # checks whether a text is longer.
    texts = _texts(links)
    while texts and not any(text.ended() for text in texts):
        yield _unlinked(links.pair_lengths())


def naacl_text(batch: AlignmentBatch, base: int) -> str:  # noqa: ARG001  fixed by the format
    """Write one line per link; the first row is sentence `first_line`.

    Examples:
        >>> from wordorder.alignment import Alignment, AlignmentBatch
        >>> print(naacl_text(AlignmentBatch.from_alignments([Alignment.parse("0-0 1?2")]), 0))
        1 1 1 S
        1 2 3 P
    """
    links = slice(batch.offsets[0], batch.offsets[-1])
    rows = np.repeat(np.arange(len(batch)), np.diff(batch.offsets))
    sure = np.ones(len(rows), np.bool_) if batch.sure is None else batch.sure[links]
    columns = zip(
        (rows + batch.first_line).tolist(),
        (batch.sources[links] + 1).tolist(),
        (batch.targets[links] + 1).tolist(),
        np.where(sure, "S", "P").tolist(),
        strict=True,
    )
    return "".join(f"{row} {source} {target} {mark}\n" for row, source, target, mark in columns)


def _entry(tokens: list[str], place: Place) -> _Entry:
    if not 3 <= len(tokens) <= 5:
        raise place.error(
            f"'{quoted(' '.join(tokens))}' is not a link; expected sentence, source word and "
            "target word, optionally S or P and a probability, such as 1 2 3 S"
        )
    sentence, source, target = (_number(token, place) for token in tokens[:3])
    if sentence > reading.LARGEST_WORD:
        raise place.error(f"sentence {quoted(tokens[0])}: number too large")
    sure = _is_sure(tokens[3:], place)
    return _Entry(sentence, source, target, sure, f"{tokens[1]}-{tokens[2]}", place)


def _number(token: str, place: Place) -> int:
    number = reading.whole_number(token)
    if number is None:
        raise place.error(f"'{quoted(token)}' is not a number; expected a link such as 1 2 3 S")
    return number


def _is_sure(behind: list[str], place: Place) -> bool:
    """Read what follows a link: a mark, a probability, or both."""
    mark = behind[0] if behind and behind[0] in ("S", "P") else None
    rest = behind if mark is None else behind[1:]
    if len(rest) > 1 or (rest and not _NUMBER.fullmatch(rest[0])):
        raise place.error(
            f"unexpected '{quoted(' '.join(behind))}' after the link; "
            "expected S or P, a probability, or both"
        )
    return mark != "P"


def _check_order(entry: _Entry, last: _Entry | None, *, limited: bool) -> None:
    if entry.sentence == 0:
        raise entry.place.error("sentence 0, but sentences count from 1")
    if last and entry.sentence < last.sentence:
        raise entry.place.error(
            f"sentence {entry.sentence} comes after sentence {last.sentence} of line "
            f"{last.place.line}; sort the file by sentence"
        )
    done = last.sentence if last else 0
    if limited and entry.sentence - done > LONGEST_GAP:
        raise entry.place.error(
            f"sentence {entry.sentence} follows sentence {done}, more than a million later; "
            "give the text if the number is right"
        )


def _alignment(entries: list[_Entry], lengths: Lengths) -> Alignment:
    links: dict[bool, list[Link]] = {True: [], False: []}
    for entry in entries:
        if entry.source and entry.target:
            link = entry.source - 1, entry.target - 1
            lengths.check(link, entry.token, entry.place, base=1)
            links[entry.sure].append(link)
    return lengths.alignment(links[True], links[False])


@lru_cache(maxsize=1000)  # a gap of a million sentences is filled with very few different ones
def _unlinked(lengths: Lengths) -> Alignment:
    return lengths.alignment([])


def _texts(links: LinkInput) -> list[SentenceLengths]:
    return [text for text in (links.source_lengths, links.target_lengths) if text.name is not None]
