"""Which constituents swap places, and how far."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar, NamedTuple, Self, TypeAlias, TypeVar

import numpy as np

from wordorder.arrays import Integers
from wordorder.output.codec import Bounds, Count, Finite
from wordorder.reorderings.batch import WIDTH_CLASSES, ReorderingBatch, block_text, width_classes
from wordorder.statistics.accumulators import Accumulator, Tally, check_counts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    _Name = TypeVar("_Name", bound=Hashable)

_Key: TypeAlias = "tuple[str, str, str]"

WIDEST = 30
"""Reorderings over more source words are counted together, as this + 1."""
LONGEST_EXAMPLE = 12  # words of a block; longer ones are shortened in the middle


def width_name(width: int) -> str:
    """Return the name of a counted width in tables.

    Examples:
        >>> width_name(30), width_name(31)
        ('30', '>30')
    """
    return f">{WIDEST}" if width > WIDEST else str(width)


class Example(NamedTuple):
    """The words of one reordering, and its line.

    Attributes:
        line: The line or number of the sentence pair.
        a: The words of the first block.
        b: The words of the other block.
    """

    line: Count
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
        short: Number of reorderings over 2–4 source words.
        medium: Number of reorderings over 5–8.
        long: Number of reorderings over more.
        example: The first of the reorderings in the corpus, if words are known.
    """

    parent: str
    a: str
    b: str
    count: Annotated[int, Bounds(least=1)]
    width: Finite
    short: Count
    medium: Count
    long: Count
    example: Example | None


class PatternCounts(NamedTuple):
    """The patterns of swapped blocks in a corpus.

    Attributes:
        patterns: All patterns, most frequent first.
        label_widths: The number of reorderings of each width, by label of block A.
    """

    patterns: tuple[Pattern, ...]
    label_widths: dict[str, dict[int, int]]


class SavedPatterns(NamedTuple):
    """Counts of patterns as they are saved, in alphabetical order.

    Attributes:
        patterns: Parent, A and B, the sum of widths, and the number in each class of widths.
        labels: The number of reorderings of each width, by label of block A.
        examples: Parent, A and B, the number of a file, and an example from it.
    """

    patterns: tuple[tuple[str, str, str, Tally, Tally, Tally, Tally], ...]
    labels: Mapping[str, Integers]
    examples: tuple[tuple[str, str, str, Count, Example], ...]


