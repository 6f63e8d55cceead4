"""Two directions made one: values from Moses, the laws, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from alignment_strategies import marked_alignments
from messages import refused
from wordorder import Alignment, InputError, UsageError
from wordorder.alignment import SYMMETRIZATIONS, AlignmentBatch

# printgrow of symal.cpp (Moses, commit 14d2a67) with diagonal, final and both; forward links have
# one source word for each target word (its b), reverse links one target word for each source word
# (its a). In all of these, links of the union are left out. Also in tests/oracles/.
SYMAL = [
    ("0-0 1-2 2-1 3-3", "0-0 1-1 2-3 3-0 4-4", 5, 5, "0-0 1-1 1-2 2-1 2-3 3-0 4-4"),
    ("1-0 2-1 3-2 3-3 4-4", "0-0 1-0 2-2 3-4 4-4", 5, 5, "0-0 1-0 2-1 2-2 3-2 3-3 4-4"),
    ("1-1 1-2 3-3 3-4 4-0", "0-1 1-0 2-3 3-3 4-4", 5, 5, "0-1 1-0 1-1 1-2 2-3 3-3 3-4 4-4"),
    ("0-0 2-1 3-4 4-2", "0-3 1-1 2-1 3-1 4-0 5-2", 6, 5, "0-0 1-1 2-1 3-1 4-0 4-2 5-2"),
    ("0-0 3-3 4-2 4-4 5-1", "0-3 1-0 2-2 3-2 4-2 5-4", 6, 5, "0-0 2-2 3-2 3-3 4-2 4-4 5-1"),
    ("2-0 2-3 3-2 4-4", "0-0 2-1 3-2 4-3 5-4", 6, 5, "2-0 2-1 2-3 3-2 4-3 4-4 5-4"),
]

# Both grow 2-2 and 2-4 from 1-3. Then one of 3-2 and 3-4 takes word 3: target by target it is 3-4,
# as Moses has it; source by source it would be 3-2.
VISITED = ("0-1 1-3 2-2 3-4", "0-1 1-3 2-4 3-2", 4, 5, "0-1 1-3 2-2 2-4 3-4")


@pytest.mark.parametrize(("forward", "reverse", "n", "m", "expected"), [*SYMAL, VISITED])
def test_grow_diag_final_and_gives_what_symal_prints(
    forward: str, reverse: str, n: int, m: int, expected: str
) -> None:
    there, back = Alignment.parse(forward, n, m), Alignment.parse(reverse, n, m)
    assert str(there.symmetrize(back)) == expected  # by default
    assert there.symmetrize(back, "grow-diag-final-and") == Alignment.parse(expected, n, m)


def test_all_values_of_symal_in_one_batch() -> None:
    there, back = (
        AlignmentBatch.from_alignments(Alignment.parse(case[side], *case[2:4]) for case in SYMAL)
        for side in (0, 1)
    )
    assert [str(row) for row in there.symmetrize(back)] == [case[4] for case in SYMAL]


def test_the_direction_matters_to_grow_diag_final_and_alone() -> None:
    one, other = Alignment.parse("0-1", 1, 2), Alignment.parse("0-0", 1, 2)
    assert str(one.symmetrize(other)) == "0-1"
    assert str(other.symmetrize(one)) == "0-0"
    for method in ("intersection", "union"):
        assert one.symmetrize(other, method) == other.symmetrize(one, method)


@given(marked_alignments(8))
def test_an_alignment_with_itself_is_itself(
    drawn: tuple[set[tuple[int, int]], set[tuple[int, int]], int, int],
) -> None:
    sure, possible, n, m = drawn
    alignment = Alignment(sure, n, m, possible=possible)
    for method in SYMMETRIZATIONS:
        assert alignment.symmetrize(alignment, method) == Alignment(sure | possible, n, m)


@pytest.mark.parametrize("method", SYMMETRIZATIONS)
def test_the_result_has_the_greater_lengths(method: str) -> None:
    wide, high = Alignment.parse("0-0", 9, 2), Alignment.parse("0-0 1-6")
    together = wide.symmetrize(high, method)
    assert (together.source_length, together.target_length) == (9, 7)
    batch = AlignmentBatch.from_alignments([wide]).symmetrize(
        AlignmentBatch.from_alignments([high]), method
    )
    assert batch[0] == together


@pytest.mark.parametrize("backwards", [False, True])
def test_growing_far_takes_no_longer_than_growing_near(backwards: bool) -> None:
    # Link by link along the diagonal, from one end to the other; the published loop would sweep
    # over the whole matrix once for every link that lies behind the one it grew from.
    n = 20_000
    words = np.arange(n)
    union = Alignment(np.column_stack((words, words)), n, n)
    start = n - 1 if backwards else 0
    assert Alignment([(start, start)], n, n).symmetrize(union) == union
    assert union.symmetrize(Alignment([(start, start)], n, n)) == union


def test_an_unknown_method_is_refused() -> None:
    alignment = Alignment.parse("0-0")
    batch = AlignmentBatch.from_alignments([alignment])
    for value in (alignment, batch):
        with refused(UsageError):
            value.symmetrize(value, "grow-diag-final")  # type: ignore[arg-type]
        with refused(UsageError):
            value.symmetrize(value, None)  # type: ignore[arg-type]


def test_batches_of_different_size_are_refused() -> None:
    batch = AlignmentBatch.from_alignments([Alignment.parse("0-0")] * 3)
    with refused(InputError):
        batch.symmetrize(batch.rows(0, 2))
