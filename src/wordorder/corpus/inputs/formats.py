"""The formats of inputs, by the endings of their names."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from wordorder.corpus.inputs import ipc, jsonlines, parallel, parquet, tables
from wordorder.errors import InputError
from wordorder.output.records import COMPRESSED

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping, Sequence


class Format(NamedTuple):
    """How to read files of a format; each function takes the name of the file first.

    They may raise anything if a file is damaged; `reading` makes an error of ours of it.

    Attributes:
        schema: Gives the columns and their types.
        group_rows: Gives the number of rows in each of the parts that can be read alone; None if
            there are none.
        batches: Streams some columns: takes the first part and the one after the last (None for
            all), the columns, and the most rows of a batch.
    """

    schema: Callable[[str], Any]
    group_rows: Callable[[str], list[int] | None]
    batches: Callable[[str, tuple[int, int] | None, Sequence[str], int], Generator[Any, None, None]]


def _of_one_part(_: str) -> None:
    """Text has no parts that can be read alone."""


_IPC = Format(ipc.schema, ipc.group_rows, ipc.batches)
_PARALLEL = Format(parallel.schema, _of_one_part, parallel.batches)

_BINARY: Mapping[str, Format] = {
    ".parquet": Format(parquet.schema, parquet.group_rows, parquet.batches),
    ".arrow": _IPC,
    ".feather": _IPC,
    ".ipc": _IPC,
}
_TEXT: Mapping[str, Format] = {
    ".tsv": Format(tables.tsv_schema, _of_one_part, tables.tsv_batches),
    ".csv": Format(tables.csv_schema, _of_one_part, tables.csv_batches),
    ".jsonl": Format(jsonlines.schema, _of_one_part, jsonlines.batches),
}


ENDINGS = f"{', '.join([*_BINARY, *_TEXT][:-1])} or {[*_TEXT][-1]}"
"""All endings, for messages."""


def has_format(name: str) -> bool:
    """Whether the ending of a name is that of a format.

    Examples:
        >>> has_format("train.parquet"), has_format("README.md")
        (True, False)
    """
    return _of_ending(name) is not None


def format_of(name: str) -> Format:
    """The format of a file, or of `NAME=FILE,NAME=FILE`.

    Raises:
        InputError: The ending is unknown.

    Examples:
        >>> format_of("notes.md")
        Traceback (most recent call last):
        wordorder.errors.InputError: notes.md: unknown format; expected a name that ends in
        .parquet, .arrow, .feather, .ipc, .tsv, .csv or .jsonl, or NAME=FILE,NAME=FILE for parallel
        lines
    """
    found = _PARALLEL if parallel.parallel_files(name) else _of_ending(name)
    if found is None:
        raise InputError(
            f"{name}: unknown format; expected a name that ends in {ENDINGS}, or "
            "NAME=FILE,NAME=FILE for parallel lines"
        )
    return found


def _of_ending(name: str) -> Format | None:
    lower = name.lower()
    plain = lower.removesuffix(next(filter(lower.endswith, COMPRESSED), ""))
    binary = (_BINARY[ending] for ending in _BINARY if lower.endswith(ending))
    text = (_TEXT[ending] for ending in _TEXT if plain.endswith(ending))
    return next(chain(binary, text), None)
