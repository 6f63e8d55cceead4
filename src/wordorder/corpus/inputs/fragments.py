"""Fragments: parts of inputs that can be read and evaluated on their own.

One task evaluates a fragment, and one output file holds its rows.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from itertools import accumulate, chain, pairwise
from operator import itemgetter
from typing import Any

from wordorder.corpus.inputs.formats import files_of, format_of
from wordorder.corpus.inputs.storage import opened, reading, state_of, stored_files
from wordorder.errors import InputError
from wordorder.output.wording import counted, listed
from wordorder.text.source import quoted

FRAGMENT_ROWS = 1 << 20
"""A fragment ends with the row group, or record batch, in which it reaches this number of rows."""

_FILES_AT_ONCE = 16  # to list: behind a URL, most of the time is waiting
_UNSAFE = re.compile(r"[^\w.-]+")
_LONGEST_STEM = 60
_LARGEST_FOOTER = 1 << 28
_PIECE = 1 << 22  # behind a URL, each piece is a request
_MARKS = {b"PAR1": 8, b"PARE": 8, b"ARROW1": 10}
"""The mark at the end of a file, and the number of bytes after the footer: its length and mark."""


@dataclass(frozen=True, slots=True)
class Fragment:
    """Consecutive rows of one input.

    Attributes:
        input: The input as given: a path, a URL, or `NAME=FILE,NAME=FILE` for parallel lines.
        number: The number of the fragment in its input, from 0.
        first_row: The number of its first row in the input, from 1.
        rows: The number of its rows; None if unknown before reading, as in text.
        groups: Its row groups or record batches, as a range without its end; None for a format
            without them.
        identity: The version of the input, for comparison with earlier runs: its `state`, or the
            hash of its content.
        state: The cheap version of the input, for comparison within a run: sizes, times or etags,
            and footer.

    Examples:
        >>> Fragment("data/train.parquet", 3, 1, 100, None, "").stem
        'train.parquet-67f65784-00003'
    """

    input: str
    number: int
    first_row: int
    rows: int | None
    groups: tuple[int, int] | None
    identity: str
    state: str = ""

    @property
    def stem(self) -> str:
        """The name of its output file, without extension: the same for every run."""
        first = self.input.split(",")[0] if "=" in self.input else self.input
        readable = _UNSAFE.sub("-", re.split(r"[/\\=]", first.rstrip("/\\"))[-1]).lstrip("-._")
        digest = sha256(self.input.encode(errors="surrogateescape")).hexdigest()[:8]
        return f"{readable[-_LONGEST_STEM:] or 'rows'}-{digest}-{self.number:05d}"

    @property
    def file(self) -> int:
        """A number for its input, the same on all machines, to tell rows of inputs apart."""
        digest = sha256(self.input.encode(errors="surrogateescape")).digest()
        return int.from_bytes(digest[:8], "big") >> 1


def schema_of(name: str) -> Any:
    """Return the columns of an input, or of the first file in a folder, as a pyarrow Schema.

    Raises:
        InputError: The file is missing or damaged, or has two columns of the same name.
        MissingExtraError: A package is missing.
    """
    return _schema(files_of([name])[0])


def list_fragments(
    inputs: Sequence[str],
    columns_of: Callable[[Any, str], None],
    *,
    verify: bool = False,
    least_rows: int = FRAGMENT_ROWS,
) -> list[Fragment]:
    """Divide inputs into fragments, after a check of all columns.

    Args:
        inputs: Files, URLs and folders.
        columns_of: Called with the schema and the name of every file before any is divided; raises
            an error if the columns do not fit.
        verify: Whether to identify files by their content, which is then read as a whole, instead
            of by size, time or version, and footer.
        least_rows: Number of rows from which on a fragment ends with its row group.

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
        fragments = list(chain.from_iterable(threads.map(partial(_fragments, least_rows), files)))
    finally:
        threads.shutdown(cancel_futures=True)
    if not verify:
        return fragments
    # Not on other threads, so that Ctrl-C need not wait for them.
    hashes = {file: ";".join(map(_content_hash, stored_files(file))) for file in files}
    return [replace(fragment, identity=hashes[fragment.input]) for fragment in fragments]


