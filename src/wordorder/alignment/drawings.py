"""Alignments of a file with their words, ready to draw."""

from __future__ import annotations

import re
from contextlib import ExitStack, closing
from itertools import count
from operator import index
from typing import TYPE_CHECKING, NamedTuple

from wordorder.alignment.link_reading import PHARAOH, LinkReading
from wordorder.alignment.matching.match_batch import STAGES
from wordorder.drawing.alignment import AlignmentDrawing, AlignmentDrawings
from wordorder.errors import Argument, InputError, UsageError, expect
from wordorder.output.console import visible
from wordorder.output.wording import counted
from wordorder.text.reader import read_lines, rereadable_texts
from wordorder.text.source import Input, quoted, refuse_reused, visible_name
from wordorder.text.tokenizers import split_words, tokenized_files

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wordorder.alignment.alignment import Alignment
    from wordorder.alignment.matching.matcher import Matcher

FIRST_LINES = 10
"""The number of sentence pairs drawn by default."""
MOST_LINES = 100
_LINES = re.compile(r"([1-9][0-9]{0,15})(?:-([1-9][0-9]{0,15}))?")
MOST_WORDS = 5000  # in a sentence; a single link can imply a million


class _Names(NamedTuple):
    """The names of the alignment file and of the two sides."""

    file: str
    sides: tuple[str, str]


class _SentencePair(NamedTuple):
    """One sentence pair, with the stages and confidence of its links if it was matched."""

    line: int
    alignment: Alignment
    stages: Sequence[str] | None = None
    confidence: Sequence[float] | None = None


def draw_alignments(
    file: Input | None = None,
    *,
    lines: str | Iterable[int] | None = None,
    source: Input | None = None,
    target: Input | None = None,
    reading: LinkReading = PHARAOH,
    matcher: Matcher | None = None,
    tokenize: str | None = None,
    source_tokenize: str | None = None,
) -> AlignmentDrawings:
    r"""Lay out the words and links of some sentence pairs, to draw as text or as a picture.

    Args:
        file: The links, plain or compressed; `-` is standard input.
        lines: The sentence pairs to draw, such as "3,7-9"; by default the first ten.
        source: The source sentences, words separated by spaces; without them, numbers are shown.
        target: The target sentences.
        reading: The format of the file, and which links to use.
        matcher: Matches the hypotheses in `source` with the references in `target`, instead of
            reading a file; the links are coloured by stage and fade in pictures the less certain
            they are, and those below its `min_confidence` are dashed, like possible links.
        tokenize: Tokeniser for both texts, as in `score`; by default they are already tokenised.
        source_tokenize: A different tokeniser for the source.

    Raises:
        InputError: A file cannot be read, or there is no such line.
        UsageError: The arguments conflict.

    Examples:
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "links.align")
        ...     _ = file.write_text("0-1 1-0\n")
        ...     print(draw_alignments(file).to_text("grid"), end="")
        line 1: 2 source words, 2 target words, 2 links, 100% of link pairs cross
        <BLANKLINE>
          0 1
        0 · ■
        1 ■ ·
    """
    chosen = None if lines is None else chosen_lines(lines)
    wanted = chosen or tuple(range(1, FIRST_LINES + 1))
    words = [source_tokenize or tokenize, tokenize]
    sides = ("source", "target") if matcher is None else ("hypothesis", "reference")
    name = visible_name(next((path for path in (file, source) if path is not None), ""))
    refuse_reused(file, source, target)
    with (
        tokenized_files([source, target], words) as tokenized,
        # Read twice: for the lengths of sentences, and for their words.
        rereadable_texts(*tokenized) as texts,
    ):
        rows = _read(file, reading, *texts) if matcher is None else _matched(matcher, file, *texts)
        drawings, more = _drawings(rows, *texts, wanted, _Names(name, sides))
    if not drawings or (chosen and len(drawings) < len(chosen)):
        missing = f"no line {chosen[len(drawings)]}" if chosen else "no lines"
        raise InputError(f"{name}: {missing}, so there is nothing to draw")
    return AlignmentDrawings(tuple(drawings), more and chosen is None, sides)


