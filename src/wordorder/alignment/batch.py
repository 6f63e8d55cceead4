"""Many alignments as ragged arrays, and counts over all of them at once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from wordorder import _kernels
from wordorder.arrays import Offsets, as_int32, as_offsets, frozen, join_rows, sealed
from wordorder.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from wordorder.alignment.alignment import Alignment, Symmetrization

_INT32_COLUMNS = ("sources", "targets", "source_lengths", "target_lengths")


@dataclass(frozen=True, slots=True, eq=False)
class AlignmentBatch:
    """Consecutive sentence pairs: row i has the links `offsets[i]` to `offsets[i + 1]`.

    Attributes:
        sources: The source word of each link, counting from 0.
        targets: The target word of each link. The links of a row are unique and sorted by
            source, then target.
        offsets: The start and end of each row, in 32 or in 64 bits.
        source_lengths: The number of source words in each row.
        target_lengths: The number of target words in each row.
        sure: Whether each link is sure rather than possible; None if all are sure.
        first_line: The line, or the number of the sentence pair, of the first row.
        confidence: The probability that each link is right, if known; written in Pharaoh format.
        link_rows: The links in kernel form, checked once when the batch is made.

    Examples:
        >>> from wordorder import Alignment
        >>> rows = [Alignment.parse("0-1 1-0"), Alignment.parse("0-0")]
        >>> batch = AlignmentBatch.from_alignments(rows)
        >>> batch.offsets.tolist()
        [0, 2, 3]
        >>> print(batch[0])
        0-1 1-0
    """

    sources: NDArray[np.int32]
    targets: NDArray[np.int32]
    offsets: Offsets
    source_lengths: NDArray[np.int32]
    target_lengths: NDArray[np.int32]
    sure: NDArray[np.bool_] | None = None
    first_line: int = 1
    confidence: NDArray[np.float64] | None = None
    link_rows: _kernels.LinkRows = field(init=False, repr=False)

    def __post_init__(self) -> None:
        columns = {name: as_int32(getattr(self, name), name) for name in _INT32_COLUMNS}
        if len(columns["sources"]) != len(columns["targets"]):
            raise InputError(
                f"{len(columns['sources'])} sources, but {len(columns['targets'])} targets"
            )
        rows = _kernels.LinkRows(offsets=as_offsets(self.offsets, "offsets"), **columns)
        self._set(rows, self.sure, self.confidence)

    def _set(
        self,
        link_rows: _kernels.LinkRows,
        sure: NDArray[np.bool_] | None,
        confidence: NDArray[np.float64] | None,
    ) -> None:
        for name in (*_INT32_COLUMNS, "offsets"):
            object.__setattr__(self, name, getattr(link_rows, name))
        object.__setattr__(self, "link_rows", link_rows)
        object.__setattr__(self, "sure", None if sure is None else _as_marks(sure))
        if self.sure is not None and len(self.sure) != len(self.sources):
            raise InputError(f"there are {len(self.sources)} links, but {len(self.sure)} marks")
        values = None if confidence is None else _as_confidence(confidence)
        object.__setattr__(self, "confidence", values)
        if values is not None and len(values) != len(self.sources):
            raise InputError(f"{len(self.sources)} links, but confidence of {len(values)}")

    def __reduce__(self) -> tuple[object, ...]:
        # Unpickling goes through the constructor, which checks and seals the arrays. Only the links
        # of these rows are pickled: they may be a few of a large batch.
        links = slice(self.offsets[0], self.offsets[-1])
        return type(self), (
            self.sources[links],
            self.targets[links],
            self.offsets - self.offsets[0],
            self.source_lengths,
            self.target_lengths,
            None if self.sure is None else self.sure[links],
            self.first_line,
            None if self.confidence is None else self.confidence[links],
        )

    @classmethod
    def from_link_rows(
        cls,
        link_rows: _kernels.LinkRows,
        sure: NDArray[np.bool_] | None = None,
        first_line: int = 1,
        confidence: NDArray[np.float64] | None = None,
    ) -> AlignmentBatch:
        """Wrap links that a kernel has made or checked, without checking them again."""
        batch = object.__new__(cls)
        object.__setattr__(batch, "first_line", first_line)
        batch._set(link_rows, sure, confidence)
        return batch

    @classmethod
    def from_alignments(
        cls, alignments: Iterable[Alignment], *, first_line: int = 1
    ) -> AlignmentBatch:
        """Build a batch from single alignments."""
        rows = list(alignments)
        links = [row.links for row in rows]
        together = np.concatenate([np.empty((0, 2), np.int32), *links])
        sure = np.concatenate([np.empty(0, np.bool_), *(row.sure for row in rows)])
        return cls(
            frozen(together[:, 0].copy()),
            frozen(together[:, 1].copy()),
            frozen(np.cumsum([0, *map(len, links)], dtype=np.int64)),
            frozen(np.array([row.source_length for row in rows], np.int32)),
            frozen(np.array([row.target_length for row in rows], np.int32)),
            None if sure.all() else frozen(sure),
            first_line,
        )

    @classmethod
    def join(cls, batches: Sequence[AlignmentBatch]) -> AlignmentBatch:
        """Concatenate batches; all links become sure.

        Examples:
            >>> from wordorder import Alignment
            >>> one = AlignmentBatch.from_alignments([Alignment.parse("0-1 1-0")])
            >>> [str(row) for row in AlignmentBatch.join([one, one])]
            ['0-1 1-0', '0-1 1-0']
        """
        sources, offsets = join_rows([(batch.sources, batch.offsets) for batch in batches])
        targets, _ = join_rows([(batch.targets, batch.offsets) for batch in batches])
        none = np.zeros(0, np.int32)
        n = np.concatenate([none, *(batch.source_lengths for batch in batches)])
        m = np.concatenate([none, *(batch.target_lengths for batch in batches)])
        return cls(sources, targets, offsets, frozen(n), frozen(m))

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, row: int) -> Alignment:
        if not 0 <= row < len(self):
            raise IndexError(row)
        from wordorder.alignment.alignment import Alignment

        part = slice(self.offsets[row], self.offsets[row + 1])
        links = np.column_stack((self.sources[part], self.targets[part]))
        sure = None if self.sure is None else self.sure[part]
        return Alignment._trusted(
            links, int(self.source_lengths[row]), int(self.target_lengths[row]), sure
        )

    def __iter__(self) -> Iterator[Alignment]:
        return (self[row] for row in range(len(self)))

    def rows(self, start: int, stop: int) -> AlignmentBatch:
        """Return consecutive rows without copying their links."""
        first, last, _ = slice(start, stop).indices(len(self))
        return AlignmentBatch.from_link_rows(
            self.link_rows.rows(first, max(first, last)),
            self.sure,
            self.first_line + first,
            self.confidence,
        )

    def chosen(self, rows: NDArray[np.integer]) -> AlignmentBatch:
        """Return some rows in any order; all links become sure.

        Examples:
            >>> from wordorder import Alignment
            >>> batch = AlignmentBatch.from_alignments(map(Alignment.parse, ["0-1 1-0", "", "0-0"]))
            >>> [str(row) for row in batch.chosen(np.array([2, 0, 0]))]
            ['0-0', '0-1 1-0', '0-1 1-0']
        """
        starts, lengths = self.offsets[:-1][rows], np.diff(self.offsets)[rows]
        offsets = np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)])
        links = np.arange(offsets[-1]) + np.repeat(starts - offsets[:-1], lengths)
        return AlignmentBatch(
            frozen(self.sources[links]),
            frozen(self.targets[links]),
            frozen(offsets),
            frozen(self.source_lengths[rows]),
            frozen(self.target_lengths[rows]),
        )

    def only_sure(self) -> AlignmentBatch:
        """Drop the possible links."""
        return self if self.sure is None else self.with_links(self.sure)

    def transpose(self) -> AlignmentBatch:
        """Swap source and target."""
        transposed = self.link_rows.transposed()
        order = transposed.order
        return AlignmentBatch.from_link_rows(
            transposed.links,
            None if self.sure is None else frozen(self.sure[order]),
            self.first_line,
            None if self.confidence is None else frozen(self.confidence[order]),
        )

    def symmetrize(
        self, reverse: AlignmentBatch, method: Symmetrization = "grow-diag-final-and"
    ) -> AlignmentBatch:
        """Merge two directions into one batch; see `Alignment.symmetrize`."""
        from wordorder.alignment.alignment import kernel_method

        merged = _kernels.symmetrize(self.link_rows, reverse.link_rows, kernel_method(method))
        return AlignmentBatch.from_link_rows(merged, None, self.first_line)

    def crossings(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Count the link pairs in each row that cross, and those that differ on both sides.

        The crossing share of a corpus is the sum of the first over the sum of the second.
        """
        counts = _kernels.crossing_counts(self.link_rows)
        return counts.crossing, counts.pairs

    def anticipation(
        self, ks: Sequence[int], *, scaled: bool = False
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Count the k-anticipated target words, and the linked ones.

        Target word j is k-anticipated if it is linked to a source word i ≥ j + k: a simultaneous
        translator k words behind the source has to guess it.

        Args:
            ks: The values of k.
            scaled: Whether to stretch the target to the length of the source first: with n source
                and m target words, i ≥ j·n/m + k. Otherwise short translations seem to anticipate.

        Returns:
            Counts of shape (rows, len(ks)), and the number of linked target words in each row.

        Examples:
            >>> from wordorder import Alignment
            >>> batch = AlignmentBatch.from_alignments([Alignment.parse("0-1 1-2 3-0")])
            >>> anticipated, linked = batch.anticipation([1, 3, 4])
            >>> anticipated.tolist(), linked.tolist()
            ([[1, 1, 0]], [3])
            >>> short = AlignmentBatch.from_alignments([Alignment.parse("0-0 2-1")])
            >>> [short.anticipation([1], scaled=scaled)[0].tolist() for scaled in (False, True)]
            [[[1]], [[0]]]
        """
        counts = _kernels.anticipation_counts(self.link_rows, as_int32(ks, "ks"))
        return counts.scaled if scaled else counts.counts, counts.linked

    def blocked_words(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Count the blocked and the linked source words in each row."""
        counts = _kernels.blocked_counts(self.link_rows)
        return counts.blocked, counts.linked

    def without_blocking_links(self) -> AlignmentBatch:
        """Remove the links of discontinuous components; all remaining links are sure.

        Examples:
            >>> from wordorder import Alignment
            >>> batch = AlignmentBatch.from_alignments([Alignment.parse("0-0 1-1 2-0 3-2")])
            >>> print(batch.without_blocking_links()[0])
            1-1 3-2
        """
        remaining = np.ones(len(self.sources), np.bool_)
        blocking = _kernels.blocking_links(self.link_rows).view(np.bool_)
        remaining[self.offsets[0] : self.offsets[-1]] = ~blocking
        return self.with_links(remaining)

    def with_links(self, chosen: NDArray[np.bool_]) -> AlignmentBatch:
        """Keep the chosen links, all as sure links."""
        confidence = self.confidence
        if confidence is not None:
            inside = np.zeros(len(chosen), np.bool_)
            inside[self.offsets[0] : self.offsets[-1]] = True
            confidence = frozen(confidence[chosen & inside])
        links = self.link_rows.kept(chosen.view(np.uint8))
        return AlignmentBatch.from_link_rows(links, None, self.first_line, confidence)

    @property
    def marks(self) -> NDArray[np.uint8] | None:
        """`sure` in kernel form, 1 for a sure link; None if all are sure."""
        return None if self.sure is None else self.sure.view(np.uint8)


def _as_marks(sure: NDArray[np.bool_]) -> NDArray[np.bool_]:
    try:
        marks = np.require(sure, requirements=["C", "A"])
    except ValueError:  # sequences of different lengths
        raise InputError("sure must be a flat array of bools, not nested") from None
    if marks.dtype != np.bool_ or marks.ndim != 1:
        raise InputError(f"sure must be a flat array of bools, not of {marks.dtype}")
    return sealed(marks)


def _as_confidence(confidence: NDArray[np.float64]) -> NDArray[np.float64]:
    try:
        values = np.require(confidence, np.float64, requirements=["C", "A"])
    except (TypeError, ValueError):
        values = np.full(1, np.nan)
    if values.ndim != 1 or not ((values >= 0) & (values <= 1)).all():
        raise InputError("confidence must be a flat array of numbers from 0 to 1")
    return sealed(values)
