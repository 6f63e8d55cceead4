"""The reorderings of consecutive sentence pairs, as columns, with the labels of their blocks.

Also the checks of accumulators before they count a batch.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

import numpy as np

from wordorder.alignment.batch import AlignmentBatch
from wordorder.errors import Argument, InputError, UsageError, expect
from wordorder.output.wording import counted

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordorder.arrays import IntArray, Offsets
    from wordorder.syntax.tree import Tree, TreeBatch

Side = Literal["source", "target"]
SIDES: tuple[Side, ...] = get_args(Side)

WIDTH_CLASSES = ("short", "medium", "long")
_CLASS_STARTS = (2, 5, 9)  # source words: short 2–4, medium 5–8, long 9+

NO_NAME = -1
SELF = "self"  # the head word, next to its dependents
OMITTED = "…"  # units in the middle of a very long run


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

    With trees of the target, source and target change roles.

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
        a, b = self.a.source, self.b.source
        return max(a.stop, b.stop) - min(a.start, b.start)

    @property
    def target_width(self) -> int:
        """Number of target words that the two blocks span."""
        a, b = self.a.target, self.b.target
        return max(a.stop, b.stop) - min(a.start, b.start)

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
        ids = (column[number] for column in (self.parent, self.a, self.b))
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
        >>> from wordorder import Alignment
        >>> from wordorder.reorderings import extract_reorderings
        >>> reorderings = extract_reorderings([Alignment.parse("0-2 1-1 2-0")])
        >>> for reordering in reorderings:
        ...     print(reordering.a.source, reordering.b.source, reordering.source_width)
        range(0, 1) range(1, 3) 3
        range(1, 2) range(2, 3) 2
        >>> reorderings.rquantity().tolist()
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
        none = (None, None, None)
        parent, a_label, b_label = none if self.labels is None else self.labels.of(number)
        ends = self.spans[:, number].reshape(4, 2).tolist()
        a_source, b_source, a_target, b_target = (range(first, last + 1) for first, last in ends)
        return Reordering(
            self.first_line + row,
            Block(a_source, a_target, a_label),
            Block(b_source, b_target, b_label),
            bool(self.syntactic[number]),
            parent,
        )

    def __iter__(self) -> Iterator[Reordering]:
        return (self[number] for number in range(len(self)))

    @property
    def lines(self) -> NDArray[np.int64]:
        """The line or number of each sentence pair."""
        return np.arange(
            self.first_line, self.first_line + len(self.target_lengths), dtype=np.int64
        )

    @property
    def rows(self) -> NDArray[np.int64]:
        """For each reordering, the index of its sentence pair in this batch."""
        return np.repeat(np.arange(len(self.target_lengths)), np.diff(self.offsets))

    def of_sentences(self, chosen: NDArray[np.bool_]) -> ReorderingBatch:
        """Return the reorderings of some sentence pairs, renumbered from 1."""
        inside = chosen[self.rows]
        sizes = np.diff(self.offsets)[chosen]
        labels = self.labels
        if labels is not None:
            labels = RunLabels(
                labels.parent[inside], labels.a[inside], labels.b[inside], labels.names
            )
        return ReorderingBatch(
            self.spans[:, inside],
            np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)]),
            self.target_lengths[chosen],
            self.syntactic[inside],
            labels,
            self.over,
        )

    def source_widths(self) -> IntArray:
        """Return the number of source words that the blocks of each reordering span."""
        return _widths(self.spans[:4])

    def target_widths(self) -> IntArray:
        """Return the number of target words that the blocks of each reordering span."""
        return _widths(self.spans[4:])

    def target_spans(self) -> IntArray:
        """Return target words of A plus target words of B, for each reordering."""
        a_first, a_last, b_first, b_last = self.spans[4:]
        return np.asarray(a_last - a_first + b_last - b_first + 2)

    def sums(self, values: NDArray[np.generic]) -> NDArray[np.int64]:
        """Sum a value over the reorderings of each sentence pair."""
        before = np.concatenate([[0], np.cumsum(values, dtype=np.int64)])
        return np.diff(before[self.offsets])

    def rquantity(self) -> NDArray[np.float64]:
        """Compute the RQuantity of each sentence pair: Σ (target span of A + of B) / target length.

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


