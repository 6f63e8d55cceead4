"""Wrong usage is told in one line, which says what was meant."""

from __future__ import annotations

import re
import sys

import click
import pytest

from cli.program import COMMAND, start
from wordorder.cli.program import cli
from wordorder.ordering import metric_names
from wordorder.ordering.metrics import METRICS
from wordorder.scoring import PRESETS

CASES = {
    "a misspelt option": (
        ["score", "r", "h", "--metrcs", "pef"],
        (
            "wordorder score: no such option --metrcs (did you mean --metrics?); "
            "see wordorder score --help"
        ),
    ),
    "an option like no other": (
        ["score", "r", "h", "--zzz"],
        "wordorder score: no such option --zzz; see wordorder score --help",
    ),
    "a misspelt command": (
        ["scroe", "r", "h"],
        "wordorder: no such command 'scroe' (did you mean score?); see wordorder --help",
    ),
    "a misspelt command of a group": (
        ["reorderings", "analyse", "links"],
        (
            "wordorder reorderings: no such command 'analyse' (did you mean analyze?); "
            "see wordorder reorderings --help"
        ),
    ),
    "a misspelt choice": (
        ["score", "r", "h", "--format", "jsno"],
        (
            "wordorder score: --format cannot be 'jsno' (did you mean json?); "
            "see wordorder score --help"
        ),
    ),
    "a choice like no other": (
        ["align", "convert", "f", "--to-base", "7"],
        (
            "wordorder align convert: --to-base cannot be '7'; choose from 0, 1; "
            "see wordorder align convert --help"
        ),
    ),
    "a missing argument": (
        ["score", "ref"],
        "wordorder score: missing argument HYP...; see wordorder score --help",
    ),
    "a missing option": (
        ["reorderings", "sheet", "a", "b", "-s", "s", "-r", "r", "-t", "t"],
        "wordorder reorderings sheet: missing option --key; see wordorder reorderings sheet --help",
    ),
    "one argument too many": (
        ["permutation", "-", "mo\x1b[31mre"],
        (
            r"wordorder permutation: got unexpected extra argument (mo\x1b[31mre); "
            "see wordorder permutation --help"
        ),
    ),
    "a number out of range": (
        ["permutation", "-", "--beta", "2"],
        (
            "wordorder permutation: --beta: 2.0 is not in the range 0<=x<=1; "
            "see wordorder permutation --help"
        ),
    ),
    "an option without its value": (
        ["permutation", "-", "--beta"],
        (
            "wordorder permutation: option '--beta' requires an argument; "
            "see wordorder permutation --help"
        ),
    ),
    "a preset for a metric": (
        ["score", "r", "h", "--metrics", "pef,ribes"],
        "wordorder: ribes is a preset: use --preset ribes",
    ),
    "a metric for a preset": (
        ["score", "r", "h", "--preset", "kendall"],
        (
            "wordorder: kendall is a metric: use --metrics kendall, or --ordering kendall "
            "to combine it with word choice"
        ),
    ),
    "a misspelt preset": (
        ["score", "r", "h", "--preset", "lrscor"],
        (
            "wordorder: unknown preset 'lrscor': did you mean 'lrscore'? (files of weights end in "
            ".toml)"
        ),
    ),
    "a misspelt metric": (
        ["score", "r", "h", "-m", "kendal"],
        "wordorder: unknown metric 'kendal': did you mean 'kendall'?",
    ),
    "a language without a match": (
        ["align", "show", "links", "--lang", "en"],
        "wordorder: --lang needs --match: without it, links come from FILE",
    ),
    "synonyms without a match": (
        ["align", "show", "links", "--synonyms", "f", "--cased"],
        "wordorder: --synonyms and --cased need --match: without it, links come from FILE",
    ),
    "sentences in a table": (
        ["score", "r", "h", "--with-sentences"],
        "wordorder: --with-sentences needs --format json",
    ),
    "sentences of an evaluation in a table": (
        ["align", "evaluate", "g", "f", "--with-sentences", "--format", "tsv"],
        "wordorder: --with-sentences needs --format json",
    ),
    "timing in json": (
        ["score", "r", "h", "--timing", "--format", "json"],
        "wordorder: --timing needs --format table",
    ),
    "a tokeniser for no source": (
        ["score", "r", "h", "--src-tokenize", "13a"],
        "wordorder: --src-tokenize needs --src",
    ),
}


@pytest.mark.parametrize(("arguments", "message"), CASES.values(), ids=CASES)
def test_wrong_usage_is_one_line(run, arguments, message) -> None:
    assert run(*arguments) == (2, "", f"{message}\n")


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
    wrong = start([*module, "scroe"])
    assert wrong.err == (
        "wordorder: no such command 'scroe' (did you mean score?); see python -m wordorder --help\n"
    )
    assert start([*module, "permutation", "-"], b"2 1\n") == start(
        [*COMMAND, "permutation", "-"], b"2 1\n"
    )


def test_no_command_is_answered_with_help(run) -> None:
    outcome = run()
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("Usage: wordorder [OPTIONS] COMMAND")
