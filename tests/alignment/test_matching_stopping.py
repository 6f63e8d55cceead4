"""A signal ends matching also inside a single line, however long that is."""

from __future__ import annotations

import signal
import sys
from typing import TYPE_CHECKING

import numpy as np
import pytest

from kernel_calls import match_words
from wordorder._kernels import Interner, ParaphraseTable, Ragged, match_contexts

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="POSIX timers")

ONE = 1 << 20


class StopError(Exception):
    """What the handler of the signal raises."""


def stopped_inside(work: Callable[[], object]) -> None:
    """Send signals while a kernel is at work, and stop it at the third.

    A kernel that looks for signals only when it is done meets no more than one of them.
    """
    heard = 0

    def stop_at_third(*_: object) -> None:
        nonlocal heard
        heard += 1
        if heard == 3:
            raise StopError

    before = signal.signal(signal.SIGALRM, stop_at_third)
    signal.setitimer(signal.ITIMER_REAL, 0.005, 0.005)
    try:
        work()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def long_row(kinds: int, seed: int) -> Ragged:
    words = np.random.default_rng(seed).integers(kinds, size=200_000, dtype=np.int32)
    return Ragged(words, np.array([0, len(words)]))


@pytest.mark.slow
@pytest.mark.parametrize("weights", [[ONE, 0, 0, 0, 0], [ONE, ONE // 2, 0, 0, 0]])
def test_matching_one_line_of_words(weights: list[int]) -> None:
    stems = np.array([0, 0, 1], np.int32)
    with pytest.raises(StopError):
        stopped_inside(
            lambda: match_words(long_row(3, 1), long_row(3, 2), 3, stems, None, None, weights, 1)
        )


def test_matching_one_line_of_phrases() -> None:
    interner = Interner()
    interner.intern(b"a b c")
    table = ParaphraseTable(interner, "table")
    phrases = ["a", "b", "c", "a a", "a b", "b c", "c a", "a b c"]
    for one in phrases:
        for other in phrases:
            table.add(f"1\n{one}\n{other}\n".encode())
    table.finish()
    weights = [0, 0, 0, 0, ONE]
    with pytest.raises(StopError):
        stopped_inside(
            lambda: match_words(long_row(3, 1), long_row(3, 2), 3, None, None, table, weights, 1)
        )


def test_matching_one_line_by_context() -> None:
    with pytest.raises(StopError):
        stopped_inside(lambda: match_contexts(long_row(2, 1), long_row(2, 2)))
