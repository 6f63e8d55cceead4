"""The types of the kernels, as mypy and editors read them."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

from wordorder import _kernels

ROOT = Path(__file__).parents[1]
STUB = ast.parse((ROOT / "src" / "wordorder" / "_kernels.pyi").read_text())


@pytest.mark.slow
def test_the_stub_is_that_of_the_kernels() -> None:
    tool = ROOT / "tools" / "kernel_stub.py"
    done = subprocess.run(
        [sys.executable, tool, "--check"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_everything_is_documented() -> None:
    named = {name for name in vars(_kernels) if not name.startswith("_")}
    described = [node for node in STUB.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))]
    constants = {"LARGEST_WORD", "MOST_INFERRED_WORDS", "VERSION"}
    assert {node.name for node in described} | constants == named
    for owner in described:
        for node in ast.walk(owner):
            if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
                text = ast.get_docstring(node)
                assert text, f"{owner.name}.{node.name}"
                assert inspect.cleandoc(text).splitlines()[0].endswith((".", "?")), text
