"""AlignmentBatch: nothing but its rows, slices included, and what is refused."""

from __future__ import annotations

import copy
import pickle
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from alignment_strategies import marked_alignments
from messages import refused
from wordorder import Alignment, AlignmentBatch, InputError
from wordorder.alignment import SYMMETRIZATIONS

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypothesis.strategies import DrawFn, SearchStrategy

rows_of_any_kind: SearchStrategy[Alignment] = marked_alignments(4).map(
    lambda drawn: Alignment(drawn[0], drawn[2], drawn[3], possible=drawn[1])
)


@st.composite
def batches(draw: DrawFn, max_rows: int = 4) -> tuple[AlignmentBatch, list[Alignment]]:
    """A batch, whole or a slice of another one, with its rows one by one."""
    rows = draw(st.lists(rows_of_any_kind, max_size=max_rows))
    first_line = draw(st.integers(1, 1000))
    start, stop = sorted(draw(st.tuples(*[st.integers(0, len(rows))] * 2)))
    batch = AlignmentBatch.from_alignments(rows, first_line=first_line)
    if draw(st.booleans()):
        return batch.rows(start, stop), rows[start:stop]
    return batch, rows


def int32(*values: int) -> np.ndarray:
    return np.array(values, np.int32)


def int64(*values: int) -> np.ndarray:
    return np.array(values, np.int64)


# Rows 0-1 1-0 of 2 and 2 words, nothing of 1 and 0 words, 0-2 of 1 and 3 words.
PARTS: dict[str, Any] = {
    "sources": int32(0, 1, 0),
    "targets": int32(1, 0, 2),
    "offsets": int64(0, 2, 2, 3),
    "source_lengths": int32(2, 1, 1),
    "target_lengths": int32(2, 0, 3),
}
ROWS = [Alignment.parse("0-1 1-0"), Alignment([], 1, 0), Alignment.parse("0-2")]


def batch_with(**parts: Any) -> AlignmentBatch:
    return AlignmentBatch(**PARTS | parts)


# Rows


@given(batches(), st.data())
def test_a_batch_is_its_rows(
    drawn: tuple[AlignmentBatch, list[Alignment]], data: st.DataObject
) -> None:
    batch, rows = drawn
    assert len(batch) == len(rows)
    assert list(batch) == rows
    assert [batch[k] for k in range(len(batch))] == rows
    again = AlignmentBatch.from_alignments(batch, first_line=batch.first_line)
    assert list(again) == rows
    assert again.first_line == batch.first_line
    start, stop = sorted(data.draw(st.tuples(*[st.integers(0, len(rows))] * 2)))
    part = batch.rows(start, stop)
    assert list(part) == rows[start:stop]
    assert part.first_line == batch.first_line + start
    assert np.shares_memory(part.sources, batch.sources) or not len(batch.sources)


def test_the_parts_of_a_batch() -> None:
    assert list(AlignmentBatch(**PARTS)) == ROWS
    made = AlignmentBatch.from_alignments(ROWS)
    for name, expected in PARTS.items():
        found = getattr(made, name)
        np.testing.assert_array_equal(found, expected)
        assert found.dtype == expected.dtype
    assert made.sure is None
    assert made.first_line == 1


def test_marks_are_there_only_if_some_link_is_possible() -> None:
    mixed = AlignmentBatch.from_alignments([Alignment.parse("0-0"), Alignment.parse("0?1 1-0")])
    assert mixed.sure is not None
    assert mixed.sure.tolist() == [True, False, True]
    assert mixed.only_sure().sure is None
    assert mixed.rows(1, 2).only_sure()[0] == Alignment([(1, 0)], 2, 2)


def test_no_rows_are_a_batch() -> None:
    nothing = AlignmentBatch.from_alignments([])
    assert (len(nothing), list(nothing)) == (0, [])
    assert nothing.offsets.tolist() == [0]
    for made in (nothing.transpose(), nothing.only_sure(), nothing.symmetrize(nothing)):
        assert list(made) == []
    assert [part.tolist() for part in (*nothing.crossings(), *nothing.blocked_words())] == [[]] * 4


