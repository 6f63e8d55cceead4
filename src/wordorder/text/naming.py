"""Names of systems and corpora, by default those of their files, and the order of files."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import compress
from pathlib import Path

from wordorder.errors import Argument, UsageError
from wordorder.output.wording import counted
from wordorder.text.source import Input, is_arrow, shown_name

_TEXTS = ("txt", "text", "out", "hyp")
_LONGEST_ENDING = 5
_LONGER_ENDINGS = ("conllu",)
_OPEN_FILE = r"/dev/fd/\d+|/proc/(self|\d+)/fd/\d+"
_NUMBER = r"(\d{1,18})"  # nobody reads longer digit strings as numbers


def names_of_files(paths: Sequence[Input], names: Sequence[str] | None = None) -> list[str]:
    """Name files by their file names, without folder and extension.

    Files with the same name are distinguished by the folders in which they differ. A shell's
    `<(...)`, whose name is only a number, is named by its position.

    Args:
        paths: The files.
        names: Names to use instead, one for each file.

    Raises:
        UsageError: A file or a name is given twice, a name is empty, or the numbers of names and
            files differ.

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
    for naming in (_file_names, _folder_names, list):
        candidates = naming(whole_names)
        if len(set(candidates)) == len(candidates):
            return candidates
    raise UsageError("a file is given twice; remove one, or name both with ", Argument("names"))


def natural_order(paths: Sequence[str]) -> list[str]:
    """Put files sorted by a shell into natural order: sys2 before sys10.

    Any other order is taken as deliberate and kept, as is the order of two files.

    Examples:
        >>> natural_order(["sys1", "sys10", "sys2"]), natural_order(["sys2", "sys10", "sys1"])
        (['sys1', 'sys2', 'sys10'], ['sys2', 'sys10', 'sys1'])
    """
    as_listed = list(paths)
    by_shell = (sorted(as_listed), sorted(as_listed, key=str.casefold))
    if len(as_listed) < 3 or as_listed not in by_shell:
        return as_listed
    return sorted(as_listed, key=_natural_key)


def _natural_key(path: str) -> list[tuple[int, int, str]]:
    """Return a sort key that compares numbers by value; isdecimal() accepts what int() reads."""
    parts = re.split(_NUMBER, path)
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts]


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
    """Return the `shown_name` of a source, but of a column only its bare name."""
    if is_arrow(source):
        from wordorder.text.arrow import ArrowColumn

        if isinstance(source, ArrowColumn) and source.name:
            return source.name
    return shown_name(source)


def _file_names(paths: Sequence[str]) -> list[str]:
    return [
        f"input {number}"
        if re.fullmatch(_OPEN_FILE, path)
        else ".".join(_without_ending(Path(path).name.split(".")))
        for number, path in enumerate(paths, start=1)
    ]


def _without_ending(parts: list[str]) -> list[str]:
    """Drop what looks like a file extension: txt, en, txt.gz."""
    while len(parts) > 1 and parts[0]:
        last = parts[-1]
        if last not in _LONGER_ENDINGS and (len(last) > _LONGEST_ENDING or not last.islower()):
            break
        parts = parts[:-1]
        if parts[-1] not in _TEXTS:
            break
    return parts


def _folder_names(paths: Sequence[str]) -> list[str]:
    """Name files by the parts of their paths that differ."""
    parts = [Path(path).parts for path in paths]
    if len(set(map(len, parts))) > 1:
        return list(paths)
    different = [len(set(column)) > 1 for column in zip(*parts, strict=True)]
    return ["/".join(compress(part, different)) for part in parts]
