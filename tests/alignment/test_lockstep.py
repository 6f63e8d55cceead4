"""Several files of alignments side by side, whatever the sizes of their batches."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, strategies as st

from messages import refused
from wordorder import Alignment, AlignmentBatch, InputError, read_alignments
from wordorder.alignment import in_lockstep

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from hypothesis.strategies import DrawFn

cuts = st.lists(st.integers(0, 12), max_size=6)


def row(number: int, side: int) -> Alignment:
    """A row that says which one it is, on which side; every third without links."""
    links = [(0, number)] if number % 3 else []
    return Alignment([], side + 1, number + 1, possible=links)


def stream(side: int, total: int, cuts: list[int]) -> Iterator[AlignmentBatch]:
    """Rows 0 to total in batches that end at the cuts, none of them empty."""
    start = 0
    for end in sorted({total, *(cut for cut in cuts if cut < total)} - {0}):
        rows = [row(number, side) for number in range(start, end)]
        yield AlignmentBatch.from_alignments(rows, first_line=start + 1)
        start = end


@st.composite
def same_totals(draw: DrawFn) -> tuple[int, list[list[int]]]:
    return draw(st.integers(0, 12)), draw(st.lists(cuts, min_size=1, max_size=4))


@given(same_totals())
def test_all_rows_come_together_whatever_the_batches(drawn: tuple[int, list[list[int]]]) -> None:
    total, all_cuts = drawn
    names = [f"file {side}" for side in range(len(all_cuts))]
    streams = [stream(side, total, cuts) for side, cuts in enumerate(all_cuts)]
    seen = 0
    for batches in in_lockstep(names, streams):
        assert len(batches) == len(names)
        for side, batch in enumerate(batches):
            assert batch.first_line == seen + 1
            assert len(batch) == len(batches[0])
            assert list(batch) == [row(seen + k, side) for k in range(len(batch))]
        seen += len(batches[0])
    assert seen == total


@given(st.integers(0, 12), st.integers(0, 12), cuts, cuts)
def test_different_totals_are_refused_with_both(
    one: int, other: int, one_cuts: list[int], other_cuts: list[int]
) -> None:
    names = ["a.align", "b.align"]
    pairs = in_lockstep(names, [stream(0, one, one_cuts), stream(1, other, other_cuts)])
    shared = []
    if one == other:
        shared.extend(pairs)
    else:
        # What the two share is given out first.
        with pytest.raises(InputError) as caught:
            shared.extend(pairs)
        assert re.findall(r"\d+", str(caught.value)) == [str(one), str(other)]
    assert sum(len(batches[0]) for batches in shared) == min(one, other)


@pytest.mark.parametrize("place", [0, 1, 2])
def test_an_empty_batch_changes_nothing(place: int) -> None:
    batches = [*stream(0, 3, [1])]
    batches.insert(place, AlignmentBatch.from_alignments([]))
    for streams in ([batches, stream(1, 3, [])], [stream(1, 3, []), batches], [batches, batches]):
        together = list(in_lockstep(["a", "b"], map(iter, streams)))
        assert sum(len(one) for one, _ in together) == 3


def test_every_file_is_named_also_if_two_have_one_name() -> None:
    three = [stream(0, 2, []), stream(1, 5, [1]), stream(2, 2, [2])]
    with refused(InputError):
        list(in_lockstep(["x", "x", "y"], three))


def test_a_stream_without_batches_has_no_sentence_pairs() -> None:
    assert list(in_lockstep(["a", "b"], [iter([]), iter([])])) == []
    with refused(InputError):
        list(in_lockstep(["a", "b"], [iter([]), stream(0, 3, [])]))


def test_an_error_of_one_file_is_passed_on(tmp_path: Path) -> None:
    good, bad = tmp_path / "good", tmp_path / "bad"
    good.write_text("0-0\n" * 3)
    bad.write_text("0-0\nx\n0-0\n")
    with refused(InputError):
        list(in_lockstep(["good", "bad"], [read_alignments(good), read_alignments(bad)]))


def test_slices_go_through_lockstep_again() -> None:
    once = list(in_lockstep(["a", "b"], [stream(0, 9, [2, 5]), stream(1, 9, [4, 7])]))
    sides = (iter([batches[side] for batches in once]) for side in (0, 1))
    twice = in_lockstep(["a", "b", "c"], [*sides, stream(2, 9, [1, 8])])
    rows = [tuple(rows) for batches in twice for rows in zip(*batches, strict=True)]
    assert rows == [tuple(row(number, side) for side in range(3)) for number in range(9)]
