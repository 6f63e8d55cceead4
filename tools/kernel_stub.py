"""Writes src/wordorder/_kernels.pyi, the types of the kernels, from the kernels themselves.

    python tools/kernel_stub.py            # after every change of kernels/bind/*.cpp
    python tools/kernel_stub.py --check    # is the stub that of the kernels as they are installed?

The text comes from nanobind's stubgen, the docstrings from the bindings. What is compared is what
the stubs say, not how: versions of nanobind write the same types in different layouts.
"""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
from pathlib import Path

from nanobind.stubgen import StubGen

from wordorder import _kernels

STUB = Path(__file__).resolve().parents[1] / "src" / "wordorder" / "_kernels.pyi"
HEAD = '"""The compiled kernels. Written by tools/kernel_stub.py; do not edit."""\n\n'


def main() -> None:
    if sys.argv[1:] == ["--check"]:
        if not same_types(STUB.read_text(), generated()):
            sys.exit(f"{STUB.name} is not that of the kernels; run python tools/kernel_stub.py")
        return
    STUB.write_text(formatted(generated()))


def generated() -> str:
    """The stub of the kernels as they are installed."""
    generator = StubGen(_kernels)
    generator.put(_kernels)
    # The number of the version is not a part of the types.
    return HEAD + re.sub(r"^(VERSION: str).*$", r"\1", generator.get(), flags=re.MULTILINE)


def formatted(text: str) -> str:
    """The text as ruff writes it."""
    for command in (["check", "--fix", "--unsafe-fixes", "--select", "I,D200,D212"], ["format"]):
        text = subprocess.run(
            [sys.executable, "-m", "ruff", *command, "--quiet", "--stdin-filename", STUB, "-"],
            input=text,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    return text


def same_types(one: str, other: str) -> bool:
    """Whether two stubs say the same, in whatever layout and order."""
    return content(one) == content(other)


def content(stub: str) -> list[str]:
    """The statements of a stub."""
    tree = ast.parse(stub)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value = inspect.cleandoc(node.value).strip()
    imports = (ast.Import, ast.ImportFrom)
    return sorted(ast.dump(node) for node in tree.body if not isinstance(node, imports))


if __name__ == "__main__":
    main()
