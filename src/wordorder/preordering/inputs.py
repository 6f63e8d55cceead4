"""Reading of parses, of their links with a translation, and of their source text.

The words of a parse, which alignments count, are its syntactic words: the numbered lines of CoNLL-U
without ranges of multiword tokens (`3-4`) and empty nodes (`8.1`).
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from itertools import zip_longest
from typing import TypeAlias, cast

import numpy as np

from wordorder.alignment.batch import AlignmentBatch
from wordorder.alignment.link_reading import PHARAOH, LinkReading
from wordorder.errors import Argument, InputError, Part
from wordorder.output.console import visible
from wordorder.output.progress import Meter, follow_files
from wordorder.output.wording import counted
from wordorder.preordering.references import ReferenceOrders
from wordorder.syntax.dependency import DependencyBatch
from wordorder.syntax.parsing import Parser, parse_texts
from wordorder.syntax.reading import read_trees
from wordorder.text.reader import read_lines
from wordorder.text.source import Input, quoted, settled, shown_name
from wordorder.text.tokenizers import split_words

Parses: TypeAlias = "Input | DependencyBatch"
Links: TypeAlias = "Input | AlignmentBatch"

_LINE_PER_SENTENCE = ("pharaoh", "talbot", "moses", "lader")
_COUNT_FROM_BASE = ("pharaoh", "lader")


def read_parses(
    parses: Parses, parser: str | Parser | None = None, *, progress: bool | Meter = False
) -> DependencyBatch:
    """Read dependency trees from CoNLL-U or, with a parser, parse a text.

    Args:
        parses: The CoNLL-U file; with a parser, a text with one sentence per line. A batch is
            returned as it is.
        parser: As in `parse_texts`.
        progress: Whether to show the progress of the parser.

    Raises:
        InputError: The file cannot be read, has a bad tree, or has none; or as in `parse_texts`.
        MissingExtraError: The parser is not installed.
        UsageError: Unknown parser.
    """
    if isinstance(parses, DependencyBatch):
        batches = [parses]
    elif parser is not None:
        batches = [parse_texts(parses, parser, progress=progress)]
    else:
        source = settled(parses, "parses")
        batches = [cast("DependencyBatch", batch) for batch in read_trees(source, "conllu")]
    if not sum(map(len, batches)):
        raise _no_sentences(parses)
    for batch in batches:
        if batch.problems:
            raise InputError(*next(iter(batch.problems.values())).args)
    return batches[0] if len(batches) == 1 else DependencyBatch.join(batches)


def parse_batches(
    parses: Input, doing: str, meter: Meter
) -> Generator[DependencyBatch, None, None]:
    """Read dependency trees from CoNLL-U a batch at a time, in bounded memory.

    Args:
        parses: The CoNLL-U file.
        doing: The label of the progress, such as "checking".
        meter: The progress meter.

    Raises:
        InputError: The file cannot be read, has a bad tree, or has none.
    """
    is_empty = True
    with follow_files(meter, doing, [parses]) as advance:
        batches = read_trees(parses, "conllu", on_bytes=advance)
        with closing(cast("Generator[DependencyBatch, None, None]", batches)) as read:
            for trees in read:
                is_empty &= len(trees) == 0
                yield trees
    if is_empty:
        raise _no_sentences(parses)


def read_references(
    links: Links,
    trees: DependencyBatch,
    reading: LinkReading = PHARAOH,
    *,
    parses: Parses | None = None,
) -> ReferenceOrders:
    """Read the reference orders of parsed sentences; the arguments are those of `read_links`."""
    return ReferenceOrders.from_alignments(read_links(links, trees, reading, parses=parses))


def read_links(
    links: Links,
    trees: DependencyBatch,
    reading: LinkReading = PHARAOH,
    *,
    parses: Parses | None = None,
) -> AlignmentBatch:
    """Read the links of the parsed sentences with their translations.

    Args:
        links: The alignment file, or its links.
        trees: The parses of the source sentences.
        reading: The format of the file, and which links to use.
        parses: Where the parses come from, for error messages.

    Raises:
        InputError: The file cannot be read, differs from the parses in its number of sentences, or
            links a word that its sentence does not have.
    """
    if isinstance(links, AlignmentBatch):
        alignments, known = links, False
    else:
        links = settled(links, "links")
        alignments = AlignmentBatch.join(list(reading.read(links)))
        known = reading.knows_lengths("source", None)
    whose = "the parses" if parses is None else shown(parses)
    if len(alignments) != len(trees):
        verb = "have" if whose == "the parses" else "has"
        raise InputError(
            f"{shown(links)} has {counted(len(alignments), 'sentence')}, "
            f"but {whose} {verb} {len(trees):,}"
        )
    _refuse_outside(alignments, trees, links, reading)
    if known and (different := np.flatnonzero(alignments.source_lengths != trees.lengths)).size:
        row = int(different[0])
        words = counted(int(alignments.source_lengths[row]), "word")
        raise InputError(
            f"{shown(links)}: sentence {row + 1}: the source has {words}, but "
            f"{trees.lengths[row]} in {whose}"
        )
    columns = alignments.sources, alignments.targets, alignments.offsets
    return AlignmentBatch(*columns, trees.lengths, alignments.target_lengths)


def refuse_other_words(
    parses: Parses, trees: DependencyBatch, others: Parses, other_trees: DependencyBatch
) -> None:
    """Check that two files of parses have the same words.

    Raises:
        InputError: The numbers of sentences, or some words, differ.
    """
    ours, theirs = shown(parses), shown(others)
    if len(trees) != len(other_trees):
        raise InputError(
            f"{ours} has {counted(len(trees), 'sentence')}, but {theirs} has {len(other_trees):,}"
        )
    if np.array_equal(trees.offsets, other_trees.offsets):
        cells, other_cells = trees.morphology(), other_trees.morphology()
        numbers = {name: number for number, name in enumerate(cells.names)}
        renumbered = np.array([numbers.get(name, -1) for name in other_cells.names], np.int64)
        if np.array_equal(cells.forms, renumbered[other_cells.forms]):
            return
    for row, (first, second) in enumerate(
        zip(trees.sentences(), other_trees.sentences(), strict=True)
    ):
        if first != second:
            place = f"{theirs}:{other_trees.lines[row]}: sentence {row + 1}"
            raise InputError(f"{place}: {_difference(second, first, ours)}")


def refuse_other_text(source: Input, parses: Parses, trees: DependencyBatch) -> None:
    """Check that the parses are of a text: a sentence per line, words separated by blanks.

    Raises:
        InputError: The text cannot be read, or the numbers of sentences, or some words, differ.
    """
    source = settled(source, "source")
    name, whose, line = shown(source), shown(parses), 0
    every_words = trees.sentences()
    for line, sentence in read_lines(source):
        if line <= len(trees):
            words = split_words(sentence)
            if words != every_words[line - 1]:
                raise InputError(
                    f"{name}:{line}: {_difference(words, every_words[line - 1], whose)}"
                )
    if line != len(trees):
        raise InputError(
            f"{name} has {counted(line, 'line')}, but {whose} has {counted(len(trees), 'sentence')}"
        )


def _no_sentences(parses: Parses) -> InputError:
    return InputError(f"{shown(parses)}: there are no sentences")


def shown(source: Parses | Links) -> str:
    """Return the name of parses or links in messages."""
    if isinstance(source, DependencyBatch):
        return "the parses"
    if isinstance(source, AlignmentBatch):
        return "the alignment"
    return visible(shown_name(source))


def _difference(words: Sequence[str], expected: Sequence[str], whose: str) -> str:
    """Describe the first word that differs from that of another file."""
    pairs = enumerate(zip_longest(words, expected), start=1)
    number, (word, other) = next(pair for pair in pairs if pair[1][0] != pair[1][1])
    if word is None:
        return f"the sentence ends before word {number}, '{quoted(other)}' in {whose}"
    there = f"'{quoted(other)}' in {whose}" if other else f"there is none in {whose}"
    return f"word {number} is '{quoted(word)}', but {there}"


def _refuse_outside(
    alignments: AlignmentBatch, trees: DependencyBatch, links: Links, reading: LinkReading
) -> None:
    """Check that no link goes past the end of its sentence."""
    lengths = np.repeat(trees.lengths, np.diff(alignments.offsets))
    own = slice(alignments.offsets[0], alignments.offsets[-1])
    outside = np.flatnonzero(alignments.sources[own] >= lengths)
    if not outside.size:
        return
    rows = np.repeat(np.arange(len(alignments)), np.diff(alignments.offsets))[outside]
    row, link = int(rows[0]), outside[0]
    has_base = not isinstance(links, AlignmentBatch) and reading.file_format in _COUNT_FROM_BASE
    base = reading.base if has_base else 0
    sides = alignments.sources, alignments.targets
    source, target = (int(side[own][link]) + base for side in sides)
    in_lines = not isinstance(links, AlignmentBatch) and reading.file_format in _LINE_PER_SENTENCE
    place = f"{shown(links)}:{row + 1}" if in_lines else f"{shown(links)}: sentence {row + 1}"
    hint: tuple[Part, ...] = ()
    sentences = len(np.unique(rows))
    if has_base and not base and (alignments.sources[own][outside] == lengths[outside]).all():
        hint = "; if this file counts from 1, use ", Argument("base", "1")
    elif sentences > 1:
        hint = (f"; {sentences:,} sentences have such links: do the two files belong together?",)
    raise InputError(
        f"{place}: link {source}-{target} is past the end: the parse has "
        f"{counted(int(trees.lengths[row]), 'word')}, counted from {base}",
        *hint,
    )
