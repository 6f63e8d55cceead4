"""`wordorder align convert`, `symmetrize` and `evaluate`: commands on links."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from wordorder.alignment.alignment import SYMMETRIZATIONS, Symmetrization
from wordorder.alignment.formats.registry import READERS, WRITERS, write_alignments
from wordorder.cli import commands, link_options, options
from wordorder.cli.commands import OneOf

if TYPE_CHECKING:
    from wordorder.output.results import Format
    from wordorder.statistics.resampling import Resampling

_CONVERT_EPILOG = """
\b
Formats:
  pharaoh  0-0 1-2 2?1           i-j sure, i?j or ipj possible
  naacl    1 1 1 S               sentence, source word, target word, S or P
  talbot   0,,2_3                the source words of each target word
  giza     GIZA++ A3 files       (read only)
  moses    das ist |0-1| ...     traces of the decoder (read only)
  lader    3-4 ||| 0-0 1-2       lengths in front (read only)

\b
Examples:
  wordorder align convert gold.naacl --from naacl -o gold.align
  wordorder align convert model.A3.final --from giza --transpose
  wordorder align convert one.align --base 1 --to talbot -t target.txt
"""


@commands.command(epilog=_CONVERT_EPILOG)
@click.argument("file", metavar="FILE")
@link_options.file_format
@click.option(
    "--to",
    "to_format",
    type=OneOf(list(WRITERS)),
    default="pharaoh",
    show_default=True,
    help="Output format.",
)
@link_options.base
@click.option(
    "--to-base",
    type=OneOf(["0", "1"]),
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
def convert_command(
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
    from wordorder.alignment.link_reading import LinkReading, convert_alignments

    inputs = {"file": file, "source": source, "target": target}
    with commands.job(inputs) as run:
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


_SYMMETRIZE_EPILOG = """
\b
FORWARD links each target word to at most one source word, like fast_align
without -r; in this order, grow-diag-final-and gives the same links as Moses.
Both files contain source-target links.

\b
Examples:
  wordorder align symmetrize forward.align reverse.align -o both.align
  wordorder align symmetrize a.align b.align --method intersection
  wordorder align symmetrize ef.A3.final fe.A3.final --from giza \\
      --swap-reverse
"""


@commands.command(epilog=_SYMMETRIZE_EPILOG)
@click.argument("forward", metavar="FORWARD")
@click.argument("reverse", metavar="REVERSE")
@click.option(
    "--method",
    type=OneOf(SYMMETRIZATIONS),
    default="grow-diag-final-and",
    show_default=True,
    help="Symmetrisation method.",
)
@link_options.file_format
@link_options.base
@click.option(
    "--swap-reverse",
    is_flag=True,
    help="REVERSE has source and target swapped, as in GIZA++ output.",
)
@options.output
@options.quiet
def symmetrize_command(
    forward: str,
    reverse: str,
    method: Symmetrization,
    file_format: str,
    base: int,
    swap_reverse: bool,
) -> None:
    """Combine two alignments made in opposite directions.

    The result is in Pharaoh format, counting from 0.
    """
    from wordorder.alignment.link_reading import LinkReading, symmetrize_files

    with commands.job({"forward": forward, "reverse": reverse}) as run:
        batches = symmetrize_files(
            forward,
            reverse,
            method,
            swap_reverse=swap_reverse,
            reading=LinkReading(file_format, base),
            progress=run.meter,
        )
        run.out.writelines(map(write_alignments, batches))


_EVALUATE_EPILOG = """
\b
precision  share of predicted links that are gold links (sure or possible)
recall     share of sure gold links that were predicted
f1         harmonic mean of the two
aer        alignment error rate (Och and Ney 2003); lower is better
Intervals are 95% bootstrap intervals over sentence pairs.

\b
Examples:
  wordorder align evaluate gold.align ours.align theirs.align
  wordorder align evaluate gold.naacl ours.align --gold-from naacl
  wordorder align evaluate sure.align ours.align --possible all.align
"""


@commands.command(epilog=_EVALUATE_EPILOG)
@click.argument("gold", metavar="GOLD")
@click.argument("systems", metavar="FILE...", nargs=-1, required=True)
@click.option(
    "--possible",
    metavar="FILE",
    help="All gold links, or the possible ones, if GOLD has only the sure ones.",
)
@link_options.file_format
@click.option(
    "--gold-from",
    "gold_format",
    type=OneOf(list(READERS)),
    help="Format of GOLD [default: as --from].",
)
@link_options.base
@link_options.source
@link_options.target
@options.names
@options.resampling
@options.style
@options.with_sentences
@options.output
@options.quiet
def evaluate_command(
    gold: str,
    systems: tuple[str, ...],
    possible: str | None,
    file_format: str,
    gold_format: str | None,
    base: int,
    source: str | None,
    target: str | None,
    names: list[str] | None,
    resampling: Resampling,
    style: Format,
    sentences: bool,
) -> None:
    """Evaluate alignments against gold links.

    GOLD may mark links as possible (`i?j`, or P in NAACL format).
    """
    from wordorder.alignment.evaluation import evaluate_alignments
    from wordorder.alignment.link_reading import LinkReading
    from wordorder.text.naming import names_of_files, natural_order

    if names is None:
        systems = tuple(natural_order(systems))
    if style != "json":
        commands.refuse_unused("--format json", ["sentences"])
    inputs = {"gold": gold, "possible": possible, "systems": systems}
    texts = {"source": source, "target": target}
    with commands.job({**inputs, **texts}) as run:
        result = evaluate_alignments(
            gold,
            dict(zip(names_of_files(systems, names), systems, strict=True)),
            possible=possible,
            reading=LinkReading(file_format, base),
            gold_format=gold_format,
            source=source,
            target=target,
            resampling=resampling,
            progress=run.meter,
        )
        run.show(result, style, sentences=sentences)
