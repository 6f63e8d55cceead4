"""A permutation of n words."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING

import numpy as np

from wordorder import _kernels
from wordorder.arrays import IntArray, as_int32, frozen
from wordorder.errors import InputError, UsageError, expect
from wordorder.output.wording import counted
from wordorder.permutation.batch import Convention, kernel_convention

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import ArrayLike

    from wordorder.alignment.alignment import Alignment
    from wordorder.permutation.forest import PermutationForest
    from wordorder.permutation.tree import PermutationTree

LONGEST_DRAWN = 500  # words; notebooks show longer permutations as text


class Permutation:
    """A permutation of n words, stored as ranks: `ranks[i]` is the position of word i.

    The order is the inverse: `order[k]` is the word at position k. Both count from 0; text is
    shown counting from 1, as in the papers.

    A permutation made from a reference may leave the order within groups of neighbours free.
    Metrics of the permutation itself ignore this; `relative_to` does not.

    Args:
        ranks: The position of each word, counting from 0.
        groups: The positions of each group of free inner order, as a range or as the first
            position and one past the last.

    Examples:
        >>> p = Permutation([1, 3, 0, 2])
        >>> print(p)
        ⟨2, 4, 1, 3⟩
        >>> p.order.tolist()
        [2, 0, 3, 1]
        >>> p.inverse() == Permutation.from_order([1, 3, 0, 2])
        True
    """

    __slots__ = ("_group_starts", "_ranks")

    _ranks: IntArray
    _group_starts: IntArray | None

    def __init__(self, ranks: ArrayLike, groups: Iterable[tuple[int, int] | range] = ()) -> None:
        array = as_int32(ranks, "ranks")
        try:
            _kernels.check_permutation(array)
        except InputError as error:
            raise InputError(f"not a permutation: {error}") from None
        self._ranks = frozen(array)
        self._group_starts = _group_starts(array, list(groups))

    @classmethod
    def _trusted(cls, ranks: IntArray) -> Permutation:
        """Wrap an unshared array that is known to be a permutation."""
        permutation = cls.__new__(cls)
        permutation._ranks = frozen(ranks)
        permutation._group_starts = None
        return permutation

    def _with_group_starts(self, starts: IntArray) -> Permutation:
        """Add groups to an unshared permutation, and return it."""
        if not np.array_equal(starts, self._ranks):
            self._group_starts = frozen(starts.copy())
        return self

    @classmethod
    def from_order(cls, order: ArrayLike) -> Permutation:
        """Make the permutation that puts word `order[k]` at position k."""
        return cls(order).inverse()

    @classmethod
    def from_alignment(
        cls, alignment: Alignment, convention: Convention = "lrscore"
    ) -> Permutation:
        """Convert an alignment to a permutation, by one of three conventions.

        `lrscore`: source words in the order of their first target words. An unlinked word
        directly follows the word before it.

        `reference`: the same, but an unlinked word directly precedes the next linked word, or
        comes last. Words with the same first target form a group whose inner order is free.

        `matched`: the source is a hypothesis and the target its reference. Each linked
        reference word takes the position of the hypothesis word it is matched with; unlinked
        words are left out.

        Without links the order is undefined, not monotone: the permutation has no words.

        Examples:
            >>> from wordorder import Alignment
            >>> alignment = Alignment([(0, 6), (1, 5)], source_length=3, target_length=7)
            >>> Permutation.from_alignment(alignment).order.tolist()
            [1, 2, 0]
            >>> Permutation.from_alignment(alignment, "reference").order.tolist()
            [1, 0, 2]
            >>> Permutation.from_alignment(alignment, "matched").order.tolist()
            [1, 0]
            >>> len(Permutation.from_alignment(Alignment([], 3, 7)))
            0
        """
        made = _kernels.permutations(alignment.link_rows, kernel_convention(convention))
        if len(made.ranks) != 1:
            raise TypeError("expected one alignment; PermutationBatch.from_alignments takes many")
        permutation = cls._trusted(made.ranks.values)
        starts = made.group_starts
        return permutation._with_group_starts(starts) if len(starts) else permutation

    @classmethod
    def parse(cls, text: str, *, order: bool = False) -> Permutation:
        """Read one line of text, counting from 0 or from 1, with or without brackets.

        Examples:
            >>> Permutation.parse("⟨2, 4, 1, 3⟩")
            Permutation([1, 3, 0, 2])
            >>> Permutation.parse("1 3 0 2", order=True)
            Permutation([2, 0, 3, 1])
        """
        expect(text, str, "text")
        text = text.rstrip("\r\n")
        if "\n" in text:
            raise InputError("expected one line, found several")
        data = text.encode("utf-8", "backslashreplace")
        parsed = _kernels.parse_permutations(data, "<text>", 1, -1, 0, order)
        return cls._trusted(parsed.rows.values)

    @classmethod
    def identity(cls, n: int) -> Permutation:
        """Make the monotone permutation ⟨1, 2, …, n⟩."""
        return cls._trusted(np.arange(_length(n), dtype=np.int32))

    @classmethod
    def inverted(cls, n: int) -> Permutation:
        """Make the fully inverted permutation ⟨n, …, 2, 1⟩."""
        return cls._trusted(np.arange(_length(n), dtype=np.int32)[::-1].copy())

    @classmethod
    def random(cls, n: int, rng: int | np.random.Generator) -> Permutation:
        """Draw a permutation uniformly at random, from a seed or a NumPy generator."""
        return cls._trusted(np.random.default_rng(rng).permutation(_length(n)).astype(np.int32))

    @property
    def ranks(self) -> IntArray:
        """The position of each word, counting from 0, as a read-only array."""
        return self._ranks

    @property
    def order(self) -> IntArray:
        """The word at each position, counting from 0, as a read-only array."""
        return self.inverse()._ranks

    @property
    def groups(self) -> tuple[range, ...]:
        """The positions of each group of free inner order."""
        if self._group_starts is None:
            return ()
        starts, sizes = np.unique(self._group_starts, return_counts=True)
        pairs = zip(starts.tolist(), sizes.tolist(), strict=True)
        return tuple(range(start, start + size) for start, size in pairs if size > 1)

    def arranged(self, words: Sequence[str]) -> str:
        """Write the words in this order, groups of free inner order in double braces.

        Examples:
            >>> Permutation([1, 2, 0], groups=[(1, 3)]).arranged(["tax", "deduction", "a"])
            'a {{ tax deduction }}'
        """
        if len(words) != len(self):
            raise InputError(f"{counted(len(words), 'word')} for a permutation of {len(self)}")
        places = [words[word] for word in self.order.tolist()]
        for group in self.groups:
            places[group[0]] = "{{ " + places[group[0]]
            places[group[-1]] += " }}"
        return " ".join(places)

    def inverse(self) -> Permutation:
        """Swap ranks and order; groups are not kept."""
        order = np.empty_like(self._ranks)
        order[self._ranks] = np.arange(len(self), dtype=np.int32)
        return self._trusted(order)

    def compose(self, first: Permutation) -> Permutation:
        """Apply `first`, then this one: word i ends up at `self.ranks[first.ranks[i]]`.

        Examples:
            >>> Permutation([2, 0, 1]).compose(Permutation([1, 0, 2]))
            Permutation([0, 2, 1])
        """
        self._refuse_other_length(first)
        return self._trusted(self._ranks[first._ranks])

    def relative_to(self, reference: Permutation) -> Permutation:
        """Return the reference ranks of the words of this order, read from left to right.

        Both are permutations of the same source sentence. Words in a reference group are first
        put in the order they have here. The result is the identity if and only if the two agree.

        Examples:
            >>> hypothesis = Permutation.from_order([2, 0, 1])
            >>> hypothesis.relative_to(Permutation.from_order([2, 1, 0]))
            Permutation([0, 2, 1])
        """
        self._refuse_other_length(reference)
        if reference._group_starts is None:
            return reference.compose(self.inverse())
        whole = _kernels.Ragged(self._ranks, frozen(np.array([0, len(self)], np.int64)))
        return self._trusted(_kernels.relative_permutations(whole, reference._group_starts))

    def tree(self) -> PermutationTree:
        """Return the flattened permutation tree."""
        from wordorder.permutation.tree import PermutationTree

        return PermutationTree(self)

    def forest(self) -> PermutationForest:
        """Return the forest of all permutation trees."""
        from wordorder.permutation.forest import PermutationForest

        return PermutationForest(self)

    def _refuse_other_length(self, other: Permutation) -> None:
        if len(self) != len(other):
            raise InputError(f"permutations differ in length: {len(self)} and {len(other)} words")

    def __len__(self) -> int:
        return self._ranks.size

    def __iter__(self) -> Iterator[int]:
        return iter(self._ranks.tolist())

    def __getitem__(self, word: int) -> int:
        return int(self._ranks[word])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Permutation):
            return NotImplemented
        return np.array_equal(self._ranks, other._ranks) and self.groups == other.groups

    def __hash__(self) -> int:
        return hash(self._ranks.tobytes())

    def __reduce__(self) -> tuple[type[Permutation], tuple[IntArray, list[tuple[int, int]]]]:
        return Permutation, (self._ranks, [(group.start, group.stop) for group in self.groups])

    def __repr__(self) -> str:
        groups = [(group.start, group.stop) for group in self.groups]
        return f"Permutation({self._ranks.tolist()}{f', groups={groups}' if groups else ''})"

    def __str__(self) -> str:
        return f"⟨{', '.join(str(rank + 1) for rank in self)}⟩"

    def _repr_svg_(self) -> str | None:
        return self.tree().to_svg() if 0 < len(self) <= LONGEST_DRAWN else None


def _group_starts(ranks: IntArray, groups: list[tuple[int, int] | range]) -> IntArray | None:
    if not groups:
        return None
    starts = ranks.copy()
    last = 0
    for start, end in sorted(_as_pair(group) for group in groups):
        if not last <= start < end - 1 < len(ranks):
            raise InputError(
                f"group ({start}, {end}) must span two or more of {len(ranks)} positions and not "
                "overlap another group"
            )
        starts[(start <= ranks) & (ranks < end)] = start
        last = end
    return frozen(starts)


def _as_pair(group: tuple[int, int] | range) -> tuple[int, int]:
    if isinstance(group, range) and group.step == 1:
        return group.start, group.stop
    if len(group) != 2:
        raise InputError(f"group {group} must be the first position and one past the last")
    return index(group[0]), index(group[1])


def _length(n: int) -> int:
    n = index(n)
    if n < 0:
        raise UsageError(f"a permutation cannot have {n} words")
    return n
