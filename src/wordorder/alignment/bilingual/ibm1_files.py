"""IBM Model 1 as a file: plain text, with a column for each direction.

::

    wordorder-ibm1 2
    case            folded
    sentence pairs  30000
    iterations      5
    prior           0.001
    word pairs      2
    house           maison          0.71325         0.65002
    house           chambre         0.12            0

The columns are separated by tabs: a source word, a target word, p(target | source) and
p(source | target). A probability of 0 stands for one too small to keep.
"""

from __future__ import annotations

import math
import os
from array import array
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from typing import NamedTuple, TextIO, TypeVar

import numpy as np
from numpy.typing import NDArray

from wordorder.alignment.bilingual.bitext import WordNumbers
from wordorder.alignment.bilingual.ibm1 import Ibm1Model, Training, WordPairs
from wordorder.errors import InputError
from wordorder.output.console import visible
from wordorder.output.wording import counted
from wordorder.text.reader import read_lines
from wordorder.text.source import visible_name

FIRST_LINE = "wordorder-ibm1 2"
CASES = {"folded": True, "kept": False}

ROWS_AT_ONCE = 10_000

MOST_DIGITS = 12  # of a count
LONGEST_SHOWN = 40  # characters of a bad line

Value = TypeVar("Value")


def write_model(model: Ibm1Model, file: TextIO, *, rows_at_once: int = ROWS_AT_ONCE) -> None:
    """Write a model; equal models give equal bytes, however their words are numbered."""
    pairs = _both_directions(model)
    case = next(name for name, fold_case in CASES.items() if fold_case == model.fold_case)
    file.write(f"{FIRST_LINE}\n")
    file.write(f"case\t{case}\n")
    file.write(f"sentence pairs\t{model.training.sentence_pairs}\n")
    file.write(f"iterations\t{model.training.iterations}\n")
    file.write(f"prior\t{model.training.prior!r}\n")
    file.write(f"word pairs\t{len(pairs.sources)}\n")
    for start in range(0, len(pairs.sources), rows_at_once):
        columns = (column[start : start + rows_at_once].tolist() for column in pairs)
        file.writelines(
            f"{model.source_words[source]}\t{model.target_words[target]}"
            f"\t{forward:.5g}\t{reverse:.5g}\n"
            for source, target, forward, reverse in zip(*columns, strict=True)
        )


class _Pairs(NamedTuple):
    sources: NDArray[np.int64]
    targets: NDArray[np.int64]
    forward: NDArray[np.float32]
    reverse: NDArray[np.float32]


def _both_directions(model: Ibm1Model) -> _Pairs:
    """Put the two directions side by side, sorted by source word, then likeliest first."""
    width = max(len(model.target_words), 1)
    forward_keys = model.forward.partners.astype(np.int64) * width + model.forward.words
    reverse_keys = model.reverse.words.astype(np.int64) * width + model.reverse.partners
    keys, place = np.unique(np.concatenate([forward_keys, reverse_keys]), return_inverse=True)
    forward, reverse = np.zeros((2, len(keys)), np.float32)
    forward[place[: len(forward_keys)]] = model.forward.probabilities
    reverse[place[len(forward_keys) :]] = model.reverse.probabilities
    sources, targets = np.divmod(keys, width)
    source_places, target_places = _alphabet(model.source_words), _alphabet(model.target_words)
    order = np.lexsort((target_places[targets], -reverse, -forward, source_places[sources]))
    return _Pairs(sources[order], targets[order], forward[order], reverse[order])


def _alphabet(words: tuple[str, ...]) -> NDArray[np.int64]:
    """Return the position of each word in alphabetical order."""
    places = np.empty(len(words), np.int64)
    places[sorted(range(len(words)), key=words.__getitem__)] = np.arange(len(words))
    return places


def read_model(path: str | os.PathLike[str]) -> Ibm1Model:
    """Read a model, checking every line."""
    with closing(read_lines(path)) as lines:
        return _ModelFile(visible_name(path), lines).read()


@dataclass(slots=True)
class _ModelFile:
    name: str
    lines: Iterator[tuple[int, str]]
    line: int = 0  # the last line read

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
        line = self._next_line()
        name, _, version = FIRST_LINE.partition(" ")
        if line.startswith(f"{name} ") and line != FIRST_LINE:
            raise self._error(
                f"format version {_shown(line.removeprefix(name).strip())} is not supported, "
                f"only version {version}; retrain, or use the version of wordorder that wrote it"
            )
        if line != FIRST_LINE:
            raise self._error(
                f"expected '{FIRST_LINE}', found '{_shown(line)}'; name a file that "
                "`wordorder align train` wrote"
            )

    def _read_field(self, key: str, parsed: Callable[[str], Value | None], expected: str) -> Value:
        line = self._next_line()
        value = parsed(line.removeprefix(f"{key}\t")) if line.startswith(f"{key}\t") else None
        if value is None:
            raise self._error(f"expected '{key}', a tab and {expected}, found '{_shown(line)}'")
        return value

    def _next_line(self) -> str:
        self.line += 1
        numbered = next(self.lines, None)
        if numbered is None:
            raise self._error("the file ends here, before the first word pair; copy it again")
        return numbered[1]

    def _read_pairs(self, count: int) -> _ReadPairs:
        pairs, before = _ReadPairs(), self.line
        for number, line in self.lines:
            self.line = number
            if number > before + count:
                raise self._error(f"more word pairs than the {count} given in line {before}")
            if not pairs.add(line):
                raise self._error(
                    "expected a source word, a target word and two probabilities from 0 to 1, not "
                    f"both 0, separated by tabs, found '{_shown(line)}'"
                )
        if self.line < before + count:
            raise self._error(
                f"the file ends after {self.line - before} of {counted(count, 'word pair')}; "
                "copy it again"
            )
        repeated = pairs.first_repeated()
        if repeated is not None:
            self.line = before + 1 + repeated
            raise self._error("duplicate word pair; each may occur only once")
        return pairs

    def _error(self, problem: str) -> InputError:
        return InputError(f"{self.name}:{self.line}: {problem}")


@dataclass(slots=True)
class _ReadPairs:
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
            source, target, *numbers = line.split("\t")
            forward, reverse = map(float, numbers)
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
        present = probabilities > 0
        sources, targets = (
            np.array(side, np.int32)[present] for side in (self.sources, self.targets)
        )
        return WordPairs(sources, targets, probabilities[present])


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
