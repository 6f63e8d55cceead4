"""Words of a line, split in Python and counted in the kernel, must agree."""

from __future__ import annotations

import gzip
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordorder import InputError, _kernels
from wordorder.text import read_blocks, read_word_counts, split_words, words

if TYPE_CHECKING:
    from pathlib import Path

# Blanks, what other programs take for blanks, and ordinary letters.
SPACES = " \t\N{NO-BREAK SPACE}\N{IDEOGRAPHIC SPACE}\x0b\x0c\r\x1c\x85\u2003\u2028\u200b\ufeff"
lines_of_text = st.one_of(
    st.text(st.characters(blacklist_categories=("Cs",), blacklist_characters="\n")),
    st.text(st.sampled_from(SPACES + "ab語")),
)

EXAMPLES = [
    ("", []),
    (" ", []),
    ("\t \t", []),
    ("a", ["a"]),
    (" a\t\tb  c ", ["a", "b", "c"]),
    ("10\N{NO-BREAK SPACE}000", ["10\N{NO-BREAK SPACE}000"]),
    ("彼\N{IDEOGRAPHIC SPACE}は", ["彼\N{IDEOGRAPHIC SPACE}は"]),
    ("彼 \N{IDEOGRAPHIC SPACE} は", ["彼", "\N{IDEOGRAPHIC SPACE}", "は"]),
    ("a\x0bb\x0cc\rd\x85e\u2028f", ["a\x0bb\x0cc\rd\x85e\u2028f"]),
]


@pytest.mark.parametrize(("line", "expected"), EXAMPLES, ids=[repr(line) for line, _ in EXAMPLES])
def test_only_spaces_and_tabs_stand_between_words(line: str, expected: list[str]) -> None:
    assert split_words(line) == expected
    assert _kernels.count_words(f"{line}\n".encode()).tolist() == [len(expected)]


@given(st.lists(lines_of_text, max_size=6))
def test_words_are_counted_as_they_are_split(lines: list[str]) -> None:
    data = "".join(f"{line}\n" for line in lines).encode()
    counts = _kernels.count_words(data)
    assert counts.tolist() == [len(split_words(line)) for line in lines]
    assert counts.dtype == np.int32
    for line in lines:
        assert " ".join(split_words(line)).split(" ") == (split_words(line) or [""])
        assert not any({" ", "\t"} & set(word) for word in split_words(line))


def counts(path: Path, data: bytes) -> list[list[int]]:
    path.write_bytes(data)
    return [block.tolist() for block in read_word_counts(path)]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", []),
        (b"a b\nc\n", [2, 1]),
        (b"a b\r\n\r\nc", [2, 0, 1]),
        (b"\n\n", [0, 0]),
        (b"\xef\xbb\xbfa b\n", [2]),
    ],
)
def test_the_lines_of_a_file_are_counted(tmp_path: Path, data: bytes, expected: list[int]) -> None:
    for written in (data, gzip.compress(data)):
        assert list(chain(*counts(tmp_path / "text", written))) == expected


def test_counts_come_in_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "read_blocks", partial(read_blocks, block_size=4))
    blocks = counts(tmp_path / "text", b"a b\nc d e f\n\ng\n")
    assert len(blocks) > 1
    assert list(chain(*blocks)) == [2, 4, 0, 1]


def test_a_text_that_cannot_be_read_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"missing: no such file; check the path$"):
        list(read_word_counts(tmp_path / "missing"))
    with pytest.raises(InputError, match=r":2: byte 0xE3 in byte column 3 is not UTF-8"):
        counts(tmp_path / "text", b"a\na \xe3\n")


def test_millions_of_words_are_counted() -> None:
    assert _kernels.count_words(b"a " * 2_000_000 + b"\n").tolist() == [2_000_000]
