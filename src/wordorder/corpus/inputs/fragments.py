"""Inputs in parts that can be read, and evaluated, each on its own."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from itertools import accumulate, chain, pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from wordorder.corpus.fragment import Fragment
from wordorder.corpus.inputs.formats import format_of
from wordorder.corpus.inputs.identity import content_of_input, state_of_input
from wordorder.corpus.inputs.names import files_of
from wordorder.corpus.inputs.storage import reading
from wordorder.errors import InputError
from wordorder.output import counted, listed
from wordorder.text import quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

FRAGMENT_ROWS = 1 << 20
"""A fragment ends with the row group, or the record batch, in which it reaches so many rows."""

_FILES_AT_ONCE = 16  # while they are listed: behind a URL, most of the time is waiting


def schema_of(name: str) -> Any:
    """The columns of an input, or of the first file in a folder, as a pyarrow Schema.

    Raises:
        InputError: It is missing or damaged, or has two columns of the same name.
        MissingExtraError: A package is missing.
    """
    return _schema(files_of([name])[0])


def list_fragments(
    inputs: Sequence[str], columns_of: Callable[[Any, str], None], *, verify: bool = False
) -> list[Fragment]:
    """Divide inputs into fragments, after a look at all of them.

    Args:
        inputs: Files, URLs and folders.
        columns_of: Called with the schema and the name of every file before any is divided; raises
            an error if the columns will not do.
        verify: Identify files by their content, which is then read as a whole, instead of by
            size, time or version, and footer.

    Returns:
        The fragments in the order of the inputs, at least one for every file.

    Raises:
        InputError: An input is missing, damaged, of no known format, or given twice.
        MissingExtraError: A package is missing.
    """
    files = files_of(inputs)
    threads = ThreadPoolExecutor(_FILES_AT_ONCE)
    try:
        for file, schema in zip(files, threads.map(_schema, files), strict=True):
            columns_of(schema, file)
        fragments = list(chain.from_iterable(threads.map(_fragments, files)))
    finally:
        threads.shutdown(cancel_futures=True)
    if not verify:
        return fragments
    # Not on other threads, so that Ctrl-C need not wait for them.
    hashes = {file: content_of_input(file) for file in files}
    return [replace(fragment, identity=hashes[fragment.input]) for fragment in fragments]


def read_fragment(
    fragment: Fragment, columns: Sequence[str], *, rows: int = 1 << 14
) -> Iterator[tuple[int, Any]]:
    """Stream some columns of a fragment, in bounded memory.

    Args:
        fragment: One of `list_fragments`.
        columns: Their names, at least one, all different.
        rows: The most rows of a batch.

    Yields:
        The number of the first row of the batch in the input, from 1, and the batch, a pyarrow
        RecordBatch with the columns in the order given.

    Raises:
        InputError: The file has changed, or is damaged, or has no such column.
    """
    _check_unchanged(fragment)
    _check_columns(fragment.input, columns)
    row = fragment.first_row
    stream = format_of(fragment.input).batches(fragment.input, fragment.groups, columns, rows)
    with closing(stream):
        while (batch := _next_batch(stream, fragment)) is not None:
            if len(batch):
                yield row, batch.select(list(columns))
                row += len(batch)
    _check_unchanged(fragment)
    found = row - fragment.first_row
    if fragment.rows not in (None, found):
        raise InputError(
            f"{fragment.input}: damaged: {counted(found, 'row')} from row "
            f"{fragment.first_row:,} on, where its footer says {fragment.rows:,}"
        )


def _next_batch(stream: Iterator[Any], fragment: Fragment) -> Any:
    try:
        with reading(fragment.input):
            return next(stream, None)
    except InputError:
        _check_unchanged(fragment)  # which explains the error better
        raise


def _schema(file: str) -> Any:
    with reading(file):
        schema = format_of(file).schema(file)
        counts = Counter(schema.names)  # which may be no text
    name, count = max(counts.items(), key=itemgetter(1), default=("", 0))
    if count > 1:
        raise InputError(f"{file}: {count} columns are named '{quoted(name)}'; rename them")
    return schema


def _fragments(file: str) -> list[Fragment]:
    state = state_of_input(file)
    with reading(file):
        sizes = format_of(file).group_rows(file)
    if sizes is None:
        return [Fragment(file, 0, 1, None, None, state, state)]
    if min(sizes, default=0) < 0:
        raise InputError(f"{file}: damaged: a row group of {min(sizes)} rows")
    starts = list(accumulate(sizes, initial=1))
    fragments = []
    for number, (first, last) in enumerate(pairwise(_cuts(sizes))):
        rows = starts[last] - starts[first]
        fragments.append(Fragment(file, number, starts[first], rows, (first, last), state, state))
    return fragments


def _cuts(sizes: Sequence[int]) -> list[int]:
    """Where fragments begin and end, as numbers of row groups.

    Examples:
        >>> _cuts([700_000, 700_000, 2_000_000, 5]), _cuts([])
        ([0, 2, 3, 4], [0, 0])
    """
    cuts, held = [0], 0
    for after, rows in enumerate(sizes, 1):
        held += rows
        if held >= FRAGMENT_ROWS or after == len(sizes):
            cuts.append(after)
            held = 0
    return cuts if sizes else [0, 0]


def _check_unchanged(fragment: Fragment) -> None:
    if state_of_input(fragment.input) != fragment.state:
        raise InputError(
            f"{fragment.input}: changed while it was read; start again when it is complete"
        )


def _check_columns(file: str, columns: Sequence[str]) -> None:
    names = _schema(file).names
    for column in columns:
        if column not in names:
            shown = listed([quoted(name) for name in names] or ["none"], most=20)
            raise InputError(f"{file}: no column '{quoted(column)}'; it has {shown}")
