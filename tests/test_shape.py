"""What the code itself promises: short functions, and commands that only translate."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "wordorder"
FILES = sorted(SOURCE.rglob("*.py"))
MOST_LINES = 40


def name(file: Path) -> str:
    return str(file.relative_to(SOURCE))


def lines_without_docstring(function: ast.FunctionDef) -> int:
    first = function.body[0]
    docstring = 0
    if ast.get_docstring(function) is not None:
        docstring = (first.end_lineno or 0) - first.lineno + 1
    return (function.end_lineno or 0) - function.lineno + 1 - docstring


@pytest.mark.parametrize("file", FILES, ids=name)
def test_functions_fit_a_screen(file) -> None:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    long = {f.name: n for f in functions if (n := lines_without_docstring(f)) > MOST_LINES}
    assert long == {}


@pytest.mark.parametrize("file", sorted((SOURCE / "cli").rglob("*.py")), ids=name)
def test_commands_hold_no_table_no_document_and_no_arrays(file) -> None:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    imported = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, (ast.ImportFrom, ast.Import))
        for alias in node.names
    }
    assert not imported & {"Table", "Column", "Records", "document", "dumps", "numpy"}
