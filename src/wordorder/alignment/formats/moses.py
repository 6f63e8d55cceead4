"""Moses' trace of a translation, `das ist |0-1| ein haus |2-3|`, one sentence per line.

Each phrase is followed by the span of source words that it translates, counted from 0, and in an
enriched trace by its word links: `|0-1,wa=0-0 1-1 ,total=-1.5,...|`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass
from itertools import pairwise, product
from math import comb
from typing import NamedTuple

from wordorder import _kernels
from wordorder.alignment.alignment import Alignment, Crossings, Link
from wordorder.alignment.formats import reading
from wordorder.alignment.formats.reading import Lengths, LinkInput
from wordorder.errors import InputError
from wordorder.output.wording import counted
from wordorder.text.reader import read_lines
from wordorder.text.source import Input, Place, quoted, visible_name
from wordorder.text.tokenizers import split_words

MOST_LINKS = 1_000_000
"""The limit for one sentence: phrases without word links must not expand to 10^12 links."""

# A mark may contain spaces; it ends at the first bar before a space or the end of the line. Any
# other text between spaces is a word. The end of a mark is optional in the pattern, so that an
# unclosed mark matches, too, after a single search of the line.
_TOKEN = re.compile(r"\|(?P<first>[0-9]+)-(?P<last>[0-9]+)(?:(?P<rest>.*?)\|(?=[ \t]|\Z))?|[^ \t]+")
_LINK = re.compile(r"([0-9]+)-([0-9]+)")


class Phrase(NamedTuple):
    """Source words and the target words that translate them.

    Attributes:
        source: The source words.
        target: The target words; there may be none.
        links: Their word links, numbered as in the sentences; None if unknown.
    """

    source: range
    target: range
    links: tuple[Link, ...] | None

    def __str__(self) -> str:
        return f"|{self.source.start}-{self.source.stop - 1}|"


@dataclass(frozen=True, slots=True)
class Trace:
    """A translation and the phrases it consists of.

    Attributes:
        words: The words of the translation.
        phrases: Its phrases in the same order; no source word is in two of them.

    Examples:
        >>> trace = parse_trace("white house |1-2,wa=0-0 1-1,total=-1| the |0-0|")
        >>> trace.words
        ('white', 'house', 'the')
        >>> trace.phrases[0]
        Phrase(source=range(1, 3), target=range(0, 2), links=((1, 0), (2, 1)))
        >>> print(trace.alignment())
        0-2 1-0 2-1
    """

    words: tuple[str, ...]
    phrases: tuple[Phrase, ...]

    def alignment(self, source_length: int | None = None) -> Alignment:
        """Return the word links; if unknown, all words of a phrase are linked.

        Args:
            source_length: The number of source words; by default the source ends with the last
                translated word.

        Raises:
            InputError: A phrase is past the end of the source.
        """
        length = self._translated_length if source_length is None else source_length
        if self._translated_length > length:
            raise InputError(
                f"phrase {self._last_phrase} is past the end: "
                f"{Lengths(length, len(self.words))}, counted from 0"
            )
        if source_length is None and length > _kernels.MOST_INFERRED_WORDS:
            raise InputError(reading.too_long(f"phrase {self._last_phrase} implies"))
        return Alignment(self._links(), length, len(self.words))

    def crossings(self) -> Crossings:
        """Count the link pairs that cross, and those that differ on both sides.

        If the word links of a phrase are unknown, so is its inner order: link pairs inside it do
        not count.

        Examples:
            >>> trace = parse_trace("the white house |1-2| is |0-0|")
            >>> trace.alignment().crossings(), trace.crossings()
            (Crossings(crossing=9, pairs=12), Crossings(crossing=6, pairs=6))
        """
        links = Alignment(self._links(), self._translated_length, len(self.words))
        crossing, pairs = links.crossings()
        for phrase in self.phrases:
            if phrase.links is None:
                # Two source and two target words have two link pairs, one of which crosses.
                inside = comb(len(phrase.source), 2) * comb(len(phrase.target), 2)
                crossing -= inside
                pairs -= 2 * inside
        return Crossings(crossing, pairs)

    @property
    def _last_phrase(self) -> Phrase:
        return max(self.phrases, key=lambda phrase: phrase.source.stop)

    @property
    def _translated_length(self) -> int:
        return self._last_phrase.source.stop if self.phrases else 0

    def _links(self) -> list[Link]:
        return [
            link
            for phrase in self.phrases
            for link in (
                product(phrase.source, phrase.target) if phrase.links is None else phrase.links
            )
        ]


def parse_trace(line: str) -> Trace:
    """Read one translation.

    Raises:
        InputError: The line is not a trace.

    Examples:
        >>> parse_trace("das haus |0-1|").phrases
        (Phrase(source=range(0, 2), target=range(0, 2), links=None),)
    """
    text = line.rstrip("\r\n")
    if "\n" in text:
        raise InputError("expected one line, found several")
    return _trace(text, Place("<text>", 1))


def read_traces(
    path: Input,
    *,
    on_bytes: Callable[[int], None] | None = None,
    missing: dict[int, str] | None = None,
) -> Generator[Trace, None, None]:
    r"""Stream translations, plain or compressed.

    Args:
        path: The file (`-` is standard input), an open stream, or a column of Arrow texts.
        on_bytes: Called with the number of bytes read, for a progress bar.
        missing: Where to note null rows of Arrow, as in `read_alignments`.

    Raises:
        InputError: A line is not a trace.

    Examples:
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "translations.txt")
        ...     _ = file.write_text("the |0-0| house |1-1|\n\n")
        ...     [trace.words for trace in read_traces(file)]
        [('the', 'house'), ()]
    """
    name = visible_name(path)
    with closing(read_lines(path, on_bytes=on_bytes, missing=missing)) as lines:
        for number, line in lines:
            yield _trace(line, Place(name, number))


@reading.batched
def read_moses(links: LinkInput) -> Generator[Alignment, None, None]:
    """Read word links from traces."""
    with closing(read_traces(links.path, on_bytes=links.on_bytes, missing=links.missing)) as traces:
        for number, trace in enumerate(traces, 1):
            place = Place(links.name, number)
            lengths = links.lengths_of(number, place)
            if links.is_missing(number):
                yield reading.UNKNOWN.alignment([])
                continue
            if lengths.target is not None and lengths.target != len(trace.words):
                raise place.error(
                    f"{counted(len(trace.words), 'word')}, but this line of "
                    f"{links.target_lengths.name} has {lengths.target}"
                )
            try:
                alignment = trace.alignment(lengths.source)
            except InputError as error:
                raise place.error(str(error)) from None
            yield alignment


def _trace(line: str, place: Place) -> Trace:
    words: list[str] = []
    phrases: list[Phrase] = []
    begin = 0  # of the phrase whose mark has not been read yet
    for token in _TOKEN.finditer(line):
        if token["first"] is None:
            words.append(token[0])
        else:
            phrases.append(_phrase(token, range(begin, len(words)), place))
            begin = len(words)
    if begin < len(words):
        raise place.error(
            f"'{quoted(words[begin])}' is in no phrase; "
            "expected the span of its source words after it, such as |0-1|"
        )
    _check_spans(phrases, place)
    _check_size(phrases, place)
    return Trace(tuple(words), tuple(phrases))


def _phrase(token: re.Match[str], target: range, place: Place) -> Phrase:
    mark, rest = quoted(token[0]), token["rest"]
    if rest is None or not (rest == "" or rest.startswith(",")):
        raise place.error(
            f"'{mark}' is not the mark of a phrase; expected |0-1| or |0-1,wa=0-0 1-1,total=-1.5|"
        )
    first, last = reading.clamped(token["first"]), reading.clamped(token["last"])
    if last > reading.LARGEST_WORD:
        raise place.error(f"phrase {mark}: number too large")
    if first > last:
        raise place.error(f"phrase {mark} ends before it starts")
    phrase = Phrase(range(first, last + 1), target, None)
    for field in rest.split(","):
        if field.startswith("wa="):
            return phrase._replace(links=_word_links(field, phrase, place))
    return phrase


def _word_links(field: str, phrase: Phrase, place: Place) -> tuple[Link, ...]:
    """Read `wa=0-0 1-1`, which counts from the start of the phrase."""
    links = []
    for token in split_words(field.removeprefix("wa=")):
        numbers = _LINK.fullmatch(token)
        if numbers is None:
            raise place.error(f"'{quoted(token)}' is not a link; expected links such as wa=0-0 1-1")
        source, target = reading.clamped(numbers[1]), reading.clamped(numbers[2])
        if source >= len(phrase.source) or target >= len(phrase.target):
            lengths = Lengths(len(phrase.source), len(phrase.target))
            raise place.error(
                f"link {quoted(token)} is past the end of phrase {phrase}: {lengths}, "
                "counted from 0"
            )
        links.append((phrase.source[source], phrase.target[target]))
    return tuple(links)


def _check_spans(phrases: list[Phrase], place: Place) -> None:
    for phrase, following in pairwise(sorted(phrases, key=lambda phrase: phrase.source.start)):
        if following.source.start in phrase.source:
            raise place.error(
                f"phrases {phrase} and {following} both translate source word "
                f"{following.source.start}"
            )


def _check_size(phrases: list[Phrase], place: Place) -> None:
    links = 0
    for phrase in phrases:
        links += len(phrase.source) * len(phrase.target) if phrase.links is None else 0
        if links > MOST_LINKS:
            raise place.error(
                f"phrase {phrase} links all its words, {len(phrase.source)} to "
                f"{len(phrase.target)}; a sentence may have at most a million such links"
            )
