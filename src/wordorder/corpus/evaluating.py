"""The figures of the rows of a record batch."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from wordorder import _kernels
from wordorder.alignment.batch import AlignmentBatch
from wordorder.corpus.outputs import link_outputs
from wordorder.corpus.rows import (
    CorpusRows,
    align_rows,
    loaded_aligner,
    read_links,
    read_orders,
    tree_rows,
    without_unusable,
)
from wordorder.errors import expect
from wordorder.ordering.metrics import METRICS
from wordorder.ordering.scores import ordering_scores
from wordorder.output.wording import counted
from wordorder.permutation.batch import PermutationBatch
from wordorder.text.arrow import pyarrow

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from wordorder.arrays import Floats
    from wordorder.corpus.plan import CorpusPlan
    from wordorder.reorderings.counts import ReorderingCounts
    from wordorder.scoring.plan import ScorePlan
    from wordorder.syntax.dependency import DependencyBatch

MOST_WORDS = 1 << 22
"""Words to score at a time: a short text may link the last words of very long sentences."""

_SIDES = ("source", "target")
_TEXTS = ("reference", "hypothesis")
_PREORDERED = {"preordered_": False, "preordered_linked_": True}
"""The prefixes of scores of pre-ordering, and whether they are about linked words only."""
_LARGE_BLOCK = 31 << 20  # in bytes; glibc ignores blocks above 32 MB


@dataclass(frozen=True, slots=True, eq=False)
class EvaluatedRows:
    """The figures of consecutive rows.

    Attributes:
        columns: The figures of each output, one per row; NaN where undefined, and in rows that
            cannot be used.
        usable: Whether each row can be used: it has no null where a value is needed, and no
            problem.
        problems: The problems of bad rows, by index in the batch.
        counted: The counts for the reordering analysis, of all rows; None without links.
    """

    columns: Mapping[str, Floats]
    usable: NDArray[np.bool_]
    problems: Mapping[int, str]
    counted: ReorderingCounts | None

    def __len__(self) -> int:
        return len(self.usable)


def evaluate(plan: CorpusPlan, batch: Any) -> EvaluatedRows:
    """Compute the outputs of a plan for each row of a record batch.

    The function is thread-safe, and uses one thread itself. Rows do not depend on each other: bad
    rows and nulls change nothing in the rest.

    Args:
        plan: What to compute.
        batch: A `pyarrow.RecordBatch` of any size; about 16,000 rows are best.

    Raises:
        InputError: A column is missing, of another type, or damaged.
        UsageError: `batch` is not a record batch.

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
        figures = _of_texts(plan, plan.score_plan, rows)
    elif plan.order == "permutation":
        figures = _ordering_figures(read_orders(rows), plan.outputs)
    else:
        figures, counts = _of_links(plan, rows)
    columns = {name: figures[name] for name in plan.outputs}
    if not rows.usable.all():
        columns = {name: np.where(rows.usable, values, np.nan) for name, values in columns.items()}
    return EvaluatedRows(columns, rows.usable, rows.problems, counts)


@cache
def _keep_freed_memory() -> None:
    """Let glibc keep the memory that one batch frees for the next.

    It gives memory back as soon as twice the largest block ever freed is free. Every batch would
    then request 10 MB of new pages, which takes a tenth of its time.
    """
    np.empty(_LARGE_BLOCK, np.uint8)


def _no_rows(plan: CorpusPlan) -> EvaluatedRows:
    counts = None
    if plan.order == "links":
        counts = _counts(AlignmentBatch.from_alignments([]), plan.ks)
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
    counts = _counts(alignments, plan.ks)
    figures = _link_order_figures(alignments, plan.outputs)
    with np.errstate(divide="ignore", invalid="ignore"):  # 0 / 0 is undefined
        for output, values in link_outputs(plan.ks):
            if output.name in plan.outputs:
                figures[output.name] = values(alignments, counts.columns)
    for side in _SIDES:
        length = figures.get(f"{side}_length")
        if length is not None and plan.aligner is None and not plan.knows_length(side):
            length[np.diff(alignments.offsets) == 0] = np.nan
    if trees is not None:
        figures |= _preordering_figures(plan, rows, trees, alignments)
    return figures, counts