@pytest.mark.parametrize("row", [3, -1, 10**6, np.int64(3)])
def test_there_are_no_other_rows(row: int) -> None:
    batch = AlignmentBatch(**PARTS)
    with pytest.raises(IndexError):
        batch[row]
    assert batch[np.int64(2)] == ROWS[2]


# Everything, row by row


@given(batches())
def test_answers_are_those_of_the_rows(drawn: tuple[AlignmentBatch, list[Alignment]]) -> None:
    batch, rows = drawn
    crossing, pairs = batch.crossings()
    assert list(zip(crossing.tolist(), pairs.tolist(), strict=True)) == [
        row.crossings() for row in rows
    ]
    blocked, linked = batch.blocked_words()
    assert blocked.tolist() == [len(row.blocked_words()) for row in rows]
    assert linked.tolist() == [len({source for source, _ in row}) for row in rows]
    assert list(batch.transpose()) == [row.transpose() for row in rows]
    assert list(batch.transpose().transpose()) == rows
    assert list(batch.only_sure()) == [row.only_sure() for row in rows]
    assert list(batch.transpose().only_sure()) == [row.only_sure().transpose() for row in rows]
    for made in (batch.transpose(), batch.only_sure(), batch.symmetrize(batch)):
        assert made.first_line == batch.first_line


@given(batches(3), batches(3))
def test_two_batches_are_symmetrized_row_by_row(
    one: tuple[AlignmentBatch, list[Alignment]], other: tuple[AlignmentBatch, list[Alignment]]
) -> None:
    count = min(len(one[0]), len(other[0]))
    (forward, forward_rows), (reverse, reverse_rows) = (
        (batch.rows(len(batch) - count, len(batch)), rows[len(rows) - count :])
        for batch, rows in (one, other)
    )
    for method in SYMMETRIZATIONS:
        assert list(forward.symmetrize(reverse, method)) == [
            a.symmetrize(b, method) for a, b in zip(forward_rows, reverse_rows, strict=True)
        ]


def test_what_lies_outside_of_the_rows_may_be_anything() -> None:
    # As in an Arrow array that is a slice of another one.
    batch = batch_with(
        sources=int32(-7, 99, 0, 1, 0, -3),
        targets=int32(5, 5, 1, 0, 2, -3),
        offsets=int64(2, 4, 4, 5),
        sure=np.array([False, True, True, False, True, False]),
    )
    marked = [Alignment.parse("0-1 1?0"), *ROWS[1:]]
    assert list(batch) == marked
    assert list(batch.transpose()) == [row.transpose() for row in marked]
    assert list(batch.only_sure()) == [row.only_sure() for row in marked]
    assert list(batch.symmetrize(batch)) == ROWS
    assert batch.crossings()[0].tolist() == [1, 0, 0]
    assert batch.blocked_words()[1].tolist() == [2, 0, 1]


# As a value


@pytest.mark.parametrize(
    "duplicate", [copy.copy, copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))]
)
def test_copies_have_the_same_rows(duplicate: Callable[[AlignmentBatch], AlignmentBatch]) -> None:
    rows = [*ROWS, Alignment.parse("0?0 1-0")]
    batch = AlignmentBatch.from_alignments(rows, first_line=7)
    assert list(duplicate(batch)) == rows
    assert list(duplicate(batch.rows(1, 3))) == rows[1:3]
    assert duplicate(batch).first_line == 7


def test_parts_cannot_be_exchanged() -> None:
    batch = AlignmentBatch(**PARTS)
    with pytest.raises(AttributeError):
        batch.sources = int32()  # type: ignore[misc]


def test_parts_cannot_be_overwritten_later() -> None:
    given = {name: part.copy() for name, part in PARTS.items()}
    batch = AlignmentBatch(**given)
    with refused(ValueError):
        batch.sources[0] = 2**31 - 1
    before = batch.crossings()[0].tolist()
    given["sources"][0] = 2**31 - 1
    assert batch.crossings()[0].tolist() == before


