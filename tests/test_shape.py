"""What code and tests promise: arguments as data, thin commands, one way to the kernels."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

TESTS = Path(__file__).parent
SOURCE = TESTS.parent / "src" / "wordorder"
KERNELS = TESTS.parent / "kernels"


def name(file: Path) -> str:
    return str(file.relative_to(SOURCE))


def nodes(file: Path, word: str = "") -> Iterator[ast.AST]:
    """The nodes of a file; none if it does not have the word."""
    text = file.read_text(encoding="utf-8")
    return ast.walk(ast.parse(text)) if word in text else iter(())


def test_commands_hold_no_table_no_document_and_no_arrays() -> None:
    imported = {
        (name(file), alias.name)
        for file in (SOURCE / "cli").rglob("*.py")
        for node in nodes(file)
        if isinstance(node, (ast.ImportFrom, ast.Import))
        for alias in node.names
    }
    refused = {"Table", "Column", "Records", "document", "dumps", "numpy"}
    assert [pair for pair in imported if pair[1] in refused] == []


def test_no_text_takes_in_an_argument() -> None:
    texts = (
        (name(file), node.lineno, call.func.id)
        for file in SOURCE.rglob("*.py")
        for node in nodes(file, "Argument(")
        if isinstance(node, ast.JoinedStr)
        for call in ast.walk(node)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
    )
    assert [text for text in texts if text[-1] == "Argument"] == []


def test_no_test_patches_the_package() -> None:
    """What a test needs small or failing is an argument, so that code can move."""
    files = sorted(TESTS.rglob("*.py"))
    patched = [
        (str(file.relative_to(TESTS)), call.lineno)
        for file in files
        for call in patches(file)
        if is_ours(call.args[0], imported_from_the_package(file))
    ]
    assert files
    assert patched == []


def patches(file: Path) -> Iterator[ast.Call]:
    """Calls such as `monkeypatch.setattr(…)`, `patch(…)` and `patch.object(…)`."""
    names = {"setattr", "delattr", "setitem", "delitem", "patch", "object", "dict"}
    for node in nodes(file, "patch"):
        if isinstance(node, ast.Call) and node.args:
            function = node.func
            called = getattr(function, "attr", getattr(function, "id", None))
            if called in names and "patch" in ast.unparse(function):
                yield node


def imported_from_the_package(file: Path) -> set[str]:
    return {
        alias.asname or alias.name.split(".")[0]
        for node in nodes(file, "wordorder")
        for alias in getattr(node, "names", ())
        if isinstance(node, (ast.Import, ast.ImportFrom))
        if (getattr(node, "module", None) or alias.name).split(".")[0] == "wordorder"
    }


def is_ours(target: ast.AST, ours: set[str]) -> bool:
    """Whether what is patched is a path of the package, or reached from a name of it."""
    texts = (node.value for node in ast.walk(target) if isinstance(node, ast.Constant))
    names = {node.id for node in ast.walk(target) if isinstance(node, ast.Name)}
    return bool(names & ours) or any(str(text).startswith("wordorder") for text in texts)


def test_kernels_are_imported_by_way_of_the_package() -> None:
    """Any other way, the package would not have told them its errors."""
    directly = (
        (name(file), node.lineno)
        for file in SOURCE.rglob("*.py")
        for node in nodes(file, "wordorder._kernels")
        if (isinstance(node, ast.ImportFrom) and node.module == "wordorder._kernels")
        or (
            isinstance(node, ast.Import)
            and any(alias.name == "wordorder._kernels" for alias in node.names)
        )
    )
    assert list(directly) == []


def test_folders_of_kernels_include_only_from_folders_before_them() -> None:
    """In the order in which CONTRIBUTING.md has them."""
    listed = (TESTS.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = listed.partition("    kernels/ ")[2].partition("    src/wordorder/")[0]
    folders = re.findall(r"^      (\w+)/ ", section, re.MULTILINE)
    assert sorted(folders) == sorted(path.name for path in KERNELS.iterdir())
    included = re.compile(r'^#include "(\w+)/', re.MULTILINE)
    backwards = [
        (str(file.relative_to(KERNELS)), folder)
        for file in KERNELS.glob("*/*.?pp")
        for folder in included.findall(file.read_text(encoding="utf-8"))
        if folders.index(folder) > folders.index(file.parent.name)
    ]
    assert backwards == []
