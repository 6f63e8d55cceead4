"""What the `wordorder reorderings` commands share: their help."""

from __future__ import annotations

import re
import shlex

import pytest

from wordorder.cli.program import COMMANDS as ALL_COMMANDS
from wordorder.cli.reorderings import COMMANDS, command


def examples(text: str) -> list[list[str]]:
    """The commands that a help shows."""
    lines = text.partition("Examples:\n")[2].replace("\\\n", " ").splitlines()
    return [shlex.split(line) for line in lines if line.strip()]


def test_the_program_lists_the_group_and_the_group_its_commands(run) -> None:
    assert f"reorderings  {ALL_COMMANDS['reorderings']}" in run("--help").out
    text = run("reorderings", "--help").out
    for name, meaning in COMMANDS.items():
        assert re.search(rf"^  {name} +{re.escape(meaning)}$", text, flags=re.MULTILINE)


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help_shows_examples_that_could_be_typed(run, name) -> None:
    outcome = run("reorderings", *name.split(), "--help")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith(f"Usage: wordorder reorderings {name}".rstrip())
    found = [one for one in examples(outcome.out) if one[:2] == ["wordorder", "reorderings"]]
    assert found
    assert all(one[0] == "wordorder" for one in examples(outcome.out))
    for _, _, command_name, *arguments in found:
        one = command.get_command(None, command_name)
        with one.make_context(command_name, arguments):  # complains of what click does not know
            pass


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help_fits_eighty_columns(run, monkeypatch, name) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = run("reorderings", *name.split(), "--help").out.splitlines()
    assert [line for line in lines if len(line) > 80] == []
