"""The figures of the rows of a record batch."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from wordorder import _kernels
from wordorder.alignment import AlignmentBatch
from wordorder.corpus.evaluated import EvaluatedRows
from wordorder.corpus.families.aligning import align_rows, loaded_aligner
from wordorder.corpus.families.links import (
    link_figures,
    read_links,
    reordering_counts,
    without_unusable,
)
from wordorder.corpus.families.ordering import link_order_figures, ordering_figures, read_orders
from wordorder.corpus.families.preordering import preordering_figures, tree_rows
from wordorder.corpus.families.rows import CorpusRows
from wordorder.corpus.families.texts import refuse_long_texts, text_figures, text_lines
from wordorder.errors import expect
from wordorder.text import tokenizer
from wordorder.text.arrow import pyarrow

if TYPE_CHECKING:
    from wordorder.arrays import Floats
    from wordorder.corpus.plan import CorpusPlan
    from wordorder.reorderings.counts import ReorderingCounts
    from wordorder.syntax import DependencyBatch

_SIDES = ("source", "target")
_LARGE_BLOCK = 31 << 20  # in bytes; those above 32 MB do not count


def evaluate(plan: CorpusPlan, batch: Any) -> EvaluatedRows:
    """Compute the outputs of a plan for each row of a record batch.

    It may be called by several threads at once, and uses one thread itself. A row does not depend
    on the others: bad ones and nulls change nothing in the rest.

    Args:
        plan: What to compute.
        batch: A `pyarrow.RecordBatch` of any size; about 16,000 rows are best.

    Raises:
        InputError: A column is missing, of another type, or damaged.
        UsageError: This is no record batch.

    Examples:
        >>> import pyarrow as pa
        >>> from wordorder.corpus import CorpusPlan
        >>> batch = pa.record_batch({"links": ["0-1 1-0", "0-x", "0-0 1-1"]})
        >>> rows = evaluate(CorpusPlan.of(["links"], metrics="kendall,rquantity"), batch)
        >>> {name: column.tolist() for name, column in rows.columns.items()}
        {'kendall': [0.0, nan, 1.0], 'rquantity': [1.0, nan, 0.0]}
        >>> rows.problems
        {1: "'0-x' is not a link; expected links such as 0-0 1-2 2?1"}
    """
    expect(batch, pyarrow().RecordBatch, "batch")
    plan.check(batch.schema, "the batch")
    if not batch.num_rows:
        return _no_rows(plan)
    _keep_freed_memory()
    rows = CorpusRows.of(plan.columns.named(), batch)
    counts = None
    if plan.score_plan is not None:
        figures = text_figures(plan.score_plan, rows, plan.outputs)
    elif plan.order == "permutation":
        figures = ordering_figures(read_orders(rows), plan.outputs)
    else:
        figures, counts = _of_links(plan, rows)
    columns = {name: _masked(figures[name], rows) for name in plan.outputs}
    return EvaluatedRows(columns, rows.usable, rows.problems, counts)


@cache
def _keep_freed_memory() -> None:
    """Let glibc keep what one batch frees for the next.

    It gives memory back as soon as twice the largest block ever freed is free. Then every batch has
    to ask for 10 MB of new pages, which takes a tenth of its time.
    """
    np.empty(_LARGE_BLOCK, np.uint8)


def _no_rows(plan: CorpusPlan) -> EvaluatedRows:
    counts = None
    if plan.order == "links":
        counts = reordering_counts(AlignmentBatch.from_alignments([]), plan.ks)
    columns = {name: np.empty(0) for name in plan.outputs}
    return EvaluatedRows(columns, np.empty(0, np.bool_), {}, counts)


def _of_links(plan: CorpusPlan, rows: CorpusRows) -> tuple[dict[str, Floats], ReorderingCounts]:
    _tokenize(plan, rows)
    trees = None if plan.rules is None else tree_rows(rows)
    if plan.aligner is None:
        alignments = read_links(rows, plan.reading, _lengths(rows, trees))
    else:
        rows.empty_unusable()
        alignments = align_rows(rows, loaded_aligner(plan.aligner, plan.aligner_digest))
        _refuse_other_trees(rows, trees, alignments.source_lengths)
    alignments = without_unusable(
        rows, alignments, knows_target=plan.aligner is not None or plan.knows_length("target")
    )
    counts = reordering_counts(alignments, plan.ks)
    figures = link_order_figures(alignments, plan.outputs)
    figures |= link_figures(alignments, counts, plan.ks, plan.outputs)
    for side in _SIDES:
        length = figures.get(f"{side}_length")
        if length is not None and plan.aligner is None and not plan.knows_length(side):
            length[np.diff(alignments.offsets) == 0] = np.nan
    if trees is not None:
        figures |= preordering_figures(rows, trees, alignments, plan.compiled_rules, plan.outputs)
    return figures, counts


def _tokenize(plan: CorpusPlan, rows: CorpusRows) -> None:
    """Tokenise source and target, if that is asked for; otherwise they are so already."""
    words = tokenizer(plan.tokenize or "none")
    for side in _SIDES:
        if side in rows.arrays and (plan.tokenize or plan.aligner):
            refuse_long_texts(rows, side, words)
            if plan.tokenize:
                lines = words.lines(text_lines(rows, side), threads=1)
                rows.arrays[side] = pyarrow().array(lines, "large_string")


def _lengths(rows: CorpusRows, trees: DependencyBatch | None) -> tuple[Any, Any]:
    source, target = (
        _kernels.count_words(rows.lines(side)) if side in rows.arrays else None for side in _SIDES
    )
    if trees is None:
        return source, target
    if source is not None:
        _refuse_other_trees(rows, trees, source)
    return trees.lengths, target


def _refuse_other_trees(rows: CorpusRows, trees: DependencyBatch | None, lengths: Any) -> None:
    """Note rows with another number of words in the tree than in the source."""
    if trees is not None:
        words = trees.lengths
        rows.refuse_where(
            words != lengths,
            lambda row: f"the tree has {words[row]} words, the source {lengths[row]}",
        )


def _masked(column: Floats, rows: CorpusRows) -> Floats:
    return column if rows.usable.all() else np.where(rows.usable, column, np.nan)


def result_batch(plan: CorpusPlan, rows: EvaluatedRows) -> Any:
    """The figures as a record batch, with nulls for undefined ones, and the problems."""
    arrow = pyarrow()
    arrays = {
        output.name: _nullable(rows.columns[output.name], whole=output.whole)
        for output in plan.described
    }
    problems = [rows.problems.get(row) for row in range(len(rows))] if rows.problems else []
    arrays["problem"] = (
        arrow.array(problems, "string") if problems else arrow.nulls(len(rows), "string")
    )
    return arrow.record_batch(arrays)


def _nullable(column: Floats, *, whole: bool) -> Any:
    undefined = np.isnan(column)
    if not whole:
        return pyarrow().array(column, mask=undefined)
    return pyarrow().array(np.where(undefined, 0, column).astype(np.int64), mask=undefined)
