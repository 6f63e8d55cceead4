"""CoNLL-U the slow way: whether a sentence is good, and its heads."""

from __future__ import annotations

import re
from itertools import pairwise

_NUMBER = "(?:0|[1-9][0-9]*)"
_ID = re.compile(f"({_NUMBER})(?:([-.])({_NUMBER}))?")
_BEFORE, _WORD, _BEHIND = range(3)


def heads(sentence: str) -> list[int] | None:
    """Heads from 0 on, -1 for the root; None if anything is wrong."""
    rows = [line.split("\t") for line in sentence.split("\n") if line and line[0] != "#"]
    ids = [_ID.fullmatch(row[0]) for row in rows]
    if any(len(row) != 10 for row in rows) or not all(ids):
        return None
    numbers = [(int(found[1]), found[2], int(found[3] or 0)) for found in ids if found]
    if not _in_order(numbers):
        return None
    written = [row[6] for row, number in zip(rows, numbers, strict=True) if number[1] is None]
    if not all(re.fullmatch(_NUMBER, head) for head in written):
        return None
    found = [int(head) - 1 for head in written]
    return found if _is_tree(found) else None


def _in_order(numbers: list[tuple[int, str | None, int]]) -> bool:
    """Each word has its place, ranges stand before it and empty nodes behind it."""
    kinds = {"-": _BEFORE, None: _WORD, ".": _BEHIND}
    keys = [(a, kinds[mark], b if mark == "." else 0) for a, mark, b in numbers]
    words = [a for a, mark, _ in numbers if mark is None]
    ranges = [(a, b) for a, mark, b in numbers if mark == "-"]
    empty = [(a, b) for a, mark, b in numbers if mark == "."]
    return (
        all(one < other for one, other in pairwise(keys))
        and words == list(range(1, len(words) + 1))
        and all(1 <= a <= b <= len(words) for a, b in ranges)
        and all(b < a for (_, b), (a, _) in pairwise(ranges))
        and all(0 <= a <= len(words) and b >= 1 for a, b in empty)
        and all((a, b - 1) in empty for a, b in empty if b > 1)
    )


def _is_tree(found: list[int]) -> bool:
    if found.count(-1) != 1 or any(head >= len(found) for head in found):
        return False
    for word in range(len(found)):
        at = word
        for _ in found:
            at = found[at] if at >= 0 else at
        if at >= 0:
            return False
    return True
