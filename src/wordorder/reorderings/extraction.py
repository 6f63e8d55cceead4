"""Extraction of reorderings, with and without a syntax tree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from wordorder import _kernels
from wordorder.alignment.alignment import Alignment
from wordorder.alignment.batch import AlignmentBatch
from wordorder.errors import InputError, UsageError, expect
from wordorder.output.wording import counted
from wordorder.reorderings.batch import SIDES, ReorderingBatch, Side, run_labels
from wordorder.text.source import is_input

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordorder.syntax.tree import Tree, TreeBatch

Branching = Literal["right", "left"]
BRANCHINGS: tuple[Branching, ...] = get_args(Branching)


def _refuse_unknown(**branchings: Branching) -> None:
    for name, value in branchings.items():
        if value not in BRANCHINGS:
            raise UsageError.unknown(name.replace("_", " "), value, BRANCHINGS)


@dataclass(frozen=True, slots=True)
class Extraction:
    """How to split nested reorderings.

    Attributes:
        branching: Without syntax, `right` makes the first block as small as possible, `left` the
            second one.
        sibling_branching: The same for siblings in a tree: `left` makes the second block small.

    Raises:
        UsageError: There is no such branching.

    Examples:
        >>> Extraction(branching="left").signature
        ('branching:left', 'siblings:left')
    """

    branching: Branching = "right"
    sibling_branching: Branching = "left"

    def __post_init__(self) -> None:
        _refuse_unknown(branching=self.branching, sibling_branching=self.sibling_branching)

    def find(
        self,
        alignments: AlignmentBatch,
        trees: TreeBatch[Tree] | None = None,
        over: Side = "source",
    ) -> ReorderingBatch:
        """Extract the reorderings of some sentence pairs (`extract_reorderings`).

        Args:
            alignments: Their links.
            trees: Their syntax trees, if any.
            over: The side that the trees belong to.
        """
        return extract_reorderings(
            alignments,
            trees,
            over="source" if trees is None else over,
            branching=self.branching,
            sibling_branching=self.sibling_branching,
        )

    @property
    def signature(self) -> tuple[str, ...]:
        """The parts of the signature that determine how reorderings are split."""
        return (f"branching:{self.branching}", f"siblings:{self.sibling_branching}")


RIGHT_AND_LEFT = Extraction()
"""The branching of the paper: right without syntax, left among siblings."""


def extract_reorderings(
    alignments: AlignmentBatch | Iterable[Alignment],
    trees: TreeBatch[Tree] | None = None,
    *,
    over: Side = "source",
    branching: Branching = "right",
    sibling_branching: Branching = "left",
) -> ReorderingBatch:
    """Extract all reorderings: pairs of adjacent blocks that swap places.

    A block of source words is consistent if no target word between its first and last target is
    linked to a word outside it; unlinked words are ignored. A reordering is two adjacent blocks A
    and B, consistent alone and together, with every target of A after every target of B. There is
    at most one at each boundary between two linked words.

    Args:
        alignments: The links of each sentence pair.
        trees: Syntax trees of one side, one per sentence pair. A and B are then sequences of whole
            siblings where possible; other reorderings are marked as not syntactic.
        over: The side that the trees, and the boundaries, belong to.
        branching: Without syntax, `right` makes A as small and then B as large as possible;
            `left` is the mirror image.
        sibling_branching: Among siblings, `left` makes B as small and then A as large as
            possible; `right` is the mirror image.

    Raises:
        InputError: A tree does not fit its sentence.
        UsageError: An option is unknown.

    Examples:
        >>> from wordorder import Alignment
        >>> inverted = Alignment.parse("0-3 1-2 2-1 3-0")
        >>> extract_reorderings([inverted]).source_widths().tolist()
        [4, 3, 2]
        >>> len(extract_reorderings([Alignment.parse("0-1 1-3 2-0 3-2")]))
        0

    References:
        Birch, Blunsom and Osborne (2009), A Quantitative Analysis of Reordering Phenomena.
    """
    if over not in SIDES:
        raise UsageError.unknown("side", over, SIDES)
    _refuse_unknown(branching=branching, sibling_branching=sibling_branching)
    batch = as_batch(alignments)
    on_tree_side = batch if over == "source" else batch.transpose()
    if trees is not None:
        _refuse_other_words(trees, on_tree_side)
    heads, nodes = (None, None) if trees is None else trees.unit_rows
    extracted = _kernels.reorderings(
        on_tree_side.link_rows,
        heads,
        nodes,
        _kernels.Branching[branching],
        _kernels.Branching[sibling_branching],
    )
    labels = None
    if trees is not None:
        rows = np.repeat(np.arange(len(batch)), np.diff(extracted.offsets))
        units = extracted.units
        labels = run_labels(trees, rows, extracted.parents, units.values, units.offsets)
    return ReorderingBatch(
        extracted.spans if over == "source" else np.roll(extracted.spans, 4, axis=0),
        extracted.offsets,
        batch.target_lengths,
        extracted.syntactic.view(np.bool_),
        labels,
        over,
        batch.first_line,
    )


def as_batch(alignments: AlignmentBatch | Iterable[Alignment]) -> AlignmentBatch:
    """Turn alignments into a batch.

    Raises:
        UsageError: They are not alignments.
    """
    if isinstance(alignments, AlignmentBatch):
        return alignments
    if is_input(alignments):
        raise UsageError("to use a file of links, give AlignedCorpus(file) or use read_alignments")
    rows = list(alignments)
    for row in rows:
        if not isinstance(row, Alignment):
            raise UsageError(f"expected alignments, not {type(row).__name__}; see Alignment.parse")
    return AlignmentBatch.from_alignments(rows)


def _refuse_other_words(trees: TreeBatch[Tree], batch: AlignmentBatch) -> None:
    from wordorder.syntax.tree import TreeBatch

    expect(trees, TreeBatch, "trees")
    if len(trees) != len(batch):
        raise InputError(
            f"{counted(len(batch), 'sentence pair')}, but {counted(len(trees), 'tree')}"
        )
    other = np.flatnonzero(trees.lengths != batch.source_lengths)
    if other.size:
        row = other[0]
        raise InputError(
            f"line {batch.first_line + row}: the tree has "
            f"{counted(int(trees.lengths[row]), 'word')}, "
            f"but the sentence has {batch.source_lengths[row]}"
        )
