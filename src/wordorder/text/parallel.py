"""Parallel texts: each line corresponds to the same line of the others."""

from __future__ import annotations

from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from wordorder.errors import InputError
from wordorder.output import counted
from wordorder.text.reader import read_blocks
from wordorder.text.rereading import rereadable
from wordorder.text.source import refuse_reused, shown_name

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

    from wordorder.text.reader import TextBlock
    from wordorder.text.source import Input

MOST_LINES = 20_000  # in a block; few enough for any memory, many enough to be worth a call


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
    """

    paths: tuple[Input, ...]
    names: tuple[str, ...]
    lines: int

    def read(
        self, *, on_bytes: Callable[[int], None] | None = None
    ) -> Generator[ParallelBlock, None, None]:
        """Stream the texts, some lines at a time, in bounded memory."""
        with ExitStack() as stack:
            readers = [
                _LineReader(stack.enter_context(closing(read_blocks(path, on_bytes=on_bytes))))
                for path in self.paths
            ]
            first = 1
            while count := min(MOST_LINES, *(reader.ready() for reader in readers)):
                yield ParallelBlock(tuple(reader.take(count) for reader in readers), first, count)
                first += count


class _LineReader:
    """Returns any number of whole lines, up to the end of a block of the file."""

    def __init__(self, blocks: Iterator[TextBlock]) -> None:
        self._blocks = blocks
        self._data = b""
        self._lines = 0

    def ready(self) -> int:
        """The number of lines ready; 0 only at the end."""
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
def open_parallel_text(paths: Sequence[Input]) -> Iterator[ParallelText]:
    r"""Check that texts are parallel, before doing any work on them.

    They are read more than once, so what can be read only once is copied to a temporary file.

    Args:
        paths: Plain or compressed text, any `Input`.

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
            told = ", ".join(
                f"{name} has {counted(size, 'line')}"
                for name, size in zip(names, sizes, strict=True)
            )
            raise InputError(f"{told}; they must have a line for every sentence pair")
        yield ParallelText(files, names, sizes[0])
