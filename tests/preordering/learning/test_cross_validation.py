"""How many rules are kept, by scores of sentences that they were not learned from."""

from __future__ import annotations

import pytest

from wordorder.preordering.learning.cross_validation import CrossValidated
from wordorder.preordering.learning.result import PathPoint


@pytest.mark.parametrize(("error", "expected"), [(0, 3), (0.01, 2), (1, 0)])
def test_the_fewest_rules_within_one_error_of_the_best(error: float, expected: int) -> None:
    scores = [0.50, 0.56, 0.58, 0.581]
    path = tuple(PathPoint(rules, score, score, score, error) for rules, score in enumerate(scores))
    assert CrossValidated([], [], path).fewest == expected
