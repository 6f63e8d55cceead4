"""Output that appears whole or not at all."""

from __future__ import annotations

import os
import shutil
import stat
import sys
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import TYPE_CHECKING, Literal, TextIO

from wordorder.errors import InputError
from wordorder.output.visible import visible

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

_MEMORY_BEFORE_DISK = 16 * 2**20
_BY_LINE = 1

# These lead to a file that someone else holds open: replacing it would cut that tie, even where
# the shell has redirected it to a regular file.
_NAMES_OF_OPEN_FILES = ("/dev/stdout", "/dev/stderr", "/dev/fd/", "/proc/")

# File names that are not UTF-8 reach Python as lone surrogates. Spelling them out as \udcff is
# better than losing a finished run to one of them.
_UNENCODABLE = "backslashreplace"


def open_output(path: str | os.PathLike[str] | None) -> AbstractContextManager[TextIO]:
    r"""A UTF-8 stream into the file, or standard output for None or "-", filled only on success.

    If the body raises, an existing file stays as it was and nothing reaches standard output.
    Devices and named pipes cannot be replaced, so they receive each line as it is written.

    Raises:
        InputError: the path cannot be written; raised before the body runs.

    Examples:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = Path(folder, "scores.tsv")
        ...     with open_output(path) as stream:
        ...         _ = stream.write("kendall_tau\n0.5\n")
        ...     path.read_text()
        'kendall_tau\n0.5\n'
    """
    if path is None or os.fspath(path) == "-":
        return _spooled_standard_output()
    name = os.fspath(path)
    return _written_in_place(name) if _cannot_be_replaced(name) else _replaced(name)


@contextmanager
def _spooled_standard_output() -> Iterator[TextIO]:
    if sys.stdout is None:
        raise InputError("standard output is closed: redirect it, or name a file to write to")
    with (
        SpooledTemporaryFile(_MEMORY_BEFORE_DISK) as spool,
        TextIOWrapper(spool, encoding="utf-8", errors=_UNENCODABLE, newline="\n") as stream,
    ):
        yield stream
        stream.flush()
        spool.seek(0)
        sys.stdout.flush()  # what was printed before the body comes first
        shutil.copyfileobj(spool, sys.stdout.buffer)
        sys.stdout.buffer.flush()


@contextmanager
def _written_in_place(name: str) -> Iterator[TextIO]:
    # Appending, because truncating /dev/stdout would undo the `>>` of a shell.
    with _reported_as_input_error(name):
        stream = _opened(Path(name), "a", buffering=_BY_LINE)
    with stream:
        yield stream


@contextmanager
def _replaced(name: str) -> Iterator[TextIO]:
    with _reported_as_input_error(name):
        target, mode = _target_and_mode(name)
    temporary = target.with_name(f".wordorder-{os.urandom(16).hex()}.tmp")
    try:
        with _reported_as_input_error(name):
            _create(temporary, mode)
            stream = _opened(temporary, "w")
        with stream:
            yield stream
        temporary.replace(target)
    except BaseException:  # Ctrl-C must not leave a temporary file either
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise


def _cannot_be_replaced(name: str) -> bool:
    """Whether the name leads to something that is neither a regular file nor a folder."""
    if name.startswith(_NAMES_OF_OPEN_FILES):
        return True
    try:
        mode = Path(name).stat().st_mode
    except OSError:
        return False  # new, or out of reach, which opening it will report
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _target_and_mode(name: str) -> tuple[Path, int | None]:
    """The file behind all symbolic links, and its permissions if it exists."""
    try:
        status = Path(name).stat()
    except FileNotFoundError:
        status = None
    if not name or name.endswith(("/", os.sep)) or (status and stat.S_ISDIR(status.st_mode)):
        raise _refusal(name, "expected the name of a file, found a folder")
    target = Path(name).resolve()
    if not target.parent.is_dir():
        raise _refusal(name, f"there is no folder '{visible(str(target.parent))}'")
    # Replacing a file needs no permission to write to it, so ask for that here.
    if status and not os.access(target, os.W_OK):
        raise _refusal(name, "the file is write-protected")
    return target, stat.S_IMODE(status.st_mode) if status else None


def _create(temporary: Path, mode: int | None) -> None:
    """Make the file, with the given permissions or else those that the umask leaves."""
    temporary.touch(0o666 if mode is None else mode, exist_ok=False)
    if mode is not None:
        temporary.chmod(mode)  # the umask may have taken some of it away


def _opened(path: Path, mode: Literal["a", "w"], buffering: int = -1) -> TextIO:
    return path.open(mode, buffering, encoding="utf-8", errors=_UNENCODABLE, newline="\n")


@contextmanager
def _reported_as_input_error(name: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise _refusal(name, error.strerror or str(error)) from error


def _refusal(name: str, reason: str) -> InputError:
    return InputError(f"cannot write '{visible(name)}': {reason}")
