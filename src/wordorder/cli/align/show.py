"""`wordorder align show`: draw alignments as grids and crossing lines."""

from __future__ import annotations

import click

from wordorder.alignment.drawings import FIRST_LINES, MOST_LINES, draw_alignments
from wordorder.alignment.link_reading import LinkReading
from wordorder.cli import commands, link_options, options
from wordorder.cli.commands import OneOf
from wordorder.cli.match_options import MatchFlags, match_options, source_tokenize, tokenize
from wordorder.drawing.alignment import DRAWINGS

EPILOG = f"""
\b
In a grid, ■ is a sure link and □ a possible one; with --match, □ and dotted
lines are links below --min-confidence. Where lines cross, the two languages
differ in the order of these words.

\b
Examples:
  wordorder align show links.align -s source.txt -t target.txt
  wordorder align show links.align -s source.txt -t target.txt --lines 3,7-9
  wordorder align show links.align --draw crossing --svg links.svg
  wordorder align show --match --lang en -s system.txt -t reference.txt

\b
Without --lines the first {FIRST_LINES} sentence pairs are drawn; with it, at most {MOST_LINES}.
"""


@commands.command(epilog=EPILOG)
@click.argument("file", metavar="[FILE]", required=False)
@link_options.file_format
@link_options.base
@link_options.source
@link_options.target
@link_options.sure_only
@click.option("--lines", metavar="LINES", help="Lines to draw, such as 3 or 1,7-9.")
@click.option(
    "--draw",
    "kind",
    type=OneOf(list(DRAWINGS)),
    default="both",
    show_default=True,
    help="Draw a grid, crossing lines, or both.",
)
@click.option("--svg", metavar="FILE", help="Also draw to this SVG file.")
@click.option(
    "--match",
    "matcher",
    is_flag=True,
    help="Without FILE: match the hypotheses in --src with the references in --tgt, and colour "
    "links by stage.",
)
@match_options
@tokenize
@source_tokenize
@options.output
@options.quiet
def show_command(
    file: str | None,
    file_format: str,
    base: int,
    source: str | None,
    target: str | None,
    sure_only: bool,
    lines: str | None,
    kind: str,
    svg: str | None,
    matcher: bool,
    tokenize: str | None,
    source_tokenize: str | None,
    match: MatchFlags,
) -> None:
    """Draw alignments with their words, in the terminal or as SVG.

    Source words (with --match, the hypothesis) are on the left, target words (the reference) on the
    right; in a grid, they are rows and columns.
    """
    if not matcher:
        commands.refuse_unused(
            "--match", ["lang", *match.names()], "without it, links come from FILE"
        )
    texts = {"source": source, "target": target}
    with commands.job({"file": file, **texts, **match.files}, {"svg": svg}) as run:
        drawn = draw_alignments(
            file,
            lines=lines,
            source=source,
            target=target,
            reading=LinkReading(file_format, base, sure_only),
            matcher=match.matcher() if matcher else None,
            tokenize=tokenize,
            source_tokenize=source_tokenize,
        )
        run.out.write(drawn.to_text(kind, **run.screen._asdict()))
        if drawn.more:
            run.out.write("\n(there are more; choose lines with --lines)\n")
        if picture := run.stream("svg"):
            picture.write(f"{drawn.to_svg(kind)}\n")
