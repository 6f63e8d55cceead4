"""The rows that come out of inputs."""

from __future__ import annotations

from wordorder import InputError
from wordorder.corpus.inputs.formats import format_of
from wordorder.corpus.inputs.fragments import list_fragments, read_fragment


def anything(schema, name):
    """Accept all columns."""


def rows_of(name, columns, rows=1 << 14):
    """All rows of an input, after a check that they are numbered from 1."""
    found = []
    for part in list_fragments([str(name)], anything):
        for first, batch in read_fragment(part, columns, rows=rows):
            assert first == len(found) + 1
            assert batch.schema.names == columns
            assert 0 < len(batch) <= rows
            found += zip(*(column.to_pylist() for column in batch.columns), strict=True)
    return found


def rows_in_blocks(name, columns, rows=1 << 14, groups=None, **sizes):
    """The same, all that is in a file, in blocks or batches of some size."""
    batches = format_of(str(name)).batches(str(name), groups, columns, rows, **sizes)
    found = []
    for batch in batches:
        assert batch.schema.names == columns
        assert len(batch) <= rows
        found += zip(*(column.to_pylist() for column in batch.columns), strict=True)
    return found


def outcome(name, columns):
    """The rows of an input, or the message that refuses it."""
    try:
        return rows_of(name, columns)
    except InputError as error:
        return str(error)
