"""The public face: about forty names at the top, the rest in their rooms, all of them lazy."""

from __future__ import annotations

import importlib
import subprocess
import sys
from importlib.metadata import version
from typing import TYPE_CHECKING

import pytest

import wordorder

if TYPE_CHECKING:
    from types import ModuleType

ROOMS = [
    "alignment",
    "corpus",
    "drawing",
    "metaevaluation",
    "ordering",
    "output",
    "permutation",
    "preordering",
    "reorderings",
    "reporting",
    "scoring",
    "statistics",
    "syntax",
    "text",
]
MODULES = [wordorder, *(importlib.import_module(f"wordorder.{room}") for room in ROOMS)]
FACES = [(module, name) for module in MODULES for name in module.__all__]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_every_export_is_reachable(module: ModuleType) -> None:
    assert [name for name in module.__all__ if getattr(module, name) is None] == []
    assert set(module.__all__) <= set(dir(module))


def test_no_module_has_the_name_of_an_export() -> None:
    """Importing it would put the module in the place of the export."""
    modules = {name for name in sys.modules if name.startswith("wordorder.")}
    assert [
        (module.__name__, name)
        for module, name in FACES
        if f"{module.__name__}.{name}" in modules
        and f"{module.__name__}.{name}" != getattr(getattr(module, name), "__name__", None)
    ] == []


def test_the_top_is_small() -> None:
    names = set(wordorder.__all__) - {*ROOMS, "errors"}
    assert len(names) <= 50, "put it into the face of its room"


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
    assert done.stdout == "wordorder.faces\n"
