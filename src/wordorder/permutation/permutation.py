"""One reordering of n words (S1.2)."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING

import numpy as np

from wordorder import _kernels
from wordorder.errors import InputError, UsageError
from wordorder.permutation.arrays import as_int32

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike

    from wordorder.permutation.arrays import IntArray
    from wordorder.permutation.forest import PermutationForest
    from wordorder.permutation.tree import PermutationTree

LONGEST_DRAWN = 500  # words; a notebook shows longer ones as text


class Permutation:
    """A reordering of n words, stored as ranks: `ranks[i]` is the place of word i.

    The inverse way to write the same thing is the order: `order[k]` is the word that stands at
    place k. Both count from 0; text, as in the papers, is shown counting from 1.

    Examples:
        >>> p = Permutation([1, 3, 0, 2])
        >>> print(p)
        ⟨2, 4, 1, 3⟩
        >>> p.order.tolist()
        [2, 0, 3, 1]
        >>> p.inverse() == Permutation.from_order([1, 3, 0, 2])
        True
    """

    __slots__ = ("_ranks",)

    def __init__(self, ranks: ArrayLike) -> None:
        array = as_int32(ranks, "ranks").copy()
        try:
            _kernels.check_permutation(array)
        except InputError as error:
            raise InputError(f"not a permutation: {error}") from None
        self._ranks = _frozen(array)

    @classmethod
    def _trusted(cls, ranks: IntArray) -> Permutation:
        """Wrap an array that is known to be a permutation and to belong to nobody else."""
        permutation = cls.__new__(cls)
        permutation._ranks = _frozen(ranks)
        return permutation

    @classmethod
    def from_order(cls, order: ArrayLike) -> Permutation:
        """Make the permutation that puts word `order[k]` at place k."""
        return cls(order).inverse()

    @classmethod
    def parse(cls, text: str, *, order: bool = False) -> Permutation:
        """Read one line of text, counting from 0 or from 1, with or without brackets (S1.2).

        Examples:
            >>> Permutation.parse("⟨2, 4, 1, 3⟩")
            Permutation([1, 3, 0, 2])
            >>> Permutation.parse("1 3 0 2", order=True)
            Permutation([2, 0, 3, 1])
        """
        text = text.rstrip("\r\n")
        if "\n" in text:
            raise InputError("expected one line, found several")
        data = text.encode("utf-8", "backslashreplace")
        values, _, _, _ = _kernels.parse_permutations(data, "<text>", 1, -1, 0, order)
        return cls._trusted(values)

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
        """Draw a permutation, all n! being equally likely, from a seed or a NumPy generator."""
        return cls._trusted(np.random.default_rng(rng).permutation(_length(n)).astype(np.int32))

    @property
    def ranks(self) -> IntArray:
        """The place of each word, counting from 0, as a read-only array."""
        return self._ranks

    @property
    def order(self) -> IntArray:
        """The word at each place, counting from 0, as a read-only array."""
        return self.inverse()._ranks

    def inverse(self) -> Permutation:
        """Swap ranks and order."""
        order = np.empty_like(self._ranks)
        order[self._ranks] = np.arange(len(self), dtype=np.int32)
        return self._trusted(order)

    def compose(self, first: Permutation) -> Permutation:
        """Do `first`, then this one: word i ends at `self.ranks[first.ranks[i]]`.

        Examples:
            >>> Permutation([2, 0, 1]).compose(Permutation([1, 0, 2]))
            Permutation([0, 2, 1])
        """
        self._refuse_other_length(first)
        return self._trusted(self._ranks[first._ranks])

    def relative_to(self, reference: Permutation) -> Permutation:
        """Read this order left to right and write each word's rank in the reference (S2.3).

        Both are permutations of the same source sentence. The result is the identity if and only
        if the two agree.

        Examples:
            >>> hypothesis = Permutation.from_order([2, 0, 1])
            >>> hypothesis.relative_to(Permutation.from_order([2, 1, 0]))
            Permutation([0, 2, 1])
        """
        self._refuse_other_length(reference)
        return reference.compose(self.inverse())

    def tree(self) -> PermutationTree:
        """Return the flattened permutation tree (S3.1)."""
        from wordorder.permutation.tree import PermutationTree

        return PermutationTree(self)

    def forest(self) -> PermutationForest:
        """Return the forest of all permutation trees."""
        from wordorder.permutation.forest import PermutationForest

        return PermutationForest(self)

    def _refuse_other_length(self, other: Permutation) -> None:
        if len(self) != len(other):
            raise InputError(
                f"permutations of {len(self)} and {len(other)} words do not go together"
            )

    def __len__(self) -> int:
        return self._ranks.size

    def __iter__(self) -> Iterator[int]:
        return iter(self._ranks.tolist())

    def __getitem__(self, word: int) -> int:
        return int(self._ranks[word])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Permutation):
            return NotImplemented
        return np.array_equal(self._ranks, other._ranks)

    def __hash__(self) -> int:
        return hash(self._ranks.tobytes())

    def __reduce__(self) -> tuple[type[Permutation], tuple[IntArray]]:
        return Permutation, (self._ranks,)

    def __repr__(self) -> str:
        return f"Permutation({self._ranks.tolist()})"

    def __str__(self) -> str:
        return f"⟨{', '.join(str(rank + 1) for rank in self)}⟩"

    def _repr_svg_(self) -> str | None:
        return self.tree().to_svg() if 0 < len(self) <= LONGEST_DRAWN else None


def _frozen(array: IntArray) -> IntArray:
    array.flags.writeable = False
    return array


def _length(n: int) -> int:
    n = index(n)
    if n < 0:
        raise UsageError(f"a permutation cannot have {n} words")
    return n
