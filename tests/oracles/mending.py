"""Mending moves by trying every block at every place."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from .metrics import kendall
from .trees import blocks

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from fractions import Fraction

Ranks = tuple[int, ...]


class Move(NamedTuple):
    """One block move, with the ranks after it."""

    start: int
    stop: int
    to: int
    gain: Fraction
    kendall: Fraction
    ranks: Ranks


def moved(ranks: Sequence[int], start: int, stop: int, to: int) -> Ranks:
    """Put the words [start, stop) in front of the word at `to`, counted before the move."""
    key = [(to, 0, i) if start <= i < stop else (i, 1, i) for i in range(len(ranks))]
    return tuple(ranks[i] for _, _, i in sorted(key))


def moves(ranks: Sequence[int]) -> Iterator[Move]:
    """Every block to every place outside it that changes the order."""
    if len(ranks) < 2:
        return
    before = kendall(ranks)
    for start, stop in blocks(ranks):
        for to in range(len(ranks) + 1):
            if not start <= to <= stop:
                after = moved(ranks, start, stop, to)
                yield Move(start, stop, to, kendall(after) - before, kendall(after), after)


def preference(move: Move) -> tuple[Fraction, int, int, int, int]:
    """Largest gain; then the shortest block, the first one, the nearest place, the left one."""
    length = move.stop - move.start
    passed = move.start - move.to if move.to < move.start else move.to - move.stop
    return -move.gain, length, move.start, passed, move.to


@cache
def best_move(ranks: Ranks) -> Move | None:
    """The best of all moves, if it gains."""
    best = min(moves(ranks), key=preference, default=None)
    return best if best is not None and best.gain > 0 else None


def mending_moves(ranks: Sequence[int], most: int = 3) -> list[Move]:
    """The best move, again and again, at most `most` times."""
    made: list[Move] = []
    while len(made) < most and (best := best_move(tuple(ranks))):
        made.append(best)
        ranks = best.ranks
    return made


def scanned_moves(ranks: Sequence[int], most: int) -> list[tuple[int, int, int, int]]:
    """The same for longer permutations: start, stop, to, and how many pairs come into order.

    A pair changes if one of its words is in the block and the other is passed.
    """
    made = []
    while len(made) < most:
        found = []
        for start, stop in blocks(ranks):
            size, gained = stop - start, 0
            for to in range(stop + 1, len(ranks) + 1):
                gained += size if ranks[to - 1] < ranks[start] else -size
                found.append((-gained, size, start, to - stop, to))
            gained = 0
            for to in range(start - 1, -1, -1):
                gained += size if ranks[to] > ranks[start] else -size
                found.append((-gained, size, start, start - to, to))
        loss, size, start, _, to = min(found, default=(0, 0, 0, 0, 0))
        if loss >= 0:
            return made
        made.append((start, start + size, to, -loss))
        ranks = moved(ranks, start, start + size, to)
    return made
