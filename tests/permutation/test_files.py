"""Files of permutations as a stream of batches."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from messages import refused
from strategies import permutations
from streams import trickle
from wordorder import (
    InputError,
    LinkReading,
    Permutation,
    PermutationBatch,
    UsageError,
    read_alignments,
    read_permutations,
)
from wordorder.permutation import (
    CONVENTIONS,
    alignment_permutations,
    permutation_text,
)
from wordorder.permutation.files import _parts

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "permutations.txt"


def rows(batches: list[PermutationBatch]) -> list[list[int]]:
    return [list(batch[row]) for batch in batches for row in range(len(batch))]


def read(path: Path, text: str, **options: bool) -> list[list[int]]:
    path.write_text(text, encoding="utf-8")
    return rows(list(read_permutations(path, **options)))


def test_each_line_is_a_permutation(file: Path) -> None:
    assert read(file, "⟨2, 1⟩\n3 1 2\n1\n") == [[1, 0], [2, 0, 1], [0]]


def test_an_empty_line_is_a_permutation_of_no_words(file: Path) -> None:
    assert read(file, "\n2 1\n\n  \n⟨⟩\n1") == [[], [1, 0], [], [], [], [0]]


@pytest.mark.parametrize("text", ["2 1\r\n1 2\r\n", "\ufeff2 1\n1 2\n", "2 1\n1 2"])
def test_line_ends_and_byte_order_marks_do_not_matter(file: Path, text: str) -> None:
    assert read(file, text) == [[1, 0], [0, 1]]


def test_an_empty_file_has_no_batches(file: Path) -> None:
    file.touch()
    assert list(read_permutations(file)) == []


def test_orders_are_turned_into_ranks(file: Path) -> None:
    assert read(file, "2 3 1\n\n1 2\n", order=True) == [[2, 0, 1], [], [0, 1]]


def test_gzip_is_read_like_plain_text(file: Path) -> None:
    file.write_bytes(gzip.compress(b"2 1\n1 3 2\n"))
    assert rows(list(read_permutations(file))) == [[1, 0], [0, 2, 1]]


def test_a_dash_is_standard_input(stdin: Callable[[bytes], object]) -> None:
    stdin(b"2 1\n3 3 1\n")
    with refused(InputError):
        list(read_permutations("-"))


# Batches


def test_a_batch_is_a_ragged_array(file: Path) -> None:
    file.write_text("2 1\n\n1 3 2\n")
    [batch] = read_permutations(file)
    assert batch.values.tolist() == [1, 0, 0, 2, 1]
    assert batch.offsets.tolist() == [0, 2, 2, 5]
    assert (batch.values.dtype, batch.offsets.dtype) == (np.int32, np.int64)
    assert batch.lengths.tolist() == [2, 0, 3]
    assert batch.first_line == 1
    assert list(batch) == [Permutation([1, 0]), Permutation([]), Permutation([0, 2, 1])]


@pytest.mark.parametrize("row", [-1, 1])
def test_a_row_that_does_not_exist_is_an_index_error(file: Path, row: int) -> None:
    file.write_text("2 1\n")
    [batch] = read_permutations(file)
    with pytest.raises(IndexError):
        batch[row]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(permutations(max_size=20), max_size=20), st.sampled_from([0, 1]))
def test_blocks_change_nothing(file: Path, wanted: list[list[int]], base: int) -> None:
    lines = [" ".join(str(rank + base) for rank in row) for row in wanted]
    file.write_text("".join(f"{line}\n" for line in lines))
    batches = list(read_permutations(trickle(file, 16)))
    assert rows(batches) == wanted
    starts = np.cumsum([1, *map(len, batches)]).tolist()
    assert [batch.first_line for batch in batches] == starts[:-1]


def test_a_large_file_comes_in_several_batches(file: Path) -> None:
    line = " ".join(map(str, range(1, 101))) + "\n"
    file.write_text(line * 10_000)
    consumed: list[int] = []
    lengths = [len(batch) for batch in read_permutations(file, on_bytes=consumed.append)]
    assert len(lengths) > 1
    assert sum(lengths) == 10_000
    assert sum(consumed) == file.stat().st_size


def test_nothing_is_read_before_it_is_asked_for(file: Path) -> None:
    line = " ".join(map(str, range(1, 101))) + "\n"
    file.write_text(line * 10_000 + "wrong\n")
    with_error = read_permutations(file)
    assert next(with_error).first_line == 1
    with_error.close()


# Errors name the line


@pytest.mark.parametrize(
    "text",
    [
        "1 2\n2 2\n",
        "1 2\n1 3\n",
        "1 2\n0 0\n",
        "0 1\n1 1\n",
        "1 2\n\n1 x\n",
        "1 2\n2 -1\n",
        "1 2\n\n0 1\n",
        "\n0\n\n2 1\n",
    ],
)
@pytest.mark.parametrize("block_size", [4, 1 << 20])
def test_errors_name_the_line(file: Path, text: str, block_size: int) -> None:
    file.write_text(text, encoding="utf-8")
    with refused(InputError):
        list(read_permutations(trickle(file, block_size)))


@pytest.mark.parametrize("last", ["1 1", "0 1"])
def test_lines_are_counted_across_blocks(file: Path, last: str) -> None:
    line = " ".join(map(str, range(1, 41))) + "\n"
    text = line * 20_000 + last
    assert len(text) > 1 << 21
    with refused(InputError):
        read(file, text)


def test_the_lines_before_a_bad_one_in_another_block_are_given_out(file: Path) -> None:
    file.write_text("1 2 3 4 5 6 7 8\n2 1\n1 1\n")
    batches = read_permutations(trickle(file, 16))
    assert rows([next(batches)]) == [list(range(8))]
    with refused(InputError):
        list(batches)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "none.txt"
    with refused(InputError):
        list(read_permutations(path))


# Files of links turned into permutations.


LINES = "0-1 1-0 5-5\n\n2-2\n0-0 9-1 3?2\n" * 5


@pytest.fixture
def links(tmp_path: Path) -> Path:
    file = tmp_path / "links.align"
    file.write_text(LINES)
    return file


@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize("most_words", [1, 7, 1 << 22])
def test_pieces_of_any_size_are_the_whole(links, convention, most_words) -> None:
    (batch,) = read_alignments(links)
    whole = PermutationBatch.from_alignments(batch, convention)
    alignments = _parts(batch, most_words=most_words)
    parts = [PermutationBatch.from_alignments(part, convention) for part in alignments]
    assert (len(parts) > 1) == (most_words < 100)
    assert "".join(part.to_text() for part in parts) == whole.to_text()
    assert "".join(permutation_text(links, convention, "order")) == whole.to_text(order=True)
    lines = [part.first_line for part in parts]
    assert lines == sorted(lines)


@pytest.mark.slow
def test_very_long_sentences_come_piece_by_piece(links) -> None:
    links.write_text(f"0-1 1-0 999999-3{' ' * 3000}\n" * 5)
    (batch,) = read_alignments(links)
    parts = list(alignment_permutations(links))
    assert [len(part) for part in parts] == [4, 1]
    whole = PermutationBatch.from_alignments(batch)
    np.testing.assert_array_equal(np.concatenate([part.values for part in parts]), whole.values)


def test_the_reading_decides_which_links_count(links) -> None:
    sure = alignment_permutations(links, "matched", reading=LinkReading(sure_only=True))
    assert [len(part[3]) for part in sure] == [2]


@pytest.mark.parametrize(
    "options",
    [
        {"convention": "lrscor"},
        {"written_as": "rank"},
        {"written_as": "words"},
        {"written_as": "words", "source": "x", "convention": "matched"},
    ],
)
def test_wrong_usage_is_refused_at_once(options: dict[str, Any]) -> None:
    with refused(UsageError):
        permutation_text("no such file", **options)
