"""The streaming reader: every rule of its contract, and that no bad file gives a traceback."""

from __future__ import annotations

import contextlib
import doctest
import gc
import gzip
import io
import itertools
import lzma
import os
import random
import subprocess
import sys
import tracemalloc
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, example, given, settings, strategies as st

import wordorder.text
from messages import check, refused
from wordorder.errors import InputError, UsageError
from wordorder.text import TextBlock, compression, read_blocks, read_lines, reader, source

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from types import ModuleType

COMPRESS: dict[str, Callable[[bytes], bytes]] = {
    "plain": bytes,
    "gzip": gzip.compress,
    "xz": lzma.compress,
    "zstd": zstd.compress,
}
COMPRESSED = sorted(COMPRESS.keys() - {"plain"})
ZSTD_SKIPPABLE_FRAME = b"\x50\x2a\x4d\x18" + (4).to_bytes(4, "little") + b"skip"

# Everything that str.splitlines breaks a line at, and a reader of lines must not.
FALSE_LINE_ENDS = "\v\f\x1c\x1d\x1e\x85\u2028\u2029"


@pytest.fixture
def write(tmp_path: Path) -> Callable[[bytes], Path]:
    # The name says nothing about the compression, so the reader must look at the bytes.
    path = tmp_path / "input"

    def write_bytes(data: bytes) -> Path:
        path.write_bytes(data)
        return path

    return write_bytes


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[io.BufferedReader]:
    """The files that are opened to be read, so that a test can see them closed."""
    handles = []
    usual = Path.open

    def open_and_remember(path: Path, mode: str = "r", **options: Any) -> Any:
        handle = usual(path, mode, **options)
        if mode == "rb":
            handles.append(handle)
        return handle

    monkeypatch.setattr("pathlib.Path.open", open_and_remember)
    return handles


def obvious_lines(raw: bytes) -> list[str]:
    """The contract in slow steps, over the whole text at once."""
    text = raw.decode().removeprefix("\ufeff")
    if "\n" not in text:
        text = text.replace("\r", "\n")
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    return [line.removesuffix("\r") for line in lines]


def texts(path: str | os.PathLike[str], block_size: int = 1 << 20) -> list[str]:
    return [text for _, text in read_lines(path, block_size=block_size)]


def read_until_error(
    path: str | os.PathLike[str], block_size: int, **limits: int
) -> tuple[list[str], str]:
    """The lines that came before the error, and its message."""
    lines: list[str] = []
    with refused(InputError) as caught:
        for block in read_blocks(path, block_size=block_size, **limits):
            lines += block.data.decode().split("\n")[:-1]
    message = str(caught.value)
    assert "\n" not in message
    assert "; " in message, "an error says what to do"
    return lines, message


def lines_until_error(path: str | os.PathLike[str], block_size: int, **limits: int) -> list[str]:
    return read_until_error(path, block_size, **limits)[0]


# Lines, line ends, byte order mark


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    lines=st.lists(st.text(st.characters(exclude_characters="\0\n\r", codec="utf-8"))),
    line_end=st.sampled_from([b"\n", b"\r\n"]),
    last_end=st.booleans(),
    bom=st.sampled_from([b"", b"\xef\xbb\xbf"]),
    kind=st.sampled_from(sorted(COMPRESS)),
    block_size=st.integers(1, 40),
)
@example(
    lines=["", "a" + FALSE_LINE_ENDS + "b", ""],
    line_end=b"\r\n",
    last_end=True,
    bom=b"\xef\xbb\xbf",
    kind="zstd",
    block_size=1,
)
def test_lines_survive_every_wrapping(
    *,
    write: Callable[[bytes], Path],
    lines: list[str],
    line_end: bytes,
    last_end: bool,
    bom: bytes,
    kind: str,
    block_size: int,
) -> None:
    # An empty last line without an end is no line, and U+FEFF at the start is a BOM.
    if lines and not last_end:
        lines = [*lines, "last"]
    if lines and not bom:
        lines[0] = lines[0].lstrip("\ufeff")
    raw = bom + line_end.join(line.encode() for line in lines)
    if lines and last_end:
        raw += line_end
    path = write(COMPRESS[kind](raw))
    assert list(read_lines(path, block_size=block_size)) == list(enumerate(lines, 1))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    raw=st.text(st.sampled_from("a\r\né\u2028\U0001f600\ufeff")).map(str.encode),
    block_size=st.integers(1, 12),
)
def test_any_mixture_of_line_ends(
    write: Callable[[bytes], Path], raw: bytes, block_size: int
) -> None:
    assert texts(write(raw), block_size) == obvious_lines(raw)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(raw=st.binary(), block_size=st.integers(1, 12))