def run_labels(
    trees: TreeBatch[Tree],
    rows: NDArray[np.int64],
    parents: IntArray,
    units: IntArray,
    unit_offsets: Offsets,
) -> RunLabels:
    """Label parents and blocks.

    Args:
        trees: The trees of all sentences.
        rows: For each reordering, the row of its tree.
        parents: The parent node, or head word, in that tree; −1 if it is not syntactic.
        units: Nodes, or dependent words, of A, B, the next A, …; −1 for the head word itself, −2
            for units omitted in the middle of a very long run.
        unit_offsets: Where the units of each block start and end.
    """
    names = [*trees.names, SELF, OMITTED]
    starts = trees.offsets[rows]
    parent = np.full(len(parents), NO_NAME, np.int32)
    syntactic = parents >= 0
    parent[syntactic] = trees.parent_labels[(starts + parents)[syntactic]]
    sizes = np.diff(unit_offsets)
    places = np.repeat(np.repeat(starts, 2), sizes) + units
    own_name, omitted = len(names) - 2, len(names) - 1
    unit_names = np.where(units == -1, own_name, omitted)
    unit_names[units >= 0] = trees.child_labels[places[units >= 0]]
    blocks = _joined(unit_names, unit_offsets, sizes, names)
    return RunLabels(parent, blocks[::2], blocks[1::2], tuple(names))


def _joined(
    unit_names: NDArray[np.integer],
    offsets: Offsets,
    sizes: NDArray[np.int64],
    names: list[str],
) -> IntArray:
    """Label whole runs; the labels of longer runs are added to `names`."""
    runs = np.full(len(sizes), NO_NAME, np.int32)
    single = sizes == 1
    runs[single] = unit_names[offsets[:-1][single]]
    known: dict[tuple[int, ...], int] = {}
    for run in np.flatnonzero(sizes > 1).tolist():
        parts = tuple(unit_names[offsets[run] : offsets[run + 1]].tolist())
        if parts not in known:
            known[parts] = len(names)
            names.append("+".join(names[part] for part in parts))
        runs[run] = known[parts]
    return runs


def block_text(words: Sequence[str], span: range, most: int) -> str:
    """Return the words of a block; one with more than `most` is shortened in the middle.

    Examples:
        >>> block_text(["the", "old", "white", "house"], range(1, 4), most=3)
        'old white house'
        >>> block_text(["the", "old", "white", "house"], range(4), most=2)
        'the … house'
    """
    if len(span) <= most:
        return " ".join(words[span.start : span.stop])
    half = most // 2
    ends = (*words[span.start : span.start + half], "…", *words[span.stop - half : span.stop])
    return " ".join(ends)


def checked_names(names: Collection[str], argument: str) -> tuple[str, ...]:
    """Return the names of sets or systems.

    Raises:
        UsageError: They are not a list of texts.
    """
    if isinstance(names, str) or not isinstance(names, Collection):
        kind = type(names).__name__
        raise UsageError(Argument(argument), f" must be a list of names, not of type {kind}")
    for name in names:
        expect(name, str, argument)
    return tuple(names)


def check_batch(
    alignments: AlignmentBatch, reorderings: ReorderingBatch, *, names: tuple[str, str]
) -> None:
    """Reject reorderings that do not belong to the links.

    Args:
        alignments: The links.
        reorderings: The reorderings.
        names: The names of both arguments.

    Raises:
        InputError: The numbers of sentence pairs differ.
        UsageError: An argument has the wrong type.
    """
    expect(alignments, AlignmentBatch, names[0])
    expect(reorderings, ReorderingBatch, names[1])
    if len(alignments) != len(reorderings.target_lengths):
        raise InputError(
            Argument(names[0]),
            f" has {counted(len(alignments), 'sentence pair')}, but ",
            Argument(names[1]),
            f" {len(reorderings.target_lengths):,}; both must be of the same sentences",
        )


def check_sets(
    names: Collection[str], masks: Mapping[str, NDArray[np.bool_]] | None, rows: int
) -> Mapping[str, NDArray[np.bool_]]:
    """Return the masks of a batch, one for each set.

    Args:
        names: The sets.
        masks: The masks by set.
        rows: Number of sentence pairs in the batch.

    Raises:
        UsageError: A mask is missing, does not fit the batch, or is that of another set.
    """
    by_set = {} if masks is None else masks
    expect(by_set, Mapping, "sets")
    if set(by_set) != set(names):
        raise UsageError(
            Argument("sets"), f" must have a mask for each of {tuple(names)}, not {tuple(by_set)}"
        )
    for name, mask in by_set.items():
        if not _is_column(mask, np.bool_, rows):
            raise UsageError(
                f"the mask of {name!r} in ",
                Argument("sets"),
                f" must be an array of bools, one for each of {counted(rows, 'sentence pair')}",
            )
    return by_set


def check_rows(values: NDArray[np.generic], dtype: type[np.generic], rows: int, name: str) -> None:
    """Reject anything but an array with a value for each sentence pair.

    Args:
        values: The values.
        dtype: Their type.
        rows: Number of sentence pairs.
        name: The name of the argument.

    Raises:
        UsageError: The values have the wrong type or length.
    """
    if not _is_column(values, dtype, rows):
        each = counted(rows, "sentence pair")
        raise UsageError(
            Argument(name), f" must be an array of {np.dtype(dtype)}, one for each of {each}"
        )


def _is_column(values: object, dtype: type[np.generic], rows: int) -> bool:
    return isinstance(values, np.ndarray) and values.dtype == dtype and values.shape == (rows,)
