"""Texts that go together: the same lines of all, whatever the sizes of their blocks."""

from __future__ import annotations

import gzip
import itertools
import os
import random
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, strategies as st

from messages import refused
from wordorder.errors import InputError
from wordorder.text import open_parallel_text, reader

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from wordorder.text import ParallelText


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., list[Path]]:
    numbers = itertools.count()

    def write_bytes(*contents: bytes) -> list[Path]:
        paths = [tmp_path / f"text{next(numbers)}" for _ in contents]
        for path, content in zip(paths, contents, strict=True):
            path.write_bytes(content)
        return paths

    return write_bytes


@pytest.fixture
def pipe(tmp_path: Path) -> Iterator[Callable[[bytes], Path]]:
    """Named pipes that something is written to as soon as they are read."""
    writers: list[threading.Thread] = []

    def make(data: bytes) -> Path:
        path = tmp_path / f"pipe{len(writers)}"
        os.mkfifo(path)
        writers.append(threading.Thread(target=path.write_bytes, args=(data,), daemon=True))
        writers[-1].start()
        return path

    yield make
    for writer in writers:
        writer.join(timeout=10)
        assert not writer.is_alive(), "not all was read"


def all_lines(text: ParallelText) -> list[tuple[bytes, ...]]:
    """The lines of all texts side by side, after a look at the blocks."""
    rows: list[tuple[bytes, ...]] = []
    for block in text.read():
        assert block.first_line == len(rows) + 1
        assert 0 < block.lines <= text.most_lines
        for side in block.texts:
            assert (side[-1:], side.count(b"\n")) == (b"\n", block.lines)
        rows += zip(*(side.split(b"\n")[:-1] for side in block.texts), strict=True)
    assert len(rows) == text.lines
    return rows


def read(
    paths: Sequence[str | os.PathLike[str]], most_lines: int = reader.MOST_LINES
) -> list[tuple[bytes, ...]]:
    with open_parallel_text(paths, most_lines=most_lines) as text:
        rows = all_lines(text)
        assert all_lines(text) == rows, "it can be read again"
    return rows


# --- Lines


@pytest.mark.parametrize(
    ("contents", "rows"),
    [
        ([b"", b""], []),
        ([b"\n", b"\n"], [(b"", b"")]),
        ([b"a\nb\n", b"c\nd\n"], [(b"a", b"c"), (b"b", b"d")]),
        ([b"a\nb", b"c\nd\n"], [(b"a", b"c"), (b"b", b"d")]),
        ([b"a\r\nb\r\n", b"c\n\n"], [(b"a", b"c"), (b"b", b"")]),
        ([b"\xef\xbb\xbfa\n", b"b\n"], [(b"a", b"b")]),
        ([gzip.compress(b"a\nb\n", mtime=0), b"c\nd"], [(b"a", b"c"), (b"b", b"d")]),
        ([b"a\n"], [(b"a",)]),
        ([b"a\n", b"b\n", b"c\n"], [(b"a", b"b", b"c")]),
        ([b"a\x0bb\xe2\x80\xa8c\n", b"d\n"], [(b"a\x0bb\xe2\x80\xa8c", b"d")]),
    ],
)
def test_lines_that_go_together(
    write: Callable[..., list[Path]], contents: list[bytes], rows: list[tuple[bytes, ...]]
) -> None:
    assert read(write(*contents)) == rows


@given(
    st.lists(st.tuples(*[st.sampled_from(["", "a", "bc", "ä ö"])] * 3), max_size=20),
    st.integers(1, 5),
    st.booleans(),
)
def test_any_lines_come_back_whatever_the_blocks(
    tmp_path_factory: pytest.TempPathFactory,
    rows: list[tuple[str, ...]],
    most: int,
    last_end: bool,
) -> None:
    encoded = [tuple(line.encode() for line in row) for row in rows]
    folder = tmp_path_factory.mktemp("texts")
    paths = [folder / str(side) for side in range(3)]
    for path, side in zip(paths, zip(*encoded, strict=True) if rows else [()] * 3, strict=True):
        text = b"".join(line + b"\n" for line in side)
        # An empty last line without its line end would not be there.
        path.write_bytes(text if last_end or not side or not side[-1] else text[:-1])
    assert read(paths, most) == encoded