def test_any_bytes_are_text_or_an_input_error(
    write: Callable[[bytes], Path], raw: bytes, block_size: int
) -> None:
    path = write(raw)
    try:
        lines = texts(path, block_size)
    except InputError as error:
        message = str(error)
        assert "\n" not in message
        assert "; " in message, "an error says what to do"
    else:
        assert lines == obvious_lines(raw)


@pytest.mark.parametrize("block_size", [1, 2, 3, 5, 8, 1000])
def test_blocks_hold_whole_numbered_clean_lines(
    write: Callable[[bytes], Path], block_size: int
) -> None:
    raw = b"\xef\xbb\xbfone\r\n\r\nthr\xc3\xa9e\rstill three\nfour\r"
    path = write(raw)
    blocks = list(read_blocks(path, block_size=block_size))
    assert b"".join(block.data for block in blocks) == (b"one\n\nthr\xc3\xa9e\rstill three\nfour\n")
    next_line = 1
    for block in blocks:
        assert block.first_line == next_line
        assert block.name == str(path)
        assert block.data.endswith(b"\n")
        next_line += block.data.count(b"\n")
    assert next_line == 5


def test_blocks_are_about_as_long_as_asked(write: Callable[[bytes], Path]) -> None:
    path = write(b"0123456\n" * 1000)
    assert {len(block.data) for block in read_blocks(path, block_size=80)} == {80}
    assert len(list(read_blocks(path))) == 1


@pytest.mark.parametrize("ending", list(FALSE_LINE_ENDS))
def test_only_a_line_feed_ends_a_line(write: Callable[[bytes], Path], ending: str) -> None:
    assert texts(write(f"a{ending}b\nc".encode())) == [f"a{ending}b", "c"]


@pytest.mark.parametrize(
    ("raw", "lines"),
    [
        (b"a\r\nb\r\n", ["a", "b"]),
        (b"a\nb\r", ["a", "b"]),
        (b"a\rb\n", ["a\rb"]),
        (b"a\rb\r\rc", ["a", "b", "", "c"]),
        (b"a\rb\r", ["a", "b"]),
        (b"a\r\r\n", ["a\r"]),
        (b"a\n\r", ["a", ""]),
        (b"\n", [""]),
        (b"\n\n", ["", ""]),
        (b"\xef\xbb\xbf\n", [""]),
        (b"a\xef\xbb\xbf\n", ["a\ufeff"]),
        (b"\xef\xbb\xbf\xef\xbb\xbfa\n", ["\ufeffa"]),
    ],
)
@pytest.mark.parametrize("block_size", [1, 2, 3, 100])
def test_line_ends_and_byte_order_marks(
    write: Callable[[bytes], Path], raw: bytes, lines: list[str], block_size: int
) -> None:
    assert texts(write(raw), block_size) == lines


@pytest.mark.parametrize("kind", sorted(COMPRESS))
@pytest.mark.parametrize("raw", [b"", b"\xef\xbb\xbf"])
def test_an_empty_text_gives_no_block(
    write: Callable[[bytes], Path], kind: str, raw: bytes
) -> None:
    assert list(read_blocks(write(COMPRESS[kind](raw)))) == []


def test_a_path_may_be_a_string(write: Callable[[bytes], Path]) -> None:
    path = str(write(b"a\n"))
    assert list(read_blocks(path)) == [TextBlock(b"a\n", 1, 1, path)]


def test_a_block_is_frozen() -> None:
    with pytest.raises(AttributeError):
        TextBlock(b"a\n", 1, 1, "name").first_line = 2  # type: ignore[misc]


@pytest.mark.parametrize("block_size", [0, -1])
def test_the_block_size_must_be_positive(write: Callable[[bytes], Path], block_size: int) -> None:
    with refused(UsageError):
        next(read_blocks(write(b"a\n"), block_size=block_size))


# Compression


