"""Output files that are written completely or not at all."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BufferedWriter, FileIO, RawIOBase, TextIOWrapper
from pathlib import Path
from typing import IO, Any, Literal, Self, TextIO

from wordorder.errors import InputError, UsageError
from wordorder.output.console import for_terminal, use_color, visible
from wordorder.output.temporary import DISK_IS_FULL, claim, remove_leftovers, temporary_name

_MEMORY_BEFORE_DISK = 16 * 2**20
_PIECE = 2**20
_STANDARD_OUTPUT = "standard output"

# Names of files that another process holds open; replacing such a file would break the link, even
# if the shell has redirected it to a regular file.
_NAMES_OF_OPEN_FILES = ("/dev/stdout", "/dev/stderr", "/dev/fd/", "/proc/")

# File names that are not UTF-8 reach Python as lone surrogates. Writing them as \udcff is better
# than losing a finished run.
_UNENCODABLE = "backslashreplace"


@contextmanager
def open_output(path: str | os.PathLike[str] | None) -> Iterator[TextIO]:
    r"""Open a UTF-8 stream to a file (None or "-": standard output), written only on success.

    If the body raises, an existing file is left unchanged and nothing goes to standard output.
    Devices and named pipes cannot be replaced, so they receive each line as it is written.

    Raises:
        InputError: The path cannot be written; raised before the body runs.

    Examples:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = Path(folder, "scores.tsv")
        ...     with open_output(path) as stream:
        ...         _ = stream.write("kendall_tau\n0.5\n")
        ...     path.read_text()
        'kendall_tau\n0.5\n'
    """
    with Outputs() as outputs:
        yield outputs.open(path)


class Outputs:
    r"""Several outputs: all appear together if the body succeeds, or none does.

    All are completely written to disk before the first appears. Standard output comes first: it
    is the only one that can still fail, and if it does, no file appears.

    Examples:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     with Outputs() as outputs:
        ...         for name in ("a", "b"):
        ...             _ = outputs.open(Path(folder, name)).write(name)
        ...     sorted(file.name for file in Path(folder).iterdir())
        ['a', 'b']
    """

    def __init__(self) -> None:
        self._opened: list[_Output] = []
        self._folders: set[Path] = set()

    def __enter__(self) -> Self:
        return self

    def open(self, path: str | os.PathLike[str] | None) -> TextIO:
        """Open one output: a UTF-8 stream to a file, or to standard output for None or "-".

        Raises:
            InputError: The path cannot be written.
        """
        if path is None or os.fspath(path) == "-":
            output: _Output = _StandardOutput()
        elif _cannot_be_replaced(os.fspath(path)):
            output = _InPlace(os.fspath(path))
        else:
            output = self._replaced(os.fspath(path))
        self._opened.append(output)
        try:
            output.open()  # already registered: a signal may end the program at any moment
        except InputError:
            self._opened.remove(output)
            output.clean_up()
            raise
        return output.stream

    def _replaced(self, name: str) -> _Replaced:
        output = _Replaced(name)
        if any(output.replaces_the_same(other) for other in self._opened):
            raise _refusal(name, "another output goes to the same file")
        if output.folder not in self._folders:
            self._folders.add(output.folder)
            remove_leftovers(output.folder)
        return output

    def check(self, path: str | os.PathLike[str] | None) -> None:
        """Check that a path can be written, without opening it.

        Raises:
            InputError: The path cannot be written.
        """
        if self.can_stand_beside(path):
            name = os.fspath(path or "")
            with _reported_as_input_error(name):
                _target_and_mode(name)

    def can_stand_beside(self, path: str | os.PathLike[str] | None) -> bool:
        """Return whether this is a regular file or new, so that another may stand beside it."""
        return path is not None and path != "-" and not _cannot_be_replaced(os.fspath(path))

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is None:
                self._appear()
        finally:  # also after Ctrl-C
            for output in self._opened:
                output.clean_up()

    def _appear(self) -> None:
        for output in self._opened:
            output.finish()
        closed_pipe = None
        for output in sorted(self._opened, key=lambda output: not output.comes_first):
            try:
                output.appear()
            except BrokenPipeError as error:
                closed_pipe = error  # the reader stopped early; the files still appear
        if closed_pipe is not None:
            raise closed_pipe


class _Output:
    """One output: written, finished, published and cleaned up."""

    stream: TextIO
    comes_first = False

    def open(self) -> None:
        pass

    def finish(self) -> None:
        self.stream.flush()

    def appear(self) -> None:
        pass

    def clean_up(self) -> None:
        with suppress(OSError):
            self.stream.close()


class _StandardOutput(_Output):
    comes_first = True

    def __init__(self) -> None:
        if sys.stdout is None:
            raise InputError("standard output is closed: redirect it, or name a file to write to")
        import tempfile  # slow: imports the compression modules

        self._spool = tempfile.SpooledTemporaryFile(_MEMORY_BEFORE_DISK)  # noqa: SIM115
        self.stream = _opened(_NamedSpool(self._spool, Path(tempfile.gettempdir())))

    def appear(self) -> None:
        self._spool.seek(0)
        with _named(_STANDARD_OUTPUT):
            sys.stdout.flush()  # earlier output comes first
            for piece in self._pieces():
                sys.stdout.buffer.write(piece)
            sys.stdout.buffer.flush()

    def _pieces(self) -> Iterator[bytes]:
        if not sys.stdout.isatty():
            return iter(lambda: self._spool.read(_PIECE), b"")
        # Control characters in texts and names must not reach a terminal; files keep them.
        color = use_color(sys.stdout)
        return (for_terminal(line.decode(), color=color).encode() for line in self._spool)


class _InPlace(_Output):
    def __init__(self, name: str) -> None:
        # Append: truncating /dev/stdout would undo a shell's `>>`.
        with _reported_as_input_error(name):
            self.stream = _opened(_NamedFile(name, "a", name), by_line=True)

    def appear(self) -> None:
        self.stream.close()


class _Replaced(_Output):
    def __init__(self, name: str) -> None:
        with _reported_as_input_error(name):
            self._target, mode = _target_and_mode(name)
        self._name = name
        self._mode = mode
        self.folder = self._target.parent
        self._temporary = self.folder / temporary_name()

    def open(self) -> None:
        with _reported_as_input_error(self._name):
            self._create()
            # Another run may have taken it for a leftover.
            while not claim(self._file.fileno(), self._temporary):
                self.stream.close()
                self._temporary = self.folder / temporary_name()
                self._create()

    def _create(self) -> None:
        descriptor = _create(self._temporary, self._mode)
        self._file = _NamedFile(descriptor, "w", self._name, self.folder)
        self.stream = _opened(self._file)

    def replaces_the_same(self, other: _Output) -> bool:
        return isinstance(other, _Replaced) and other._target == self._target

    def finish(self) -> None:
        self.stream.flush()
        self._file.sync()
        if os.name == "nt":  # cannot rename an open file
            self.stream.close()

    def appear(self) -> None:
        self._temporary.replace(self._target)

    def clean_up(self) -> None:
        if hasattr(self, "stream"):
            super().clean_up()
        with suppress(OSError):
            self._temporary.unlink(missing_ok=True)


def _cannot_be_replaced(name: str) -> bool:
    """Return whether the name points to something other than a regular file or a folder."""
    if "\0" in name:
        raise UsageError("the name of an output file contains a NUL character")
    if name.startswith(_NAMES_OF_OPEN_FILES):
        return True
    try:
        mode = Path(name).stat().st_mode
    except OSError:
        return False  # new, or inaccessible, which opening it will report
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _target_and_mode(name: str) -> tuple[Path, int | None]:
    """Return the file behind all symbolic links, and its permissions if it exists."""
    try:
        status = Path(name).stat()
    except FileNotFoundError:
        status = None
    if not name or name.endswith(("/", os.sep)) or (status and stat.S_ISDIR(status.st_mode)):
        raise _refusal(name, "expected the name of a file, found a folder")
    target = Path(name).resolve()
    if not target.parent.is_dir():
        raise _refusal(name, f"there is no folder '{visible(str(target.parent))}'")
    # Replacing a file does not need permission to write to it, so check that here.
    if status and not os.access(target, os.W_OK):
        raise _refusal(name, "the file is write-protected")
    return target, stat.S_IMODE(status.st_mode) if status else None


def _create(temporary: Path, mode: int | None) -> int:
    """Open a new file, with the given permissions or else those that the umask leaves."""
    how = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0)
    descriptor = os.open(temporary, how, 0o666 if mode is None else mode)
    if mode is not None:
        with suppress(FileNotFoundError):  # another run took it for a leftover
            temporary.chmod(mode)  # the umask may have removed some permissions
    return descriptor


class _NamedFile(FileIO):
    """A file whose errors name the output that could not be written."""

    def __init__(
        self, file: str | int, mode: Literal["a", "w"], shown: str, folder: Path | None = None
    ) -> None:
        super().__init__(file, mode)
        self._shown = shown
        self._folder = folder

    def write(self, data: Any) -> int:
        with _named(self._shown, self._folder):
            return super().write(data)

    def sync(self) -> None:
        """Sync to disk; some systems report a full disk only then."""
        with _named(self._shown, self._folder):
            try:
                os.fsync(self.fileno())
            except OSError as error:
                if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # not on a disk
                    raise


class _NamedSpool(RawIOBase):
    """The buffer for standard output; its errors name standard output and the buffer's folder."""

    def __init__(self, spool: IO[bytes], folder: Path) -> None:
        super().__init__()
        self._spool = spool
        self._folder = folder

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        with _named(_STANDARD_OUTPUT, self._folder):
            return self._spool.write(data)

    def close(self) -> None:
        super().close()
        self._spool.close()


def _opened(file: RawIOBase, *, by_line: bool = False) -> TextIO:
    return TextIOWrapper(
        BufferedWriter(file),
        encoding="utf-8",
        errors=_UNENCODABLE,
        newline="\n",
        line_buffering=by_line,
    )


@contextmanager
def _named(name: str, folder: Path | None = None) -> Iterator[None]:
    """Add the name of the output, and of a full folder, to a system error."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        reason = error.strerror or str(error)
        if folder is not None and error.errno in DISK_IS_FULL:
            reason += f" in the folder '{visible(str(folder))}'; no file was written"
        raise OSError(error.errno, reason, name) from error


@contextmanager
def _reported_as_input_error(name: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise _refusal(name, error.strerror or str(error)) from error


def _refusal(name: str, reason: str) -> InputError:
    return InputError(f"cannot write '{visible(name)}': {reason}")
