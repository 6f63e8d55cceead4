"""Counts of each sentence pair, and the corpus measures computed from them."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder import _kernels
from wordorder.reorderings.batch import WIDTH_CLASSES, width_classes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from wordorder.alignment import AlignmentBatch
    from wordorder.reorderings.batch import ReorderingBatch

    Columns = dict[str, NDArray[np.generic]]


class RatioMeasure(NamedTuple):
    """A measure of a corpus: the sum of one column divided by the sum of another."""

    name: str
    numerator: str
    denominator: str
    meaning: str
    needs_lengths: bool = False


_ALWAYS = (
    RatioMeasure("rquantity", "rquantity", "sentences", "Mean amount of reordering per sentence"),
    RatioMeasure(
        "reorderings", "reorderings", "sentences", "Mean number of reorderings per sentence"
    ),
    RatioMeasure("width", "widths", "reorderings", "Mean number of source words per reordering"),
    RatioMeasure("short", "short", "reorderings", "Share of reorderings over 2 to 4 source words"),
    RatioMeasure(
        "medium", "medium", "reorderings", "Share of reorderings over 5 to 8 source words"
    ),
    RatioMeasure(
        "long", "long", "reorderings", "Share of reorderings over more than 8 source words"
    ),
    RatioMeasure("crossing", "crossing", "link_pairs", "Share of link pairs that cross"),
    RatioMeasure("non_itg", "non_itg", "ordered", "Share of sentences with a simple node"),
    RatioMeasure(
        "blocked",
        "blocked",
        "linked_source",
        "Share of source words in or under discontinuous links",
    ),
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


def sentence_counts(
    alignments: AlignmentBatch,
    found: ReorderingBatch,
    simple_nodes: NDArray[np.int64],
    ks: Sequence[int],
) -> Columns:
    """Count everything in each sentence pair.

    Args:
        alignments: The links.
        found: The reorderings.
        simple_nodes: Number of simple nodes of each, from `simple_operators`.
        ks: Values of k for anticipation.

    Examples:
        >>> from wordorder import Alignment, AlignmentBatch, extract_reorderings
        >>> batch = AlignmentBatch.from_alignments([Alignment.parse("0-2 1-1 2-0")])
        >>> counts = sentence_counts(batch, extract_reorderings(batch), np.array([0]), ks=[1])
        >>> [counts[name].tolist() for name in ("reorderings", "widths", "anticipated@1")]
        [[2], [5], [1]]
    """
    widths = found.source_widths()
    classes = width_classes(widths)
    crossing, pairs = alignments.crossings()
    blocked, linked_source = alignments.blocked_words()
    anticipated, linked_target = alignments.anticipation(ks)
    scaled, _ = alignments.anticipation(ks, scaled=True)
    return {
        "line": np.arange(found.first_line, found.first_line + len(alignments)),
        "source_length": alignments.source_lengths,
        "target_length": alignments.target_lengths,
        "sentences": np.ones(len(alignments), np.int64),
        "rquantity": found.rquantity(),
        "reorderings": np.diff(found.offsets),
        "widths": found.sums(widths),
        **{name: found.sums(classes == number) for number, name in enumerate(WIDTH_CLASSES)},
        "syntactic": found.sums(found.syntactic),
        "crossing": crossing,
        "link_pairs": pairs,
        "non_itg": (simple_nodes > 0).astype(np.int64),
        "ordered": (np.diff(alignments.offsets) > 0).astype(np.int64),
        "blocked": blocked,
        "linked_source": linked_source,
        "linked_target": linked_target,
        **{f"anticipated@{k}": anticipated[:, column] for column, k in enumerate(ks)},
        **{f"anticipated_scaled@{k}": scaled[:, column] for column, k in enumerate(ks)},
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
    found = _kernels.simple_operators(alignments.link_rows)
    places = (found.operators.values + 1).tolist()
    bounds = found.operators.offsets.tolist()
    operators = [tuple(places[begin:end]) for begin, end in pairwise(bounds)]
    return [operators[number] for number in found.of_nodes.tolist()], found.counts
