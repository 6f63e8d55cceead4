"""The counts of BLEU, against n-grams as tuples."""

from __future__ import annotations

import random
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import example, given, strategies as st

from kernel_calls import bleu_statistics
from messages import refused
from oracles import ngrams as oracle
from strategies import ragged
from wordorder.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypothesis.strategies import DrawFn

    Sentence = Sequence[int]
    Row = tuple[Sentence, list[Sentence]]

ORDERS = range(1, 10)
REFUSED = (InputError, TypeError)


def kernel(rows: Sequence[Row], order: int) -> list[list[int]]:
    hypotheses, references = zip(*rows, strict=True)
    sets = [ragged(references) for references in zip(*references, strict=True)]
    found = bleu_statistics(ragged(hypotheses), sets, order)
    assert (found.dtype, found.shape) == (np.int64, (len(rows), 2 * order + 2))
    return found.tolist()


def counted(rows: Sequence[Row], order: int) -> list[list[int]]:
    return [oracle.bleu_statistics(*row, order) for row in rows]


# --- Small inputs


def every_sentence(words: int, longest: int) -> list[tuple[int, ...]]:
    return [s for size in range(longest + 1) for s in product(range(words), repeat=size)]


@pytest.mark.parametrize(
    ("words", "longest"), [(1, 7), (2, 4), pytest.param(2, 6, marks=pytest.mark.slow)]
)
def test_every_short_pair(words: int, longest: int) -> None:
    sentences = every_sentence(words, longest)
    rows: list[Row] = [(one, [other]) for one, other in product(sentences, repeat=2)]
    assert kernel(rows, 4) == counted(rows, 4)


@pytest.mark.slow
def test_every_short_hypothesis_with_every_two_references() -> None:
    rows: list[Row] = [(one, list(two)) for one, *two in product(every_sentence(2, 3), repeat=3)]
    assert kernel(rows, 3) == counted(rows, 3)


@st.composite
def row_lists(draw: DrawFn, max_size: int) -> list[Row]:
    """Rows over few words; often a reference is a piece of the hypothesis, said twice."""
    sentences = st.lists(st.integers(0, draw(st.integers(0, 4))), max_size=max_size)
    number = draw(st.integers(1, 4))
    rows: list[Row] = []
    for hypothesis in draw(st.lists(sentences, min_size=1, max_size=5)):
        cut = draw(st.integers(0, len(hypothesis)))
        reference = st.one_of(sentences, st.just(hypothesis[cut:] * 2), st.just(hypothesis[:cut]))
        rows.append((hypothesis, draw(st.lists(reference, min_size=number, max_size=number))))
    return rows


@given(row_lists(15), st.sampled_from(ORDERS))
@example([([0, 0, 0], [[0, 0], [0], [0, 0, 0, 0]])], 2)
@example([([0, 1, 0, 1], [[0, 1], [1, 0, 1], []])], 3)
@example([([], [[], []])], 4)
def test_any_rows(rows: list[Row], order: int) -> None:
    assert kernel(rows, order) == counted(rows, order)


@given(row_lists(12))
def test_the_order_of_the_references_does_not_matter(rows: list[Row]) -> None:
    turned: list[Row] = [(hypothesis, references[::-1]) for hypothesis, references in rows]
    assert kernel(turned, 4) == kernel(rows, 4)


@given(row_lists(12))
def test_any_number_may_stand_for_a_word(rows: list[Row]) -> None:
    numbers = [2**31 - 1, 0, 2**30, 7, 2**16]
    renamed: list[Row] = [
        ([numbers[word] for word in one], [[numbers[word] for word in other] for other in others])
        for one, others in rows
    ]
    assert kernel(renamed, 4) == kernel(rows, 4)


@pytest.mark.parametrize(
    ("lengths", "closest"), [([3, 5], 3), ([5, 3], 3), ([2, 5], 5), ([9, 4, 0], 4), ([0, 8], 0)]
)
def test_the_closest_reference_counts_and_of_two_the_shorter(
    lengths: list[int], closest: int
) -> None:
    assert kernel([([0] * 4, [[1] * length for length in lengths])], 1) == [[0, 4, 4, closest]]


# --- Many rows, long rows


@pytest.mark.parametrize("seed", range(4))
def test_a_row_leaves_nothing_behind_for_the_next(seed: int) -> None:
    rng = random.Random(seed)
    rows: list[Row] = []
    for size in (300, 3, 0, 5, 40, 1, 500, 2, 0, 25, 25, 25):
        words = range(rng.choice([2, 5, 30]))
        rows.append((rng.choices(words, k=size), [rng.choices(words, k=size) for _ in range(3)]))
    assert kernel(rows, 4) == counted(rows, 4)


