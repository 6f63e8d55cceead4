"""Counts of each sentence pair, and the corpus measures computed from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from wordorder import _kernels
from wordorder.alignment.batch import AlignmentBatch
from wordorder.arrays import IntArray, as_int32
from wordorder.reorderings.batch import WIDTH_CLASSES, ReorderingBatch, check_batch, width_classes

Columns: TypeAlias = "dict[str, NDArray[np.generic]]"


class RatioMeasure(NamedTuple):
    """A measure of a corpus: the sum of one column divided by the sum of another."""

    name: str
    numerator: str
    denominator: str
    meaning: str
    needs_lengths: bool = False


_ALWAYS = tuple(
    RatioMeasure(*row)
    for row in (
        ("rquantity", "rquantity", "sentences", "Mean amount of reordering per sentence"),
        ("reorderings", "reorderings", "sentences", "Mean number of reorderings per sentence"),
        ("width", "widths", "reorderings", "Mean number of source words per reordering"),
        ("short", "short", "reorderings", "Share of reorderings over 2 to 4 source words"),
        ("medium", "medium", "reorderings", "Share of reorderings over 5 to 8 source words"),
        ("long", "long", "reorderings", "Share of reorderings over more than 8 source words"),
        ("crossing", "crossing", "link_pairs", "Share of link pairs that cross"),
        ("non_itg", "non_itg", "ordered", "Share of sentences with a simple node"),
        (
            "blocked",
            "blocked",
            "linked_source",
            "Share of source words in or under discontinuous links",
        ),
    )
)
_SYNTACTIC = RatioMeasure(
    "syntactic", "syntactic", "reorderings", "Share of reorderings between whole siblings"
)


def measures_of(ks: Sequence[int], *, with_trees: bool) -> tuple[RatioMeasure, ...]:
    """Return the measures of a corpus, with both kinds of anticipation for each k."""
    early = "Share of target words that come {} or more places before a linked source word"
    stretched = f"{early}, with the target stretched to the length of the source"
    anticipation = (
        RatioMeasure(f"{name}@{k}", f"{counted}@{k}", "linked_target", meaning.format(k), scaled)
        for name, counted, meaning, scaled in (
            ("anticipation", "anticipated", early, False),
            ("anticipation_scaled", "anticipated_scaled", stretched, True),
        )
        for k in ks
    )
    return (*_ALWAYS, *((_SYNTACTIC,) if with_trees else ()), *anticipation)


@dataclass(frozen=True, slots=True, eq=False)
class ReorderingCounts:
    """The counts of each of some sentence pairs.

    Attributes:
        columns: The counts by name, one for each sentence pair; see `measures_of`.
        found: The reorderings.
        operators: The distinct simple permutations in the permutation trees, from 1.
        of_nodes: The index in `operators` of each simple node, sentence pair after sentence pair.
        simple_nodes: Number of simple nodes of each sentence pair.
    """

    columns: Columns
    found: ReorderingBatch
    operators: Sequence[tuple[int, ...]]
    of_nodes: IntArray
    simple_nodes: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.simple_nodes)


def count_reorderings(
    alignments: AlignmentBatch, found: ReorderingBatch, ks: Sequence[int]
) -> ReorderingCounts:
    """Count everything in each sentence pair, for `ReorderingAnalyzer.add_counts`.

    Args:
        alignments: The links.
        found: The reorderings.
        ks: Values of k for anticipation.

    Raises:
        InputError: A target has no words, or the reorderings are of other sentence pairs.

    Examples:
        >>> from wordorder import Alignment, AlignmentBatch
        >>> from wordorder.reorderings import extract_reorderings
        >>> batch = AlignmentBatch.from_alignments([Alignment.parse("0-2 1-1 2-0")])
        >>> counts = count_reorderings(batch, extract_reorderings(batch), ks=[1]).columns
        >>> [counts[name].tolist() for name in ("reorderings", "widths", "anticipated@1")]
        [[2], [5], [1]]
    """
    check_batch(alignments, found, names=("alignments", "found"))
    nodes = _kernels.simple_operators(alignments.link_rows)
    columns = _columns(alignments, found, nodes.counts, ks)
    return ReorderingCounts(columns, found, _tuples(nodes), nodes.of_nodes, nodes.counts)


def _columns(
    alignments: AlignmentBatch,
    reorderings: ReorderingBatch,
    simple_nodes: NDArray[np.int64],
    ks: Sequence[int],
) -> Columns:
    widths = reorderings.source_widths()
    classes = width_classes(widths)
    crossing, pairs = alignments.crossings()
    blocked, linked_source = alignments.blocked_words()
    early = _kernels.anticipation_counts(alignments.link_rows, as_int32(ks, "ks"))
    return {
        "source_length": alignments.source_lengths,
        "target_length": alignments.target_lengths,
        "sentences": np.ones(len(alignments), np.int64),
        "rquantity": reorderings.rquantity(),
        "reorderings": np.diff(reorderings.offsets),
        "widths": reorderings.sums(widths),
        **{name: reorderings.sums(classes == number) for number, name in enumerate(WIDTH_CLASSES)},
        "syntactic": reorderings.sums(reorderings.syntactic),
        "crossing": crossing,
        "link_pairs": pairs,
        "non_itg": (simple_nodes > 0).astype(np.int64),
        "ordered": (np.diff(alignments.offsets) > 0).astype(np.int64),
        "blocked": blocked,
        "linked_source": linked_source,
        "linked_target": early.linked,
        **{f"anticipated@{k}": early.counts[:, column] for column, k in enumerate(ks)},
        **{f"anticipated_scaled@{k}": early.scaled[:, column] for column, k in enumerate(ks)},
    }


def simple_operators(
    alignments: AlignmentBatch,
) -> tuple[list[tuple[int, ...]], NDArray[np.int64]]:
    """Return the simple permutations in the permutation trees of all sentence pairs, from 1.

    Returns:
        The permutations, and their number in each sentence pair.

    Examples:
        >>> from wordorder import Alignment, AlignmentBatch
        >>> batch = AlignmentBatch.from_alignments([Alignment.parse("0-1 1-3 2-0 3-2")])
        >>> operators, counts = simple_operators(batch)
        >>> operators, counts.tolist()
        ([(2, 4, 1, 3)], [1])
    """
    nodes = _kernels.simple_operators(alignments.link_rows)
    operators = _tuples(nodes)
    return [operators[number] for number in nodes.of_nodes.tolist()], nodes.counts


def _tuples(nodes: _kernels.SimpleNodes) -> list[tuple[int, ...]]:
    """Return the distinct operators, from 1."""
    places = (nodes.operators.values + 1).tolist()
    bounds = nodes.operators.offsets.tolist()
    return [tuple(places[begin:end]) for begin, end in pairwise(bounds)]
