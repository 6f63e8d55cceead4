"""The order that rules make of trees, against the order of the source in the target."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from wordorder.errors import InputError
from wordorder.ordering import METRICS, ordering_scores
from wordorder.preordering import ReferenceOrders
from wordorder.syntax import DependencyBatch, read_trees
from wordorder.text import ArrowColumn, shown_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordorder.alignment import AlignmentBatch
    from wordorder.arrays import Floats
    from wordorder.corpus.families.rows import CorpusRows
    from wordorder.preordering.rules.compiled import CompiledRules

_PARTS = {"preordered_": False, "preordered_linked_": True}


def tree_rows(rows: CorpusRows) -> DependencyBatch:
    """The tree of each row; a bad row has no words, and its problem is noted."""
    column = ArrowColumn(rows.arrays["tree"], "tree")
    read = [cast("DependencyBatch", batch) for batch in read_trees(column, "conllu", skip_bad=True)]
    trees = DependencyBatch.join(read)
    place = shown_name(column) + ":{0}: sentence {0}: "
    for row, problem in trees.problems.items():
        what = str(problem).removeprefix(place.format(row + 1))
        rows.refuse({row: InputError(f"tree: {what}")})
    return trees


def preordering_figures(
    rows: CorpusRows,
    trees: DependencyBatch,
    alignments: AlignmentBatch,
    rules: CompiledRules,
    outputs: Iterable[str],
) -> dict[str, Floats]:
    """The scores of the order that the rules make, among the outputs; NaN without links."""
    names, used = set(outputs), np.flatnonzero(rows.usable)
    orders = rules.arrange(trees.take(used)).orders
    references = ReferenceOrders.from_alignments(alignments.chosen(used))
    figures: dict[str, Floats] = {}
    for prefix, linked_only in _PARTS.items():
        metrics = [name for name in METRICS if prefix + name in names]
        if metrics:
            judged = references.judge(orders, linked_only=linked_only)
            scores = ordering_scores(judged.values, judged.offsets, metrics, threads=1)
            for metric, values in scores.items():
                figures[prefix + metric] = np.full(len(rows), np.nan)
                figures[prefix + metric][used] = values
    return figures
