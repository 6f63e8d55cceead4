"""Blocks of whole, clean lines from a file, a stream or Arrow data, and from parallel texts.

Work is done a block at a time, in calls that run at C speed; single lines are examined only to
locate an error.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from wordorder.errors import InputError, UsageError
from wordorder.output.temporary import is_path, temporary_folder
from wordorder.output.wording import counted
from wordorder.text.compression import DamagedDataError, decompressed
from wordorder.text.source import (
    CopiedInput,
    Input,
    Place,
    is_arrow,
    note_missing,
    open_bytes,
    raw_chunks,
    reads_once,
    refuse_reused,
    settled,
    shown_name,
)

MAX_LINE_BYTES = 256 << 20
"""The longest line allowed: an endless stream without line ends must not exhaust memory."""

MOST_LINES = 20_000  # in a parallel block: few enough for any memory, enough to be worth a call

Reader = TypeVar("Reader")


class _LineTooLongError(Exception):
    """The current line is longer than is allowed."""


@dataclass(frozen=True, slots=True)
class TextBlock:
    r"""Consecutive whole lines of an input.

    Attributes:
        data: Valid UTF-8 without BOM and NUL; every line ends in ``\n``, including the last.
        first_line: The number of the first line, counted from 1.
        lines: The number of lines.
        name: The name shown in errors (`shown_name`).
    """

    data: bytes
    first_line: int
    lines: int
    name: str


def read_blocks(
    path: Input,
    *,
    block_size: int = 1 << 20,
    on_bytes: Callable[[int], None] | None = None,
    missing: dict[int, str] | None = None,
    longest_line: int = MAX_LINE_BYTES,
) -> Generator[TextBlock, None, None]:
    r"""Stream a text, plain or compressed (gzip, xz, zstd), in blocks of whole lines.

    A carriage return at the end of a line and a UTF-8 byte order mark are dropped; if there is no
    ``\n`` at all, a carriage return ends a line. The lines before a bad byte are yielded before
    the error is raised. A row of Arrow is a line; line ends within it become blanks.

    Args:
        path: A path, ``-`` for standard input, an open stream, or a column of Arrow texts.
        block_size: Approximate size of a block in bytes; larger if a line is longer.
        on_bytes: Called with the number of raw (still compressed) bytes read since the last
            call, so that a progress bar can follow a file of known size.
        missing: Where to note null rows of Arrow, as messages by row number; they become empty
            lines. By default a null row is an error.
        longest_line: The most bytes of a line.

    Yields:
        The blocks in order; none for an empty input.

    Raises:
        InputError: The input cannot be read, is damaged, or is not UTF-8 text.
        UsageError: The block size is not positive.

    Examples:
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "orders.txt")
        ...     _ = file.write_bytes(b"2 1 3\r\n1 2\r\n")
        ...     [(block.first_line, block.data) for block in read_blocks(file)]
        [(1, b'2 1 3\n1 2\n')]
    """
    if block_size < 1:
        raise UsageError(f"block_size is {block_size}; it must be at least 1")
    # A chunk no longer than the longest line cannot contain a line that is too long.
    size = min(block_size, longest_line)
    if is_arrow(path):
        from wordorder.text.arrow import as_column, text_pieces

        column = as_column(path, "")
        pieces = text_pieces(column, size, on_bytes, missing)
        yield from _blocks(pieces, shown_name(column), longest_line)
        return
    name = shown_name(path)
    with open_bytes(path) as raw:
        chunks = decompressed(raw_chunks(raw, name, size, on_bytes), name, size)
        blocks = _blocks(_clean_pieces(chunks, name, longest_line), name, longest_line)
        if isinstance(path, CopiedInput) and path.missing:
            blocks = _with_missing(blocks, path.missing, missing)
        yield from blocks


def _blocks(pieces: Iterator[bytes], name: str, longest_line: int) -> Iterator[TextBlock]:
    """Number the lines, and locate errors."""
    next_line = 1
    try:
        for data in pieces:
            bad = _first_bad_offset(data)
            good = data if bad is None else data[: data.rfind(b"\n", 0, bad) + 1]
            if good:
                block = TextBlock(good, next_line, good.count(b"\n"), name)
                yield block
                next_line += block.lines
            if bad is not None:
                problem = _bad_byte(data[bad], column=bad - len(good) + 1)
                raise Place(name, next_line).error(problem)
    except DamagedDataError as damage:
        where = f"{damage} after line {next_line - 1}"
        raise InputError(f"{name}: {where}: the file is damaged; copy it again") from damage
    except _LineTooLongError as error:
        problem = f"the line is longer than {longest_line >> 20} MiB; give text with line ends"
        raise Place(name, next_line).error(problem) from error


def _with_missing(
    blocks: Iterator[TextBlock], rows: tuple[int, ...], missing: dict[int, str] | None
) -> Iterator[TextBlock]:
    """Note the null rows of a copied input, block by block."""
    for block in blocks:
        for row in rows[bisect_left(rows, block.first_line) :]:
            if row >= block.first_line + block.lines:
                break
            note_missing(missing, block.name, row)
        yield block


def read_lines(
    path: Input,
    *,
    block_size: int = 1 << 20,
    on_bytes: Callable[[int], None] | None = None,
    missing: dict[int, str] | None = None,
) -> Generator[tuple[int, str], None, None]:
    r"""Stream the lines of a text, plain or compressed (gzip, xz, zstd), with their numbers.

    Only ``\n`` ends a line (or ``\r``, if there is no ``\n`` at all): other characters that
    Unicode calls line breaks, such as U+2028, stay inside it, so that line numbers agree with those
    of other programs.

    Args:
        path: As in `read_blocks`, like the other arguments.
        block_size: Approximate number of bytes read at a time.
        on_bytes: Called with the number of raw (still compressed) bytes read since the last
            call.
        missing: Where to note null rows.

    Yields:
        The number of the line, counted from 1, and its text without the line end.

    Raises:
        InputError: The input cannot be read, is damaged, or is not UTF-8 text.
        UsageError: The block size is not positive.

    Examples:
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "orders.txt")
        ...     _ = file.write_bytes(b"2 1 3\r\n1 2")
        ...     list(read_lines(file))
        [(1, '2 1 3'), (2, '1 2')]
    """
    with closing(
        read_blocks(path, block_size=block_size, on_bytes=on_bytes, missing=missing)
    ) as blocks:
        for block in blocks:
            lines = block.data.decode().split("\n")
            lines.pop()  # the empty string after the last line end
            yield from enumerate(lines, block.first_line)


def _whole_lines(chunks: Iterator[bytes], longest_line: int) -> Iterator[bytes]:
    """Split at line ends, so that no character and no CR LF is ever split."""
    pending = bytearray()  # the start of an unfinished line
    for chunk in chunks:
        line_end = chunk.find(b"\n")
        if len(pending) + (len(chunk) if line_end < 0 else line_end) > longest_line:
            raise _LineTooLongError
        if line_end < 0:
            pending += chunk
            continue
        cut = chunk.rfind(b"\n") + 1
        yield bytes(pending) + chunk[:cut]
        pending = bytearray(chunk[cut:])
    if pending:
        yield bytes(pending)


def _clean_pieces(chunks: Iterator[bytes], name: str, longest_line: int) -> Iterator[bytes]:
    """Yield whole lines that end in LF alone, without a byte order mark."""
    for number, lines in enumerate(_whole_lines(chunks, longest_line)):
        if number == 0:
            lines = _checked_start(lines, name)  # noqa: PLW2901
        if lines and not lines.endswith(b"\n"):
            lines += b"\n"  # noqa: PLW2901
        # Searching for one byte is many times faster than searching for two.
        yield lines.replace(b"\r\n", b"\n") if b"\r" in lines else lines


def _checked_start(lines: bytes, name: str) -> bytes:
    """Clean the first lines of an input, and reject UTF-16 and archives."""
    if lines.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        raise InputError(f"{name}: looks like UTF-16; convert with iconv -f UTF-16 -t UTF-8")
    if lines.startswith(b"PK\x03\x04"):  # zip
        raise InputError(f"{name}: is a workbook or an archive; save its text as CSV or plain text")
    lines = lines.removeprefix(BOM_UTF8)
    # Without any LF, this is the whole input, with the line ends of old Macintoshes.
    return lines if b"\n" in lines else lines.replace(b"\r", b"\n")


def _first_bad_offset(data: bytes) -> int | None:
    """Return the offset of the first NUL or byte that is not UTF-8."""
    nul = data.find(b"\0")
    try:
        data.decode()
    except UnicodeDecodeError as error:
        return error.start if nul < 0 else min(nul, error.start)
    return None if nul < 0 else nul


def _bad_byte(value: int, column: int) -> str:
    if value == 0:
        return f"NUL byte in byte column {column}; give plain text in UTF-8"
    return (
        f"byte 0x{value:02X} in byte column {column} is not UTF-8; "
        "convert it, for example with iconv -f WINDOWS-1252 -t UTF-8 old.txt > new.txt"
    )


@contextmanager
def rereadable(path: Input) -> Iterator[Input]:
    """Provide the input itself if it can be read again; otherwise a temporary copy.

    Standard input, named pipes, a shell's `<(...)`, streams and Arrow readers can be read only
    once.

    Args:
        path: Plain or compressed text.

    Raises:
        InputError: A pipe cannot be read or is not text, or the disk is full.
    """
    source = settled(path)
    if _can_be_read_again(source):
        yield source
        return
    missing: dict[int, str] = {}
    with temporary_folder() as folder:
        copy = folder / "text"
        with copy.open("wb") as file:
            # Reading the copy strips this BOM and these carriage returns, and nothing else.
            file.write(BOM_UTF8)
            blocks = read_blocks(source, missing=missing)
            file.writelines(block.data.replace(b"\n", b"\r\n") for block in blocks)
        yield CopiedInput(str(copy), shown_name(source), tuple(sorted(missing)))


def _can_be_read_again(source: Input) -> bool:
    if not is_path(source):
        return is_arrow(source) and not reads_once(source)
    name = os.fspath(source)
    # Unlike Path's methods, these two also accept a name that is too long for the system. A
    # missing file is reported when it is read.
    return name != "-" and (os.path.isfile(name) or not os.path.exists(name))  # noqa: PTH110, PTH113


@contextmanager
def rereadable_texts(
    source: Input | None, target: Input | None
) -> Iterator[tuple[Input | None, Input | None]]:
    """Make the two texts of an alignment file `rereadable`, if given."""
    refuse_reused(source, target)
    with ExitStack() as stack:
        first, second = (
            None if text is None else stack.enter_context(rereadable(text))
            for text in (source, target)
        )
        yield first, second


class ParallelBlock(NamedTuple):
    r"""The same consecutive lines of all texts.

    Attributes:
        texts: Valid UTF-8, every line ending in ``\n``.
        first_line: The number of the first line, counted from 1.
        lines: The number of lines.
    """

    texts: tuple[bytes, ...]
    first_line: int
    lines: int


@dataclass(frozen=True, slots=True)
class ParallelText:
    """Files with the same number of lines, made by `open_parallel_text`.

    Attributes:
        paths: The files; they can be read more than once.
        names: The names shown in errors.
        lines: The number of lines in each.
        most_lines: The most lines of a block.
    """

    paths: tuple[Input, ...]
    names: tuple[str, ...]
    lines: int
    most_lines: int = MOST_LINES

    def read(
        self, *, on_bytes: Callable[[int], None] | None = None
    ) -> Generator[ParallelBlock, None, None]:
        """Stream the texts in blocks of lines, in bounded memory."""
        with ExitStack() as stack:
            readers = [
                _LineReader(stack.enter_context(closing(read_blocks(path, on_bytes=on_bytes))))
                for path in self.paths
            ]
            first = 1
            while count := min(self.most_lines, *(reader.ready() for reader in readers)):
                yield ParallelBlock(tuple(reader.take(count) for reader in readers), first, count)
                first += count


class _LineReader:
    """A reader of whole lines, as many as asked for, up to the end of a block of the file."""

    def __init__(self, blocks: Iterator[TextBlock]) -> None:
        self._blocks = blocks
        self._data = b""
        self._lines = 0

    def ready(self) -> int:
        """Return the number of lines ready; 0 only at the end."""
        if not self._lines and (block := next(self._blocks, None)) is not None:
            self._data = block.data
            self._lines = block.lines
        return self._lines

    def take(self, count: int) -> bytes:
        if count == self._lines:
            taken, self._data = self._data, b""
        else:
            rest = self._data.split(b"\n", count)[-1]
            taken, self._data = self._data[: len(self._data) - len(rest)], rest
        self._lines -= count
        return taken


@contextmanager
def open_parallel_text(
    paths: Sequence[Input], *, most_lines: int = MOST_LINES
) -> Iterator[ParallelText]:
    r"""Check that texts are parallel, before doing any work on them.

    Texts are read more than once, so a source that can be read only once is copied first.

    Args:
        paths: Plain or compressed text, any `Input`.
        most_lines: The most lines of a block.

    Raises:
        InputError: A text cannot be read, or the numbers of lines differ.

    Examples:
        >>> import tempfile
        >>> from pathlib import Path
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     source, target = Path(folder, "en"), Path(folder, "es")
        ...     _ = source.write_text("the house\n"), target.write_text("la casa\n")
        ...     with open_parallel_text([source, target]) as text:
        ...         text.lines, [block.texts for block in text.read()]
        (1, [(b'the house\n', b'la casa\n')])
    """
    refuse_reused(*paths)
    with ExitStack() as stack:
        files = tuple(stack.enter_context(rereadable(path)) for path in paths)
        sizes = [sum(block.lines for block in read_blocks(file)) for file in files]
        names = tuple(shown_name(path) for path in paths)
        if len(set(sizes)) > 1:
            sizes_by_name = ", ".join(
                f"{name} has {counted(size, 'line')}"
                for name, size in zip(names, sizes, strict=True)
            )
            raise InputError(f"{sizes_by_name}; each needs one line per sentence pair")
        yield ParallelText(files, names, sizes[0], most_lines)


class Readers(dict[str, Reader]):
    """Readers by format, and the reader of Arrow lists.

    Args:
        kind: The word for the formats in errors.
        by_format: The readers of text, by format; the first format is the usual one.
        of_lists: The reader of Arrow columns that hold lists instead of text, if any.

    Examples:
        >>> readers = Readers("tree format", {"conllu": str.split, "penn": str.strip})
        >>> readers.of("trees.txt", "penn").__name__
        'strip'
        >>> readers.of("trees.txt", "pen")
        Traceback (most recent call last):
        wordorder.errors.UsageError: unknown tree format 'pen': did you mean 'penn'?
    """

    def __init__(
        self, kind: str, by_format: Mapping[str, Reader], *, of_lists: Reader | None = None
    ) -> None:
        super().__init__(by_format)
        self._kind = kind
        self._of_lists = of_lists

    def checked(self, file_format: str) -> str:
        """Return the name of a known format.

        Raises:
            UsageError: The format is unknown.
        """
        if file_format not in self:
            raise UsageError.unknown(self._kind, file_format, self)
        return file_format

    def of(self, source: Input, file_format: str) -> Reader:
        """Return the reader of an input; a column of Arrow must be `settled`.

        Raises:
            UsageError: The format is unknown, or is not one of Arrow lists.
        """
        reader = self[self.checked(file_format)]
        if not is_arrow(source):
            return reader
        from wordorder.text.arrow import ArrowColumn

        if not isinstance(source, ArrowColumn) or not source.holds_lists():
            return reader
        if self._of_lists is None or file_format != next(iter(self)):
            raise UsageError(f"{self._kind} {file_format} reads text, not {source.type}")
        return self._of_lists
