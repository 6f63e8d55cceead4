"""Sets of sentences, by amount of reordering or from labels in a file or list."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wordorder.errors import InputError, UsageError, expect
from wordorder.output.wording import counted
from wordorder.text.reader import read_lines
from wordorder.text.source import Input, is_text_input, quoted, visible_name

Labels: TypeAlias = "Input | Iterable[str]"

SETS = ("none", "low", "medium", "high")
OUTSIDE = "outside"  # the label of sentences in no set
MOST_SETS = 50


@dataclass(frozen=True, slots=True, eq=False)
class ReorderingSets:
    """Sentences split into four sets.

    Attributes:
        lines: For each set, the lines or numbers of its sentences, ascending.
        rquantity: For each set, the mean RQuantity of its sentences; NaN if it is empty.
        labels: For every sentence, the name of its set, or "outside".
    """

    lines: dict[str, NDArray[np.int64]]
    rquantity: dict[str, float]
    labels: tuple[str, ...]


def reordering_sets(
    rquantity: ArrayLike,
    reorderings: ArrayLike,
    target_lengths: ArrayLike,
    *,
    shortest: int = 20,
    longest: int = 39,
    lines: ArrayLike | None = None,
) -> ReorderingSets:
    """Split a corpus into sets with no, low, medium and high reordering.

    Of the sentences with `shortest` to `longest` target words, "none" has those without
    reorderings. The others are sorted by (RQuantity, line) and split into three sets of equal
    size; any remainder goes to the first sets, one sentence each.

    Args:
        rquantity: RQuantity of each sentence.
        reorderings: Number of reorderings of each sentence.
        target_lengths: Number of target words of each sentence.
        shortest: Shortest target sentence.
        longest: Longest target sentence.
        lines: Line or number of each sentence; by default 1, 2, …

    Raises:
        UsageError: `shortest` is greater than `longest`.

    Examples:
        >>> sets = reordering_sets([0, 0.5, 0.1, 0.9], [0, 1, 1, 2], [20, 25, 30, 39])
        >>> {name: lines.tolist() for name, lines in sets.lines.items()}
        {'none': [1], 'low': [3], 'medium': [2], 'high': [4]}

    References:
        Birch, Blunsom and Osborne (2009), A Quantitative Analysis of Reordering Phenomena, 5.1.
    """
    check_lengths(shortest, longest)
    quantity = _column(rquantity, "rquantity").astype(np.float64)
    count = _column(reorderings, "reorderings")
    length = _column(target_lengths, "target_lengths")
    number = np.arange(1, len(quantity) + 1) if lines is None else _column(lines, "lines")
    if not len(quantity) == len(count) == len(length) == len(number):
        raise InputError("RQuantity, reorderings, lengths and lines differ in number")
    fitting = (length >= shortest) & (length <= longest)
    moved = np.flatnonzero(fitting & (count > 0))
    ordered = moved[np.lexsort((number[moved], quantity[moved]))]
    parts = [np.flatnonzero(fitting & (count == 0)), *np.array_split(ordered, 3)]
    labels = np.full(len(quantity), OUTSIDE, dtype=object)
    for name, part in zip(SETS, parts, strict=True):
        labels[part] = name
    return ReorderingSets(
        {name: np.sort(number[part]) for name, part in zip(SETS, parts, strict=True)},
        {
            name: float(quantity[part].mean()) if len(part) else float("nan")
            for name, part in zip(SETS, parts, strict=True)
        },
        tuple(labels.tolist()),
    )


def _column(values: ArrayLike, name: str) -> NDArray[Any]:
    try:
        column = np.asarray(values)
    except ValueError:  # sequences of different lengths
        column = np.empty((0, 0))
    if column.ndim != 1 or (len(column) and column.dtype.kind not in "iuf"):
        raise InputError(f"{name} must be a flat sequence of numbers")
    return column if len(column) else np.empty(0)


def check_lengths(shortest: int, longest: int) -> None:
    """Reject lengths that no sentence can have.

    Raises:
        UsageError: `shortest` is greater than `longest`.
    """
    if not 0 < shortest <= longest:
        raise UsageError(f"no sentence can have {shortest} to {longest} words")


@dataclass(frozen=True, slots=True, eq=False)
class SetLabels:
    """The set of each sentence.

    Attributes:
        names: The sets; those of `build_testsets` come first, in its order.
        numbers: For each sentence, the index of its set; −1 if it is in none.
        where: Name of the labels in error messages.
    """

    names: tuple[str, ...]
    numbers: NDArray[np.int16]
    where: str

    @classmethod
    def read(cls, labels: Labels) -> SetLabels:
        """Read one label per sentence, from a file with one per line or from a list.

        The label `outside` marks sentences in no set, as in `ReorderingTestSets.line_labels`.

        Raises:
            InputError: The file cannot be read, or there are too many different labels.

        Examples:
            >>> SetLabels.read(["low", "outside", "none", "low"]).masks(1, 4)["low"].tolist()
            [True, False, False, True]
        """
        if not is_text_input(labels):
            expect(labels, Iterable, "labels")
            return _numbered(cast("Iterable[str]", labels), "the list of labels")
        with closing(read_lines(labels)) as lines:
            return _numbered((line for _, line in lines), visible_name(labels))

    def masks(self, first_line: int, count: int) -> dict[str, NDArray[np.bool_]]:
        """Return a mask over consecutive sentences for each set.

        Raises:
            InputError: There are fewer labels than sentences.
        """
        numbers = self.numbers[first_line - 1 : first_line - 1 + count]
        if len(numbers) < count:
            raise self._wrong_number(f"more than {len(self.numbers):,}")
        return {name: numbers == number for number, name in enumerate(self.names)}

    def check(self, sentences: int) -> None:
        """Check the number of labels.

        Raises:
            InputError: The numbers of labels and sentences differ.
        """
        if sentences != len(self.numbers):
            raise self._wrong_number(f"{sentences:,}")

    def _wrong_number(self, sentences: str) -> InputError:
        return InputError(
            f"{self.where} has {counted(len(self.numbers), 'label')}, but there are {sentences} "
            "sentence pairs; give one label per sentence pair"
        )


def _numbered(labels: Iterable[str], where: str) -> SetLabels:
    numbers: dict[str, int] = {}
    of_sentences = []
    for label in labels:
        if not isinstance(label, str):
            raise InputError(f"{where} has {quoted(repr(label))}, which is not text")
        name = label.strip()
        number = -1 if name in (OUTSIDE, "") else numbers.setdefault(name, len(numbers))
        if number >= MOST_SETS:
            raise InputError(
                f"{where} has more than {MOST_SETS} different labels, such as '{quoted(name)}'; "
                "expected one set name per line"
            )
        of_sentences.append(number)
    names = [*(name for name in SETS if name in numbers), *(n for n in numbers if n not in SETS)]
    order = [names.index(name) for name in numbers]
    return SetLabels(tuple(names), np.array([*order, -1], np.int16)[of_sentences], where)
