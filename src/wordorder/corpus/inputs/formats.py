"""The formats of inputs, by file extension, and the files of inputs."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator, Sequence
from importlib import import_module
from itertools import chain
from typing import Any, NamedTuple

from wordorder.corpus.inputs.storage import files_in, parallel_files, place_of, stored_files
from wordorder.errors import InputError
from wordorder.output.records import COMPRESSED


class InputFormat(NamedTuple):
    """The functions that read files of a format; each takes the name of the file first.

    They may raise anything if a file is damaged; `reading` turns that into our own error.

    Attributes:
        schema: Returns the columns and their types.
        batches: Streams some columns; takes the range of parts without its end (None for all), the
            columns, and the most rows of a batch.
        group_rows: Returns the number of rows in each part that can be read alone; None if there
            are no such parts, as in text.
    """

    schema: Callable[[str], Any]
    batches: Callable[[str, tuple[int, int] | None, Sequence[str], int], Generator[Any, None, None]]
    group_rows: Callable[[str], list[int] | None] = lambda _: None


_BINARY = {
    ".parquet": ("arrow_files", "PARQUET"),
    ".arrow": ("arrow_files", "IPC"),
    ".feather": ("arrow_files", "IPC"),
    ".ipc": ("arrow_files", "IPC"),
}
"""The module of each format and its name there: readers are imported on demand."""
_TEXT = {
    ".tsv": ("tables", "TSV"),
    ".csv": ("tables", "CSV"),
    ".jsonl": ("jsonlines", "JSON_LINES"),
}
"""Formats that may be compressed."""

ENDINGS = f"{', '.join([*_BINARY, *_TEXT][:-1])} or {[*_TEXT][-1]}"
"""All endings, for messages."""


def has_format(name: str) -> bool:
    """Return whether the ending of a name is that of a format.

    Examples:
        >>> has_format("train.parquet"), has_format("README.md")
        (True, False)
    """
    return _reader(name) is not None


def format_of(name: str) -> InputFormat:
    """Return the format of a file, or of `NAME=FILE,NAME=FILE`.

    Raises:
        InputError: The ending is unknown.

    Examples:
        >>> format_of("notes.md")
        Traceback (most recent call last):
        wordorder.errors.InputError: notes.md: unknown format; expected a name that ends in
        .parquet, .arrow, .feather, .ipc, .tsv, .csv or .jsonl, or NAME=FILE,NAME=FILE for parallel
        lines
    """
    reader = ("tables", "PARALLEL_LINES") if parallel_files(name) else _reader(name)
    if reader is None:
        raise InputError(
            f"{name}: unknown format; expected a name that ends in {ENDINGS}, or "
            "NAME=FILE,NAME=FILE for parallel lines"
        )
    module, constant = reader
    file_format: InputFormat = getattr(import_module(f"wordorder.corpus.inputs.{module}"), constant)
    return file_format


def _reader(name: str) -> tuple[str, str] | None:
    lower = name.lower()
    plain = lower.removesuffix(next(filter(lower.endswith, COMPRESSED), ""))
    binary = (_BINARY[ending] for ending in _BINARY if lower.endswith(ending))
    text = (_TEXT[ending] for ending in _TEXT if plain.endswith(ending))
    return next(chain(binary, text), None)


def sliced(batch: Any, rows: int) -> Iterator[Any]:
    """Divide a batch into pieces of at most `rows` rows."""
    return (batch.slice(start, rows) for start in range(0, len(batch), rows))


def files_of(inputs: Sequence[str]) -> list[str]:
    """Return the files of all inputs in order; folders are replaced by their files.

    Raises:
        InputError: A folder has no file to read, the format of a file is unknown, or a file is
            given twice.
    """
    seen: dict[str, str] = {}
    for name in inputs:
        for file in _files(name):
            place = ";".join(map(place_of, stored_files(file)))
            if place in seen:
                other = f", as {seen[place]}" if seen[place] != file else ""
                raise InputError(f"{file}: given twice{other}; give every file once")
            seen[place] = file
    return list(seen.values())


def _files(name: str) -> Iterator[str]:
    if name == "-":
        raise InputError("<stdin>: inputs are read more than once, so save it as a file first")
    inside = None if parallel_files(name) else files_in(name)
    if inside is None:
        format_of(name)  # refuses an unknown format
        yield name
        return
    # Metadata, not data: `_SUCCESS`, `_metadata.parquet`.
    hidden = {file for file in inside if re.split(r"[/\\]", file)[-1].startswith(("_", "."))}
    data = [file for file in inside if has_format(file) and file not in hidden]
    if not data:
        raise InputError(f"{name}: the folder has no file that ends in {ENDINGS}")
    yield from data
