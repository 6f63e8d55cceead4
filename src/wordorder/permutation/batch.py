"""Many permutations as one ragged array, and how alignments become permutations."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from wordorder import _kernels
from wordorder.arrays import IntArray, Offsets, as_int32, as_offsets, frozen, join_rows
from wordorder.errors import InputError, UsageError, expect

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import ArrayLike, NDArray

    from wordorder.alignment.batch import AlignmentBatch
    from wordorder.permutation.permutation import Permutation

Convention = Literal["lrscore", "reference", "matched"]

CONVENTIONS: tuple[Convention, ...] = get_args(Convention)


def checked_convention(name: str) -> str:
    """Return the name if it is a known convention."""
    if name not in CONVENTIONS:
        raise UsageError.unknown("convention", name, CONVENTIONS)
    return name


def kernel_convention(name: str) -> _kernels.Convention:
    """Return the kernels' value for a known convention."""
    return _kernels.Convention[checked_convention(name)]


@dataclass(frozen=True, slots=True, eq=False)
class PermutationBatch:
    """Consecutive permutations: row i is `values[offsets[i]:offsets[i + 1]]`, as ranks.

    Attributes:
        values: The ranks of all rows.
        offsets: The start and end of each row, in 32 or in 64 bits.
        first_line: The number of the line or sentence in the first row.
        group_starts: For each word, the first position of its group of free inner order, or its
            own rank; None if no row has groups.
        ragged: The ranks in the form the kernels take, checked when the batch is made.

    Raises:
        InputError: A row is not a permutation, the offsets do not fit the values, or the group
            starts do not fit the ranks.
    """

    values: IntArray
    offsets: Offsets
    first_line: int = 1
    group_starts: IntArray | None = None
    ragged: _kernels.Ragged = field(init=False, repr=False)

    def __post_init__(self) -> None:
        ragged = _kernels.Ragged(
            as_int32(self.values, "values"), as_offsets(self.offsets, "offsets")
        )
        starts = self.group_starts
        if starts is not None:
            starts = as_int32(starts, "group_starts")
        _kernels.check_permutations(ragged, starts)
        self._set(ragged, starts)

    def _set(self, ragged: _kernels.Ragged, group_starts: IntArray | None) -> None:
        object.__setattr__(self, "values", ragged.values)
        object.__setattr__(self, "offsets", ragged.offsets)
        object.__setattr__(self, "group_starts", group_starts)
        object.__setattr__(self, "ragged", ragged)

    @classmethod
    def from_kernel(
        cls, ragged: _kernels.Ragged, first_line: int, group_starts: IntArray | None = None
    ) -> PermutationBatch:
        """Wrap permutations made by a kernel, without checking them."""
        batch = object.__new__(cls)
        object.__setattr__(batch, "first_line", first_line)
        batch._set(ragged, group_starts)
        return batch

    def __reduce__(self) -> tuple[object, ...]:
        # Unpickle through the constructor, which checks and seals the arrays. Pickle only the
        # values of this batch's rows, which may be few of the array's.
        own = slice(self.offsets[0], self.offsets[-1])
        starts = None if self.group_starts is None else self.group_starts[own]
        offsets = self.offsets - self.offsets[0]
        return type(self), (self.values[own], offsets, self.first_line, starts)

    @classmethod
    def from_alignments(
        cls, alignments: AlignmentBatch, convention: Convention = "lrscore"
    ) -> PermutationBatch:
        """Convert each alignment to a permutation; see `Permutation.from_alignment`.

        Examples:
            >>> from wordorder.alignment import Alignment, AlignmentBatch
            >>> texts = {"0-6 1-5": 3, "": 2, "0-0": 1}
            >>> rows = [Alignment.parse(text, length) for text, length in texts.items()]
            >>> batch = PermutationBatch.from_alignments(AlignmentBatch.from_alignments(rows))
            >>> batch.values.tolist(), batch.offsets.tolist()
            ([2, 0, 1, 0], [0, 3, 3, 4])
        """
        made = _kernels.permutations(alignments.link_rows, kernel_convention(convention))
        starts = made.group_starts
        has_groups = len(starts) > 0 and not np.array_equal(starts, made.ranks.values)
        return cls.from_kernel(made.ranks, alignments.first_line, starts if has_groups else None)

    @classmethod
    def from_surface(
        cls,
        source: Sequence[str],
        rearranged: Sequence[str],
        counting: PermutationBatch | None = None,
    ) -> PermutationBatch:
        """Return the permutations that turn source sentences into rearranged sentences.

        The k-th occurrence of a word form in a rearranged sentence stands for its k-th occurrence
        in the source, or in the order `counting`.

        Args:
            source: Sentences, with blanks between their words.
            rearranged: The same words in another order.
            counting: Another order of the source words, for instance the one that the rearranged
                text is compared with; an empty row stands for the source order.

        Raises:
            InputError: A line's words differ from those of its source, or its length from that
                of its row in `counting`.
            UsageError: An argument has the wrong type.

        Examples:
            >>> source, rearranged = ["the cat saw the dog"], ["the dog the cat saw"]
            >>> PermutationBatch.from_surface(source, rearranged).values.tolist()
            [0, 3, 4, 2, 1]
            >>> backwards = PermutationBatch.from_permutations([[4, 3, 2, 1, 0]])
            >>> PermutationBatch.from_surface(source, rearranged, backwards).values.tolist()
            [2, 3, 4, 0, 1]
        """
        if counting is not None:
            expect(counting, PermutationBatch, "counting")
        order = None if counting is None else (counting.values, counting.offsets)
        from wordorder.permutation.surface import surface_ranks

        return cls(*surface_ranks(source, rearranged, order))

    @classmethod
    def from_permutations(
        cls, permutations: Iterable[Permutation | ArrayLike], *, first_line: int = 1
    ) -> PermutationBatch:
        """Build a batch from single permutations or ranks.

        Examples:
            >>> PermutationBatch.from_permutations([[1, 0], [0]]).offsets.tolist()
            [0, 2, 3]
        """
        from wordorder.permutation.permutation import Permutation

        rows = [p if isinstance(p, Permutation) else Permutation(p) for p in permutations]
        none = np.empty(0, np.int32)
        starts = [p.ranks if p._group_starts is None else p._group_starts for p in rows]
        return cls(
            frozen(np.concatenate([none, *(p.ranks for p in rows)])),
            frozen(np.cumsum([0, *map(len, rows)], dtype=np.int64)),
            first_line,
            np.concatenate([none, *starts]) if any(p.groups for p in rows) else None,
        )

    @classmethod
    def join(cls, batches: Sequence[PermutationBatch]) -> PermutationBatch:
        """Concatenate batches without groups.

        Examples:
            >>> one = PermutationBatch(np.array([1, 0], np.int32), np.array([0, 2]))
            >>> PermutationBatch.join([one, one]).offsets.tolist()
            [0, 2, 4]
        """
        if any(batch.group_starts is not None for batch in batches):
            raise InputError("batches with groups of free inner order cannot be joined")
        return cls(*join_rows([(batch.values, batch.offsets) for batch in batches]))

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def lengths(self) -> NDArray[np.int64]:
        """Number of words in each row."""
        return np.diff(self.offsets).astype(np.int64, copy=False)

    @property
    def orders(self) -> IntArray:
        """The word at each position, for all rows: the inverse of `values`."""
        offsets = self.offsets.astype(np.int64, copy=False)
        starts = np.repeat(offsets[:-1], self.lengths)
        first = offsets[0]
        words = np.arange(first, offsets[-1]) - starts
        orders = np.empty_like(self.values)
        orders[starts + self.values[first : self.offsets[-1]]] = words
        return orders

    @property
    def words_by_place(self) -> NDArray[np.int64]:
        """The word at each position, as in `orders`, but numbered across all rows.

        Examples:
            >>> batch = PermutationBatch(np.array([1, 2, 0, 1, 0], np.int32), np.array([0, 3, 5]))
            >>> batch.words_by_place.tolist()
            [2, 0, 1, 4, 3]
        """
        starts = np.repeat(self.offsets[:-1].astype(np.int64), self.lengths)
        return starts + self.orders

    def to_text(self, *, order: bool = False) -> str:
        """Return one line per row: its ranks or its order, counting from 0."""
        rows = self.ragged
        if order:
            rows = _kernels.Ragged(frozen(self.orders), self.offsets)
        return _kernels.permutations_text(rows).decode()

    def relative_to(self, reference: PermutationBatch) -> PermutationBatch:
        """Return the reference ranks of the words of each order, read from left to right.

        Words in a reference group are first put in the order they have here. If either side has
        no words, its order is undefined, and so is the result.
        """
        if len(self) != len(reference):
            raise InputError(
                f"batches differ in length: {len(self)} and {len(reference)} permutations"
            )
        defined = (self.lengths > 0) & (reference.lengths > 0)
        if (different := np.flatnonzero(defined & (self.lengths != reference.lengths))).size:
            row = different[0]
            raise InputError(
                f"row {row}: permutations differ in length: {self.lengths[row]} and "
                f"{reference.lengths[row]} words"
            )
        lengths = np.where(defined, self.lengths, 0)
        offsets = frozen(np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)]))
        starts = reference.values if reference.group_starts is None else reference.group_starts
        systems = _kernels.Ragged(frozen(_rows(self.values, self.offsets, defined)), offsets)
        values = _kernels.relative_permutations(
            systems, frozen(_rows(starts, reference.offsets, defined))
        )
        return PermutationBatch(frozen(values), offsets, self.first_line)

    def __getitem__(self, row: int) -> Permutation:
        if not 0 <= row < len(self):
            raise IndexError(row)
        part = slice(self.offsets[row], self.offsets[row + 1])
        from wordorder.permutation.permutation import Permutation

        permutation = Permutation(self.values[part])
        if self.group_starts is None:
            return permutation
        return permutation._with_group_starts(self.group_starts[part])


def _rows(values: IntArray, offsets: Offsets, chosen: NDArray[np.bool_]) -> IntArray:
    """Return the values of the chosen rows."""
    inside = values[offsets[0] : offsets[-1]]
    return inside[np.repeat(chosen, np.diff(offsets))]
