"""Open streams: named in errors, read from where they are, and only once."""

from __future__ import annotations

import gzip
import io
import os
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest

import wordorder as wo
from messages import refused
from reading_kinds import (
    permutations,
)
from wordorder.errors import InputError, UsageError

if TYPE_CHECKING:
    from pathlib import Path


class Broken(io.RawIOBase):
    """A stream whose disk fails."""

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:  # noqa: ARG002
        raise OSError(5, "Input/output error")


class Odd:
    """Something with a method `read`."""

    def __init__(self, *gives: object) -> None:
        self.gives = iter(gives)

    def read(self, size: int) -> object:  # noqa: ARG002
        return next(self.gives)


def test_streams_that_cannot_be_read(tmp_path: Path) -> None:
    closed = io.BytesIO(b"0-0\n")
    closed.close()
    writing = (tmp_path / "out").open("wb")
    truncated = gzip.GzipFile(fileobj=io.BytesIO(gzip.compress(os.urandom(100))[:50]))
    latin = io.TextIOWrapper(io.BytesIO(b"\xff\n"), encoding="utf-8")
    escaped = io.TextIOWrapper(io.BytesIO(b"\xff\n"), "utf-8", errors="surrogateescape")
    with writing:
        for stream in (
            closed,
            writing,
            Broken(),
            truncated,
            latin,
            escaped,
            Odd(None),
            Odd(3),
            Odd(),
        ):
            with refused(InputError):
                list(wo.read_alignments(stream))  # type: ignore[arg-type]
    assert permutations(Odd(bytearray(b"1 "), memoryview(b"2"), b"")) == ["⟨1, 2⟩"]


def test_a_stream_is_named_in_errors(tmp_path: Path) -> None:
    file = tmp_path / "links.align"
    file.write_text("0-0\nx\n")
    with file.open("rb") as stream, refused(InputError):
        list(wo.read_alignments(stream))
    with refused(InputError):
        list(wo.read_alignments(io.StringIO("x\n")))


def test_reading_starts_where_the_stream_is() -> None:
    for stream in (io.BytesIO(b"heading\n0-0\n"), io.StringIO("heading\n0-0\n")):
        stream.readline()
        assert [str(row) for batch in wo.read_alignments(stream) for row in batch] == ["0-0"]


def test_the_same_stream_twice_is_refused() -> None:
    stream = io.StringIO("0-0\n")
    reader = pa.table({"a": ["x"], "b": ["y"]}).to_reader()
    one, other = wo.text.ArrowColumn(reader, "a"), wo.text.ArrowColumn(reader, "b")
    for call in (
        lambda: list(wo.read_alignments(stream, source=stream)),
        lambda: wo.reorderings.AlignedCorpus(stream, trees=stream),
        lambda: wo.reorderings.AlignedCorpus(one, source=other),
        lambda: wo.alignment.symmetrize_files(stream, stream),
        lambda: wo.alignment.evaluate_alignments(stream, {"A": stream}),
        lambda: wo.score(stream, stream),
        lambda: list(wo.match_texts(stream, stream, "en")),
        lambda: wo.score("-", "-"),
        lambda: wo.reorderings.AlignedCorpus("-", source="-"),
    ):
        with refused(UsageError):
            call()


def test_files_may_be_given_twice(tmp_path: Path) -> None:
    file = tmp_path / "links"
    file.write_text("0-0\n")
    assert len(list(wo.alignment.symmetrize_files(file, file))) == 1
    column = pa.array(["0-0"])
    assert len(list(wo.alignment.symmetrize_files(column, column))) == 1


class Unnamed(io.BytesIO):
    """A stream that fails when it is asked for its name."""

    @property
    def name(self) -> str:
        raise RuntimeError


class Terminal(Odd):
    """A terminal that cannot read lines."""

    def isatty(self) -> bool:
        return True


class PathOf:
    """A path that tells its name in its own way."""

    def __init__(self, name: object) -> None:
        self.name = name

    def __fspath__(self) -> object:
        return self.name


def test_a_stream_may_fail_to_tell_its_name() -> None:
    assert [str(row) for batch in wo.read_alignments(Unnamed(b"0-0\n")) for row in batch] == ["0-0"]
    with refused(InputError):
        list(wo.read_alignments(Unnamed(b"x\n")))


def test_a_terminal_without_lines_cannot_be_read() -> None:
    with refused(InputError):
        list(wo.read_alignments(Terminal(b"0-0\n", b"")))  # type: ignore[arg-type]


@pytest.mark.parametrize("source", [PathOf(b"links"), PathOf(3), b"links", io.BytesIO, pa.Table])
def test_what_is_no_input_is_refused(source: Any) -> None:
    for call in (
        lambda: list(wo.read_alignments(source)),
        lambda: wo.alignment.evaluate_alignments(source, {"A": source}),
        lambda: list(wo.match_texts(source, io.StringIO("a\n"), "en")),
    ):
        with refused(UsageError):
            call()