def _tokenize(plan: CorpusPlan, rows: CorpusRows) -> None:
    """Tokenise source and target if the plan has a tokeniser; otherwise they are tokenised."""
    if not (plan.tokenize or plan.aligner):
        return
    from wordorder.text.tokenizers import tokenizer

    words = tokenizer(plan.tokenize or "none")
    for side in _SIDES:
        if side in rows.arrays:
            rows.refuse_long_texts(side, words)
            if plan.tokenize:
                lines = words.lines(rows.texts(side), threads=1)
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
    """Note rows whose tree and source differ in the number of words."""
    if trees is not None:
        words = trees.lengths
        rows.refuse_where(
            words != lengths,
            lambda row: (
                f"the tree has {counted(int(words[row]), 'word')}, the source {lengths[row]}"
            ),
        )


def _counts(alignments: AlignmentBatch, ks: Sequence[int]) -> ReorderingCounts:
    """Count the reorderings of each row."""
    from wordorder.reorderings.counts import count_reorderings
    from wordorder.reorderings.extraction import RIGHT_AND_LEFT

    return count_reorderings(alignments, RIGHT_AND_LEFT.find(alignments), ks)


def _ordering_figures(permutations: PermutationBatch, outputs: Iterable[str]) -> dict[str, Floats]:
    """Return the ordering metrics among the outputs; NaN for rows without words."""
    metrics = [name for name in outputs if name in METRICS]
    if not metrics:
        return {}
    return ordering_scores(permutations.values, permutations.offsets, metrics, threads=1)


def _link_order_figures(
    alignments: AlignmentBatch, outputs: Iterable[str], *, most_words: int = MOST_WORDS
) -> dict[str, Floats]:
    """Like `_ordering_figures`, for the order of source words in the target, in bounded memory."""
    words = np.cumsum(alignments.source_lengths, dtype=np.int64)
    cuts = np.flatnonzero(np.diff(words // most_words)) + 1
    bounds = [0, *cuts.tolist(), len(alignments)]
    parts = [
        _ordering_figures(PermutationBatch.from_alignments(alignments.rows(*bound)), outputs)
        for bound in pairwise(bounds)
    ]
    if len(parts) == 1:
        return parts[0]
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def _preordering_figures(
    plan: CorpusPlan, rows: CorpusRows, trees: DependencyBatch, alignments: AlignmentBatch
) -> dict[str, Floats]:
    """Score the order that the rules make against the order of the source words in the target.

    NaN without links.
    """
    from wordorder.preordering.references import ReferenceOrders

    used = np.flatnonzero(rows.usable)
    orders = plan.compiled_rules.arrange(trees.take(used)).orders
    references = ReferenceOrders.from_alignments(alignments.chosen(used))
    figures: dict[str, Floats] = {}
    for prefix, linked_only in _PREORDERED.items():
        metrics = [name for name in METRICS if prefix + name in plan.outputs]
        if metrics:
            compared = references.relative(orders, linked_only=linked_only)
            scores = ordering_scores(compared.values, compared.offsets, metrics, threads=1)
            for metric, values in scores.items():
                figures[prefix + metric] = np.full(len(rows), np.nan)
                figures[prefix + metric][used] = values
    return figures


def _of_texts(plan: CorpusPlan, scoring: ScorePlan, rows: CorpusRows) -> dict[str, Floats]:
    """Score the hypothesis of each row as in `score`; NaN where a measure is undefined."""
    from wordorder.scoring.texts import Texts

    for role in _TEXTS:
        rows.refuse_long_texts(role, scoring.words)
    rows.empty_unusable()
    reference, hypothesis = map(rows.texts, _TEXTS)
    counts = scoring.count(Texts(("hypothesis",), (hypothesis,), (reference,)))
    return {name: plan.text_measures[name].sentences(counts)[0] for name in plan.outputs}


def result_batch(plan: CorpusPlan, rows: EvaluatedRows) -> Any:
    """Return the figures and problems as a record batch, with nulls for undefined figures."""
    arrow = pyarrow()
    arrays = {
        output.name: nullable(rows.columns[output.name], whole=output.whole)
        for output in plan.described
    }
    problems = [rows.problems.get(row) for row in range(len(rows))]
    arrays["problem"] = arrow.array(problems, "string")
    return arrow.record_batch(arrays)


def nullable(values: Floats, *, whole: bool) -> Any:
    """Return figures as an Arrow array, with nulls for undefined figures."""
    arrow, undefined = pyarrow(), np.isnan(values)
    mask = undefined if undefined.any() else None  # without a mask, nothing is copied
    if not whole:
        return arrow.array(values, mask=mask)
    with np.errstate(invalid="ignore"):
        return arrow.array(values.astype(np.int64), mask=mask)
