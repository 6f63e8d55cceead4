"""The page's permutations of links against those of Python."""

from __future__ import annotations

import random
from itertools import product

import pytest

from nodejs import in_node
from wordorder import Alignment, Permutation

Links = list[tuple[int, int]]
GRID = list(product(range(3), range(3)))


def check(rows: list[Links], length: int) -> None:
    given = [[{"from": i, "to": j} for i, j in row] for row in rows]
    found = in_node({"permutation.js": "permutationOf"}, "given.map(permutationOf)", given)
    for row, one in zip(rows, found, strict=True):
        permutation = Permutation.from_alignment(Alignment(row, length, length), "matched")
        assert one["ranks"] == permutation.ranks.tolist()
        targets = sorted({j for _, j in row})
        linked = [{i for i, j in row if j == targets[rank]} for rank in one["ranks"]]
        assert one["places"] == [sorted(words) for words in linked]


@pytest.mark.slow
def test_all_links_of_three_words() -> None:
    check([[link for bit, link in enumerate(GRID) if n >> bit & 1] for n in range(2**9)], 3)


@pytest.mark.slow
def test_many_links_in_any_order() -> None:
    source = random.Random(1)
    rows = []
    for _ in range(300):
        length, count = source.randint(1, 12), source.randint(0, 30)
        rows.append([(source.randrange(length), source.randrange(length)) for _ in range(count)])
    check(rows, 12)
