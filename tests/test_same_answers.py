"""The comparison of two versions notices what differs: tried on two tiny stand-ins."""

from __future__ import annotations

import doctest
import importlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from types import ModuleType

TOOLS = Path(__file__).resolve().parents[1] / "tools"
PYTHON = getattr(sys, "_base_executable", sys.executable)  # without packages of ours

RESULT = """
class UsageError(Exception):
    pass

class Records:
    types = {"kendall": float}
    columns = {"kendall": [NUMBER]}

class Result:
    signature, summary = "wordorder:VERSION|seed:1", lambda self: "one system"
    tables = lambda self, *view: []

    @classmethod
    def views(cls):
        return {"scores": None, "diff": None}

    def records(self, view, *names):
        if view == "diff" and not names:
            raise UsageError("needs two names")
        return Records()

load = lambda path: Result()
"""

COMMAND = """
import sys
open("table.tsv", "w").write("TABLE")
open("result.json", "w").write("LAYOUT")
open("plot.html", "w").write('<p>A plot<script id="d">{"plots": {"p": {"data": PLOT}}}</script>')
if EXTRA:
    open("extra.txt", "w").write("more")
print("SAID")
sys.exit(CODE)
"""

USUAL = {
    "NUMBER": "0.5",
    "VERSION": "0.1",
    "TABLE": "1 2",
    "LAYOUT": "{}",
    "PLOT": "[1]",
    "EXTRA": "True",
    "SAID": "yes",
    "CODE": "0",
}


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(TOOLS))
        return importlib.import_module("same_answers")


def outcome(tool: ModuleType, folder: Path, **changed: str) -> Any:
    """What a stand-in for `wordorder`, changed in some places, does in a case."""
    package = folder / "new" / "wordorder"
    package.mkdir(parents=True)
    for name, template in (("__init__.py", RESULT), ("__main__.py", COMMAND)):
        text = template
        for place, value in {**USUAL, **changed}.items():
            text = text.replace(place, value)
        (package / name).write_text(text, encoding="utf-8")
    one = tool.Case("tried", ["run"], ["diff A B"], 0)
    return tool.outcome(one, tool.Side(PYTHON, str(package.parent)), folder / "tried", folder)


@pytest.fixture(scope="module")
def old(tool: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Any:
    return outcome(tool, tmp_path_factory.mktemp("old"))


def test_its_examples_are_right(tool: ModuleType) -> None:
    assert doctest.testmod(tool).failed == 0


@pytest.mark.slow
def test_another_layout_and_another_version_are_the_same(
    tool: ModuleType, old: Any, tmp_path: Path
) -> None:
    new = outcome(tool, tmp_path, LAYOUT="[]", VERSION="0.2.1")
    assert tool.verdict(old, new, None) == ("same", [])
    assert old.parts["result.json, diff, records"] == "refused: UsageError"
    assert old.parts["result.json, diff A B, records"] == "kendall:float\n0.5"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changed", "part"),
    [
        ({"NUMBER": "0.5000000000000001"}, "result.json, scores, records"),
        ({"TABLE": "1 3"}, "table.tsv"),
        ({"SAID": "Yes"}, "1.stdout"),
        ({"EXTRA": "False"}, "extra.txt"),
        ({"PLOT": "[2]"}, "plot.html, plot p, figures"),
        ({"CODE": "3"}, "1.exit-code"),
    ],
    ids=["number", "byte", "output", "missing file", "plot", "exit code"],
)
def test_a_change_is_noticed(
    tool: ModuleType, old: Any, tmp_path: Path, changed: dict[str, str], part: str
) -> None:
    word, lines = tool.verdict(old, outcome(tool, tmp_path, **changed), None)
    assert word == "DIFFERS"
    assert part in lines


def test_an_expected_difference_must_occur(tool: ModuleType) -> None:
    one, other, third = (
        tool.Outcome({"a.tsv": a, "b.tsv": b}, []) for a, b in (("1", "1"), ("2", "1"), ("2", "2"))
    )
    meant = tool.Expected(("a.*",), "rounded")
    assert tool.verdict(one, other, meant).word == "expected"
    assert tool.verdict(one, other, None).word == "DIFFERS"
    assert tool.verdict(one, third, meant).lines[0] == "b.tsv"
    assert tool.verdict(one, one, meant) == (
        "DIFFERS",
        ["a.*: expected to differ, but does not"],
    )


def test_a_case_that_fails_in_both_versions_proves_nothing(tool: ModuleType) -> None:
    failed = tool.Outcome({"1.exit-code": "1"}, ["score x: exit code 1"])
    assert tool.verdict(failed, failed, None).word == "BROKEN"
