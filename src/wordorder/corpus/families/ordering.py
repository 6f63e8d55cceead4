"""The order of rows as permutations, and the ordering metrics."""

from __future__ import annotations

from typing import TYPE_CHECKING


from wordorder import _kernels
from wordorder.corpus.families.rows import LONGEST_ROW, is_text
from wordorder.ordering import METRICS, ordering_scores
from wordorder.permutation import PermutationBatch, read_permutations
from wordorder.text.arrow import ArrowColumn, as_lines

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordorder.arrays import Floats
    from wordorder.corpus.families.rows import CorpusRows


def permuted_rows(rows: CorpusRows) -> PermutationBatch:
    """The permutation of each row; each counts from 0 or from 1, whatever the others do."""
    cells = rows.arrays["permutation"]
    if not is_text(cells):
        return PermutationBatch.join(list(read_permutations(ArrowColumn(cells, "permutation"))))
    parsed = _kernels.parse_permutations(
        as_lines(cells), "permutation", 1, -1, 0, False, skip_bad=True
    )
    rows.refuse({problem.row: problem.what for problem in parsed.problems})
    permutations = PermutationBatch.from_kernel(parsed.rows, 1)
    lengths = permutations.lengths
    rows.refuse_where(
        lengths > LONGEST_ROW,
        lambda row: f"{lengths[row]:,} words, more than {LONGEST_ROW:,}",
    )
    return permutations


def ordering_figures(permutations: PermutationBatch, outputs: Iterable[str]) -> dict[str, Floats]:
    """The ordering metrics among the outputs; NaN for rows without words."""
    metrics = [name for name in outputs if name in METRICS]
    if not metrics:
        return {}
    return ordering_scores(permutations.values, permutations.offsets, metrics, threads=1)