def _drawings(
    rows: Iterator[_SentencePair],
    source: Input | None,
    target: Input | None,
    lines: tuple[int, ...],
    names: _Names,
) -> tuple[list[AlignmentDrawing], bool]:
    """Lay out the chosen lines; return also whether more follow, without reading them."""
    wanted = set(lines)
    drawings: list[AlignmentDrawing] = []
    with ExitStack() as stack:
        texts = [
            None if path is None else stack.enter_context(closing(read_lines(path)))
            for path in (source, target)
        ]
        for row in rows:
            if row.line > lines[-1]:
                return drawings, True
            beside = [None if text is None else next(text)[1] for text in texts]
            if row.line in wanted:
                words = [None if text is None else split_words(text) for text in beside]
                drawings.append(_drawing(names, row, *words))
    return drawings, False


def _read(
    file: Input | None, reading: LinkReading, source: Input | None, target: Input | None
) -> Iterator[_SentencePair]:
    expect(reading, LinkReading, "reading")
    if file is None:
        raise UsageError(
            "name an alignment file, or use ",
            Argument("matcher"),
            " with ",
            Argument("source"),
            " and ",
            Argument("target"),
        )
    return (
        _SentencePair(line, alignment)
        for batch in reading.read(file, source=source, target=target)
        for line, alignment in enumerate(batch, batch.first_line)
    )


def _matched(
    matcher: Matcher, file: Input | None, source: Input | None, target: Input | None
) -> Iterator[_SentencePair]:
    if file is not None or source is None or target is None:
        raise UsageError(
            Argument("matcher"),
            " takes no alignment file; give ",
            Argument("source"),
            " (hypotheses) and ",
            Argument("target"),
            " (references)",
        )
    return (
        _SentencePair(line, alignment, batch.stages_of(number), batch.confidence_of(number))
        for batch in matcher.match_files(source, target)
        for links in [batch.marked()]
        for number, (line, alignment) in enumerate(
            zip(count(links.first_line), links, strict=False)
        )
    )


def _drawing(
    names: _Names, row: _SentencePair, source: Sequence[str] | None, target: Sequence[str] | None
) -> AlignmentDrawing:
    line, alignment, stages, confidence = row
    longest = max(alignment.source_length, alignment.target_length)
    if longest > MOST_WORDS:
        raise InputError(
            f"{names.file}:{line}: a sentence of {longest:,} words is too long to draw (at most "
            f"{MOST_WORDS:,}); choose other lines with ",
            Argument("lines"),
        )
    crossings = alignment.crossings()
    crossing = f"{crossings.share:.0%} of link pairs cross" if crossings.pairs else "no link pairs"
    lengths = alignment.source_length, alignment.target_length
    words = [counted(n, f"{side} word") for n, side in zip(lengths, names.sides, strict=True)]
    counts = f"{', '.join(words)}, {counted(len(alignment), 'link')}"
    if stages:
        counts += f" ({', '.join(f'{stages.count(s)} {s}' for s in STAGES if s in stages)})"
        if weak := len(alignment) - len(alignment.only_sure()):
            counts += f", {weak} of them weak"
    layout = alignment.layout(source, target, stages, confidence)
    sentences = [None if words is None else visible(" ".join(words)) for words in (source, target)]
    return AlignmentDrawing(
        f"line {line}: {counts}, {crossing}", layout, (sentences[0], sentences[1])
    )


def chosen_lines(lines: str | Iterable[int]) -> tuple[int, ...]:
    """Return sorted line numbers, counting from 1; a string lists numbers and ranges.

    Raises:
        UsageError: The choice is malformed, empty, or has more than MOST_LINES lines.

    Examples:
        >>> chosen_lines("7-9,3"), chosen_lines([2, 1])
        ((3, 7, 8, 9), (1, 2))
    """
    parts = lines.split(",") if isinstance(lines, str) else list(lines)
    chosen: set[int] = set()
    for part in parts:
        if isinstance(part, str):
            ends = _LINES.fullmatch(part.strip())
            numbers = range(int(ends[1]), int(ends[2] or ends[1]) + 1) if ends else range(0)
        else:
            numbers = range(index(part), part + 1)
        if not numbers or numbers[0] < 1:
            raise UsageError(
                Argument("lines"),
                f" has '{quoted(str(part))}', which is not a line or a range; "
                "expected lines such as 3 or 1,7-9",
            )
        if len(numbers) > MOST_LINES or len(chosen | set(numbers)) > MOST_LINES:
            raise UsageError(Argument("lines"), f" has more than {MOST_LINES} lines; choose fewer")
        chosen.update(numbers)
    if not chosen:
        raise UsageError(Argument("lines"), " names no line")
    return tuple(sorted(chosen))