@pytest.mark.parametrize("kind", COMPRESSED)
@pytest.mark.parametrize("padding", [b"", b"\0" * 8])
@pytest.mark.parametrize("block_size", [1, 7, 1 << 20])
def test_streams_may_follow_each_other(
    write: Callable[[bytes], Path], kind: str, padding: bytes, block_size: int
) -> None:
    parts = [b"one\ntw", b"", b"o\r", b"\nthree"]
    path = write(b"".join(COMPRESS[kind](part) + padding for part in parts))
    assert texts(path, block_size) == ["one", "two", "three"]


@pytest.mark.parametrize("block_size", [1, 7, 1 << 20])
def test_zstd_may_have_skippable_frames(write: Callable[[bytes], Path], block_size: int) -> None:
    parts = [ZSTD_SKIPPABLE_FRAME, zstd.compress(b"a\nb"), ZSTD_SKIPPABLE_FRAME]
    assert texts(write(b"".join(parts)), block_size) == ["a", "b"]


@pytest.mark.parametrize("text", ["(", "P*M", "P", "\x1f"])
def test_the_start_of_a_magic_number_is_text(write: Callable[[bytes], Path], text: str) -> None:
    assert texts(write(text.encode()), 1) == [text]


@pytest.mark.parametrize("kind", sorted(COMPRESS))
@pytest.mark.parametrize("block_size", [1, 10, 1 << 20])
def test_progress_counts_raw_bytes(
    write: Callable[[bytes], Path], kind: str, block_size: int
) -> None:
    path = write(COMPRESS[kind](b"some words in a line\n" * 20))
    steps: list[int] = []
    for _ in read_blocks(path, block_size=block_size, on_bytes=steps.append):
        pass
    assert sum(steps) == path.stat().st_size
    assert 0 < max(steps) <= block_size


def test_an_error_of_the_progress_bar_is_not_taken_for_a_bad_file(
    write: Callable[[bytes], Path],
) -> None:
    def broken_pipe(_: int) -> None:
        raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        next(read_blocks(write(b"a\n"), on_bytes=broken_pipe))


@pytest.mark.slow
@pytest.mark.parametrize("kind", COMPRESSED)
def test_memory_stays_bounded_however_well_it_is_compressed(
    write: Callable[[bytes], Path], kind: str
) -> None:
    lines = 1 << 22
    path = write(COMPRESS[kind](b"same words\n" * lines))
    tracemalloc.start()
    try:
        count = sum(block.data.count(b"\n") for block in read_blocks(path, block_size=1 << 16))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert count == lines
    # lzma needs 8 MiB for its dictionary; the text has 44 MiB.
    assert peak < 12 << 20


@pytest.mark.slow
@pytest.mark.parametrize("kind", COMPRESSED)
def test_truncated_anywhere(write: Callable[[bytes], Path], kind: str) -> None:
    raw = b"one\ntwo\nthree\nfour\n"
    whole = COMPRESS[kind](raw)
    recognised = {"gzip": 2, "xz": 6, "zstd": 4}[kind]
    for length, block_size in itertools.product(range(recognised, len(whole)), (1, 7, 1 << 20)):
        path = write(whole[:length])
        lines, message = read_until_error(path, block_size)
        assert lines == obvious_lines(raw)[: len(lines)]
        assert f" after line {len(lines)}: " in message
    # Too short to be recognised: it may look like text, but it gives no traceback.
    for length, block_size in itertools.product(range(recognised), (1, 7, 1 << 20)):
        try:
            texts(write(whole[:length]), block_size)
        except InputError as error:
            check(str(error))


@pytest.mark.parametrize("kind", COMPRESSED)
def test_truncated_in_the_second_stream(write: Callable[[bytes], Path], kind: str) -> None:
    first, second = COMPRESS[kind](b"one\ntwo\n"), COMPRESS[kind](b"three\n")
    for length in range(1, len(second)):
        lines, message = read_until_error(write(first + second[:length]), 1 << 20)
        assert lines[:2] == ["one", "two"]
        assert f" after line {len(lines)}: " in message


