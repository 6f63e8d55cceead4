"""The options of `wordorder report` as arguments of `study_translations`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from wordorder.cli import score_arguments, shared
from wordorder.errors import Argument, UsageError
from wordorder.scoring import SourceLinks
from wordorder.text import names_of_files

if TYPE_CHECKING:
    from collections.abc import Sequence

_BESIDE = ("reference_links", "system_links", "source_trees", "reference_trees", "judgements")
_OF_SAVED = {"files", "title", "source", "output", "quiet"}
_NO_SOURCE = {
    "source": None,
    "reference_links": (),
    "system_links": (),
    "aligner": None,
    "surface": False,
    "source_tokenize": None,
}


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


def files(
    given: Sequence[str],
    *,
    saved: bool,
    source: str | None,
    more_references: tuple[str, ...],
    labels: str | None,
    tsv: str | None,
    **others: Any,
) -> dict[str, Any]:
    """All input files, by argument."""
    if saved:
        return {"files": given, "source": source}
    texts = score_arguments.files(
        given[0], more_references, tuple(given[1:]), tsv, None, **{**others, **_NO_SOURCE}
    )
    beside = {name: others[name] for name in _BESIDE}
    return {**texts, **beside, "source": source, "labels": labels}


def arguments(
    given: Sequence[str],
    *,
    source: str | None,
    names: list[str] | None,
    labels: str | None,
    reference_links: str | None,
    system_links: tuple[str, ...],
    aligner: str | None,
    source_tokenize: str | None,
    source_trees: str | None,
    reference_trees: str | None,
    judgements: tuple[str, ...],
    **scoring: Any,
) -> dict[str, Any]:
    """The arguments of `study_translations`."""
    reference, *systems = given
    links = None
    if reference_links is not None or system_links or aligner is not None:
        if source is None:
            raise UsageError("alignments need the source: give it with ", Argument("source"))
        known = () if reference_links is None else (reference_links,)
        links = SourceLinks(source, known, system_links, aligner, source_tokenize)
    else:
        shared.refuse_unused("--ref-align or --align", ["source_trees", "source_tokenize"])
    if names is None and scoring["tsv"] is None:
        names = names_of_files(systems)  # links belong to systems in the order given
    scored = score_arguments.arguments(
        reference, systems=tuple(systems), names=names, by=None, **{**scoring, **_NO_SOURCE}
    )
    return {
        **scored,
        "links": links,
        "labels": labels,
        "source_trees": source_trees,
        "reference_trees": reference_trees,
        "judgements": judgements,
    }
