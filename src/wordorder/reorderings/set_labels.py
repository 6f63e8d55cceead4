"""The set of each sentence, from a file or a list, to report results by set."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, cast

import numpy as np

from wordorder.errors import InputError, expect
from wordorder.output import counted, visible
from wordorder.reorderings.testsets import OUTSIDE, SETS
from wordorder.text import is_text_input, quoted, read_lines, shown_name

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordorder.text import Input

    Labels: TypeAlias = Input | Iterable[str]

MOST_SETS = 50


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
            return _numbered((line for _, line in lines), visible(shown_name(labels)))

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
            "sentence pairs; give one label per line for each"
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