@pytest.mark.slow
@pytest.mark.parametrize("kind", COMPRESSED)
def test_truncated_after_many_good_blocks(write: Callable[[bytes], Path], kind: str) -> None:
    generator = random.Random(3)
    wanted = [str(generator.random()) for _ in range(20_000)]
    whole = COMPRESS[kind]("\n".join(wanted).encode())
    lines, message = read_until_error(write(whole[:-20]), 4096)
    assert len(lines) > 10_000
    assert lines == wanted[: len(lines)]
    assert f" after line {len(lines)}: " in message


@pytest.mark.parametrize("kind", COMPRESSED)
@pytest.mark.parametrize("block_size", [1, 1 << 20])
def test_a_changed_byte_is_noticed_or_harmless(
    write: Callable[[bytes], Path], kind: str, block_size: int
) -> None:
    raw = b"one\ntwo\nthree\nfour\n"
    checksum: dict[int, int] = {zstd.CompressionParameter.checksum_flag: 1}
    whole = zstd.compress(raw, options=checksum) if kind == "zstd" else COMPRESS[kind](raw)
    noticed = 0
    for place in range(len(whole)):
        changed = bytearray(whole)
        changed[place] ^= 0x55
        try:
            lines = texts(write(bytes(changed)), block_size)
        except InputError:
            noticed += 1
        else:
            assert lines == obvious_lines(raw)
    assert noticed > len(whole) // 4


@pytest.mark.slow
@pytest.mark.parametrize("kind", COMPRESSED)
def test_corrupt_after_many_good_blocks(write: Callable[[bytes], Path], kind: str) -> None:
    generator = random.Random(3)
    wanted = [str(generator.random()) for _ in range(20_000)]
    first = COMPRESS[kind]("".join(f"{line}\n" for line in wanted).encode())
    path = write(first + b"this is not a compressed stream")
    assert lines_until_error(path, 4096) == wanted


@pytest.mark.parametrize("kind", COMPRESSED)
def test_a_python_without_the_module(
    write: Callable[[bytes], Path], monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    module = {"gzip": "zlib", "xz": "lzma", "zstd": zstd.__name__}[kind]
    path = write(COMPRESS[kind](b"a\n"))
    package, _, name = module.rpartition(".")
    if package:
        monkeypatch.delattr(sys.modules[package], name)
    monkeypatch.setitem(sys.modules, module, None)
    assert lines_until_error(path, 100) == []


# Errors and where they are


@pytest.mark.parametrize(
    "bad",
    [
        b"ab\0c",
        b"\xe9",
        b"\xc3\xa9\xc3",
        b"ok \xff",
        b"\xed\xa0\x80",
        b"\xc0\x80",
        b"a\0\xff",
        b"a\xff\0",
    ],
)
def test_bad_bytes_are_located(write: Callable[[bytes], Path], bad: bytes) -> None:
    rests = (b"", b"\n", b"\r\ngood again\nbad again \xff\0\n")
    for good_lines, rest in itertools.product((0, 1, 50), rests):
        path = write("gut wäre das\r\n".encode() * good_lines + bad + rest)
        for block_size in (1, 100, 1 << 20):
            lines, message = read_until_error(path, block_size)
            assert lines == ["gut wäre das"] * good_lines
            assert message.startswith(f"{path}:{good_lines + 1}: ")


@pytest.mark.parametrize("kind", sorted(COMPRESS))
def test_a_bad_byte_after_many_good_blocks(write: Callable[[bytes], Path], kind: str) -> None:
    path = write(COMPRESS[kind](b"2 1 3\n" * 100_000 + b"2 \0 1 3\n"))
    assert lines_until_error(path, 4096) == ["2 1 3"] * 100_000


def test_a_workbook_is_no_text(write: Callable[[bytes], Path]) -> None:
    path = write(b"PK\x03\x04\x14\x00\x06\x00")
    assert lines_until_error(path, 100) == []


def test_a_broken_character_says_how_to_convert(write: Callable[[bytes], Path]) -> None:
    path = write("gut\ngrün\n".encode("latin-1"))
    assert lines_until_error(path, 100) == ["gut"]


@pytest.mark.parametrize("kind", sorted(COMPRESS))
@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16(write: Callable[[bytes], Path], encoding: str, kind: str) -> None:
    for text in ("\ufeff", "\ufeffa", "\ufeffone\ntwo\n"):
        path = write(COMPRESS[kind](text.encode(encoding)))
        for block_size in (1, 1 << 20):
            assert lines_until_error(path, block_size) == []


def test_the_longest_line_has_256_mib() -> None:
    assert wordorder.text.MAX_LINE_BYTES == 256 * 1024 * 1024


@pytest.mark.parametrize("kind", sorted(COMPRESS))
def test_a_line_may_be_as_long_as_the_limit_and_no_longer(
    write: Callable[[bytes], Path], kind: str
) -> None:
    limit = 1 << 20
    longest = b"x" * limit
    for block_size in (1000, 1 << 20, 1 << 22):
        path = write(COMPRESS[kind](b"a\n" + longest + b"\nb"))
        blocks = read_blocks(path, block_size=block_size, longest_line=limit)
        assert b"".join(block.data for block in blocks) == b"a\n" + longest + b"\nb\n"
        for end in (b"", b"\nb\n"):
            path = write(COMPRESS[kind](b"a\n" + longest + b"x" + end))
            assert lines_until_error(path, block_size, longest_line=limit) == ["a"]


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="needs an endless file")  # noqa: PTH110
def test_an_endless_line_is_given_up() -> None:
    assert lines_until_error("/dev/zero", 4096, longest_line=1 << 20) == []


