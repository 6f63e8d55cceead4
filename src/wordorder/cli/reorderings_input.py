"""What the `wordorder reorderings` commands share: how to read corpora and find reorderings."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import click

from wordorder.cli import align_input
from wordorder.errors import UsageError
from wordorder.output import visible
from wordorder.reorderings import BRANCHINGS, SIDES, extract_reorderings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wordorder.alignment import AlignmentBatch
    from wordorder.reorderings import ReorderingBatch
    from wordorder.syntax import TreeBatch

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
                help="Leave out sentences that cannot be used, and count them.",
            ),
        ]
    ):
        command = option(command)
    return command


@dataclass(frozen=True, slots=True)
class Finder:
    """How the user wants reorderings to be found."""

    over: str
    branching: str
    sibling_branching: str

    def find(self, alignments: AlignmentBatch, trees: TreeBatch | None) -> ReorderingBatch:
        """Find the reorderings of some sentence pairs."""
        return extract_reorderings(
            alignments,
            trees,
            over=self.over,  # type: ignore[arg-type]  # click has checked these
            branching=self.branching,  # type: ignore[arg-type]
            sibling_branching=self.sibling_branching,  # type: ignore[arg-type]
        )

    @property
    def signature(self) -> list[str]:
        """What decides the reorderings."""
        return [f"branching:{self.branching}", f"siblings:{self.sibling_branching}"]


@dataclass(slots=True)
class LeftOut:
    """Sentence pairs that could not be used."""

    count: int = 0
    first: str | None = None
    of: str = field(default="")

    def add(self, problem: str) -> None:
        """Count one more."""
        self.first = self.first or problem
        self.count += 1

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
