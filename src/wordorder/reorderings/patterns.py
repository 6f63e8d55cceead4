"""Which constituents swap places, and how far."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.reorderings.batch import WIDTH_CLASSES, width_classes
from wordorder.reorderings.text_lines import block_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from wordorder.reorderings.batch import ReorderingBatch

WIDEST = 30
"""Reorderings over more source words are counted together, as this + 1."""
LONGEST_EXAMPLE = 12  # words of a block; longer ones are shortened in the middle


class Example(NamedTuple):
    """The words of one reordering, and its line."""

    line: int
    a: str
    b: str


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern of swapped blocks, how often it occurs and how far it moves.

    Attributes:
        parent: The label of the parent.
        a: The label of the block that comes first on the side of the tree.
        b: The label of the other block.
        count: Number of reorderings.
        width: Their mean source width.
        short: Number that span 2–4 source words.
        medium: Number that span 5–8.
        long: Number that span more.
        example: The first of them, if words are known.
    """

    parent: str
    a: str
    b: str
    count: int
    width: float
    short: int
    medium: int
    long: int
    example: Example | None


class PatternCounter:
    """Counts labels of syntactic reorderings over batches, which may number labels differently."""

    def __init__(self) -> None:
        # For each pattern, the sum of widths, then the counts by class.
        self._counts: dict[tuple[str, str, str], NDArray[np.int64]] = defaultdict(
            lambda: np.zeros(1 + len(WIDTH_CLASSES), np.int64)
        )
        self._widths: dict[str, NDArray[np.int64]] = defaultdict(
            lambda: np.zeros(WIDEST + 2, np.int64)
        )
        self._examples: dict[tuple[str, str, str], Example] = {}

    def add(
        self,
        found: ReorderingBatch,
        lines: NDArray[np.generic],
        words: Callable[[int], Sequence[str]] | None = None,
    ) -> None:
        """Count the patterns of one batch; without trees there are none.

        Args:
            found: The reorderings.
            lines: The line of each sentence pair.
            words: Returns the words of a row, on the side of the trees, for examples.
        """
        labels = found.labels
        if labels is None:
            return
        those = np.flatnonzero(found.syntactic)
        ids = np.stack([labels.parent, labels.a, labels.b])[:, those].astype(np.int64)
        shape = (len(labels.names),) * 3
        keys = np.ravel_multi_index(tuple(ids), shape)
        keys, first, kind = np.unique(keys, return_index=True, return_inverse=True)
        widths = found.source_widths()[those].astype(np.int64)
        table = np.zeros((len(keys), 1 + len(WIDTH_CLASSES)), np.int64)
        np.add.at(table, (kind, np.zeros_like(kind)), widths)
        np.add.at(table, (kind, 1 + width_classes(widths)), 1)
        kinds = np.stack(np.unravel_index(keys, shape), axis=1)
        for number, kind_names in enumerate(kinds.tolist()):
            parent, a, b = (labels.names[name] for name in kind_names)
            self._counts[parent, a, b] += table[number]
            if words is not None and (parent, a, b) not in self._examples:
                place = int(those[first[number]])
                self._examples[parent, a, b] = _example(found, place, lines, words)
        for name in np.unique(ids[1]).tolist():
            narrow = np.minimum(widths[ids[1] == name], WIDEST + 1)
            self._widths[labels.names[name]] += np.bincount(narrow, minlength=WIDEST + 2)

    def patterns(self) -> tuple[Pattern, ...]:
        """Return all patterns, most frequent first."""
        rows = []
        for key, (widths, *classes) in self._counts.items():
            count = int(sum(classes))
            short, medium, long = map(int, classes)
            mean = float(widths) / count
            rows.append(Pattern(*key, count, mean, short, medium, long, self._examples.get(key)))
        return tuple(sorted(rows, key=lambda row: (-row.count, row.parent, row.a, row.b)))

    def label_widths(self) -> dict[str, dict[int, int]]:
        """Return the number of reorderings of each width, by label of block A."""
        rows = sorted(self._widths.items(), key=lambda item: (-int(item[1].sum()), item[0]))
        return {
            label: {width: count for width, count in enumerate(counts.tolist()) if count}
            for label, counts in rows
        }


def _example(
    found: ReorderingBatch,
    number: int,
    lines: NDArray[np.generic],
    words: Callable[[int], Sequence[str]],
) -> Example:
    row = int(np.searchsorted(found.offsets, number, side="right")) - 1
    sentence = words(row)
    one = found[number]
    a, b = (block.source if found.over == "source" else block.target for block in (one.a, one.b))
    texts = (block_text(sentence, span, LONGEST_EXAMPLE) for span in (a, b))
    return Example(int(lines[row]), *texts)
