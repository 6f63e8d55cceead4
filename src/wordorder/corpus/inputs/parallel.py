"""Parallel lines: files of text given as `NAME=FILE,NAME=FILE`, each of which is a column."""

from __future__ import annotations

import os
import re
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, Any

from wordorder.corpus.inputs.cells import BLOCK_SIZE, lines_of_block
from wordorder.corpus.inputs.storage import text_input
from wordorder.errors import InputError
from wordorder.output import counted
from wordorder.text import quoted, read_blocks
from wordorder.text.arrow import pyarrow

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping, Sequence

_PART = re.compile(r"(\w+)=(.+)", re.DOTALL)
_BETWEEN = re.compile(r",(?=\w+=)")


def parallel_files(name: str) -> Mapping[str, str]:
    """The file of each column; none if the input is not of this kind.

    Raises:
        InputError: Two columns have the same name.

    Examples:
        >>> parallel_files("source=train.en,target=train.de.gz")
        {'source': 'train.en', 'target': 'train.de.gz'}
        >>> parallel_files("train.parquet")
        {}
    """
    if os.path.lexists(name):  # such as date=2024/train.parquet
        return {}
    parts = [_PART.fullmatch(part) for part in _BETWEEN.split(name)]
    if None in parts:
        return {}
    files: dict[str, str] = {}
    for part in filter(None, parts):
        if part[1] in files:
            raise InputError(f"{name}: two files for the column '{quoted(part[1])}'")
        files[part[1]] = part[2]
    return files


def stored_files(name: str) -> list[str]:
    """The files of an input, which is often only one."""
    return list(parallel_files(name).values()) or [name]


def schema(name: str) -> Any:
    """The columns, all of which are text."""
    arrow = pyarrow("reading parallel lines as columns")
    files = parallel_files(name)
    for file in files.values():
        with closing(_lines(file)) as lines:
            next(lines, None)  # that it can be read is known before the work starts
    return arrow.schema([(column, arrow.string()) for column in files])


def batches(
    name: str, _: tuple[int, int] | None, columns: Sequence[str], rows: int
) -> Generator[Any, None, None]:
    """The lines of some files side by side, at most so many at a time.

    All files are read, so that lines that are not parallel are found wherever they are.

    Raises:
        InputError: A file has more lines than another.
    """
    arrow, files = pyarrow(), parallel_files(name)
    with ExitStack() as stack:
        streams = [stack.enter_context(closing(_lines(file))) for file in files.values()]
        ready: list[Any] = [next(stream, None) for stream in streams]
        read = 0
        while all(texts is not None for texts in ready):
            count = min(rows, *map(len, ready))
            pieces = [texts.slice(0, count) for texts in ready]
            yield arrow.RecordBatch.from_arrays(pieces, list(files)).select(list(columns))
            read += count
            ready = [
                texts.slice(count) if len(texts) > count else next(stream, None)
                for texts, stream in zip(ready, streams, strict=True)
            ]
        rest = [
            0 if texts is None else len(texts) + sum(map(len, stream))
            for texts, stream in zip(ready, streams, strict=True)
        ]
        if any(rest):
            raise _unequal(list(files.values()), [read + more for more in rest])


def _lines(file: str) -> Generator[Any, None, None]:
    """The lines of a file, as Arrow arrays."""
    with text_input(file) as source, closing(read_blocks(source, block_size=BLOCK_SIZE)) as blocks:
        for block in blocks:
            yield lines_of_block(block)


def _unequal(files: Sequence[str], sizes: Sequence[int]) -> InputError:
    told = ", ".join(
        f"{file} has {counted(size, 'line')}" for file, size in zip(files, sizes, strict=True)
    )
    return InputError(f"{told}; they must have a line for every sentence pair")
