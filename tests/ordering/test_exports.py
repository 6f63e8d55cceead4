"""One public face: what it exports is reachable, typed and loaded on demand."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from importlib.metadata import version
from importlib.resources import files

import pytest

import wordorder


def names_in_the_stub() -> set[str]:
    tree = ast.parse(files("wordorder").joinpath("__init__.pyi").read_text(encoding="utf-8"))
    imported = [
        alias.asname or alias.name
        for node in tree.body
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    ]
    annotated = [node.target.id for node in tree.body if isinstance(node, ast.AnnAssign)]
    return {*imported, *annotated}


@pytest.mark.parametrize("name", wordorder.__all__)
def test_every_export_is_reachable(name: str) -> None:
    assert getattr(wordorder, name) is not None


@pytest.mark.parametrize("room", ["permutation", "ordering"])
def test_every_export_of_a_room_is_reachable(room: str) -> None:
    module = importlib.import_module(f"wordorder.{room}")
    assert all(hasattr(module, name) for name in module.__all__)
    assert module.__all__ == sorted(module.__all__, key=lambda name: (not name.isupper(), name))


def test_dir_and_the_stub_name_exactly_the_exports() -> None:
    assert dir(wordorder) == sorted(wordorder.__all__)
    assert len(set(wordorder.__all__)) == len(wordorder.__all__)
    assert names_in_the_stub() == set(wordorder.__all__)


def test_the_version_is_that_of_the_installed_package() -> None:
    assert wordorder.__version__ == version("wordorder")


def test_an_unknown_attribute_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match=r"^module 'wordorder' has no attribute 'nothing'$"):
        _ = wordorder.nothing


def test_importing_the_package_loads_no_room() -> None:
    code = (
        "import sys; before = set(sys.modules); import wordorder; "
        "print(*sorted(m for m in set(sys.modules) - before "
        "if m == 'numpy' or m.startswith('wordorder.')))"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "\n"