def read_fragment(
    fragment: Fragment, columns: Sequence[str], *, rows: int = 1 << 14
) -> Iterator[tuple[int, Any]]:
    """Stream some columns of a fragment, in bounded memory.

    Args:
        fragment: A fragment from `list_fragments`.
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
    rows_read = row - fragment.first_row
    if fragment.rows not in (None, rows_read):
        raise InputError(
            f"{fragment.input}: damaged: {counted(rows_read, 'row')} from row "
            f"{fragment.first_row:,} on, but its footer says {fragment.rows:,}"
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
        counts = Counter(schema.names)  # fails for names that are not UTF-8
    name, count = max(counts.items(), key=itemgetter(1), default=("", 0))
    if count > 1:
        raise InputError(f"{file}: {count} columns are named '{quoted(name)}'; rename them")
    return schema


def _fragments(least_rows: int, file: str) -> list[Fragment]:
    state = _state(file)
    with reading(file):
        sizes = format_of(file).group_rows(file)
    if sizes is None:
        return [Fragment(file, 0, 1, None, None, state, state)]
    if min(sizes, default=0) < 0:
        raise InputError(f"{file}: damaged: a row group of {min(sizes)} rows")
    starts = list(accumulate(sizes, initial=1))
    fragments = []
    for number, (first, last) in enumerate(pairwise(_cuts(sizes, least_rows))):
        rows = starts[last] - starts[first]
        fragments.append(Fragment(file, number, starts[first], rows, (first, last), state, state))
    return fragments


def _cuts(sizes: Sequence[int], least_rows: int) -> list[int]:
    """Return the bounds of fragments, as numbers of row groups.

    Examples:
        >>> _cuts([7, 7, 20, 5], 10), _cuts([], 10)
        ([0, 2, 3, 4], [0, 0])
    """
    cuts, held = [0], 0
    for after, rows in enumerate(sizes, 1):
        held += rows
        if held >= least_rows or after == len(sizes):
            cuts.append(after)
            held = 0
    return cuts if sizes else [0, 0]


def _check_unchanged(fragment: Fragment) -> None:
    if _state(fragment.input) != fragment.state:
        raise InputError(
            f"{fragment.input}: changed while being read; start again when it is complete"
        )


def _check_columns(file: str, columns: Sequence[str]) -> None:
    names = _schema(file).names
    for column in columns:
        if column not in names:
            shown = listed([quoted(name) for name in names] or ["none"], most=20)
            raise InputError(f"{file}: no column '{quoted(column)}'; it has {shown}")


def _state(name: str) -> str:
    """Return the state of an input, to detect changes without reading all of it.

    The state has the size of each file, its time or version, and the hash of its footer, if any.
    """
    states = []
    for file in stored_files(name):
        state, footer = state_of(file), _footer(file)
        states.append(f"{state},footer:{sha256(footer).hexdigest()}" if footer else state)
    return ";".join(states)


def _footer(file: str) -> bytes:
    """Return the footer of a Parquet or Arrow file, which names and describes all its parts."""
    with opened(file) as stream, reading(file):
        size = stream.seek(0, io.SEEK_END)
        stream.seek(max(0, size - 10))
        end = stream.read(10)
        after = next((after for mark, after in _MARKS.items() if end.endswith(mark)), 0)
        if not after or len(end) < 10:
            return b""
        length = int.from_bytes(end[-after:][:4], "little") + after
        if length > min(size, _LARGEST_FOOTER):  # damaged, as opening it will report
            return b""
        stream.seek(size - length)
        return stream.read(length)


def _content_hash(file: str) -> str:
    digest = sha256()
    with opened(file) as stream, reading(file):
        while data := stream.read(_PIECE):
            digest.update(data)
    return f"sha256:{digest.hexdigest()}"
