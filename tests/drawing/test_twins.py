"""Python and JavaScript lay out alike."""

from __future__ import annotations

import json
from itertools import permutations
from random import Random

import pytest

from drawing.twins import (
    FIXTURE,
    in_javascript,
    in_python,
    named_cases,
    random_crossing,
    random_tree,
    tree_case,
)

SAVED = json.loads(FIXTURE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("saved", SAVED, ids=lambda saved: saved["name"])
def test_python_gives_the_saved_layouts(saved) -> None:
    assert in_python(saved["case"]) == saved["layout"]


def test_all_cases_are_saved() -> None:
    # tools/drawing_fixtures.py saves them
    assert {saved["name"]: saved["case"] for saved in SAVED} == named_cases()


@pytest.mark.slow
def test_javascript_gives_the_saved_layouts() -> None:
    answers = in_javascript([saved["case"] for saved in SAVED])
    for saved, answer in zip(SAVED, answers, strict=True):
        assert answer == saved["layout"], saved["name"]


@pytest.mark.slow
def test_crossing_diagrams_of_any_sentences_are_the_same() -> None:
    random = Random(1)
    check([random_crossing(random) for _ in range(300)])


@pytest.mark.slow
def test_all_short_permutations_have_the_same_trees() -> None:
    words = ["in", "the", "house", "国際化", "!", "x" * 99]
    check([tree_case(ranks, words) for n in range(1, 7) for ranks in permutations(range(n))])


@pytest.mark.slow
def test_long_permutations_have_the_same_trees() -> None:
    random = Random(1)
    shuffled = [random.sample(range(size), size) for size in range(7, 61)]
    cases = [tree_case(ranks, list(map(str, ranks))) for ranks in shuffled]
    check(cases + [random_tree(random) for _ in range(300)])


def check(cases) -> None:
    for case, answer in zip(cases, in_javascript(cases), strict=True):
        assert answer == in_python(case), case
