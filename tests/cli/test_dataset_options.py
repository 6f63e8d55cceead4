"""The options for judgements and scores are the arguments of `read_datasets`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import pytest

from wordorder import Matcher, SourceLinks
from wordorder.cli import shared
from wordorder.cli.shared.command import CommandError
from wordorder.cli.shared.dataset_options import (
    dataset_arguments,
    dataset_files,
    dataset_options,
)
from wordorder.metaevaluation import read_datasets
from wordorder.output import Cache


def run(*typed: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The arguments and the files of a command with these options."""
    found: dict[str, Any] = {}

    @shared.command()
    @dataset_options
    def command(**given: Any) -> None:
        found["arguments"], found["files"] = dataset_arguments(**given), dataset_files(**given)

    command.main(typed, standalone_mode=False)
    return found["arguments"], found["files"]


def test_defaults_are_those_of_the_function() -> None:
    arguments, files = run("-j", "judged.tsv")
    assert arguments.pop("judgements") == files["judgements"] == ("judged.tsv",)
    assert isinstance(arguments.pop("cache"), Cache)
    defaults = read_datasets.__kwdefaults__
    assert arguments == {name: defaults[name] for name in arguments}
    assert set(defaults) - set(arguments) == {"source", "progress", "cache"}


def test_options_become_arguments(tmp_path: Path) -> None:
    names = tmp_path / "names"
    names.write_text("a\tb\n")
    typed = (
        *("--judgements", "a.tsv", "-j", "b.tsv", "--scores", "x.tsv", "--scores", "y"),
        *("--systems", "out/{pair}", "-r", "ref.{tgt}", "--lang", "{tgt}", "--tokenize", "char"),
        *("--preset", "complexity", "--pair", "de-en", "--human", "mqm", "--names", str(names)),
        *("--drop-unknown", "--keep-references", "--no-cache", "--threads", "2"),
        *("--min-agreement", "0.5"),
    )
    arguments, files = run(*typed)
    assert arguments == {
        "judgements": ("a.tsv", "b.tsv"),
        "scores": ("x.tsv", "y"),
        "systems": "out/{pair}",
        "reference": "ref.{tgt}",
        "lang": "{tgt}",
        "tokenize": "char",
        "preset": "complexity",
        "order_from": None,
        "pair": "de-en",
        "human": "mqm",
        "names": {"a": "b"},
        "unknown": "drop",
        "keep_references": True,
        "cache": None,
        "threads": 2,
        "min_agreement": 0.5,
    }
    assert files["names"] == str(names)


def test_several_references_are_files() -> None:
    assert run("-j", "x", "-r", "a", "-r", "b")[0]["reference"] == [Path("a"), Path("b")]


def test_word_order_comes_from_a_matcher_or_the_source() -> None:
    matcher = run("-j", "x", "--stages", "exact", "--lang", "en", "--cased")[0]["order_from"]
    assert isinstance(matcher, Matcher)
    assert "match:exact|case:mixed" in matcher.signature
    assert run("-j", "x", "-s", "src")[0]["order_from"] == SourceLinks("src", aligner="ibm1")
    links = run("-j", "x", "-s", "src", "--align", "eflomal")[0]["order_from"]
    assert links == SourceLinks("src", aligner="eflomal")


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (["--align", "ibm1"], "--align needs --src"),
        (["-s", "src", "--cased"], "--cased needs a direct match: leave out --src"),
        (["--cased", "--lang", "{tgt}"], "with --cased, give --lang as a language"),
        (["--tokenize", "x"], "--tokenize cannot be 'x'"),
    ],
)
def test_options_that_exclude_each_other(typed: list[str], told: str) -> None:
    with pytest.raises((click.UsageError, CommandError), match=told):
        run("-j", "x", *typed)