class PatternCounter(Accumulator):
    """Counts patterns of syntactic reorderings over batches, which may number labels differently.

    The example of a pattern comes from the first file and line that has one.
    """

    PLAIN: ClassVar = SavedPatterns

    def __init__(self) -> None:
        # For each pattern, the sum of widths, then the counts by class.
        self._counts: dict[_Key, NDArray[np.int64]] = {}
        self._widths: dict[str, NDArray[np.int64]] = {}
        self._examples: dict[_Key, tuple[int, Example]] = {}  # with the number of its file

    @property
    def configuration(self) -> Mapping[str, object]:
        """No options: all counters can be merged."""
        return {}

    def add(
        self,
        reorderings: ReorderingBatch,
        lines: NDArray[np.generic],
        words: Callable[[int], Sequence[str]] | None = None,
        file: int = 0,
        chosen: NDArray[np.bool_] | None = None,
    ) -> None:
        """Count the patterns of one batch; without trees there are none.

        Args:
            reorderings: The reorderings.
            lines: The line of each sentence pair, in ascending order.
            words: Returns the words of a row, on the side of the trees, for examples.
            file: The number of the file.
            chosen: Mask of the sentence pairs to look at; all if None.
        """
        labels = reorderings.labels
        if labels is None:
            return
        counted = (
            reorderings.syntactic
            if chosen is None
            else reorderings.syntactic & chosen[reorderings.rows]
        )
        numbers = np.flatnonzero(counted)
        ids = np.stack([labels.parent, labels.a, labels.b])[:, numbers].astype(np.int64)
        shape = (len(labels.names),) * 3
        keys = np.ravel_multi_index(tuple(ids), shape)
        keys, first, kind = np.unique(keys, return_index=True, return_inverse=True)
        widths = reorderings.source_widths()[numbers].astype(np.int64)
        table = np.zeros((len(keys), 1 + len(WIDTH_CLASSES)), np.int64)
        np.add.at(table, (kind, np.zeros_like(kind)), widths)
        np.add.at(table, (kind, 1 + width_classes(widths)), 1)
        places = numbers[first]
        rows = np.searchsorted(reorderings.offsets, places, side="right") - 1
        kinds = np.stack(np.unravel_index(keys, shape), axis=1)
        for number, (parent, a, b) in enumerate(kinds.tolist()):
            key = labels.names[parent], labels.names[a], labels.names[b]
            _add(self._counts, key, table[number])
            row = int(rows[number])
            line = int(lines[row])
            if words is not None and self._is_first(key, file, line):
                sentence, example = words(row), reorderings[int(places[number])]
                a_span, b_span = (
                    block.source if reorderings.over == "source" else block.target
                    for block in (example.a, example.b)
                )
                a_text = block_text(sentence, a_span, LONGEST_EXAMPLE)
                b_text = block_text(sentence, b_span, LONGEST_EXAMPLE)
                self._examples[key] = file, Example(line, a_text, b_text)
        for name in np.unique(ids[1]).tolist():
            narrow = np.minimum(widths[ids[1] == name], WIDEST + 1)
            counts = np.bincount(narrow, minlength=WIDEST + 2)
            _add(self._widths, labels.names[name], counts)

    def _merge(self, other: Self) -> None:
        for key, counts in other._counts.items():
            _add(self._counts, key, counts)
        for label, counts in other._widths.items():
            _add(self._widths, label, counts)
        for key, (file, example) in other._examples.items():
            if self._is_first(key, file, example.line):
                self._examples[key] = file, example

    def _is_first(self, key: _Key, file: int, line: int) -> bool:
        if key not in self._examples:
            return True
        known_file, known = self._examples[key]
        return (file, line) < (known_file, known.line)

    def result(self) -> PatternCounts:
        """Return the patterns and the widths of labels."""
        widths = sorted(self._widths.items(), key=lambda item: (-int(item[1].sum()), item[0]))
        return PatternCounts(
            tuple(sorted(self._patterns(), key=lambda row: (-row.count, row.parent, row.a, row.b))),
            {
                label: {width: count for width, count in enumerate(counts.tolist()) if count}
                for label, counts in widths
            },
        )

    def to_plain(self) -> SavedPatterns:
        """Return the counts in the form to save."""
        return SavedPatterns(
            tuple((*key, *counts.tolist()) for key, counts in sorted(self._counts.items())),
            dict(sorted(self._widths.items())),
            tuple((*key, *example) for key, example in sorted(self._examples.items())),
        )

    @classmethod
    def from_plain(cls, saved: SavedPatterns) -> Self:
        """Restore a saved counter.

        Raises:
            ValueError: Its counts contradict each other.
        """
        counter = cls()
        counter._counts = {(parent, a, b): np.array(rest) for parent, a, b, *rest in saved.patterns}
        counter._widths = dict(saved.labels)
        counter._examples = {
            (parent, a, b): (file, example) for parent, a, b, file, example in saved.examples
        }
        for counts in counter._widths.values():
            check_counts(counts, (WIDEST + 2,))
        if not all(counts[1:].any() for counts in counter._counts.values()):
            raise ValueError("a pattern never occurs")
        if {a for _, a, _ in counter._counts} != set(counter._widths):
            raise ValueError("labels and patterns contradict each other")
        return counter

    def _patterns(self) -> Iterator[Pattern]:
        for key, (widths, *classes) in self._counts.items():
            count = int(sum(classes))
            short, medium, long = map(int, classes)
            _, example = self._examples.get(key, (0, None))
            yield Pattern(*key, count, float(widths) / count, short, medium, long, example)


def _add(counts: dict[_Name, NDArray[np.int64]], name: _Name, more: NDArray[np.int64]) -> None:
    if name in counts:
        counts[name] += more
    else:
        counts[name] = more.copy()
