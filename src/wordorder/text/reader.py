"""Blocks of whole, clean lines from a file, a stream or Arrow data.

Work is done a block at a time, in calls that run at C speed; single lines are examined only to
locate an error.
"""

from __future__ import annotations

from bisect import bisect_left
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordorder.errors import InputError, UsageError
from wordorder.text.arrow import ArrowColumn, note_missing, settled, text_pieces
from wordorder.text.compression import DamagedDataError, decompressed
from wordorder.text.source import CopiedInput, open_bytes, raw_chunks, shown_name

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from wordorder.text.source import Input

MAX_LINE_BYTES = 256 << 20
"""The longest line allowed: an endless stream without line ends must not exhaust memory."""

_UTF8_BOM = b"\xef\xbb\xbf"
_ZIP = b"PK\x03\x04"
_UTF16_BOMS = (b"\xff\xfe", b"\xfe\xff")


class _LineTooLongError(Exception):
    """The current line is longer than `MAX_LINE_BYTES`."""


@dataclass(frozen=True, slots=True)
class TextBlock:
    r"""Some whole lines of an input.

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
) -> Generator[TextBlock, None, None]:
    r"""Stream a text, plain or compressed (gzip, xz, zstd), in blocks of whole lines.

    A carriage return at the end of a line and a UTF-8 byte order mark are dropped; if there is no
    ``\n`` at all, a carriage return ends a line. The lines before a bad byte are yielded before
    the error is raised. A row of Arrow is a line, in which line ends are blanks.

    Args:
        path: A path, ``-`` for standard input, an open stream, or a column of Arrow texts.
        block_size: Approximate size of a block in bytes; larger if a line is longer.
        on_bytes: Called with the number of raw (still compressed) bytes read since the last
            call, so that a progress bar can follow a file of known size.
        missing: Where to note null rows of Arrow, by number, with a problem; they are then empty
            lines. By default a null row is an error.

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
    source = settled(path)
    name = shown_name(source)
    # A chunk no longer than the longest line cannot contain a line that is too long.
    size = min(block_size, MAX_LINE_BYTES)
    if isinstance(source, ArrowColumn):
        yield from _blocks(text_pieces(source, size, on_bytes, missing), name)
        return
    with open_bytes(source) as raw:
        chunks = decompressed(raw_chunks(raw, name, size, on_bytes), name, size)
        blocks = _blocks(_clean_pieces(chunks, name), name)
        if isinstance(source, CopiedInput) and source.missing:
            blocks = _with_missing(blocks, source.missing, missing)
        yield from blocks


def _blocks(pieces: Iterator[bytes], name: str) -> Iterator[TextBlock]:
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
                what = _bad_byte(data[bad], column=bad - len(good) + 1)
                raise InputError(f"{name}:{next_line}: {what}")
    except DamagedDataError as damage:
        where = f"{damage} after line {next_line - 1}"
        raise InputError(f"{name}: {where}: the file is damaged; copy it again") from damage
    except _LineTooLongError as error:
        what = f"line longer than {MAX_LINE_BYTES >> 20} MiB; give text with line ends"
        raise InputError(f"{name}:{next_line}: {what}") from error


def _with_missing(
    blocks: Iterator[TextBlock], rows: tuple[int, ...], missing: dict[int, str] | None
) -> Iterator[TextBlock]:
    """Note the null rows of what was copied, block by block."""
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


def _whole_lines(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Split at line ends, so that no character and no CR LF is ever split."""
    pending = bytearray()  # the start of a line whose end has not been read yet
    for chunk in chunks:
        line_end = chunk.find(b"\n")
        if len(pending) + (len(chunk) if line_end < 0 else line_end) > MAX_LINE_BYTES:
            raise _LineTooLongError
        if line_end < 0:
            pending += chunk
            continue
        cut = chunk.rfind(b"\n") + 1
        yield bytes(pending) + chunk[:cut]
        pending = bytearray(chunk[cut:])
    if pending:
        yield bytes(pending)


def _clean_pieces(chunks: Iterator[bytes], name: str) -> Iterator[bytes]:
    for number, lines in enumerate(_whole_lines(chunks)):
        yield _cleaned(lines, name, at_start=number == 0)


def _cleaned(lines: bytes, name: str, *, at_start: bool) -> bytes:
    if at_start:
        if lines.startswith(_UTF16_BOMS):
            raise InputError(f"{name}: looks like UTF-16; convert with iconv -f UTF-16 -t UTF-8")
        if lines.startswith(_ZIP):
            raise InputError(
                f"{name}: a workbook or an archive; save its text as CSV or plain text"
            )
        lines = lines.removeprefix(_UTF8_BOM)
        if b"\n" not in lines:  # the whole input: its lines end as on an old Macintosh
            lines = lines.replace(b"\r", b"\n")
    if lines and not lines.endswith(b"\n"):
        lines += b"\n"
    # Searching for one byte is many times faster than searching for two.
    return lines.replace(b"\r\n", b"\n") if b"\r" in lines else lines


def _first_bad_offset(data: bytes) -> int | None:
    """The offset of the first NUL or byte that is not UTF-8."""
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
