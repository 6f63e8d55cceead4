"""The texts of a comparison: system outputs and references."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isnan
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeGuard

import numpy as np

from wordorder.errors import InputError, Part, UsageError
from wordorder.output.console import visible
from wordorder.output.wording import counted
from wordorder.text.naming import names_of_files
from wordorder.text.reader import read_lines
from wordorder.text.source import Input, is_text_input, refuse_reused, settled, shown_name

if TYPE_CHECKING:
    from wordorder.output.cache import Cache
    from wordorder.text.tokenizers import Tokenizer

_ENCODING = ("utf-8", "surrogatepass")  # of texts in the cache

Text: TypeAlias = Input | Iterable[str]
"""A file with one sentence per line (`-` is standard input), an open stream or an Arrow column.
Or sentences: a list, a generator, a column of a data frame."""


@dataclass(frozen=True, slots=True)
class Texts:
    """System outputs and references with equal numbers of lines.

    Attributes:
        names: Names of the systems.
        systems: Their outputs, line by line.
        references: The references, line by line.
    """

    names: tuple[str, ...]
    systems: tuple[tuple[str, ...], ...]
    references: tuple[tuple[str, ...], ...]

    @property
    def lines(self) -> int:
        """Number of sentences."""
        return len(self.references[0])

    @property
    def shape(self) -> tuple[int, int, int]:
        """Numbers of systems, references and sentences."""
        return len(self.systems), len(self.references), self.lines

    def rows(self) -> tuple[list[str], list[str]]:
        """Return hypotheses and references as rows, ordered by system, then reference."""
        hypotheses = [line for system in self.systems for _ in self.references for line in system]
        wanted = [line for reference in self.references for line in reference]
        return hypotheses, wanted * len(self.systems)

    def lowered(self) -> Texts:
        """Return all texts in lower case."""
        systems, references = (
            tuple(tuple(map(str.lower, lines)) for lines in texts)
            for texts in (self.systems, self.references)
        )
        return Texts(self.names, systems, references)

    def tokenized(
        self,
        words: Tokenizer,
        words_of_systems: Tokenizer,
        on_lines: Callable[[int], None],
        threads: int,
        cache: Cache | None,
    ) -> Texts:
        """Tokenise all texts; `on_lines` is called with the number of lines done."""

        def split(lines: tuple[str, ...], tokenizer: Tokenizer) -> tuple[str, ...]:
            tokenized = split_lines(lines, tokenizer, threads, cache)
            on_lines(len(lines))
            return tokenized

        return Texts(
            self.names,
            tuple(split(system, words_of_systems) for system in self.systems),
            tuple(split(reference, words) for reference in self.references),
        )


def read_texts(reference: Text | Iterable[Text], systems: Text | Mapping[str, Text]) -> Texts:
    """Read all texts and check that their lines correspond.

    Raises:
        InputError: A file cannot be read, a text is empty or not text, or the numbers of lines
            differ.
        UsageError: There is no system or no reference.
    """
    references, named = _as_references(reference), _as_systems(systems)
    if not references or not named:
        raise UsageError("give at least one reference and one system")
    labels = [_label(text, f"reference {n}") for n, text in enumerate(references, start=1)]
    labels += [_label(text, f"system {name}") for name, text in named.items()]
    texts = (*references, *named.values())
    refuse_reused(*texts)
    read = [read_text(text, label) for text, label in zip(texts, labels, strict=True)]
    for label, lines in zip(labels, read, strict=True):
        if not lines:
            raise InputError(f"{label} has no lines, so there is nothing to score")
        if len(lines) != len(read[0]):
            # An empty line may be one too many.
            end = "" if lines[-1].strip() else f" (the last line of {label} is empty)"
            raise InputError(
                f"{labels[0]} has {counted(len(read[0]), 'line')}, but {label} has {len(lines):,}; "
                f"line n must be the same sentence in every file{end}"
            )
    count = len(references)
    return Texts(tuple(named), tuple(read[count:]), tuple(read[:count]))


def read_text(text: Text, label: Part) -> tuple[str, ...]:
    """Read the lines of a file, or check that sentences are text.

    Args:
        text: The text.
        label: Its name in errors.

    Raises:
        InputError: It is not text, or file names are given as sentences.
    """
    if is_text_input(text):
        return tuple(
            line for _, line in read_lines(settled(text, str(label).removeprefix("column ")))
        )
    rows = as_rows(text, label)
    for number, row in enumerate(rows):
        if not isinstance(row, str):
            raise InputError(
                label,
                f", row {number} (counting from 0): expected a sentence, found "
                f"{_described(row)}; write '' for an empty one",
            )
    if rows and all(map(_names_a_file, rows)):
        raise InputError(
            label,
            f" is a list of file names such as {rows[0]!r}, but a list holds sentences; "
            "give a file by its name alone, several references as pathlib.Path, and several "
            "systems as a dict of names and files",
        )
    return rows


def _names_a_file(sentence: str) -> bool:
    return Path(sentence).suffix != "" and os.path.isfile(sentence)  # noqa: PTH113


def as_rows(text: Text | Iterable[Text], label: Part) -> tuple[Any, ...]:
    """Return an iterable as rows.

    Raises:
        InputError: It is not iterable.
    """
    if hasattr(text, "columns"):  # a data frame, which iterates over column names
        raise InputError(
            label, " is a table; give a column of it, and systems as a dict of names and columns"
        )
    if not _has_rows(text):
        raise InputError(label, f" must be a file or sentences, not {_described(text)}")
    return tuple(text)


def _has_rows(text: object) -> TypeGuard[Iterable[Any]]:
    return isinstance(text, Iterable) and not isinstance(text, (bytes, bytearray, Mapping))


def _described(value: object) -> str:
    """Describe a value that is not text: a missing value by itself, any other by its type."""
    if value is None or (isinstance(value, Real) and isnan(value)):
        return str(value)
    return f"a value of type {type(value).__name__}"


def read_labels(labels: Text, sentences: int) -> tuple[str, ...]:
    """Read one label per sentence.

    Raises:
        InputError: The numbers of labels and sentences differ.
    """
    label = _label(labels, "the list of labels")
    read = read_text(labels, label)
    if len(read) != sentences:
        raise InputError(
            f"{label} has {counted(len(read), 'line')} for {counted(sentences, 'sentence')}"
        )
    return read


def _as_references(reference: Text | Iterable[Text]) -> list[Text]:
    if is_text_input(reference):
        return [reference]
    rows = as_rows(reference, "the reference")
    several = rows and all(
        not isinstance(row, str) and (is_text_input(row) or _has_rows(row)) for row in rows
    )
    return list(rows) if several else [rows]


def _as_systems(systems: Text | Mapping[str, Text]) -> dict[str, Text]:
    if isinstance(systems, Mapping):
        for name in systems:
            if not isinstance(name, str):
                raise InputError(f"the name of a system must be text, not {_described(name)}")
        return dict(systems)
    if is_text_input(systems):
        return {names_of_files([systems])[0]: systems}
    return {"system": systems}


def _label(text: Text, name: str) -> str:
    return visible(shown_name(settled(text, name))) if is_text_input(text) else name


def split_lines(
    lines: Sequence[str], words: Tokenizer, threads: int, cache: Cache | None
) -> tuple[str, ...]:
    """Tokenise lines into words separated by spaces."""
    if cache is None or words.name in ("none", "13a"):  # faster than the cache
        return words.lines(lines, threads=threads)
    key = cache.key(f"tok:{words.signature}", *as_bytes(lines))
    text = cache.get_or_make(key, lambda: "\n".join(words.lines(lines)).encode(*_ENCODING))
    return tuple(text.decode(*_ENCODING).split("\n")) if lines else ()


def as_bytes(lines: Sequence[str]) -> tuple[bytes, bytes]:
    """Return the lines and their lengths, as a sentence in a list may contain newlines."""
    lengths = np.fromiter(map(len, lines), np.int64, len(lines))
    return "\n".join(lines).encode(*_ENCODING), lengths.tobytes()
