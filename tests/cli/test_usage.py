"""Wrong usage is told in one line, which says what was meant."""

from __future__ import annotations

import re
import sys

import click
import pytest

from cli.program import COMMAND, start
from messages import check
from wordorder.cli.program import cli
from wordorder.ordering import metric_names
from wordorder.ordering.metrics import METRICS
from wordorder.scoring import PRESETS

CASES = {
    "a misspelt option": ["score", "r", "h", "--metrcs", "pef"],
    "an option like no other": ["score", "r", "h", "--zzz"],
    "a misspelt command": ["scroe", "r", "h"],
    "a misspelt command of a group": ["reorderings", "analyse", "links"],
    "a misspelt choice": ["score", "r", "h", "--format", "jsno"],
    "a choice like no other": ["align", "convert", "f", "--to-base", "7"],
    "a missing argument": ["score", "ref"],
    "a missing option": ["reorderings", "sheet", "a", "b", "-s", "s", "-r", "r", "-t", "t"],
    "one argument too many": ["permutation", "-", "mo\x1b[31mre"],
    "a number out of range": ["permutation", "-", "--beta", "2"],
    "an option without its value": ["permutation", "-", "--beta"],
    "a preset for a metric": ["score", "r", "h", "--metrics", "pef,ribes"],
    "a metric for a preset": ["score", "r", "h", "--preset", "kendall"],
    "a misspelt preset": ["score", "r", "h", "--preset", "lrscor"],
    "a misspelt metric": ["score", "r", "h", "-m", "kendal"],
    "a language without a match": ["align", "show", "links", "--lang", "en"],
    "synonyms without a match": ["align", "show", "links", "--synonyms", "f", "--cased"],
    "sentences in a table": ["score", "r", "h", "--with-sentences"],
    "sentences of an evaluation in a table": [
        "align",
        "evaluate",
        "g",
        "f",
        "--with-sentences",
        "--format",
        "tsv",
    ],
    "timing in json": ["score", "r", "h", "--timing", "--format", "json"],
    "a tokeniser for no source": ["score", "r", "h", "--src-tokenize", "13a"],
}


@pytest.mark.parametrize("arguments", CASES.values(), ids=CASES)
def test_wrong_usage_is_one_line(run, arguments) -> None:
    outcome = run(*arguments)
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)


def every_command(command: click.Command = cli, *path: str):
    if not isinstance(command, click.Group):
        yield path, command
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        yield from every_command(command.get_command(context, name), *path, name)


COMMANDS = {" ".join(path): command for path, command in every_command()}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_help_has_examples_and_fits(run, monkeypatch, name) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    outcome = run(*name.split(), "--help")
    assert (outcome.code, outcome.err) == (0, "")
    assert re.search(r"Examples:\n +(echo .* )?wordorder ", outcome.out)
    assert [line for line in outcome.out.splitlines() if len(line) > 80] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_one_name_for_one_option(name) -> None:
    short = {"metrics": "-m", "lang": "-l", "quiet": "-q", "source": "-s", "target": "-t"}
    given = {
        option.name: option.opts
        for option in COMMANDS[name].params
        if isinstance(option, click.Option)
    }
    for option, letter in short.items():
        assert option not in given or letter in given[option]
    assert not any("--keep-case" in names for names in given.values())
    assert name == "demo" or "-q" in given["quiet"]


def test_help_says_what_metrics_and_presets_are(run) -> None:
    said = " ".join(run("score", "--help").out.split())
    for metric in metric_names():
        assert f"{metric} {METRICS[metric].rewards}" in said
    assert all(f" {preset} " in said for preset in PRESETS)


@pytest.mark.slow
def test_the_package_runs_as_a_module() -> None:
    module = [sys.executable, "-m", "wordorder"]
    outcome = start([*module, "score", "--help"])
    assert outcome.out.startswith("Usage: python -m wordorder score ")
    check(start([*module, "scroe"]).err.rstrip("\n"))
    assert start([*module, "permutation", "-"], b"2 1\n") == start(
        [*COMMAND, "permutation", "-"], b"2 1\n"
    )


def test_no_command_is_answered_with_help(run) -> None:
    outcome = run()
    assert (outcome.code, outcome.out) == (2, "")
