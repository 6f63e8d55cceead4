"""Every example in a docstring runs and shows what it says."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import wordorder

pytestmark = pytest.mark.slow

SKIPPED = ("_kernels", "__main__")
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
MODULES = [
    "wordorder",
    *(
        found.name
        for found in pkgutil.walk_packages(wordorder.__path__, "wordorder.")
        if found.name.rpartition(".")[2] not in SKIPPED
    ),
]


SLOW = (
    "wordorder.metaevaluation.tuning.fitting",
    "wordorder.permutation.complexity",
    "wordorder.report.plots.files",
    "wordorder.report.reporting",
)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name in SLOW)) for name in MODULES]
)
def test_examples_show_what_happens(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name), optionflags=FLAGS).failed == 0


def test_the_modules_are_found() -> None:
    assert {"wordorder.ordering.scores", "wordorder.permutation.tree"} <= set(MODULES)
