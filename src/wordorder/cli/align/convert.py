"""`wordorder align convert`: read one format and write another."""

from __future__ import annotations

import click

from wordorder.alignment import WRITERS, LinkReading, convert_alignments
from wordorder.cli import shared
from wordorder.cli.shared import link_options, options
from wordorder.cli.shared.usage import Choice

EPILOG = """
\b
Formats:
  pharaoh  0-0 1-2 2?1           i-j sure, i?j or ipj possible
  naacl    1 1 1 S               sentence, source word, target word, S or P
  talbot   0,,2_3                for each target word its source words
  giza     GIZA++ A3 files       (read only)
  moses    das ist |0-1| ...     traces of the decoder (read only)
  lader    3-4 ||| 0-0 1-2       lengths in front (read only)

\b
Examples:
  wordorder align convert gold.naacl --from naacl -o gold.align
  wordorder align convert model.A3.final --from giza --transpose
  wordorder align convert one.align --base 1 --to talbot -t target.txt
"""


@shared.command(epilog=EPILOG)
@click.argument("file", metavar="FILE")
@link_options.file_format
@click.option(
    "--to",
    "to_format",
    type=Choice(list(WRITERS)),
    default="pharaoh",
    show_default=True,
    help="Output format.",
)
@link_options.base
@click.option(
    "--to-base",
    type=Choice(["0", "1"]),
    default="0",
    show_default=True,
    callback=link_options.as_integer,
    help="Index of the first word in Pharaoh output.",
)
@link_options.source
@link_options.target
@link_options.sure_only
@click.option("--transpose", is_flag=True, help="Swap source and target in the output.")
@options.output
@options.quiet
def command(
    file: str,
    file_format: str,
    to_format: str,
    base: int,
    to_base: int,
    source: str | None,
    target: str | None,
    sure_only: bool,
    transpose: bool,
) -> None:
    """Convert alignments from one format to another.

    With --src and --tgt every link is checked against the sentence lengths. FILE may be compressed;
    `-` is standard input.
    """
    inputs = {"file": file, "source": source, "target": target}
    with shared.job(inputs) as run:
        run.out.writelines(
            convert_alignments(
                file,
                to_format,
                to_base=to_base,
                transpose=transpose,
                reading=LinkReading(file_format, base, sure_only),
                source=source,
                target=target,
                progress=run.meter,
            )
        )
