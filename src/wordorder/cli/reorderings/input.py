"""What the `wordorder reorderings` commands share: how to read corpora and find reorderings."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from wordorder.cli import align_input
from wordorder.cli.files import refuse_standard_input
from wordorder.errors import InputError, UsageError
from wordorder.output import signature, visible
from wordorder.reorderings import (
    BRANCHINGS,
    SIDES,
    AlignedCorpus,
    SystemFile,
    extract_reorderings,
)
from wordorder.text import shown_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from wordorder.alignment import AlignmentBatch
    from wordorder.reorderings import Branching, ReorderingBatch, Side
    from wordorder.syntax import TreeBatch, TreeForm

Batch = TypeVar("Batch")

trees_from = click.option(
    "--trees-from",
    "tree_form",
    type=click.Choice(["conllu", "penn"]),
    help="Format of the trees [default: conllu if the name ends in .conllu, else penn].",
)
trees_over = click.option(
    "--trees-over",
    "over",
    type=click.Choice(SIDES),
    default="source",
    show_default=True,
    help="Which side the trees belong to.",
)

source_trees = click.option(
    "--trees", metavar="FILE", help="Syntax trees of the source, CoNLL-U or Penn brackets."
)


def reading_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say how links are read and reorderings are found."""
    for option in reversed(
        [
            align_input.form,
            align_input.base,
            align_input.sure_only,
            click.option(
                "--unalign-blocking",
                is_flag=True,
                help="First take away the links of words whose partners do not stand together.",
            ),
            click.option(
                "--branching",
                type=click.Choice(BRANCHINGS),
                default="right",
                show_default=True,
                help="How nested reorderings are cut: right makes the first block small.",
            ),
            click.option(
                "--sibling-branching",
                type=click.Choice(BRANCHINGS),
                default="left",
                show_default=True,
                help="The same for siblings in a tree: left makes the second block small.",
            ),
            click.option(
                "--skip-bad",
                is_flag=True,
                help="Leave out, and count, sentences with a bad tree or without target words.",
            ),
        ]
    ):
        command = option(command)
    return command


@dataclass(frozen=True, slots=True)
class Reading:
    """How the user wants files to be read and reorderings to be found: `reading_options`."""

    form: str
    base: int
    sure_only: bool
    unalign_blocking: bool
    branching: Branching
    sibling_branching: Branching
    skip_bad: bool
    tree_form: TreeForm | None = None
    over: Side = "source"

    def corpus(
        self, links: str, source: str | None, target: str | None, trees: str | None
    ) -> AlignedCorpus:
        """Put the files of a corpus together."""
        return AlignedCorpus(
            links,
            self.form,
            self.base,
            source,
            target,
            trees,
            self.tree_form,
            self.over,
            self.sure_only,
            self.unalign_blocking,
            self.skip_bad,
        )

    def system(
        self, links: str, source: str | None, target: str | None, form: str | None = None
    ) -> SystemFile:
        """Put the files of a system together; a trace has a format of its own."""
        return SystemFile(
            links,
            form or self.form,
            self.base,
            source,
            target,
            self.sure_only,
            self.unalign_blocking,
        )

    def find(self, alignments: AlignmentBatch, trees: TreeBatch | None) -> ReorderingBatch:
        """Find the reorderings of some sentence pairs."""
        return extract_reorderings(
            alignments,
            trees,
            over="source" if trees is None else self.over,
            branching=self.branching,
            sibling_branching=self.sibling_branching,
        )

    def signature(self, *parts: str, with_trees: bool) -> str:
        """All that decides a result: how it was read, and further parts."""
        return signature(
            [
                f"branching:{self.branching}",
                f"siblings:{self.sibling_branching}",
                f"trees:{self.over if with_trees else 'none'}",
                *(["links:sure"] if self.sure_only else []),
                *(["unaligned:blocking"] if self.unalign_blocking else []),
                *parts,
            ]
        )


@dataclass(slots=True)
class LeftOut:
    """Sentence pairs that could not be used."""

    count: int = 0
    first: str | None = None
    of: str = ""

    def add(self, problem: str) -> None:
        """Count one more."""
        self.first = self.first or problem
        self.count += 1

    def others_of(self, links: str, batches: Iterator[Batch]) -> Iterator[Batch]:
        """Pass on what can be used.

        Raises:
            InputError: That is nothing.
        """
        any_used = False
        for batch in batches:
            any_used = True
            yield batch
        if not any_used:
            why = "" if self.first is None else f"; {self.first}"
            raise InputError(f"{visible(shown_name(links))}: no sentence pair can be used{why}")

    def tell(self) -> None:
        """Say on standard error how many there were."""
        if self.count:
            what = "sentence pair" if self.count == 1 else "sentence pairs"
            name = f"{visible(self.of)}: " if self.of else ""
            first = "" if self.count == 1 else "the first: "
            click.echo(
                f"wordorder: {name}left out {self.count:,} {what}; {first}{self.first}", err=True
            )


def one_for_each(option: str, files: Sequence[str], count: int) -> list[str | None]:
    """Give each of several corpora its file: none, one for all, or one for each.

    Raises:
        UsageError: There are some, but not as many as corpora.
    """
    if not files:
        return [None] * count
    if len(files) == 1:
        return [files[0]] * count
    if len(files) != count:
        raise UsageError(
            f"{option} is given {len(files)} times for {count} files of links; "
            "give it once, or once for each"
        )
    return list(files)


def refuse_read_twice(files: Mapping[str, Sequence[str | None]], *, pipes: bool = True) -> None:
    """Refuse standard input, and pipes, for files, by option, that are read more than once."""
    for option, given in files.items():
        for file in given:
            refuse_standard_input({option: file})
            if pipes and file is not None and Path(file).is_fifo():
                raise UsageError(f"{option} must be a file, not a pipe: it is read more than once")
