"""The options of `wordorder report` as arguments of `study_translations`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from wordorder.cli import shared
from wordorder.errors import Argument, UsageError
from wordorder.scoring import SourceLinks

if TYPE_CHECKING:
    from collections.abc import Sequence

_OF_SAVED = {"files", "title", "source", "output", "quiet"}


def refuse_terminal() -> None:
    """Refuse to print a page where nobody can read it.

    Raises:
        UsageError: Standard output is a terminal, and no file is given.
    """
    if click.get_current_context().meta["output"] is None and sys.stdout.isatty():
        raise UsageError("a page is no text to read: give its file, such as -o report.html")


def saved_results(files: Sequence[str], tsv: str | None) -> bool:
    """Whether the files are saved results, not texts.

    Raises:
        UsageError: They are mixed, too few, or options do not fit.
    """
    saved = [file.lower().endswith(".json") for file in files]
    if tsv is not None or not any(saved):
        if len(files) < 2:
            raise UsageError("give a reference and at least one system, or saved results (.json)")
        return False
    if not all(saved):
        raise UsageError("give either texts or saved results (.json), not both")
    every = click.get_current_context().command.params
    unused = [str(one.name) for one in every if one.name not in _OF_SAVED]
    shared.refuse_unused("texts", unused, "saved results stay as they are")
    return True


def source_links(
    source: str | None,
    reference_links: str | None,
    system_links: tuple[str, ...],
    aligner: str | None,
    source_tokenize: str | None,
) -> SourceLinks | None:
    """The links of the source, if there are any."""
    if reference_links is None and not system_links and aligner is None:
        shared.refuse_unused("--ref-align or --align", ["source_trees", "source_tokenize"])
        return None
    if source is None:
        raise UsageError("alignments need the source: give it with ", Argument("source"))
    known = () if reference_links is None else (reference_links,)
    return SourceLinks(source, known, system_links, aligner, source_tokenize)
