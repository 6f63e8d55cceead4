"""Runs the page's modules in Node.js, without a browser."""

from __future__ import annotations

import json
import shutil
import subprocess
from functools import cache
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Mapping


def in_node(imports: Mapping[str, str], expression: str, given: object) -> Any:
    """The value of a JavaScript expression, which may use what is imported, and `given`.

    Args:
        imports: Modules, and what to import from each.
        expression: What to compute.
        given: A value that JSON can hold.
    """
    lines = [f'import {{ {name} }} from "./{module}";' for module, name in imports.items()]
    lines += [
        'import { readFileSync } from "node:fs";',
        'const given = JSON.parse(readFileSync(0, "utf8"));',
        f"process.stdout.write(JSON.stringify({expression}));",
    ]
    return run_in_node("\n".join(lines), given)


def run_in_node(program: str, given: object) -> Any:
    """What a program beside the modules makes of JSON; it reads and writes the standard streams."""
    with TemporaryDirectory() as folder:
        shutil.copytree(str(files("wordorder.reporting") / "script"), folder, dirs_exist_ok=True)
        # So that older versions of Node.js take all files there for modules.
        Path(folder, "package.json").write_text('{"type": "module"}', encoding="utf-8")
        Path(folder, "program.js").write_text(program, encoding="utf-8")
        done = subprocess.run(
            [_node(), "program.js"],
            input=json.dumps(given).encode(),
            capture_output=True,
            cwd=folder,
            check=False,
        )
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


@cache
def _node() -> str:
    """Node.js, the system's or that of Playwright."""
    found = shutil.which("node")
    if found is not None:
        return found
    try:
        from playwright._impl._driver import compute_driver_executable
    except ImportError:
        pytest.skip("needs Node.js (the program `node`) or the Python package playwright")
    driver = compute_driver_executable()
    return str(driver[0] if isinstance(driver, tuple) else driver)