# What is refused

WRONG_PARTS: list[tuple[dict[str, Any], str]] = [
    {"sources": int32(1, 0, 0)},
    {"sources": int32(0, 0, 0), "targets": int32(1, 0, 2)},
    {"sources": int32(1, 1, 0), "targets": int32(0, 0, 2)},
    {"sources": int32(0, 2, 0)},
    {"targets": int32(1, 0, 3)},
    {"sources": int32(-1, 1, 0)},
    {"targets": int32(1, 0, -9)},
    {"sources": int32(0, 2**31 - 1, 0)},
    {"source_lengths": int32(2, 1)},
    {"target_lengths": int32(2, 0, 3, 0)},
    {"source_lengths": int32(2, -1, 1)},
    {"target_lengths": int32(2, 2**30, 3)},
    {"offsets": int64()},
    {"offsets": int64(-1, 2, 2, 3)},
    {"offsets": int64(0, 2, 1, 3)},
    {"offsets": int64(0, 2, 2, 4)},
    {"offsets": int64(0, 2, 2, 2**62)},
    {"targets": int32(1, 0)},
    {"sure": np.array([True, False])},
    {"sure": np.array([], np.bool_)},
]


@pytest.mark.parametrize("parts", WRONG_PARTS)
def test_wrong_parts_are_refused_with_the_row(parts: dict[str, Any]) -> None:
    with refused(InputError):
        batch_with(**parts)


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        7,
        "012",
        object(),
        np.array(["0", "1"]),
        np.array([0, 1], object),
        np.zeros((2, 2), np.int32),
        np.array(0, np.int32),
    ],
    ids=lambda wrong: repr(wrong)[:20],
)
def test_what_is_no_flat_array_of_integers_is_refused(wrong: Any) -> None:
    for name in PARTS:
        with pytest.raises((TypeError, InputError)):
            batch_with(**{name: wrong})


@pytest.mark.parametrize("name", PARTS)
def test_strided_and_read_only_arrays_are_read_right(name: str) -> None:
    wide = np.repeat(PARTS[name], 2)
    wide[1::2] = 77
    frozen = PARTS[name].copy()
    frozen.flags.writeable = False
    for part in (wide[::2], PARTS[name][::-1].copy()[::-1], frozen):
        batch = batch_with(**{name: part})
        assert list(batch) == ROWS
        assert list(batch.transpose()) == [row.transpose() for row in ROWS]
        assert batch.crossings()[0].tolist() == [1, 0, 0]


@pytest.mark.parametrize("dtype", ["i8", "i4", "i2", "u1", "u8", ">i4", ">i8"])
def test_integers_of_another_size_are_read_right(dtype: str) -> None:
    for name, part in PARTS.items():
        batch = batch_with(**{name: part.astype(dtype)})
        assert list(batch) == ROWS
        assert list(batch.transpose()) == [row.transpose() for row in ROWS]
        assert list(batch.only_sure()) == ROWS
        assert batch.crossings()[0].tolist() == [1, 0, 0]


@pytest.mark.parametrize("name", [name for name in PARTS if name != "offsets"])
def test_integers_that_need_more_than_32_bits_are_refused_not_cut_off(name: str) -> None:
    with pytest.raises((InputError, TypeError)):
        batch_with(**{name: PARTS[name].astype(np.int64) + 2**32})


@pytest.mark.parametrize("name", PARTS)
def test_numbers_that_are_no_integers_are_refused_not_rounded(name: str) -> None:
    with pytest.raises((InputError, TypeError)):
        batch_with(**{name: PARTS[name] + 0.25})


