"""What commands do with the files they are given: never replace an input, follow the reading."""

from __future__ import annotations

import sys
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from wordorder.errors import UsageError
from wordorder.output import progress

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from contextlib import AbstractContextManager, ExitStack

Opened = TypeVar("Opened")


def refuse_overwriting(inputs: Sequence[str | None], outputs: Mapping[str, str | None]) -> None:
    """Refuse outputs, by their options, that are an input or each other; None: not given."""
    for (option, path), (other, same) in combinations(outputs.items(), 2):
        if _same_file(_or_standard(option, path), _or_standard(other, same)):
            raise UsageError(f"{other} and {option} must be different files")
    for option, path in outputs.items():
        for file in inputs:
            # A terminal or a pipe may be both ends; only a file would be lost.
            is_file = file not in (None, "-") and Path(str(file)).is_file()
            if is_file and path is not None and _same_file(path, file):
                raise UsageError(f"{option} would replace the input, {file}; name another file")


def refuse_two_standard_inputs(files: Sequence[str | None]) -> None:
    """Refuse to read two things from standard input."""
    if files.count("-") > 1:
        raise UsageError("only one of the files can be -, standard input")


def refuse_standard_input(files: Mapping[str, str | None]) -> None:
    """Refuse standard input for what is read more than once, by its option."""
    for option, file in files.items():
        if file == "-":
            raise UsageError(f"{option} must be a file, not -: it is read more than once")


def follow(
    label: str, files: Sequence[str | None], *, quiet: bool
) -> AbstractContextManager[Callable[[int], None]]:
    """Show a progress bar over the bytes of the files, but not while the user types them."""
    typed = "-" in files and sys.stdin is not None and sys.stdin.isatty()
    sizes = [_size(file) for file in files if file is not None]
    total = None if None in sizes else sum(size for size in sizes if size is not None)
    return progress(label, total, unit="bytes", quiet=quiet or typed)


def enter_if(
    stack: ExitStack,
    path: str | None,
    opener: Callable[..., AbstractContextManager[Opened]],
    *arguments: object,
) -> Opened | None:
    """Open a further output, if the user wants it, for as long as the stack lasts."""
    return None if path is None else stack.enter_context(opener(path, *arguments))


def _or_standard(option: str, path: str | None) -> str | None:
    """Without --output the result goes to standard output."""
    return "-" if path is None and option == "--output" else path


def _same_file(a: str | None, b: str | None) -> bool:
    if a is None or b is None:
        return False
    return a == b or (a != "-" and b != "-" and Path(a).resolve() == Path(b).resolve())


def _size(file: str) -> int | None:
    return Path(file).stat().st_size if Path(file).is_file() else None
