"""Runs the page's modules in Node, without a browser."""

from __future__ import annotations

import json
import shutil
import subprocess
from functools import cache
from importlib.resources import files
from pathlib import Path
from tempfile import mkdtemp
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
    lines = [f'import {{ {name} }} from "./{module}";\n' for module, name in imports.items()]
    script = "".join(lines) + (
        'import { readFileSync } from "node:fs";\n'
        "const given = JSON.parse(readFileSync(0, 'utf8'));\n"
        f"process.stdout.write(JSON.stringify({expression}));\n"
    )
    done = subprocess.run(
        [_node(), "--input-type=module", "--eval", script],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        cwd=_modules(),
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def _node() -> str:
    found = shutil.which("node") or _node_of_playwright()
    if found is None:
        pytest.skip("needs Node: install it, or playwright, which has its own")
    return found


def _node_of_playwright() -> str | None:
    try:
        from playwright._impl._driver import compute_driver_executable
    except ImportError:
        return None
    return str(compute_driver_executable()[0])


@cache
def _modules() -> Path:
    """A copy of the modules in a folder where Node takes them for modules."""
    folder = Path(mkdtemp(prefix="wordorder-script-"))
    shutil.copytree(str(files("wordorder.report") / "script"), folder, dirs_exist_ok=True)
    (folder / "package.json").write_text('{"type": "module"}')
    return folder