@pytest.mark.parametrize(("sources", "targets"), [(3, 4), (4, 3)])
def test_sources_without_targets_do_no_harm_or_are_refused(sources: int, targets: int) -> None:
    parts = {
        "sources": np.resize(PARTS["sources"], sources),
        "targets": np.resize(PARTS["targets"], targets),
        "sure": np.resize([True, False, True], sources),
    }
    try:
        batch = batch_with(**parts)
    except InputError:
        return
    assert [str(row) for row in batch.only_sure()] == ["0-1", "", "0-2"]


@pytest.mark.parametrize(
    "marks",
    [
        [True, False, True],
        np.array([1, 0, 1], np.uint8),
        np.array([1, 0, 1]),
        np.array([2, 0, 255], np.uint8),
        np.array([1.0, 0.0, 1.0]),
        np.array([[True, False, True]]),
        "SPS",
    ],
    ids=repr,
)
def test_marks_of_another_kind_are_read_right_or_refused(marks: Any) -> None:
    try:
        batch = batch_with(sure=marks)
    except (InputError, TypeError):
        return
    marked = [Alignment.parse("0-1 1?0"), *ROWS[1:]]
    assert list(batch) == marked
    assert list(batch.only_sure()) == [row.only_sure() for row in marked]
    assert list(batch.transpose()) == [row.transpose() for row in marked]


def test_strided_marks_are_read_right() -> None:
    batch = batch_with(sure=np.array([True, True, False, True, True, False])[::2])
    assert [str(row) for row in batch] == ["0-1 1?0", "", "0-2"]
    assert [str(row) for row in batch.only_sure()] == ["0-1", "", "0-2"]


# Any arrays at all

few = st.integers(-1, 3)


@given(
    sources=st.lists(few, max_size=4),
    targets=st.lists(few, max_size=4),
    offsets=st.lists(st.integers(-1, 5), max_size=4),
    lengths=st.lists(st.tuples(few, few), max_size=3),
    sure=st.one_of(st.none(), st.lists(st.booleans(), max_size=4)),
)
def test_arrays_are_refused_unless_they_are_rows(
    sources: list[int],
    targets: list[int],
    offsets: list[int],
    lengths: list[tuple[int, int]],
    sure: list[bool] | None,
) -> None:
    rows = [
        list(zip(sources[a:b], targets[a:b], strict=False)) for a, b in pairwise(offsets) if a >= 0
    ]
    fits = (
        len(sources) == len(targets)
        and (sure is None or len(sure) == len(sources))
        and len(offsets) == len(lengths) + 1
        and offsets == sorted(offsets)
        and all(0 <= offset <= len(sources) for offset in offsets)
        and all(n >= 0 and m >= 0 for n, m in lengths)
        and all(row == sorted(set(row)) for row in rows)
        and all(
            0 <= i < n and 0 <= j < m
            for row, (n, m) in zip(rows, lengths, strict=True)
            for i, j in row
        )
    )
    parts = {
        "sources": int32(*sources),
        "targets": int32(*targets),
        "offsets": int64(*offsets),
        "source_lengths": int32(*(n for n, _ in lengths)),
        "target_lengths": int32(*(m for _, m in lengths)),
        "sure": None if sure is None else np.array(sure, np.bool_),
    }
    if fits:
        assert [list(row) for row in AlignmentBatch(**parts)] == rows
    else:
        with pytest.raises(InputError):
            AlignmentBatch(**parts)


def test_links_keep_their_confidence_when_the_sides_are_swapped() -> None:
    batch = AlignmentBatch([0, 1], [1, 0], [0, 2], [2], [2], confidence=[0.25, 0.75])
    swapped = batch.transpose()
    assert str(swapped[0]) == "0-1 1-0"
    assert swapped.confidence.tolist() == [0.75, 0.25]
    assert swapped.transpose().confidence.tolist() == [0.25, 0.75]


@pytest.mark.parametrize("confidence", ["x", [[0.5], []], [2.0], [float("nan")]])
def test_confidence_is_a_flat_array_of_probabilities(confidence) -> None:
    with refused(InputError):
        AlignmentBatch([0], [0], [0, 1], [1], [1], confidence=confidence)
