"""The wording of errors and warnings stands in the catalogues alone, and nothing else does."""

from __future__ import annotations

import ast
import re
from functools import cache

import pytest

from messages import TESTS, catalogue

ROOMS = sorted(str(file.parent.relative_to(TESTS)) for file in TESTS.rglob("messages.toml"))
OURS = re.compile(r"(?<!click\.)\b(Input|Usage|Wordorder|MissingExtra)Error\b|\bWordorderWarning\b")


@cache
def parsed(module: str) -> ast.Module:
    return ast.parse((TESTS / module).read_text(encoding="utf-8"))


def matched_wording(module: str) -> list[int]:
    """Find the lines that match a message of ours by a pattern."""
    calls = [node for node in ast.walk(parsed(module)) if isinstance(node, ast.Call)]
    return [
        call.lineno
        for call in calls
        if any(word.arg == "match" for word in call.keywords)
        and any(OURS.search(ast.unparse(argument)) for argument in call.args[:1])
    ]


def test_no_test_has_the_wording_of_a_message() -> None:
    modules = sorted(str(file.relative_to(TESTS)) for file in TESTS.rglob("*.py"))
    found = {module: lines for module in modules if (lines := matched_wording(module))}
    assert found == {}, "expect messages with `refused` or `warned` of tests/messages.py"


@pytest.mark.parametrize("room", ROOMS)
def test_every_entry_of_a_catalogue_belongs_to_a_test(room: str) -> None:
    for module, tests in catalogue(room).items():
        nodes = ast.walk(parsed(module))
        functions = {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
        assert {test.partition("[")[0] for test in tests} <= functions, module


@pytest.mark.parametrize("room", ROOMS)
def test_no_entry_names_a_folder_of_a_machine(room: str) -> None:
    entries = [entry for tests in catalogue(room).values() for entry in tests.values()]
    own = re.compile(r"(^|[ '])(/(home|root|tmp|Users|work)/|[A-Z]:\\)")
    assert [text for entry in entries for text in entry if own.search(text)] == []
