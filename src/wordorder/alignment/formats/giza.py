"""GIZA++'s A3 files: a header, the target sentence and the source words with their targets."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from contextlib import closing
from typing import NamedTuple

from wordorder.alignment.alignment import Alignment, Link
from wordorder.alignment.formats.reading import Lengths, LinkInput, batched, whole_number
from wordorder.output.wording import counted
from wordorder.text.reader import read_lines
from wordorder.text.source import Place, quoted
from wordorder.text.tokenizers import split_words

# The score after it is not used, and is sometimes not a number.
_HEADER = re.compile(
    r"# Sentence pair \(([0-9]{1,10})\) source length ([0-9]{1,10}) target length ([0-9]{1,10})\b"
)
_EXPECTED = "expected source words such as NULL ({ 3 }) das ({ 1 }) haus ({ 2 4 })"


class _Header(NamedTuple):
    pair: int
    lengths: Lengths
    place: Place


@batched
def read_giza(links: LinkInput) -> Generator[Alignment, None, None]:
    """Read three lines per sentence pair.

    The third has NULL, then every source word, each with the numbers of its target words, counted
    from 1: `NULL ({ 3 }) das ({ 1 }) haus ({ 2 4 })`.
    """
    last: _Header | None = None
    with closing(read_lines(links.path, on_bytes=links.on_bytes)) as lines:
        # Pairs may be numbered from any number, lines of texts from 1.
        for row, (number, line) in enumerate(lines, 1):
            header = _header(line, Place(links.name, number))
            if last is not None and header.pair != last.pair + 1:
                raise header.place.error(
                    f"sentence pair {header.pair} comes after sentence pair {last.pair}; "
                    f"expected {last.pair + 1}"
                )
            _check_texts(header, links, row)
            _check_target(*_next_line(lines, header), header)
            yield header.lengths.alignment(_links(*_next_line(lines, header), header))
            last = header


def _header(line: str, place: Place) -> _Header:
    header = _HEADER.match(line)
    if header is None:
        raise place.error(
            f"'{quoted(line)}' is not the header of a sentence pair; expected # Sentence pair (1) "
            "source length 3 target length 4 alignment score : 0.1"
        )
    pair, source, target = map(int, header.groups())
    return _Header(pair, Lengths(source, target), place)


def _check_texts(header: _Header, links: LinkInput, row: int) -> None:
    lengths = links.lengths_of(row, header.place)
    texts = links.source_lengths, links.target_lengths
    for side, text, length, stated in zip(
        ("source", "target"), texts, lengths, header.lengths, strict=True
    ):
        if length is not None and length != stated:
            raise header.place.error(
                f"{side} length {stated}, but line {row} of {text.name} has "
                f"{counted(length, 'word')}"
            )


def _next_line(lines: Iterator[tuple[int, str]], header: _Header) -> tuple[str, Place]:
    for number, line in lines:
        return line, header.place._replace(line=number)
    raise header.place.error(
        f"the file ends within sentence pair {header.pair}; expected three lines for each"
    )


def _check_target(line: str, place: Place, header: _Header) -> None:
    words = len(split_words(line))
    if words != header.lengths.target:
        raise place.error(
            f"the header gives target length {header.lengths.target}, but the sentence has "
            f"{counted(words, 'word')}"
        )


def _links(line: str, place: Place, header: _Header) -> list[Link]:
    words = split_words(line)
    if words[:1] != ["NULL"]:
        raise place.error(f"'{quoted(line)}' does not start with NULL; {_EXPECTED}")
    linked: list[tuple[int, str]] = []
    number, tokens = 0, iter(words)
    for number, word in enumerate(tokens):  # NULL is number 0
        linked += [(number, token) for token in _inside_marks(word, tokens, place)]
    if number != header.lengths.source:
        raise place.error(
            f"the header gives source length {header.lengths.source}, but this line has "
            f"{counted(number, 'word')}"
        )
    links = []
    for number, token in linked:
        target = whole_number(token)
        if not target:
            raise place.error(
                f"'{quoted(token)}' is not a target word, counted from 1; {_EXPECTED}"
            )
        link = number - 1, target - 1
        header.lengths.check(link, f"{number or 'NULL'}-{token}", place, base=1)
        if number:
            links.append(link)
    return links


def _inside_marks(word: str, tokens: Iterator[str], place: Place) -> Iterator[str]:
    """Take the tokens between the marks after a word, which may itself look like a mark."""
    if next(tokens, None) != "({":
        raise place.error(f"missing ({{ after '{quoted(word)}'; {_EXPECTED}")
    for token in tokens:
        if token == "})":
            return
        yield token
    raise place.error(f"missing }}) after '{quoted(word)}'; {_EXPECTED}")
