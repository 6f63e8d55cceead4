"""The options that say which words of a hypothesis and its reference match."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import click

from wordorder.alignment.matching import STAGES, Matcher
from wordorder.cli.shared import options
from wordorder.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordorder.alignment.matching import Stage

Command = TypeVar("Command", bound="Callable[..., object]")

_OPTIONS = (
    click.option(
        "-l",
        "--lang",
        metavar="CODE",
        help="Language of the texts, such as en or zh-CN: selects stemmer and synonyms. Without it "
        "only identical words match.",
    ),
    click.option(
        "--stages",
        metavar="NAMES",
        help=f"Matching stages, of {','.join(STAGES)} [default: all that have data].",
    ),
    click.option("--synonyms", metavar="FILE", help="Your own synonyms, one group per line."),
    click.option("--paraphrases", metavar="FILE", help="A paraphrase table in METEOR's format."),
    options.cased,
)


def match_options(command: Command) -> Command:
    """Add the options to a command, which hands them to `make_matcher`."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def make_matcher(
    lang: str | None,
    stages: str | None,
    synonyms: str | None,
    paraphrases: str | None,
    cased: bool,
) -> Matcher:
    """Make the matcher that the user wants."""
    return Matcher(
        lang,
        stages=None if stages is None else _as_stages(stages),
        fold_case=not cased,
        synonyms=synonyms,
        paraphrases=paraphrases,
    )


def _as_stages(text: str) -> list[Stage]:
    names = text.split(",")
    for name in names:
        if name not in STAGES:
            raise UsageError.unknown("stage", name, STAGES)
    return [stage for stage in STAGES if stage in names]
