"""The set of every sentence, from a file or a list: to count kinds of sentences apart."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from wordorder.errors import InputError, expect
from wordorder.output import counted, visible
from wordorder.reorderings.testsets import OUTSIDE, SETS
from wordorder.text import quoted, read_lines, shown_name

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Labels: TypeAlias = str | os.PathLike[str] | Iterable[str]

MOST_SETS = 50


@dataclass(frozen=True, slots=True, eq=False)
class SetLabels:
    """Which set each sentence belongs to.

    Attributes:
        names: The sets; those of `build_testsets` in its order, before any others.
        numbers: For each sentence the number of its set, −1 outside all of them.
        where: What errors call the labels.
    """

    names: tuple[str, ...]
    numbers: NDArray[np.int16]
    where: str

    @classmethod
    def read(cls, labels: Labels) -> SetLabels:
        """Read a label for each sentence: of a file with one per line, or of a list.

        The label `outside`, which `ReorderingTestSets.line_labels` gives to sentences in no set,
        means just that.

        Raises:
            InputError: The file cannot be read, or there are too many different labels.

        Examples:
            >>> SetLabels.read(["low", "outside", "none", "low"]).masks(1, 4)["low"].tolist()
            [True, False, False, True]
        """
        if not isinstance(labels, (str, os.PathLike)):
            expect(labels, Iterable, "labels")
            return _numbered(labels, "the list of labels")
        with closing(read_lines(labels)) as lines:
            return _numbered((line for _, line in lines), visible(shown_name(labels)))

    def masks(self, first_line: int, count: int) -> dict[str, NDArray[np.bool_]]:
        """Say, for each set, which of some consecutive sentences belong to it.

        Raises:
            InputError: There are fewer labels than sentences.
        """
        numbers = self.numbers[first_line - 1 : first_line - 1 + count]
        if len(numbers) < count:
            raise self._wrong_number(f"more than {len(self.numbers):,}")
        return {name: numbers == number for number, name in enumerate(self.names)}

    def check(self, sentences: int) -> None:
        """Refuse labels of another corpus.

        Raises:
            InputError: There are not as many labels as sentences.
        """
        if sentences != len(self.numbers):
            raise self._wrong_number(f"{sentences:,}")

    def _wrong_number(self, sentences: str) -> InputError:
        return InputError(
            f"{self.where} has {counted(len(self.numbers), 'label')}, but there are {sentences} "
            "sentence pairs; give a label for each of them, one per line"
        )


def _numbered(labels: Iterable[str], where: str) -> SetLabels:
    numbers: dict[str, int] = {}
    found = [_number(_checked(label, where), numbers, where) for label in labels]
    names = [*(name for name in SETS if name in numbers), *(n for n in numbers if n not in SETS)]
    order = [names.index(name) for name in numbers]
    return SetLabels(tuple(names), np.array([*order, -1], np.int16)[found], where)


def _checked(label: str, where: str) -> str:
    if not isinstance(label, str):
        raise InputError(f"{where} has {quoted(repr(label))}, which is not text")
    return label.strip()


def _number(label: str, numbers: dict[str, int], where: str) -> int:
    if label in (OUTSIDE, ""):
        return -1
    number = numbers.setdefault(label, len(numbers))
    if number >= MOST_SETS:
        raise InputError(
            f"{where} has more than {MOST_SETS} different labels, such as '{quoted(label)}'; "
            "expected the name of a set in each line"
        )
    return number
