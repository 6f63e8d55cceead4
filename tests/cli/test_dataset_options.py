"""The options for judgements and scores are the arguments of `read_datasets`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import pytest

from messages import refused
from wordorder import Matcher, SourceLinks
from wordorder.cli import commands
from wordorder.cli.commands import CommandError
from wordorder.cli.dataset_options import DatasetFlags, dataset_options
from wordorder.cli.match_options import MatchFlags
from wordorder.metaevaluation import DatasetSource, read_datasets
from wordorder.output import Cache


def run(*typed: str) -> tuple[DatasetSource, dict[str, Any]]:
    """The source that the options give, and the other values of the command."""
    found: dict[str, Any] = {}

    @commands.command()
    @dataset_options
    def command(data: DatasetFlags, match: MatchFlags, **others: Any) -> None:
        found.update(others, source=data.sources(match), files=data.files)

    command.main(typed, standalone_mode=False)
    return found.pop("source"), found


def test_defaults_are_those_of_the_source() -> None:
    source, others = run("-j", "judged.tsv")
    assert others["files"]["judgements"] == ("judged.tsv",)
    assert isinstance(source.cache, Cache)
    assert replace(source, cache=None) == DatasetSource(("judged.tsv",))
    usual = read_datasets.__kwdefaults__
    assert all(others[name] == usual[name] for name in ("scores", "preset", "min_agreement"))


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
    source, others = run(*typed)
    assert source == DatasetSource(
        ("a.tsv", "b.tsv"),
        systems="out/{pair}",
        reference="ref.{tgt}",
        lang="{tgt}",
        tokenize="char",
        pair="de-en",
        human="mqm",
        names={"a": "b"},
        unknown="drop",
        keep_references=True,
        threads=2,
    )
    assert others.pop("files")["names"] == str(names)
    assert others == {"scores": ("x.tsv", "y"), "preset": "complexity", "min_agreement": 0.5}


def test_several_references_are_files() -> None:
    assert run("-j", "x", "-r", "a", "-r", "b")[0].reference == [Path("a"), Path("b")]


def test_word_order_comes_from_a_matcher_or_the_source() -> None:
    matcher = run("-j", "x", "--stages", "exact", "--lang", "en", "--cased")[0].order_from
    assert isinstance(matcher, Matcher)
    assert "match:exact|case:mixed" in matcher.signature
    assert run("-j", "x", "-s", "src")[0].order_from == SourceLinks("src", aligner="ibm1")
    links = run("-j", "x", "-s", "src", "--align", "eflomal")[0].order_from
    assert links == SourceLinks("src", aligner="eflomal")


@pytest.mark.parametrize(
    "typed",
    [
        ["--align", "ibm1"],
        ["-s", "src", "--cased"],
        ["--cased", "--lang", "{tgt}"],
        ["--tokenize", "x"],
    ],
)
def test_options_that_exclude_each_other(typed: list[str]) -> None:
    with refused((click.UsageError, CommandError)):
        run("-j", "x", *typed)
