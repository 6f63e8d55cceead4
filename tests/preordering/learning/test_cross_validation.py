"""How many rules are kept, by scores of sentences that they were not learned from."""

from __future__ import annotations

import pytest

from wordorder.preordering.learning.cross_validation import CrossValidated
from wordorder.preordering.learning.result import PathPoint

RISING = [(0.50, 0.50), (0.52, 0.60), (0.54, 0.62), (0.541, 0.62)]
TORN = [(0.50, 0.50), (0.49, 0.60), (0.51, 0.55), (0.40, 0.90)]


def number_of_rules(scores: list[tuple[float, float]], words: str, error: float) -> int:
    means = {"all": lambda a, _: a, "linked": lambda _, b: b, "both": lambda a, b: (a + b) / 2}
    path = tuple(
        PathPoint(rules=rules, score=means[words](*both), all=both[0], linked=both[1],
                  standard_error=error)
        for rules, both in enumerate(scores)
    )  # fmt: skip
    return CrossValidated([], [], path, words).fewest


def test_the_fewest_rules_within_one_error_of_the_best() -> None:
    assert number_of_rules(RISING, "both", 0) == 3
    assert number_of_rules(RISING, "both", 0.01) == 2
    assert number_of_rules(RISING, "both", 1) == 0


@pytest.mark.parametrize(("words", "expected"), [("both", 2), ("linked", 3), ("all", 2)])
def test_if_both_scores_count_neither_may_fall(words: str, expected: int) -> None:
    assert number_of_rules(TORN, words, 0) == expected
