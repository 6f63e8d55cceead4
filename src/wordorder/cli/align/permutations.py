"""`wordorder align permutations`: the word order that links imply."""

from __future__ import annotations

import click

from wordorder.cli import commands, link_options, options
from wordorder.cli.commands import OneOf
from wordorder.permutation.batch import CONVENTIONS, Convention
from wordorder.permutation.files import WRITINGS, Writing, permutation_text

_EPILOG = """
\b
Conventions for unaligned and multiply aligned source words:
  lrscore    order of first targets; an unaligned word directly follows the
             word before it
  reference  the same, but an unaligned word comes before the next aligned
             one; words with the same first target may be in any order
  matched    source = hypothesis, target = reference; matched words only

\b
A line without links has no order and becomes an empty line. Numbers count
from 0. Without --src a sentence ends at its last linked word.

\b
Examples:
  wordorder align permutations links.align -s source.txt | \\
      wordorder permutation -
  wordorder align permutations links.align --convention reference --as words \\
      -s source.txt
"""


@commands.command(epilog=_EPILOG)
@click.argument("file", metavar="FILE")
@click.option(
    "--convention",
    type=OneOf(CONVENTIONS),
    default="lrscore",
    show_default=True,
    help="How links become an order; see below.",
)
@click.option(
    "--as",
    "written_as",
    type=OneOf(WRITINGS),
    default="ranks",
    show_default=True,
    help="Write the place of each word (ranks), the word at each place (order), or the words of "
    "--src in their new order, with {{ groups }} whose inner order is free (words).",
)
@link_options.file_format
@link_options.base
@link_options.source
@link_options.target
@link_options.sure_only
@options.output
@options.quiet
def permutations_command(
    file: str,
    convention: Convention,
    written_as: Writing,
    file_format: str,
    base: int,
    source: str | None,
    target: str | None,
    sure_only: bool,
) -> None:
    """Convert alignments to permutations, one per line, as `wordorder permutation` reads them."""
    from wordorder.alignment.link_reading import LinkReading

    inputs = {"file": file, "source": source, "target": target}
    with commands.job(inputs) as run:
        run.out.writelines(
            permutation_text(
                file,
                convention,
                written_as,
                reading=LinkReading(file_format, base, sure_only),
                source=source,
                target=target,
                progress=run.meter,
            )
        )
