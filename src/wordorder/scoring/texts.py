"""The texts of a comparison: what systems wrote, and what they should have written."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from pathlib import Path
from typing import TypeAlias

from wordorder.errors import InputError, UsageError
from wordorder.output import visible
from wordorder.text import read_lines, shown_name

Text: TypeAlias = str | os.PathLike[str] | Sequence[str]
"""A file with one sentence per line (`-` is standard input), or a list of sentences."""


@dataclass(frozen=True, slots=True)
class Texts:
    """Lines of the same number for each system and each reference.

    Attributes:
        names: The systems.
        systems: Their outputs, line by line.
        references: What they are compared with.
    """

    names: tuple[str, ...]
    systems: tuple[tuple[str, ...], ...]
    references: tuple[tuple[str, ...], ...]

    @property
    def lines(self) -> int:
        """Number of sentences."""
        return len(self.references[0])


def read_texts(references: Sequence[Text], systems: Mapping[str, Text]) -> Texts:
    """Read all texts and check that they go together.

    Raises:
        InputError: A file cannot be read, a text is empty, or their numbers of lines differ.
        UsageError: There is no system or no reference.
    """
    if not references or not systems:
        raise UsageError("give at least one reference and one system")
    labels = [_label(text, f"reference {n}") for n, text in enumerate(references, start=1)]
    labels += [_label(text, f"system {name}") for name, text in systems.items()]
    read = [read_text(text) for text in (*references, *systems.values())]
    for label, lines in zip(labels, read, strict=True):
        if not lines:
            raise InputError(f"{label} has no lines, so there is nothing to score")
        if len(lines) != len(read[0]):
            raise InputError(
                f"{labels[0]} has {len(read[0]):,} lines, but {label} has {len(lines):,}; "
                "line by line they must belong together"
            )
    count = len(references)
    return Texts(tuple(systems), tuple(read[count:]), tuple(read[:count]))


def names_of_files(paths: Sequence[str | os.PathLike[str]]) -> list[str]:
    """Name systems by their files, without what all of them have in common.

    Raises:
        UsageError: A file is given twice.

    Examples:
        >>> names_of_files(["out/test.online-A.en", "out/test.online-B.en"])
        ['online-A', 'online-B']
        >>> names_of_files(["system.txt.gz"])
        ['system']
        >>> names_of_files(["pud/en-ja/links.align", "pud/en-fr/links.align"])
        ['en-ja', 'en-fr']
    """
    whole_names = [shown_name(path) for path in paths]
    for naming in (_short_names, _folder_names, lambda _: whole_names):
        names = [visible(name) for name in naming(paths)]
        if len(set(names)) == len(names):
            return names
    raise UsageError("a file is given twice; leave it out, or copy it to another file")


def _short_names(paths: Sequence[str | os.PathLike[str]]) -> list[str]:
    parts = [Path(shown_name(path)).name.split(".") for path in paths]
    if len(parts) == 1:
        return [".".join(_without_ending(parts[0]))]
    fewest = min(map(len, parts))
    first = next((i for i in range(fewest) if len({p[i] for p in parts}) > 1), fewest)
    last = next((i for i in range(fewest) if len({p[-1 - i] for p in parts}) > 1), fewest)
    names = [".".join(p[first : len(p) - last]) for p in parts]
    # One name may be the beginning of another, as in sys.en and sys.bpe.en.
    return names if all(names) else [".".join(p[max(first - 1, 0) : len(p)]) for p in parts]


def _folder_names(paths: Sequence[str | os.PathLike[str]]) -> list[str]:
    """Files of the same name differ in their folders: keep the parts of the paths that do."""
    parts = [Path(shown_name(path)).parts for path in paths]
    if len(set(map(len, parts))) > 1:
        return [str(path) for path in paths]
    different = [len(set(column)) > 1 for column in zip(*parts, strict=True)]
    return ["/".join(compress(part, different)) for part in parts]


def _without_ending(parts: list[str]) -> list[str]:
    """Drop what looks like the ending of a file, not of a name: txt, en, txt.gz."""
    while len(parts) > 1 and parts[0] and len(parts[-1]) <= 5 and parts[-1].islower():
        parts = parts[:-1]
        if parts[-1] not in ("txt", "text", "out", "hyp"):
            break
    return parts


def _label(text: Text, name: str) -> str:
    return visible(shown_name(text)) if isinstance(text, (str, os.PathLike)) else name


def read_text(text: Text) -> tuple[str, ...]:
    """Read the lines of a file, or check that sentences are text."""
    if isinstance(text, (str, os.PathLike)):
        return tuple(line for _, line in read_lines(text))
    for number, sentence in enumerate(text):
        if not isinstance(sentence, str):
            raise UsageError(f"sentence {number} is a {type(sentence).__name__}, not text")
    return tuple(text)