def test_a_missing_file(tmp_path: Path) -> None:
    assert lines_until_error(tmp_path / "missing", 100) == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows says 'permission denied'")
def test_a_directory(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    assert lines_until_error(folder, 100) == []


def test_no_permission(monkeypatch: pytest.MonkeyPatch) -> None:
    # Raised by hand, because an administrator, as in many containers, may read everything.
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.open", refuse)
    assert lines_until_error("secret", 100) == []


def test_a_file_as_a_folder(write: Callable[[bytes], Path]) -> None:
    assert lines_until_error(write(b"a\n") / "inside", 100) == []


def test_a_name_that_cannot_be() -> None:
    assert lines_until_error("a\0b", 100) == []


def test_a_device_that_fails_while_reading(stdin: Callable[[io.BytesIO], io.BytesIO]) -> None:
    class FailingDisk(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            if self.tell():
                raise OSError(5, "Input/output error")
            return super().read(size)

    stdin(FailingDisk(b"one\ntwo\nthree\n"))
    assert lines_until_error("-", 8) == ["one", "two"]


# Standard input


@pytest.mark.parametrize("kind", sorted(COMPRESS))
@pytest.mark.parametrize("block_size", [1, 1 << 20])
def test_standard_input(
    stdin: Callable[[io.BytesIO], io.BytesIO], kind: str, block_size: int
) -> None:
    raw = b"\xef\xbb\xbfeins\r\nzw\xc3\xb6lf"
    buffer = stdin(io.BytesIO(COMPRESS[kind](raw)))
    blocks = list(read_blocks("-", block_size=block_size))
    assert b"".join(block.data for block in blocks) == b"eins\nzw\xc3\xb6lf\n"
    assert {block.name for block in blocks} == {"<stdin>"}
    assert not buffer.closed


def test_standard_input_stays_open_after_an_error_and_an_early_stop(
    stdin: Callable[[io.BytesIO], io.BytesIO],
) -> None:
    buffer = stdin(io.BytesIO(b"one\ntwo\n\xff\n"))
    assert lines_until_error("-", 4) == ["one", "two"]
    assert not buffer.closed
    buffer.seek(0)
    blocks = read_blocks("-", block_size=4)
    next(blocks)
    blocks.close()
    assert not buffer.closed


@pytest.mark.parametrize("missing", [True, False])
def test_no_standard_input(monkeypatch: pytest.MonkeyPatch, missing: bool) -> None:
    closed = io.TextIOWrapper(io.BytesIO())
    closed.close()
    monkeypatch.setattr("sys.stdin", None if missing else closed)
    assert lines_until_error("-", 100) == []


def test_a_terminal_is_answered_line_by_line(
    stdin: Callable[[io.BytesIO], io.BytesIO],
) -> None:
    class Terminal(io.BytesIO):
        ends_seen = 0

        def isatty(self) -> bool:
            return True

        def readline(self, size: int | None = -1, /) -> bytes:
            line = super().readline(size)
            self.ends_seen += not line
            return line

    terminal = Terminal(b"1\n2 1\n")
    stdin(terminal)
    lines = read_lines("-")
    assert next(lines) == (1, "1")
    assert terminal.tell() == len("1\n"), "the second line is not waited for"
    assert list(lines) == [(2, "2 1")]
    assert terminal.ends_seen == 1, "one Ctrl-D is enough"


def test_a_file_named_like_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "-").write_bytes(b"from the file\n")
    assert list(read_blocks("./-")) == [TextBlock(b"from the file\n", 1, 1, "./-")]


# Handles, imports, examples


@pytest.mark.parametrize("kind", sorted(COMPRESS))
@pytest.mark.parametrize("read", [read_blocks, read_lines])
def test_stopping_early_closes_the_file(
    write: Callable[[bytes], Path],
    opened: list[io.BufferedReader],
    kind: str,
    read: Callable[..., Generator[object, None, None]],
) -> None:
    generator = read(write(COMPRESS[kind](b"a line\n" * 100)), block_size=10)
    next(generator)
    assert [handle.closed for handle in opened] == [False]
    generator.close()
    assert [handle.closed for handle in opened] == [True]


@pytest.mark.slow
@pytest.mark.parametrize("read", [read_blocks, read_lines])
def test_a_forgotten_reader_leaves_nothing_open(
    write: Callable[[bytes], Path],
    opened: list[io.BufferedReader],
    read: Callable[..., Generator[object, None, None]],
) -> None:
    for _ in read(write(b"a line\n" * 100), block_size=10):
        break
    gc.collect()
    assert [handle.closed for handle in opened] == [True]


@pytest.mark.parametrize(
    "raw", [b"a\n\xff\n", b"a\n\0", b"\xff\xfea", gzip.compress(b"a\n", mtime=0)[:-1], b"fine\n"]
)
def test_the_end_and_every_error_close_the_file(
    write: Callable[[bytes], Path], opened: list[io.BufferedReader], raw: bytes
) -> None:
    blocks = read_blocks(write(raw))
    with contextlib.suppress(InputError):
        assert list(blocks)
    assert [handle.closed for handle in opened] == [True]


def test_importing_is_cheap() -> None:
    before_and_after = (
        "import sys; before = set(sys.modules); import wordorder.text.reader; "
        "print(*sorted(set(sys.modules) - before))"
    )
    run = subprocess.run(
        [sys.executable, "-c", before_and_after], capture_output=True, text=True, check=True
    )
    loaded = set(run.stdout.split())
    assert not loaded & {"gzip", "zlib", "lzma", "bz2", "backports.zstd", "compression.zstd"}


@pytest.mark.parametrize("module", [wordorder.text, compression, reader, source])
def test_the_examples_run(module: ModuleType) -> None:
    assert doctest.testmod(module).failed == 0


def test_an_empty_name_is_not_the_current_folder() -> None:
    with refused(InputError):
        next(read_lines(""))


def test_tiny_gzip_members_are_not_handed_over_again_and_again(write, monkeypatch) -> None:
    fed = 0
    new = zlib.decompressobj

    class Counting:
        def __init__(self, **options: int) -> None:
            self._inner = new(**options)

        def __getattr__(self, name: str) -> object:
            return getattr(self._inner, name)

        def decompress(self, data: bytes, max_length: int) -> bytes:
            nonlocal fed
            fed += len(data)
            return self._inner.decompress(data, max_length)

    monkeypatch.setattr("zlib.decompressobj", Counting)
    members = [gzip.compress(f"{number}\n".encode()) for number in range(2000)]
    blocks = read_blocks(write(b"\0".join(members)))
    assert b"".join(block.data for block in blocks).split() == [b"%d" % n for n in range(2000)]
    assert (
        sum(map(len, members)) <= fed < 100 * sum(map(len, members))
    )  # the whole rest each time would be 1,000 times it


def test_hundreds_of_thousands_of_tiny_gzip_members_are_refused(write) -> None:
    path = write(gzip.compress(b"") * 10_001 + gzip.compress(b"1\n"))
    with refused(InputError):
        list(read_blocks(path))


def test_members_of_some_size_may_be_many(write) -> None:
    member = gzip.compress(random.Random(1).randbytes(150).hex().encode() + b"\n")
    blocks = read_blocks(write(member * 10_500))
    assert sum(block.lines for block in blocks) == 10_500
