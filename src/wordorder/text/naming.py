"""The names of systems and corpora, by default from their files."""

from __future__ import annotations

import re
from itertools import compress
from pathlib import Path
from typing import TYPE_CHECKING

from wordorder.errors import Argument, UsageError
from wordorder.output import counted
from wordorder.text.arrow import ArrowColumn
from wordorder.text.source import shown_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.text.source import Input

_TEXTS = ("txt", "text", "out", "hyp")
_LONGEST_ENDING = 5
_LONGER_ENDINGS = ("conllu",)
_OPEN_FILE = re.compile(r"/dev/fd/\d+|/proc/(self|\d+)/fd/\d+")
_NUMBER = re.compile(r"(\d{1,18})")  # people do not read longer ones as numbers


def names_of_files(paths: Sequence[Input], names: Sequence[str] | None = None) -> list[str]:
    """Name files by their file names, without folder and extension.

    Files with the same name are distinguished by the folders in which they differ. A shell's
    `<(...)` has only a number for a name, so it is named by its position.

    Args:
        paths: The files.
        names: Other names, one for each file.

    Raises:
        UsageError: A file or a name is given twice, or the numbers of names and files differ.

    Examples:
        >>> names_of_files(["out/test.online-A.en", "out/test.online-B.en"])
        ['test.online-A', 'test.online-B']
        >>> names_of_files(["system.txt.gz"]), names_of_files(["parses.conllu"])
        (['system'], ['parses'])
        >>> names_of_files(["pud/en-ja/links.align", "pud/en-fr/links.align"])
        ['en-ja', 'en-fr']
        >>> names_of_files(["A.txt", "/dev/fd/62"])
        ['A', 'input 2']
    """
    if names is not None:
        return _checked(names, len(paths))
    whole_names = [_whole_name(path) for path in paths]
    for naming in (_file_names, _folder_names, lambda _: whole_names):
        found = naming(paths)
        if len(set(found)) == len(found):
            return found
    raise UsageError("a file is given twice; remove one, or name both with ", Argument("names"))


def natural_order(paths: Sequence[str]) -> list[str]:
    """Put files sorted by a shell into natural order: sys2 before sys10.

    Any other order is deliberate and is kept, and so is that of two files.

    Examples:
        >>> natural_order(["sys1", "sys10", "sys2"]), natural_order(["sys2", "sys10", "sys1"])
        (['sys1', 'sys2', 'sys10'], ['sys2', 'sys10', 'sys1'])
    """
    given = list(paths)
    if len(given) < 3 or given not in (sorted(given), sorted(given, key=str.casefold)):
        return given
    return sorted(given, key=_natural)


def _natural(path: str) -> list[tuple[int, int, str]]:
    """Split a name for sorting, numbers by value; isdecimal() accepts what int() reads."""
    return [
        (0, int(part), "") if part.isdecimal() else (1, 0, part) for part in _NUMBER.split(path)
    ]


def _checked(names: Sequence[str], files: int) -> list[str]:
    if not all(names):
        raise UsageError("a name in ", Argument("names"), " is empty")
    if len(names) != files:
        raise UsageError(
            Argument("names"), f" has {counted(len(names), 'name')} for {counted(files, 'file')}"
        )
    if len(set(names)) < len(names):
        raise UsageError(Argument("names"), " has a duplicate name")
    return list(names)


def _whole_name(source: Input) -> str:
    """The name of a file, or of a column without a word before it."""
    name = source.name if isinstance(source, ArrowColumn) else ""
    return name or shown_name(source)


def _file_names(paths: Sequence[Input]) -> list[str]:
    return [_file_name(_whole_name(path), number) for number, path in enumerate(paths, start=1)]


def _file_name(name: str, number: int) -> str:
    if _OPEN_FILE.fullmatch(name):
        return f"input {number}"
    return ".".join(_without_ending(Path(name).name.split(".")))


def _without_ending(parts: list[str]) -> list[str]:
    """Drop what looks like a file extension: txt, en, txt.gz."""
    while len(parts) > 1 and parts[0] and _is_ending(parts[-1]):
        parts = parts[:-1]
        if parts[-1] not in _TEXTS:
            break
    return parts


def _is_ending(part: str) -> bool:
    return part in _LONGER_ENDINGS or (len(part) <= _LONGEST_ENDING and part.islower())


def _folder_names(paths: Sequence[Input]) -> list[str]:
    """Name files by the parts of their paths that differ."""
    parts = [Path(_whole_name(path)).parts for path in paths]
    if len(set(map(len, parts))) > 1:
        return [_whole_name(path) for path in paths]
    different = [len(set(column)) > 1 for column in zip(*parts, strict=True)]
    return ["/".join(compress(part, different)) for part in parts]
