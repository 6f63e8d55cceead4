from __future__ import annotations

import pytest

from messages import refused
from wordorder import UsageError
from wordorder.alignment.drawings import MOST_LINES, chosen_lines


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("3", (3,)),
        (" 2 , 1", (1, 2)),
        ("1,7-9,8", (1, 7, 8, 9)),
        ([5, 2, 2], (2, 5)),
        (range(1, 4), (1, 2, 3)),
        (f"1-{MOST_LINES}", tuple(range(1, MOST_LINES + 1))),
    ],
)
def test_lines_in_order(lines, expected) -> None:
    assert chosen_lines(lines) == expected


@pytest.mark.parametrize(
    "lines",
    ["0", "x", "3-1", "1-", "-3", "", "1,,2", "1" * 30, [0], [-1], [], "1-101", range(1, 102)],
    ids=repr,
)
def test_odd_choices_are_refused(lines) -> None:
    with refused(UsageError):
        chosen_lines(lines)
