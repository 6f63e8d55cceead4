"""Two texts side by side: refused before any work if they do not go together."""

from __future__ import annotations

import gzip
import os
import sys
import threading

import pytest

from messages import refused
from wordorder import InputError
from wordorder.alignment.bilingual.bitext import read_pairs
from wordorder.text import open_parallel_text


def as_lines(pairs) -> list[tuple[list[str], list[str]]]:
    sides = []
    for side in (pairs.source, pairs.target):
        bounds = zip(side.offsets[:-1], side.offsets[1:], strict=True)
        sides.append([side.words[start:end] for start, end in bounds])
    return list(zip(*sides, strict=True))


def test_words_stand_between_blanks(texts) -> None:
    with open_parallel_text(texts("a  B\tc\n\n", "x\u3000y z\n \n")) as text:
        (pairs,) = read_pairs(text, fold_case=False)
    assert as_lines(pairs) == [(["a", "B", "c"], ["x\u3000y", "z"]), ([], [])]
    assert pairs.source.lengths.tolist() == [3, 0]
    assert (text.lines, pairs.first_line) == (2, 1)


def test_case_is_folded_only_if_asked(texts) -> None:
    with open_parallel_text(texts("Haus STRASSE\n", "ΣΟΦΟΣ İ\n")) as text:
        (folded,) = read_pairs(text, fold_case=True)
        (kept,) = read_pairs(text, fold_case=False)
    assert (folded.source.words, folded.target.words) == (["haus", "strasse"], ["σοφος", "i̇"])
    assert (kept.source.words, kept.target.words) == (["Haus", "STRASSE"], ["ΣΟΦΟΣ", "İ"])


@pytest.mark.slow
def test_no_character_becomes_a_blank_when_case_is_folded() -> None:
    characters = set(map(chr, range(sys.maxunicode + 1))) - set(" \t\n")
    assert set(" \t\n").isdisjoint("".join(characters).lower())


@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_batches_cover_all_lines(texts, size) -> None:
    lines = [f"word{k}\n" for k in range(6)]
    with open_parallel_text(texts("".join(lines), "".join(lines[::-1]))) as text:
        batches = list(read_pairs(text, fold_case=False, most_lines=size))
    assert [w for b in batches for w in b.source.words] == [f"word{k}" for k in range(6)]
    assert [b.first_line for b in batches] == list(range(1, 7, size))


@pytest.mark.parametrize(
    ("source", "target", "sizes"),
    [
        ("a\nb\n", "x\n", "has 2 lines, {} has 1 line"),
        ("", "x\ny\n", "has 0 lines, {} has 2 lines"),
        ("a\n" * 1000, "x\n" * 1001, "has 1,000 lines, {} has 1,001 lines"),
    ],
)
def test_different_numbers_of_lines_are_named(texts, source, target, sizes) -> None:
    files = texts(source, target)
    with refused(InputError):
        open_parallel_text(files).__enter__()


def test_compressed_text_and_standard_input(texts, tmp_path, stdin) -> None:
    source = tmp_path / "source.gz"
    source.write_bytes(gzip.compress(b"\xef\xbb\xbfa b\r\nc"))
    stdin(b"x y\nz\n")
    with open_parallel_text([source, "-"]) as text:
        for _ in range(2):
            lines = [line for pairs in read_pairs(text, fold_case=True) for line in as_lines(pairs)]
            assert lines == [(["a", "b"], ["x", "y"]), (["c"], ["z"])]
        copy = text.paths[1]
    assert not os.path.exists(copy)  # noqa: PTH110


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_read_once(texts, tmp_path) -> None:
    source, _ = texts("a\nb\n")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=("x\ny\n",))
    writer.start()
    with open_parallel_text([source, pipe]) as text:
        assert text.lines == 2
        assert [len(list(read_pairs(text, fold_case=True))) for _ in range(2)] == [1, 1]
    writer.join()


def test_a_missing_file_is_named(texts, tmp_path) -> None:
    source, _ = texts()
    for path in [tmp_path / "none", tmp_path]:
        with refused(InputError):
            open_parallel_text([source, path]).__enter__()
    with refused(InputError):
        open_parallel_text(["", source]).__enter__()
