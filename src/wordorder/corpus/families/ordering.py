"""The order of rows as permutations, and the ordering metrics."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from wordorder import _kernels
from wordorder.arrays import frozen
from wordorder.corpus.families.lists import MISSING, rows_with, safe_integers, whole_column
from wordorder.corpus.families.rows import is_text
from wordorder.errors import InputError
from wordorder.ordering import METRICS, ordering_scores
from wordorder.permutation import PermutationBatch

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordorder.alignment import AlignmentBatch
    from wordorder.arrays import Floats, Integers
    from wordorder.corpus.families.rows import CorpusRows
    from wordorder.text.lists import ListPiece

MOST_WORDS = 1 << 22
"""At a time: a short text may link the last words of very long sentences."""


def read_orders(rows: CorpusRows) -> PermutationBatch:
    """The permutation of each row; each counts from 0 or from 1, whatever the others do."""
    permutations = (_read_text if is_text(rows.arrays["permutation"]) else _read_lists)(rows)
    rows.refuse_long("the permutation", permutations.lengths)
    return permutations


def _read_text(rows: CorpusRows) -> PermutationBatch:
    lines = rows.lines("permutation")
    parsed = _kernels.parse_permutations(lines, "permutation", 1, -1, 0, False, skip_bad=True)
    rows.refuse({one.row: InputError(*one.parts) for one in parsed.problems})
    return PermutationBatch.from_kernel(parsed.rows, 1)


def _read_lists(rows: CorpusRows) -> PermutationBatch:
    piece = whole_column(rows, "permutation")
    try:
        return PermutationBatch(piece.integers(piece.items, "permutations"), piece.offsets)
    except InputError:  # some count from 1, or are bad
        return _without_bad_lists(rows, piece)


def _without_bad_lists(rows: CorpusRows, piece: ListPiece) -> PermutationBatch:
    values, offsets = safe_integers(piece.items), piece.offsets.astype(np.int64)
    lengths = np.diff(offsets)
    ranks = values - np.repeat(~_has_zero(values, offsets), lengths)
    starts, ends = np.repeat(offsets[:-1], lengths), np.repeat(lengths, lengths)
    bad = (values == MISSING) | (ranks < 0) | (ranks >= ends)
    # A rank that is there twice is there for another that is not.
    taken = np.bincount((starts + ranks)[~bad], minlength=len(values))
    bad[~bad] = taken[(starts + ranks)[~bad]] > 1
    for row in rows_with(bad, offsets):
        own = piece.items.slice(offsets[row], lengths[row])
        rows.refuse({row: _problem(own)})
    kept = np.repeat(rows.usable, lengths)
    before = np.concatenate([[0], np.cumsum(np.where(rows.usable, lengths, 0))])
    return PermutationBatch(frozen(ranks[kept].astype(np.int32)), frozen(before))


def _has_zero(values: Integers, offsets: Integers) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    zeros = np.concatenate([[0], np.cumsum(values == 0)])
    return np.asarray(np.diff(zeros[offsets]) > 0)


def _problem(items: object) -> InputError:
    """What is wrong with a list; text with the same numbers says it."""
    numbers = items.to_pylist()  # type: ignore[attr-defined]
    if None in numbers:
        return InputError("permutations must be integers, not null")
    line = " ".join(map(str, numbers)).encode()
    parsed = _kernels.parse_permutations(line, "permutation", 1, -1, 0, False, skip_bad=True)
    return InputError(*parsed.problems[0].parts)


def ordering_figures(permutations: PermutationBatch, outputs: Iterable[str]) -> dict[str, Floats]:
    """The ordering metrics among the outputs; NaN for rows without words."""
    metrics = [name for name in outputs if name in METRICS]
    if not metrics:
        return {}
    return ordering_scores(permutations.values, permutations.offsets, metrics, threads=1)


def link_order_figures(alignments: AlignmentBatch, outputs: Iterable[str]) -> dict[str, Floats]:
    """The same for the order of the source words in the target, in bounded memory."""
    words = np.cumsum(alignments.source_lengths, dtype=np.int64)
    cuts = np.flatnonzero(np.diff(words // MOST_WORDS)) + 1
    bounds = [0, *cuts.tolist(), len(alignments)]
    parts = [
        ordering_figures(PermutationBatch.from_alignments(alignments.rows(*bound)), outputs)
        for bound in pairwise(bounds)
    ]
    if len(parts) == 1:
        return parts[0]
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