@pytest.mark.parametrize("turned", [False, True])
def test_long_lines_beside_short_ones(write: Callable[..., list[Path]], turned: bool) -> None:
    # The blocks of the reader are a mebibyte: here some lines there, many thousands here.
    rng = random.Random(1)
    count = 3000
    short = [b"%d" % number for number in range(count)]
    long = [b"%d " % number + b"x" * rng.choice([0, 10, 3000]) for number in range(count)]
    long[7] = b"7 " + b"y" * (3 << 20)
    texts = [b"\n".join(side) for side in ((short, long) if turned else (long, short))]
    rows = read(write(*texts))
    assert rows == list(zip(*((short, long) if turned else (long, short)), strict=True))


def test_blocks_have_a_most_of_lines(write: Callable[..., list[Path]]) -> None:
    count = 2 * reader.MOST_LINES + 1
    one = b"".join(b"%d\n" % number for number in range(count))
    with open_parallel_text(write(one, b"\n" * count)) as text:
        blocks = [(block.first_line, block.lines) for block in text.read()]
        assert [lines for _, lines in blocks] == [reader.MOST_LINES] * 2 + [1]
        assert [first for first, _ in blocks] == [1, 20_001, 40_001]
        assert all_lines(text) == [(b"%d" % number, b"") for number in range(count)]


