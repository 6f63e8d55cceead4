"""The reorderings of consecutive sentence pairs, as columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

import numpy as np

from wordorder.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from wordorder.arrays import IntArray

Side = Literal["source", "target"]
SIDES: tuple[Side, ...] = get_args(Side)

WIDTH_CLASSES = ("short", "medium", "long")
_CLASS_STARTS = (2, 5, 9)  # source words: short 2–4, medium 5–8, long 9+


class Block(NamedTuple):
    """One of the two blocks that swap places.

    Attributes:
        source: Its source words, from the first linked one to the last.
        target: Its target words.
        label: Its label in the syntax tree, several joined with `+`; None if there is no tree, or
            the block does not consist of whole siblings.
    """

    source: range
    target: range
    label: str | None = None


class Reordering(NamedTuple):
    """Two adjacent blocks that swap places: A precedes B in the source, B precedes A in the target.

    With trees of the target it is the other way round.

    Attributes:
        line: Line or number of the sentence pair.
        a: The first block.
        b: The second block.
        syntactic: Whether both are whole siblings in the tree.
        parent: The label of their parent in the tree.
    """

    line: int
    a: Block
    b: Block
    syntactic: bool = False
    parent: str | None = None

    @property
    def source_width(self) -> int:
        """Number of source words that the two blocks span."""
        return _width(self.a.source, self.b.source)

    @property
    def target_width(self) -> int:
        """Number of target words that the two blocks span."""
        return _width(self.a.target, self.b.target)

    @property
    def width_class(self) -> str:
        """Short (2–4 source words), medium (5–8) or long."""
        return WIDTH_CLASSES[int(width_classes(np.array([self.source_width]))[0])]


class RunLabels(NamedTuple):
    """The labels of blocks and their parents, as indices of `names`; −1 if there is none."""

    parent: IntArray
    a: IntArray
    b: IntArray
    names: tuple[str, ...]

    def of(self, number: int) -> tuple[str | None, ...]:
        """Return the labels of parent, A and B of one reordering."""
        ids = (which[number] for which in (self.parent, self.a, self.b))
        return tuple(None if name < 0 else self.names[name] for name in ids)


@dataclass(frozen=True, slots=True, eq=False)
class ReorderingBatch:
    """Reorderings; those of sentence pair i are at `offsets[i]` to `offsets[i + 1]`.

    Attributes:
        spans: First and last word of A and of B in the source, then in the target: shape (8, all).
        offsets: Where the reorderings of each sentence pair start and end.
        target_lengths: Number of target words of each sentence pair.
        syntactic: Whether each reordering consists of whole siblings in a syntax tree.
        labels: Their labels in the tree; None without trees.
        over: The side on which A and B are adjacent, A first.
        first_line: Line or number of the first sentence pair.

    Examples:
        >>> from wordorder import Alignment, extract_reorderings
        >>> found = extract_reorderings([Alignment.parse("0-2 1-1 2-0")])
        >>> for reordering in found:
        ...     print(reordering.a.source, reordering.b.source, reordering.source_width)
        range(0, 1) range(1, 3) 3
        range(1, 2) range(2, 3) 2
        >>> found.rquantity().tolist()
        [1.6666666666666667]
    """

    spans: IntArray
    offsets: NDArray[np.int64]
    target_lengths: IntArray
    syntactic: NDArray[np.bool_]
    labels: RunLabels | None = None
    over: Side = "source"
    first_line: int = 1

    def __len__(self) -> int:
        return int(self.spans.shape[1])

    def __getitem__(self, number: int) -> Reordering:
        if not 0 <= number < len(self):
            raise IndexError(number)
        row = int(np.searchsorted(self.offsets, number, side="right")) - 1
        names = (None, None, None) if self.labels is None else self.labels.of(number)
        parent, *labels = names
        spans = self.spans[:, number].tolist()
        a, b = (
            Block(_span(spans[k : k + 2]), _span(spans[k + 4 : k + 6]), label)
            for k, label in zip((0, 2), labels, strict=True)
        )
        return Reordering(self.first_line + row, a, b, bool(self.syntactic[number]), parent)

    def __iter__(self) -> Iterator[Reordering]:
        return (self[number] for number in range(len(self)))

    @property
    def rows(self) -> NDArray[np.int64]:
        """For each reordering, the index of its sentence pair in this batch."""
        return np.repeat(np.arange(len(self.target_lengths)), np.diff(self.offsets))

    def of_sentences(self, chosen: NDArray[np.bool_]) -> ReorderingBatch:
        """Return the reorderings of some sentence pairs, renumbered from 1."""
        kept = chosen[self.rows]
        sizes = np.diff(self.offsets)[chosen]
        labels = self.labels
        if labels is not None:
            labels = RunLabels(labels.parent[kept], labels.a[kept], labels.b[kept], labels.names)
        return ReorderingBatch(
            self.spans[:, kept],
            np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)]),
            self.target_lengths[chosen],
            self.syntactic[kept],
            labels,
            self.over,
        )

    def source_widths(self) -> IntArray:
        """Number of source words that the two blocks span."""
        return _widths(self.spans[:4])

    def target_widths(self) -> IntArray:
        """Number of target words that the two blocks span."""
        return _widths(self.spans[4:])

    def target_spans(self) -> IntArray:
        """Target words of A plus target words of B."""
        a_first, a_last, b_first, b_last = self.spans[4:]
        return np.asarray(a_last - a_first + b_last - b_first + 2)

    def sums(self, values: NDArray[np.generic]) -> NDArray[np.int64]:
        """Sum a value over the reorderings of each sentence pair."""
        before = np.concatenate([[0], np.cumsum(values, dtype=np.int64)])
        return np.diff(before[self.offsets])

    def rquantity(self) -> NDArray[np.float64]:
        """The RQuantity of each sentence pair: Σ (target span of A + of B) / target length.

        0 for monotone order or no links, Σ_{i=2..n} i / n for n words in reverse.

        Raises:
            InputError: A target sentence has no words.

        References:
            Birch, Blunsom and Osborne (2009), A Quantitative Analysis of Reordering Phenomena.
        """
        empty = np.flatnonzero(self.target_lengths == 0)
        if empty.size:
            line = self.first_line + int(empty[0])
            raise InputError(f"line {line}: the target has no words, so it has no RQuantity")
        return self.sums(self.target_spans()) / self.target_lengths


def width_classes(widths: NDArray[np.integer]) -> NDArray[np.int64]:
    """Return the class of each source width: short 0, medium 1, long 2.

    Examples:
        >>> width_classes(np.array([2, 4, 5, 8, 9])).tolist()
        [0, 0, 1, 1, 2]
    """
    return np.searchsorted(_CLASS_STARTS, widths, side="right") - 1


def _widths(spans: IntArray) -> IntArray:
    a_first, a_last, b_first, b_last = spans
    return np.asarray(np.maximum(a_last, b_last) - np.minimum(a_first, b_first) + 1)


def _width(a: range, b: range) -> int:
    return max(a.stop, b.stop) - min(a.start, b.start)


def _span(ends: list[int]) -> range:
    return range(ends[0], ends[1] + 1)
