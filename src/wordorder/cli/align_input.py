"""What the `wordorder align` commands share: the options that say how to read alignments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from wordorder.alignment import READERS, read_alignments

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wordorder.alignment import AlignmentBatch


def as_integer(_ctx: click.Context, _param: click.Parameter, value: str) -> int:
    """Turn the choice of a number into that number."""
    return int(value)


form = click.option(
    "--from",
    "form",
    type=click.Choice(list(READERS)),
    default="pharaoh",
    show_default=True,
    help="Format of the input.",
)
base = click.option(
    "--base",
    type=click.Choice(["0", "1"]),
    default="0",
    show_default=True,
    callback=as_integer,
    help="Number of the first word in Pharaoh's and lader's form.",
)
src = click.option(
    "-s",
    "--src",
    metavar="FILE",
    help="The source sentences, words between blanks: for lengths, checks and drawings.",
)
tgt = click.option("-t", "--tgt", metavar="FILE", help="The target sentences.")
sure_only = click.option("--sure-only", is_flag=True, help="Leave possible links out.")


@dataclass(frozen=True, slots=True)
class AlignmentInput:
    """How the user wants files of alignments to be read."""

    form: str
    base: int
    src: str | None
    tgt: str | None
    sure_only: bool = False

    def read(
        self, file: str, on_bytes: Callable[[int], None] | None = None
    ) -> Iterator[AlignmentBatch]:
        """Stream the batches of one file."""
        batches = read_alignments(
            file,
            self.form,
            base=self.base,
            source_text=self.src,
            target_text=self.tgt,
            on_bytes=on_bytes,
        )
        for batch in batches:
            yield batch.only_sure() if self.sure_only else batch