@pytest.mark.slow
def test_many_empty_lines_beside_long_ones(write: Callable[..., list[Path]]) -> None:
    count = 1_000_000
    long = b"".join(b"%d\n" % number + b"x" * 20 + b"\n" for number in range(count // 2))
    with open_parallel_text(write(b"\n" * count, long)) as text:
        assert text.lines == count
        seen = b"".join(block.texts[1] for block in text.read())
    assert seen == long


# --- Progress


@pytest.mark.parametrize("compress", [bytes, gzip.compress])
def test_progress_counts_the_bytes_of_the_files(
    write: Callable[..., list[Path]], compress: Callable[[bytes], bytes]
) -> None:
    lines = [b"%d\n" % number for number in range(200_000)]
    paths = write(compress(b"".join(lines)), compress(b"x\n" * len(lines)))
    sizes: list[int] = []
    size = sum(path.stat().st_size for path in paths)
    with open_parallel_text(paths) as text:
        for _ in text.read(on_bytes=sizes.append):
            assert 0 < sum(sizes) <= size
        assert sum(sizes) == size
        assert len(sizes) >= 2


def test_progress_of_standard_input_is_that_of_its_copy(
    write: Callable[..., list[Path]], stdin: Callable[[bytes], None]
) -> None:
    stdin(gzip.compress(b"a\n" * 1000, mtime=0))
    sizes: list[int] = []
    with open_parallel_text(["-", *write(b"b\n" * 1000)]) as text:
        size = sum(Path(path).stat().st_size for path in text.paths)
        assert sum(block.lines for block in text.read(on_bytes=sizes.append)) == 1000
    assert sum(sizes) == size >= 4000


# --- What cannot be read twice


def test_standard_input(write: Callable[..., list[Path]], stdin: Callable[[bytes], None]) -> None:
    stdin(b"a\r\nb")
    assert read([*write(b"c\nd\n"), "-"]) == [(b"c", b"a"), (b"d", b"b")]


@pytest.mark.slow
def test_pipes(write: Callable[..., list[Path]], pipe: Callable[[bytes], Path]) -> None:
    many = b"".join(b"%d\n" % number for number in range(300_000))
    expected = [(line, line) for line in many.splitlines()]
    assert read([pipe(many), *write(many)]) == expected
    assert read([pipe(b"a\n"), pipe(b"b\n")]) == [(b"a", b"b")]
    assert read([pipe(gzip.compress(b"a\n", mtime=0)), *write(b"b\n")]) == [(b"a", b"b")]


@pytest.mark.slow
def test_a_shell_may_make_the_pipes() -> None:
    script = (
        "import sys; from wordorder.text import open_parallel_text\n"
        "with open_parallel_text(sys.argv[1:]) as text: print([b.texts for b in text.read()])"
    )
    command = f'"{sys.executable}" -c "$0" <(echo a) <(echo b)'
    done = subprocess.run(
        ["/bin/bash", "-c", command, script], check=True, capture_output=True, timeout=60
    )
    assert done.stdout == b"[(b'a\\n', b'b\\n')]\n"


@pytest.mark.parametrize(
    "data",
    [
        b"a\nb\n",
        b"\xef\xbb\xbfa\n",
        b"a\rb\n\r\n",
        b"a\n\n",
        # What is dropped once must not be dropped twice.
        b"\xef\xbb\xbf\xef\xbb\xbfa\n",
        b"a\r\r\nb\n",
    ],
)
def test_a_pipe_says_the_same_as_a_file(
    write: Callable[..., list[Path]], pipe: Callable[[bytes], Path], data: bytes
) -> None:
    rows = read([*write(data), pipe(data)])
    assert [one for one, _ in rows] == [other for _, other in rows]


def test_copies_are_gone_at_the_end(
    tmp_path: Path, temporary: Path, stdin: Callable[[bytes], None]
) -> None:
    other = tmp_path / "other"
    other.write_bytes(b"b\n")
    stdin(b"a\n")
    with open_parallel_text(["-", other]) as text:
        assert len(list(temporary.iterdir())) == 1
        assert text.paths[1] == other
    assert list(temporary.iterdir()) == []
    stdin(b"a\nb\n")
    with refused(InputError), open_parallel_text(["-", other]):
        pass
    assert list(temporary.iterdir()) == []
    stdin(b"a\n\xff\n")
    with refused(InputError), open_parallel_text(["-", other]):
        pass
    assert list(temporary.iterdir()) == []


def test_files_may_be_left_half_read(write: Callable[..., list[Path]]) -> None:
    paths = write(b"a\n" * 50_000, b"b\n" * 50_000)
    with open_parallel_text(paths) as text:
        blocks = text.read()
        next(blocks)
        blocks.close()  # an open file would be warned of, which is an error here
        assert sum(block.lines for block in text.read()) == 50_000


# --- What does not go together


@pytest.mark.parametrize(
    "contents",
    [
        [b"a\n", b""],
        [b"", b"\n"],
        [b"a\nb", b"a\nb\n\n"],
        [b"\n" * 30_000, b"\n" * 29_999],
        [b"a", b"a", b"a\nb"],
        [b"a\n" * 3, gzip.compress(b"a", mtime=0), b""],
    ],
)
def test_different_numbers_of_lines_are_all_told(
    write: Callable[..., list[Path]], contents: list[bytes]
) -> None:
    with refused(InputError), open_parallel_text(write(*contents)):
        pass


def test_standard_input_is_told_by_its_name(
    write: Callable[..., list[Path]], stdin: Callable[[bytes], None]
) -> None:
    (path,) = write(b"a\n")
    stdin(b"a\nb\n")
    with refused(InputError), open_parallel_text([path, "-"]):
        pass


def test_a_pipe_is_told_by_its_name(
    write: Callable[..., list[Path]], pipe: Callable[[bytes], Path]
) -> None:
    (path,), fifo = write(b"a\n"), pipe(b"")
    with refused(InputError), open_parallel_text([path, fifo]):
        pass


@pytest.mark.parametrize("name", ["nowhere", ".", "", "a\0b", pytest.param("x" * 300, id="long")])
def test_what_cannot_be_read_is_told(write: Callable[..., list[Path]], name: str) -> None:
    (path,) = write(b"a\n")
    for names in ([name, path], [path, name]):
        with refused(InputError), open_parallel_text(names):
            pass


@pytest.mark.parametrize(
    "data",
    [
        b"a\n\xe4\n",
        b"a\n\0\n",
        pytest.param(gzip.compress(b"a\n" * 1000, mtime=0)[:-5], id="truncated"),
    ],
)
def test_bad_text_is_told_before_any_work(write: Callable[..., list[Path]], data: bytes) -> None:
    with refused(InputError), open_parallel_text(write(b"a\nb\n", data)):
        pytest.fail("work was begun")