def test_rows_may_be_a_slice() -> None:
    words, offsets = ragged([[9, 9], [0, 1, 2], [0, 1], [9]])
    slices = words, offsets[1:4]
    expected = [oracle.bleu_statistics(row, [row], 2) for row in ([0, 1, 2], [0, 1])]
    assert bleu_statistics(slices, [slices], 2).tolist() == expected


LONG = 100_000
ONES = [1] * LONG
DIFFERENT = list(range(LONG))


@pytest.mark.parametrize(
    ("one", "other", "matches"),
    [
        (ONES, ONES, [LONG, LONG - 1, LONG - 2, LONG - 3]),
        (DIFFERENT, DIFFERENT, [LONG, LONG - 1, LONG - 2, LONG - 3]),
        (DIFFERENT, DIFFERENT[::-1], [LONG, 0, 0, 0]),
        ([0, 1] * (LONG // 2), [0, 0, 1, 1] * (LONG // 4), [LONG, LONG // 2 - 1, 0, 0]),
        (ONES, [], [0, 0, 0, 0]),
        ([], ONES, [0, 0, 0, 0]),
    ],
    ids=["one word", "different words", "backwards", "in turn", "no reference", "no hypothesis"],
)
def test_long_rows(one: Sentence, other: Sentence, matches: list[int]) -> None:
    (found,) = kernel([(one, [other])], 4)
    ngrams = [max(0, len(one) - n) for n in range(4)]
    assert found == [*matches, *ngrams, len(one), len(other)]


@pytest.mark.slow
def test_threads_do_not_disturb_each_other() -> None:
    rng = random.Random(1)
    batches: list[list[Row]] = [
        [(rng.choices(range(9), k=20), [rng.choices(range(9), k=20)]) for _ in range(200)]
        for _ in range(8)
    ]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda rows: kernel(rows, 4), batches))
    assert found == [counted(rows, 4) for rows in batches]


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer signal")
def test_a_long_count_can_be_interrupted() -> None:
    class Interrupted(Exception):  # noqa: N818
        pass

    def interrupt(*_: object) -> None:
        raise Interrupted

    rows = ragged([[0] * 50] * 1000)
    before = signal.signal(signal.SIGALRM, interrupt)
    started = time.monotonic()
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(Interrupted):
            bleu_statistics(rows, [rows] * 10_000, 9)  # would take long
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert time.monotonic() - started < 5


# --- Arguments


def test_no_rows_are_no_rows() -> None:
    assert bleu_statistics(ragged([]), [ragged([]), ragged([])], 4).shape == (0, 10)


BAD = {
    "more rows": ragged([[0], [0]]),
    "no offsets": (np.zeros(2, np.int32), np.array([], np.int64)),
    "past the end": (np.zeros(2, np.int32), np.array([0, 3], np.int64)),
    "backwards": (np.zeros(2, np.int32), np.array([2, 0], np.int64)),
    "before the start": (np.zeros(2, np.int32), np.array([-1, 1], np.int64)),
    "the largest offset": (np.zeros(2, np.int32), np.array([0, 2**63 - 1], np.int64)),
    "two dimensions": (np.zeros((1, 2), np.int32), np.array([0, 2], np.int64)),
    "fractions": (np.zeros(2, np.float64), np.array([0, 2], np.int64)),
    "wide numbers": (np.zeros(2, np.int64), np.array([0, 2], np.int64)),
    "short offsets": (np.zeros(2, np.int32), np.array([0, 2], np.int16)),
    "every other word": (np.zeros(4, np.int32)[::2], np.array([0, 2], np.int64)),
    "a negative word": ragged([[-1]]),
    "nothing": None,
}


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize("side", ["hypothesis", "first reference", "last reference"])
def test_bad_arrays_are_refused(side: str, bad: str) -> None:
    good: Any = ragged([[0]])
    arguments = {"hypothesis": good, "first reference": good, "last reference": good}
    hypotheses, *references = (arguments | {side: BAD[bad]}).values()
    with pytest.raises(REFUSED):
        bleu_statistics(hypotheses, references, 4)


@pytest.mark.parametrize("order", [0, -1, 10, 2**31, 2**63 - 1, -(2**63)])
def test_an_order_that_is_not_from_1_to_9_is_refused(order: int) -> None:
    with refused(InputError):
        bleu_statistics(ragged([[0]]), [ragged([[0]])], order)


def test_there_must_be_a_reference() -> None:
    with refused(InputError):
        bleu_statistics(ragged([[0]]), [], 4)
