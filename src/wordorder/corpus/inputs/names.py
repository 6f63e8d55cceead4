"""Which files the inputs stand for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from wordorder.corpus.inputs.formats import ENDINGS, format_of, has_format
from wordorder.corpus.inputs.parallel import parallel_files, stored_files
from wordorder.corpus.inputs.storage import files_in, place_of
from wordorder.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def files_of(inputs: Sequence[str]) -> list[str]:
    """The files of all inputs in order, with the files of folders in the place of these.

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
        format_of(name)  # refuses an unknown one
        yield name
        return
    found = [file for file in inside if has_format(file) and not _is_hidden(file)]
    if not found:
        raise InputError(f"{name}: a folder without a file that ends in {ENDINGS}")
    yield from found


def _is_hidden(file: str) -> bool:
    """Whether the file is not data, but about it, such as `_SUCCESS` and `_metadata.parquet`."""
    return re.split(r"[/\\]", file)[-1].startswith(("_", "."))
