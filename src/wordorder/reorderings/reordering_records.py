"""Records of every reordering, and of the counts of every sentence."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from wordorder.reorderings.batch import WIDTH_CLASSES, width_classes
from wordorder.reorderings.text_lines import block_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from wordorder.reorderings.batch import ReorderingBatch
    from wordorder.reorderings.corpus import CorpusBatch
    from wordorder.syntax import Tree

    Words = Callable[[int], Sequence[str]]

_SPANS = (
    "a_source_first",
    "a_source_last",
    "b_source_first",
    "b_source_last",
    "a_target_first",
    "a_target_last",
    "b_target_first",
    "b_target_last",
)
# Wider blocks are shortened in the middle: n nested blocks of up to n words would turn a long line
# into gigabytes.
LONGEST_BLOCK = 200

_SCALED = "anticipated_scaled"
_TEXTS = ("source_words", "target_words", "tags")

RECORD_TYPES: dict[str, type[str | int | float]] = {
    "corpus": str,
    "line": int,
    **dict.fromkeys(_SPANS, int),
    "source_width": int,
    "target_width": int,
    "class": str,
    "syntactic": bool,
    **dict.fromkeys(("parent", "a_label", "b_label"), str),
    **{f"{block}_{text}": str for text in _TEXTS for block in ("a", "b")},
}


def record_columns(name: str, batch: CorpusBatch, found: ReorderingBatch) -> dict[str, Any]:
    """Every reordering with its spans, widths, labels and, if known, words."""
    widths = found.source_widths()
    classes = np.array(WIDTH_CLASSES)[width_classes(widths)]
    return {
        "corpus": [name] * len(found),
        "line": found.first_line + found.rows,
        **dict(zip(_SPANS, found.spans, strict=True)),
        "source_width": widths,
        "target_width": found.target_widths(),
        "class": classes.tolist(),
        "syntactic": found.syntactic,
        **_labels(found),
        **_texts(batch, found),
    }


def _labels(found: ReorderingBatch) -> dict[str, list[str | None]]:
    names = ("parent", "a_label", "b_label")
    if found.labels is None:
        return {name: [None] * len(found) for name in names}
    table: list[str | None] = [*found.labels.names, None]  # the last one for −1
    ids = (found.labels.parent, found.labels.a, found.labels.b)
    return {
        name: [table[number] for number in column.tolist()]
        for name, column in zip(names, ids, strict=True)
    }


def _texts(batch: CorpusBatch, found: ReorderingBatch) -> dict[str, list[str | None]]:
    """The words of both blocks on both sides, and the tags of the tree."""
    on_tree_side = found.over
    sides: dict[str, Words | None] = {
        "source": None if batch.source is None else batch.source.__getitem__,
        "target": None if batch.target is None else batch.target.__getitem__,
    }
    tags: Words | None = None
    if batch.trees is not None:
        # Read each tree once for all columns.
        trees: Callable[[int], Tree] = cache(batch.trees.__getitem__)
        sides[on_tree_side] = lambda row: trees(row).words
        tags = lambda row: trees(row).tags  # noqa: E731
    spans = {"source": found.spans[:4], "target": found.spans[4:]}
    columns: dict[str, list[str | None]] = {}
    for text, words, side in (
        ("source_words", sides["source"], "source"),
        ("target_words", sides["target"], "target"),
        ("tags", tags, on_tree_side),
    ):
        for block, (first, last) in (("a", spans[side][:2]), ("b", spans[side][2:])):
            columns[f"{block}_{text}"] = _cut(words, found.rows, first, last)
    return columns


def _cut(
    words: Words | None,
    rows: NDArray[np.int64],
    first: NDArray[np.int32],
    last: NDArray[np.int32],
) -> list[str | None]:
    if words is None:
        return [None] * len(rows)
    cut: list[str | None] = []
    current: int = -1
    sentence: Sequence[str] = ()
    for row, begin, end in zip(rows.tolist(), first.tolist(), last.tolist(), strict=True):
        if row != current:
            current, sentence = row, words(row)
        cut.append(block_text(sentence, range(begin, end + 1), LONGEST_BLOCK))
    return cut


def sentence_types(ks: Sequence[int]) -> dict[str, type[str | int | float]]:
    """Return the columns of the sentence counts, with their types."""
    counts = (
        *("reorderings", "widths", *WIDTH_CLASSES, "syntactic", "crossing", "link_pairs"),
        *("non_itg", "blocked", "linked_source", "linked_target"),
        *(f"{name}@{k}" for name in ("anticipated", _SCALED) for k in ks),
    )
    return {
        "corpus": str,
        **dict.fromkeys(("line", "source_length", "target_length"), int),
        "rquantity": float,
        **dict.fromkeys(counts, int),
    }


def sentence_columns(
    name: str, counts: dict[str, NDArray[np.generic]], *, known_lengths: bool
) -> dict[str, Any]:
    """The counts of every sentence of a batch; columns that need unknown lengths are empty."""
    unknown = [None] * len(counts["line"])
    kept = {
        column: unknown if column.startswith(_SCALED) and not known_lengths else values
        for column, values in counts.items()
        if column not in ("sentences", "ordered")  # always 1; known from the linked words
    }
    return {"corpus": [name] * len(unknown), **kept}
