"""The formats of inputs, by the endings of their names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from wordorder.corpus.inputs import parquet
from wordorder.errors import InputError
from wordorder.output import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence


class Format(NamedTuple):
    """How to read files of a format; each function takes the name of the file first.

    Attributes:
        schema: Gives the columns and their types.
        group_rows: Gives the number of rows in each of the parts that can be read alone; None if
            there are none.
        batches: Streams some columns: takes the first part and the one after the last (None for
            all), the columns, and the most rows of a batch.
    """

    schema: Callable[[str], Any]
    group_rows: Callable[[str], list[int] | None]
    batches: Callable[[str, tuple[int, int] | None, Sequence[str], int], Iterator[Any]]


_FORMATS: Mapping[str, Format] = {
    ".parquet": Format(parquet.schema, parquet.group_rows, parquet.batches),
}


def has_format(name: str) -> bool:
    """Whether the ending of a name is that of a format.

    Examples:
        >>> has_format("train.parquet"), has_format("README.md")
        (True, False)
    """
    return _ending(name) is not None


def format_of(name: str) -> Format:
    """The format of a file.

    Raises:
        InputError: The ending is unknown.

    Examples:
        >>> format_of("notes.md")
        Traceback (most recent call last):
        wordorder.errors.InputError: notes.md: unknown format; expected a name that ends in .parquet
    """
    ending = _ending(name)
    if ending is None:
        *others, last = _FORMATS
        known = " or ".join(filter(None, [", ".join(others), last]))
        raise InputError(f"{visible(name)}: unknown format; expected a name that ends in {known}")
    return _FORMATS[ending]


def _ending(name: str) -> str | None:
    return next((ending for ending in _FORMATS if name.lower().endswith(ending)), None)
