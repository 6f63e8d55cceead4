"""The pages say what the program does: commands print what is shown, options are those that exist.

A ```console block is run, a ```pycon block is a doctest, and a comment `<!-- not run: REASON -->`
stands before every other block with commands or code in it.
"""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import wordorder

if TYPE_CHECKING:
    from types import ModuleType

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
COMMAND = re.compile(r"^\s*(\$|wordorder|pip3?|python3?|git|\.venv/bin/\w+) .*", re.MULTILINE)

every_page = pytest.mark.parametrize(
    "page", PAGES, ids=[page.relative_to(ROOT).as_posix() for page in PAGES]
)


def tool(name: str) -> ModuleType:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "tools"))
        return importlib.import_module(name)


def unexplained(page: str) -> list[str]:
    """The blocks of commands or code that neither run nor say why not."""
    parts = re.split(r"^```(\w*)\n(.*?)^```$", page, flags=re.MULTILINE | re.DOTALL)
    found, before = [], parts[0]
    for text, language, block in zip(parts[3::3], parts[1::3], parts[2::3], strict=True):
        runs = language in {"console", "pycon"} or (language == "python" and ">>> " in block)
        is_code = language in {"bash", "sh", "python", "console", "pycon"}
        if is_code and not runs and not re.search(r"<!-- not run: .+ -->\s*\Z", before):
            found.append(block)
        before = text
    prose = re.sub(r"^```\w*\n.*?^```$", "", page, flags=re.MULTILINE | re.DOTALL)
    for block in re.finditer(r"(?<=\n\n)(?: {4,}.*\n)+", prose):
        above = prose[: block.start()]
        if COMMAND.search(block[0]) and not re.search(r"<!-- not run: .+ -->\s*\Z", above):
            found.append(block[0])
    return found


@every_page
def test_all_commands_and_code_run_or_say_why_not(page: Path) -> None:
    assert unexplained(page.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "block",
    [
        "```bash\nwordorder demo\n```\n",
        "```python\nimport wordorder\n```\n",
        "    wordorder demo\n",
    ],
)
def test_a_block_that_does_not_say_why_it_is_not_run_is_found(block: str) -> None:
    assert len(unexplained(f"Text.\n\n{block}\nMore.\n")) == 1
    assert unexplained(f"Text.\n\n<!-- not run: a reason -->\n\n{block}\nMore.\n") == []


def test_the_command_line_reference_is_that_of_the_commands() -> None:
    commands = tool("docs_commands")
    shown = commands.PAGE.read_text(encoding="utf-8")
    assert shown == commands.page(), "run: python tools/docs_figures.py"


def test_the_command_line_reference_has_every_command_and_option() -> None:
    import click

    from wordorder.cli.program import cli

    shown = tool("docs_commands").page()

    def check(command: click.Command, path: str) -> None:
        context = click.Context(command, info_name=path)
        assert f"\n## {path}\n" in shown
        section = shown.partition(f"\n## {path}\n")[2].partition("\n## ")[0]
        for parameter in command.params:
            if isinstance(parameter, click.Option) and not parameter.hidden:
                for spelling in parameter.opts:
                    assert re.search(rf"^`.*{spelling}\b", section, re.MULTILINE), (path, spelling)
        if isinstance(command, click.Group):
            for name in command.list_commands(context):
                found = command.get_command(context, name)
                assert found is not None
                check(found, f"{path} {name}")

    check(cli, "wordorder")


def test_no_reader_is_sent_to_a_specification_that_they_do_not_have() -> None:
    for page in PAGES:
        if page.name != "decisions.md":
            assert not re.search(r"\bS[1-8]\.[1-9]\b", page.read_text(encoding="utf-8")), page
    for file in (ROOT / "src").rglob("*.py"):
        assert not re.search(r"\bS[1-8]\.[1-9]\b", file.read_text(encoding="utf-8")), file


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="the commands are those of a Unix shell")
@every_page
def test_commands_print_what_the_page_says(page: Path) -> None:
    figures = tool("docs_figures")
    shown = page.read_text(encoding="utf-8")
    if "```console" not in shown:
        pytest.skip("no commands to run")
    renewed = figures.renewed_commands(shown)
    assert figures.without_versions(renewed) == figures.without_versions(shown)


SKIPPED = ("_kernels", "__main__")
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
MODULES = [
    "wordorder",
    *(
        found.name
        for found in pkgutil.walk_packages(wordorder.__path__, "wordorder.")
        if found.name.rpartition(".")[2] not in SKIPPED
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize("name", MODULES)
def test_examples_show_what_happens(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name), optionflags=FLAGS).failed == 0


def test_the_modules_are_found() -> None:
    assert {"wordorder.ordering.scores", "wordorder.permutation.tree"} <= set(MODULES)
