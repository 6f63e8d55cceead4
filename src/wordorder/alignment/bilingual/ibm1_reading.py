"""IBM Model 1 read from files; see `ibm1_writing` for the format."""

from __future__ import annotations

import math
from array import array
from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from wordorder.alignment.bilingual.ibm1_model import Ibm1Model, Training, WordPairs
from wordorder.alignment.bilingual.ibm1_writing import CASES, FIRST_LINE
from wordorder.alignment.bilingual.numbered_text import WordNumbers
from wordorder.errors import InputError
from wordorder.output import counted, visible
from wordorder.text import read_lines, shown_name

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

Value = TypeVar("Value")

MOST_DIGITS = 12  # of a count
LONGEST_SHOWN = 40  # characters of a bad line


def read_model(path: str | os.PathLike[str]) -> Ibm1Model:
    """Read a model, checking every line."""
    with closing(read_lines(path)) as lines:
        return _ModelFile(visible(shown_name(path)), lines).read()


@dataclass(slots=True)
class _ModelFile:
    name: str
    lines: Iterator[tuple[int, str]]
    line: int = 0  # the last one that was read

    def read(self) -> Ibm1Model:
        self._read_version()
        fold_case = self._read_field("case", CASES.get, "folded or kept")
        training = Training(
            self._read_field("sentence pairs", _count, "a number"),
            self._read_field("iterations", _count, "a number"),
            self._read_field("prior", _prior, "a number of at least 0"),
        )
        count = self._read_field("word pairs", _count, "a number")
        return self._read_pairs(count).model(fold_case, training)

    def _read_version(self) -> None:
        found = self._next_line()
        name, _, version = FIRST_LINE.partition(" ")
        if found.startswith(f"{name} ") and found != FIRST_LINE:
            raise self._wrong(
                f"format version {_shown(found.removeprefix(name).strip())} is not supported, "
                f"only version {version}; retrain, or use the version of wordorder that wrote it"
            )
        if found != FIRST_LINE:
            raise self._wrong(
                f"expected '{FIRST_LINE}', found '{_shown(found)}'; name a file that "
                "`wordorder align train` wrote"
            )

    def _read_field(self, key: str, parsed: Callable[[str], Value | None], expected: str) -> Value:
        found = self._next_line()
        value = parsed(found.removeprefix(f"{key}\t")) if found.startswith(f"{key}\t") else None
        if value is None:
            raise self._wrong(f"expected '{key}', a tab and {expected}, found '{_shown(found)}'")
        return value

    def _next_line(self) -> str:
        self.line += 1
        found = next(self.lines, None)
        if found is None:
            raise self._wrong("the file ends here, before the first word pair; copy it again")
        return found[1]

    def _read_pairs(self, count: int) -> _Pairs:
        pairs, before = _Pairs(), self.line
        for number, line in self.lines:
            self.line = number
            if number > before + count:
                raise self._wrong(f"more word pairs than the {count} given in line {before}")
            if not pairs.add(line):
                raise self._wrong(
                    "expected a source word, a target word and two probabilities from 0 to 1, not "
                    f"both 0, separated by tabs, found '{_shown(line)}'"
                )
        if self.line < before + count:
            found = self.line - before
            raise self._wrong(
                f"the file ends after {found} of {counted(count, 'word pair')}; copy it again"
            )
        repeated = pairs.first_repeated()
        if repeated is not None:
            self.line = before + 1 + repeated
            raise self._wrong("duplicate word pair; each may occur only once")
        return pairs

    def _wrong(self, what: str) -> InputError:
        return InputError(f"{self.name}:{self.line}: {what}")


@dataclass(slots=True)
class _Pairs:
    """Word pairs as they are read, in arrays, because there may be millions."""

    source_words: WordNumbers = field(default_factory=WordNumbers)
    target_words: WordNumbers = field(default_factory=WordNumbers)
    sources: array[int] = field(default_factory=lambda: array("i"))
    targets: array[int] = field(default_factory=lambda: array("i"))
    forward: array[float] = field(default_factory=lambda: array("f"))
    reverse: array[float] = field(default_factory=lambda: array("f"))

    def add(self, line: str) -> bool:
        """Add the pair on one line; return False if the line is malformed."""
        try:
            source, target, there, back = line.split("\t")
            forward, reverse = float(there), float(back)
        except ValueError:
            return False
        # NaN fails every comparison.
        if not (0 <= forward <= 1 and 0 <= reverse <= 1 and forward + reverse > 0):
            return False
        if not source or not target or " " in line:
            return False
        self.sources.append(self.source_words[source])
        self.targets.append(self.target_words[target])
        self.forward.append(forward)
        self.reverse.append(reverse)
        return True

    def first_repeated(self) -> int | None:
        """Find the first duplicate pair."""
        keys = np.array(self.sources, np.int64) << 32 | np.array(self.targets, np.int64)
        _, first = np.unique(keys, return_index=True)
        new = np.zeros(len(keys), np.bool_)
        new[first] = True
        return None if new.all() else int(new.argmin())

    def model(self, fold_case: bool, training: Training) -> Ibm1Model:
        return Ibm1Model.of_pairs(
            list(self.source_words),
            list(self.target_words),
            self._direction(self.forward),
            self._direction(self.reverse),
            fold_case=fold_case,
            training=training,
        )

    def _direction(self, column: array[float]) -> WordPairs:
        probabilities: NDArray[np.float32] = np.array(column, np.float32)
        there = probabilities > 0
        sources, targets = (
            np.array(side, np.int32)[there] for side in (self.sources, self.targets)
        )
        return WordPairs(sources, targets, probabilities[there])


def _count(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else None


def _prior(text: str) -> float | None:
    try:
        prior = float(text)
    except ValueError:
        return None
    return prior if 0 <= prior < math.inf else None


def _shown(text: str) -> str:
    return visible(text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…")
