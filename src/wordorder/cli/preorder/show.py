"""`wordorder preorder show`: draw dependency trees before and after reordering."""

from __future__ import annotations

import click

from wordorder.alignment.drawings import MOST_LINES
from wordorder.alignment.link_reading import LinkReading
from wordorder.cli import commands, link_options, options, rule_options
from wordorder.preordering.drawings import FIRST_LINES, draw_reorderings
from wordorder.syntax.parsing import Parser

EPILOG = f"""
\b
The source is on the left with its tree; an arrow points from a head to a
dependent. On the right are the same words and the same tree in the new order.
Lines to moved words have another colour.

\b
With --align, the number before a word is its place in the reference order,
highlighted where another word precedes it in that order. Words without links
are pale: they go with the next linked word.

\b
Without --lines the first {FIRST_LINES} sentences are drawn; with it, at most {MOST_LINES}.

\b
Examples:
  wordorder preorder show parses.conllu --rules sov
  wordorder preorder show parses.conllu --rules sov --align gold.align \\
    --lines 3,5-7 --svg reordered.svg
  wordorder preorder show text.txt --parser spacy:en_core_web_sm \\
    --rules sov-stanford
"""


@commands.command(epilog=EPILOG)
@click.argument("parses", metavar="PARSES")
@click.option("--align", "links", metavar="FILE", help=rule_options.ALIGN_HELP)
@link_options.reading
@rule_options.rules
@click.option("--lines", metavar="LINES", help="Sentences to draw, such as 3 or 1,7-9.")
@click.option("--svg", metavar="FILE", help="Also draw to FILE, as SVG.")
@rule_options.parser
@options.output
@options.quiet
def show_command(
    parses: str,
    rules: str,
    links: str | None,
    reading: LinkReading,
    lines: str | None,
    svg: str | None,
    parser: Parser | None,
) -> None:
    """Draw dependency trees before and after reordering, in the terminal or as SVG.

    PARSES are dependency trees of the source in CoNLL-U.
    """
    if links is None:
        commands.refuse_unused("--align", ["file_format", "base", "sure_only"])
    inputs = {"parses": parses, "rules": rule_options.file_of(rules), "links": links}
    with commands.job(inputs, {"svg": svg}) as run:
        drawn = draw_reorderings(
            parses,
            rules,
            links=links,
            reading=reading,
            parser=parser,
            lines=lines,
            progress=run.meter,
        )
        run.out.write(drawn.to_text(**run.screen._asdict()))
        if drawn.more:
            run.out.write("\n(there are more; choose sentences with --lines)\n")
        if picture := run.stream("svg"):
            picture.write(f"{drawn.to_svg()}\n")
