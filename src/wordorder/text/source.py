"""Sources of input: a file, standard input, an open stream or Arrow data.

Every reader takes any of them (`Input`); errors give their names (`shown_name`), lines (`Place`)
and words (`quoted`). Arrow data is handled by `arrow`, which is loaded only when needed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import (
    IO,
    Any,
    BinaryIO,
    NamedTuple,
    Protocol,
    TypeAlias,
    TypeGuard,
    cast,
)

from wordorder.errors import Argument, InputError, UsageError
from wordorder.output.console import visible
from wordorder.output.temporary import is_path

LONGEST_QUOTE = 40
STANDARD_INPUT = "-"


class Place(NamedTuple):
    """A line of a file, for errors."""

    name: str
    line: int

    def error(self, problem: str) -> InputError:
        """Make an error for this line.

        Examples:
            >>> raise Place("links.txt", 3).error("'x' is not a link")
            Traceback (most recent call last):
            wordorder.errors.InputError: links.txt:3: 'x' is not a link
        """
        return InputError(f"{self.name}:{self.line}: {problem}")


def quoted(token: str) -> str:
    """Shorten a token for a message and escape control characters.

    Examples:
        >>> quoted("1" * 5000)
        '1111111111111111111111111111111111111111…'
    """
    return visible(token[:LONGEST_QUOTE]) + "…" * (len(token) > LONGEST_QUOTE)


class ArrowData(Protocol):
    """Arrow data from any package, such as pyarrow, polars, pandas or DuckDB."""

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """Export the data through the Arrow PyCapsule interface."""


Input: TypeAlias = str | os.PathLike[str] | IO[bytes] | IO[str] | ArrowData
"""A file (`-` is standard input), an open stream, or Arrow data."""


@dataclass(frozen=True, slots=True)
class CopiedInput:
    """A copy of an input that can be read only once; errors keep its original name.

    Attributes:
        file: The path of the copy.
        name: The name of the input.
        missing: The null rows, counted from 1.
    """

    file: str
    name: str
    missing: tuple[int, ...] = ()

    def __fspath__(self) -> str:
        """Return the path of the copy."""
        return self.file


def is_arrow(source: object) -> TypeGuard[ArrowData]:
    """Return whether this is Arrow data, without needing pyarrow."""
    arrow = sys.modules.get("pyarrow")
    if arrow is not None and isinstance(source, arrow.ChunkedArray):
        return True  # before version 16, it lacks the interface
    if isinstance(source, type):
        return False
    return hasattr(source, "__arrow_c_stream__") or hasattr(source, "__arrow_c_array__")


def is_stream(source: object) -> TypeGuard[IO[bytes] | IO[str]]:
    """Return whether this is an open file, or another object with a `read` method."""
    if isinstance(source, type) or is_path(source) or is_arrow(source):
        return False
    return callable(_attribute(source, "read"))


def is_input(source: object) -> TypeGuard[Input]:
    """Return whether this is an `Input`."""
    return is_path(source) or is_arrow(source) or is_stream(source)


def is_text_input(source: object) -> TypeGuard[Input]:
    """Return whether to read this as a file, not to iterate over it as a list of sentences.

    Columns of pandas and polars are iterated over, which needs no pyarrow.
    """
    is_ours = type(source).__module__.partition(".")[0] in ("pyarrow", "wordorder")
    return is_input(source) and (is_ours or not is_arrow(source))


def shown_name(source: Input) -> str:
    """Return the name of the input in error messages.

    This is the path as given, ``<stdin>``, the name of a stream or ``<stream>``, and for Arrow the
    name of the column or ``<arrow>``.

    Examples:
        >>> import io
        >>> shown_name("links.align"), shown_name("-"), shown_name(io.BytesIO())
        ('links.align', '<stdin>', '<stream>')
    """
    if isinstance(source, CopiedInput):
        return source.name
    if is_path(source):
        path = os.fspath(source)
        return "<stdin>" if path == STANDARD_INPUT else path
    name = _attribute(source, "name")
    if not isinstance(name, str) or not name:
        return "<stream>" if is_stream(source) else "<arrow>"
    return name if is_stream(source) else f"column {name}"


def visible_name(source: Input) -> str:
    r"""Return `shown_name` with invisible and terminal control characters escaped.

    Examples:
        >>> visible_name("links\n.align")
        'links\\n.align'
    """
    return visible(shown_name(source))


def _attribute(source: object, name: str) -> object:
    try:
        return getattr(source, name, None)
    except Exception:  # of any kind: a property runs the caller's code
        return None


def refuse_reused(*sources: object) -> None:
    """Reject an input that can be read only once but is given twice.

    Raises:
        UsageError: Two sources are standard input, or the same stream or Arrow reader.

    Examples:
        >>> refuse_reused("-", None, "-")
        Traceback (most recent call last):
        wordorder.errors.UsageError: only one file can be - (standard input)
    """
    seen: list[object] = []
    for source in sources:
        once = _used_up(source)
        if any(once is other for other in seen):
            if once is STANDARD_INPUT:
                raise UsageError("only one file can be - (standard input)")
            name = shown_name(cast("Input", source))
            raise UsageError(f"{name} is given twice, but can be read only once")
        if once is not None:
            seen.append(once)


def as_inputs(given: Input | Sequence[Input], name: str) -> list[Input]:
    """Return the inputs as a list.

    Args:
        given: A file, a folder, a stream or Arrow data, or a list of these.
        name: Name of the argument, for errors.

    Raises:
        UsageError: An item is not an input, or one that can be read only once is given twice.

    Examples:
        >>> as_inputs("scores.tsv", "scores"), as_inputs(["a.tsv", "b.tsv"], "scores")
        (['scores.tsv'], ['a.tsv', 'b.tsv'])
    """
    inputs: Any = [given] if is_input(given) else given
    if not isinstance(inputs, (list, tuple)) or not all(map(is_input, inputs)):
        raise UsageError(Argument(name), " must be a file, a folder, a stream or Arrow data")
    refuse_reused(*inputs)
    return list(inputs)


def reads_once(source: object) -> bool:
    """Return whether this is standard input, a stream, or an Arrow reader."""
    return _used_up(source) is not None


def _used_up(source: object) -> object:
    """Return the object that reading this uses up; None if it can be read again."""
    if is_path(source):
        return STANDARD_INPUT if os.fspath(source) == STANDARD_INPUT else None
    if is_stream(source):
        standard = source is sys.stdin or source is getattr(sys.stdin, "buffer", None)
        return STANDARD_INPUT if standard else source
    if is_arrow(source):
        from wordorder.text.arrow import ArrowColumn

        data = source.data if isinstance(source, ArrowColumn) else source
        return data if hasattr(data, "read_next_batch") else None
    return None


def settled(source: Input, name: str = "") -> Input:
    """Return Arrow data of any kind as an `ArrowColumn`, any other input unchanged.

    Other packages may export their data only once, so this comes before anything else.

    Args:
        source: Any input.
        name: The name in errors for an array without a name.
    """
    if not is_arrow(source):
        return source
    from wordorder.text.arrow import as_column

    return as_column(source, name)


def note_missing(missing: dict[int, str] | None, name: str, row: int) -> None:
    """Note a null row by its number, counted from 1.

    Raises:
        InputError: `missing` is None, which forbids null rows.
    """
    problem = f"{visible(name)}:{row}: the row is null, not empty; remove it"
    if missing is None:
        raise InputError(problem)
    missing.setdefault(row, problem)


def open_bytes(source: Input) -> AbstractContextManager[BinaryIO]:
    """Open the input; leaving the context closes a file, but never what the caller opened.

    Args:
        source: A path, ``-`` for standard input, or an open stream.

    Raises:
        InputError: The file is missing, a directory or not readable.
        UsageError: The source is neither a path nor a stream.
    """
    if is_stream(source):
        return nullcontext(cast("BinaryIO", _StreamBytes(source, shown_name(source))))
    if not is_path(source):
        raise UsageError(
            f"the input must be a file, an open stream or Arrow data, not {type(source).__name__}"
        )
    if os.fspath(source) == STANDARD_INPUT:
        # None: the process was started without one (`<&-`, or a program without a console).
        if sys.stdin is None or sys.stdin.closed:
            raise InputError("<stdin>: standard input is closed; name a file or pipe text in")
        return nullcontext(sys.stdin.buffer)
    if not os.fspath(source):  # Path would take it as the current folder
        raise InputError("the input name is empty; name a file, or - for standard input")
    try:
        return Path(source).open("rb")
    # ValueError: a name that no file system can hold, such as one with a NUL in it.
    except (OSError, ValueError) as error:
        raise InputError(f"{shown_name(source)}: {_why_unreadable(error)}") from error


def raw_chunks(
    raw: BinaryIO, name: str, size: int, on_bytes: Callable[[int], None] | None
) -> Iterator[bytes]:
    """Yield the bytes of an open input, ``size`` at a time (a terminal gives a line at a time).

    Args:
        raw: The open input.
        name: The name shown in errors.
        size: The number of bytes to request.
        on_bytes: Called with the size of each chunk.
    """
    # At a terminal read() would need Ctrl-D twice, once for the last block and once for the end.
    read = raw.readline if raw.isatty() else raw.read
    while True:
        try:
            chunk = read(size)
        except OSError as error:
            raise InputError(f"{name}: {_why_unreadable(error)}") from error
        if not chunk:
            return
        if on_bytes is not None:
            on_bytes(len(chunk))
        yield chunk


class _StreamBytes:
    """The bytes of a binary or text stream opened by the caller."""

    def __init__(self, stream: IO[bytes] | IO[str], name: str) -> None:
        self._stream = stream
        self._name = name

    def isatty(self) -> bool:
        try:
            return bool(self._stream.isatty())
        except Exception:  # not every stream has `isatty`, and it may be closed
            return False

    def read(self, size: int) -> bytes:
        return self._bytes("read", size)

    def readline(self, size: int) -> bytes:
        return self._bytes("readline", size)

    def _bytes(self, method: str, size: int) -> bytes:
        try:
            data: object = getattr(self._stream, method)(size)
            if isinstance(data, str):
                return data.encode()
        # Any kind: this runs the caller's code, such as a decompressor with its own errors.
        except Exception as error:
            problem = f"cannot be read ({error}); give a stream that is open for reading"
            raise InputError(f"{self._name}: {problem}") from error
        if isinstance(data, (bytes, bytearray, memoryview)):
            return bytes(data)
        raise InputError(
            f"{self._name}: the stream returned a value of type {type(data).__name__}; expected "
            "bytes or text from a blocking stream"
        )


def _why_unreadable(error: OSError | ValueError) -> str:
    match error:
        case FileNotFoundError():
            return "no such file; check the path"
        case IsADirectoryError():
            return "is a directory; name a file in it"
        case PermissionError():
            return "no permission to read it; change its permissions or copy it"
        case _:
            reason = getattr(error, "strerror", None) or error
            return f"cannot be read ({reason}); check the path and the device"
