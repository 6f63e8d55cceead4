"""Parses and the links of their translations, read side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from wordorder.alignment import PHARAOH, AlignmentBatch
from wordorder.errors import InputError
from wordorder.output import counted
from wordorder.preordering.references import ReferenceOrders
from wordorder.syntax import DependencyBatch, parse_texts, read_trees
from wordorder.text import shown_name

if TYPE_CHECKING:
    from wordorder.alignment import LinkReading
    from wordorder.output import Meter
    from wordorder.syntax import Parser
    from wordorder.text import Input


def read_parses(
    parses: Input, parser: str | Parser | None = None, *, progress: bool | Meter = False
) -> DependencyBatch:
    """Read dependency trees from CoNLL-U or, with a parser, parse a text.

    Args:
        parses: The CoNLL-U file; with a parser, a text with one sentence per line.
        parser: As in `parse_texts`.
        progress: Whether to show the progress of the parser.

    Raises:
        InputError: The file cannot be read, has a bad tree, or has none; or as in `parse_texts`.
        MissingExtraError: The parser is not installed.
        UsageError: Unknown parser.
    """
    if parser is not None:
        return parse_texts(parses, parser, progress=progress)
    batches = [cast("DependencyBatch", batch) for batch in read_trees(parses, "conllu")]
    if not batches:
        raise InputError(f"{shown_name(parses)}: there are no sentences")
    return DependencyBatch.join(batches)


def read_references(
    links: Input, trees: DependencyBatch, reading: LinkReading = PHARAOH
) -> ReferenceOrders:
    """Read the links of the parsed sentences with their translations.

    Raises:
        InputError: The file cannot be read, has another number of lines than there are trees, or
            links a word that the sentence does not have.
    """
    found = AlignmentBatch.join(list(reading.read(links)))
    if len(found) != len(trees):
        raise InputError(
            f"{shown_name(links)} has {counted(len(found), 'line')}, "
            f"but there are {counted(len(trees), 'parse')}"
        )
    longer = np.flatnonzero(found.source_lengths > trees.lengths)
    if longer.size:
        row = int(longer[0])
        raise InputError(
            f"{shown_name(links)}:{row + 1}: word {found.source_lengths[row] - 1} is linked, but "
            f"the sentence has {counted(int(trees.lengths[row]), 'word')}"
        )
    columns = found.sources, found.targets, found.offsets
    return ReferenceOrders.from_alignments(
        AlignmentBatch(*columns, trees.lengths, found.target_lengths)
    )
