"""Output that appears whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
import sys
from contextlib import contextmanager, suppress
from io import BufferedWriter, FileIO, RawIOBase, TextIOWrapper
from pathlib import Path
from typing import IO, TYPE_CHECKING, Literal, TextIO

from wordorder.errors import InputError, UsageError
from wordorder.output.console import use_color
from wordorder.output.temporary import DISK_IS_FULL, claim, remove_leftovers, temporary_name
from wordorder.output.visible import for_terminal, visible

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Self

_MEMORY_BEFORE_DISK = 16 * 2**20
_PIECE = 2**20
_STANDARD_OUTPUT = "standard output"

# These lead to a file that someone else holds open: replacing it would cut that tie, even where
# the shell has redirected it to a regular file.
_NAMES_OF_OPEN_FILES = ("/dev/stdout", "/dev/stderr", "/dev/fd/", "/proc/")

# File names that are not UTF-8 reach Python as lone surrogates. Spelling them out as \udcff is
# better than losing a finished run to one of them.
_UNENCODABLE = "backslashreplace"


@contextmanager
def open_output(path: str | os.PathLike[str] | None) -> Iterator[TextIO]:
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
    with Outputs() as outputs:
        yield outputs.open(path)


class Outputs:
    r"""Several outputs that appear together when the body succeeds, or not at all.

    All are written in full, and are on the disk, before the first of them appears. Standard output
    comes first: it alone can still fail then, and nothing else appears if it does.

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
        """Open one of them: a UTF-8 stream into a file, or standard output for None or "-".

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
            output.open()  # known already: a signal may end the program at any moment
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
        """Complain about a path that cannot be written, without opening it yet.

        Raises:
            InputError: The path cannot be written.
        """
        if self.can_stand_beside(path):
            name = os.fspath(path or "")
            with _reported_as_input_error(name):
                _target_and_mode(name)

    def can_stand_beside(self, path: str | os.PathLike[str] | None) -> bool:
        """Whether a further file may be put beside this one: it is a regular file."""
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
        for output in sorted(self._opened, key=lambda one: not one.comes_first):
            try:
                output.appear()
            except BrokenPipeError as error:
                closed_pipe = error  # its reader had enough; that holds no file back
        if closed_pipe is not None:
            raise closed_pipe


class _Output:
    """One output: written, finished, made to appear, and cleaned up, whatever happened."""

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
        import tempfile  # which imports all kinds of compression

        self._spool = tempfile.SpooledTemporaryFile(_MEMORY_BEFORE_DISK)  # noqa: SIM115
        self.stream = _opened(_NamedSpool(self._spool, Path(tempfile.gettempdir())))

    def appear(self) -> None:
        self._spool.seek(0)
        with _named(_STANDARD_OUTPUT):
            sys.stdout.flush()  # what was printed before the body comes first
            for piece in self._pieces():
                sys.stdout.buffer.write(piece)
            sys.stdout.buffer.flush()

    def _pieces(self) -> Iterator[bytes]:
        if not sys.stdout.isatty():
            return iter(lambda: self._spool.read(_PIECE), b"")
        # What texts and names have in them must not steer the terminal; files keep it as it is.
        color = use_color(sys.stdout)
        return (for_terminal(line.decode(), color=color).encode() for line in self._spool)


class _InPlace(_Output):
    def __init__(self, name: str) -> None:
        # Appending, because truncating /dev/stdout would undo the `>>` of a shell.
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
        if os.name == "nt":  # where an open file cannot be renamed
            self.stream.close()

    def appear(self) -> None:
        self._temporary.replace(self._target)

    def clean_up(self) -> None:
        if hasattr(self, "stream"):
            super().clean_up()
        with suppress(OSError):
            self._temporary.unlink(missing_ok=True)


def _cannot_be_replaced(name: str) -> bool:
    """Whether the name leads to something that is neither a regular file nor a folder."""
    if "\0" in name:
        raise UsageError("the name of a file to write has a NUL character in it")
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


def _create(temporary: Path, mode: int | None) -> int:
    """Open a new file, with the given permissions or else those that the umask leaves."""
    how = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0)
    descriptor = os.open(temporary, how, 0o666 if mode is None else mode)
    if mode is not None:
        with suppress(FileNotFoundError):  # another run took it for a leftover
            temporary.chmod(mode)  # the umask may have taken some of it away
    return descriptor


class _NamedFile(FileIO):
    """A file whose errors tell what could not be written, which those of the system do not."""

    def __init__(
        self, file: str | int, mode: Literal["a", "w"], told: str, folder: Path | None = None
    ) -> None:
        super().__init__(file, mode)
        self._told = told
        self._folder = folder

    def write(self, data: Any) -> int:
        with _named(self._told, self._folder):
            return super().write(data)

    def sync(self) -> None:
        """Wait until all is on the disk: some systems find only then that it is full."""
        with _named(self._told, self._folder):
            try:
                os.fsync(self.fileno())
            except OSError as error:
                if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # of what has no disk
                    raise


class _NamedSpool(RawIOBase):
    """What waits to go to standard output, with errors that tell so, and where it waits."""

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
    """Put the name of the output into an error of the system, and the folder that is full."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        what = error.strerror or str(error)
        if folder is not None and error.errno in DISK_IS_FULL:
            what += f" in the folder '{visible(str(folder))}'; no file was written"
        raise OSError(error.errno, what, name) from error


@contextmanager
def _reported_as_input_error(name: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise _refusal(name, error.strerror or str(error)) from error


def _refusal(name: str, reason: str) -> InputError:
    return InputError(f"cannot write '{visible(name)}': {reason}")
