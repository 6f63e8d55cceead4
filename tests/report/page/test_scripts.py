"""The page's modules: their form, and how they are joined."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest

from wordorder.report.page import scripts
from wordorder.report.page.scripts import joined, module_text

ROOT = Path(__file__).parents[3]
FOLDER = files("wordorder.report") / "script"
MODULES = sorted(one.name for one in FOLDER.iterdir() if one.name.endswith(".js"))
DECLARED = re.compile(r"^(?:async )?(?:function\*?|const|let|class) (\w+)", re.MULTILINE)


def test_all_modules_are_joined() -> None:
    script = joined()
    assert script.startswith('(() => {\n"use strict";\n')
    assert not re.search(r"^(import|export)\b", script, re.MULTILINE)
    for name in MODULES:
        first = next(line for line in module_text(name).splitlines() if "function " in line)
        assert first.removeprefix("export ") in script


def test_no_name_is_declared_twice() -> None:
    names = Counter(DECLARED.findall(joined()))
    assert [name for name, count in names.items() if count > 1] == []


def test_modules_come_after_what_they_import() -> None:
    script = joined("tables.js")
    assert script.index("function make(") < script.index("function menu(")
    assert script.index("function menu(") < script.index("function startTables(")
    assert "function startFigures(" not in script


def test_modules_that_import_each_other(monkeypatch) -> None:
    texts = {"a.js": 'import { b } from "./b.js";\n', "b.js": 'import { a } from "./a.js";\n'}
    monkeypatch.setattr(scripts, "module_text", texts.__getitem__)
    with pytest.raises(ValueError, match=r"modules import each other: a\.js → b\.js → a\.js"):
        joined("a.js")


@pytest.mark.parametrize("name", MODULES)
def test_a_module_has_the_form_that_can_be_joined(name: str) -> None:
    text = module_text(name)
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(", text)
    for line in text.splitlines():
        if line.startswith("import"):
            assert re.fullmatch(r'import \{ [\w, ]+ \} from "\./[\w-]+\.js";', line)
        if line.startswith("export"):
            assert re.match(r"export (async function|function\*?|const|class) \w+", line)
    explained = re.findall(r"^(.*)\nexport (?:async )?function", text, re.MULTILINE)
    assert all(line.endswith("*/") for line in explained)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js")
@pytest.mark.parametrize("name", [name for name in MODULES if name != "start.js"])
def test_node_can_import_a_module(name: str) -> None:
    code = f"import({str(FOLDER / name)!r})"
    run = ["node", "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", "-e", code]
    subprocess.run(run, check=True)


@pytest.mark.slow
def test_oxlint_finds_nothing() -> None:
    oxlint = shutil.which("oxlint", path=str(Path(sys.executable).parent))
    if oxlint is None:
        pytest.skip('needs oxlint: pip install ".[dev]"')
    told = subprocess.run(
        [oxlint, "--config", ROOT / ".oxlintrc.json", FOLDER],
        check=False,
        capture_output=True,
        text=True,
    )
    assert told.returncode == 0, told.stdout
