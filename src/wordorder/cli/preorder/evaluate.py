"""`wordorder preorder evaluate`: rules and parsers judged by aligned translations."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from wordorder.alignment import LinkReading
from wordorder.cli import shared
from wordorder.cli.preorder import reference_options, rule_options
from wordorder.cli.preorder.parse_options import parse_options
from wordorder.cli.shared import link_options, options
from wordorder.cli.shared.usage import Choice
from wordorder.errors import Argument, UsageError
from wordorder.preordering import PreorderingEvaluation, evaluate_preordering
from wordorder.preordering.peers import PEERS
from wordorder.text import names_of_files, natural_order

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.output import Format
    from wordorder.preordering.peers import Peer
    from wordorder.statistics import Resampling
    from wordorder.syntax import Parser

_FURTHER = [name for name in PreorderingEvaluation.views() if name not in ("scores", "sentences")]

EPILOG = f"""
A system is a parser with a set of rules. Its score is the mean over the
sentences that have links, with a 95% bootstrap interval, of

\b
  each metric  over all words, and over the words with links (linked)
  complete     share of sentences in exactly the order of the translation

Over all words, one without links goes with the next word of the source that has
some, which favours rules that change little. The row oracle is the best that any
rules over these parses could reach. More tables, with --by:

\b
  pairs       every pair of systems: is the difference significant?
  alignments  several alignments: do they rank the systems alike?

\b
Ordering metrics:
{options.metrics_of_help()}

Words are the numbered lines of CoNLL-U; alignments count those. Multiword
tokens (3-4) and empty nodes (8.1) are passed over.

\b
Examples:
  wordorder preorder evaluate parses.conllu --align gold.align \\
      --rules none,sov
  wordorder preorder evaluate P1.conllu P2.conllu --align gold.align \\
      --rules sov --gold gold.conllu --by pairs
  wordorder preorder evaluate parses.conllu --rules none,sov,my.toml \\
      --align manual=gold.align --align automatic=ibm1.align --by alignments
"""


@shared.command(epilog=EPILOG)
@click.argument("parses", metavar="PARSES...", nargs=-1, required=True)
@click.option(
    "--align",
    "alignments",
    required=True,
    multiple=True,
    metavar="[NAME=]FILE",
    help=f"{reference_options.ALIGN_HELP} May be repeated.",
)
@link_options.file_format
@link_options.base
@link_options.sure_only
@click.option(
    "--rules",
    required=True,
    multiple=True,
    metavar="NAMES|FILES",
    help=f"{rule_options.RULES_HELP} Several are separated by commas; may be repeated.",
)
@click.option(
    "--gold",
    metavar="FILE",
    help="Gold parses of the same sentences, in CoNLL-U: report UAS, LAS and UPOS.",
)
@click.option(
    "-s",
    "--src",
    "source",
    metavar="FILE",
    help="Source text, tokenised, to check the parses with.",
)
@options.names
@click.option(
    "-m",
    "--metrics",
    default="fuzzy,kendall",
    show_default=True,
    metavar="NAMES",
    help="Comma-separated ordering metrics, or all; see below.",
)
@click.option(
    "--compat",
    type=Choice(PEERS),
    help="Also give the figures of another tool's evaluation.",
)
@options.holm
@options.resampling
@options.further_views(_FURTHER)
@options.style
@options.records("--segments", "the scores of each sentence")
@options.spreadsheet_safe
@options.with_sentences
@parse_options
@options.output
@options.quiet
def command(
    parses: tuple[str, ...],
    alignments: tuple[str, ...],
    file_format: str,
    base: int,
    sure_only: bool,
    rules: tuple[str, ...],
    names: list[str] | None,
    metrics: str,
    gold: str | None,
    source: str | None,
    holm: bool,
    compat: Peer | None,
    parser: Parser | None,
    resampling: Resampling,
    view: tuple[str, ...],
    style: Format,
    segments: str | None,
    sentences: bool,
) -> None:
    """Score rules and parsers against the orders of aligned translations.

    PARSES are dependency trees of the source in CoNLL-U, a file for each parser. The rules put the
    words of each parse in a new order, which is compared with the order of the same words in the
    translation. Nothing is translated.
    """
    _refuse_what_the_format_lacks(style, view)
    files = natural_order(parses) if names is None else parses
    sets = [name for names in rules for name in names.split(",") if name]
    links = _named(alignments)
    inputs = {
        "parses": files,
        "alignments": [*links.values()],
        "rules": [file for file in map(rule_options.file_of, sets) if file is not None],
        "gold": gold,
        "source": source,
    }
    with shared.job(inputs, {"segments": segments}, records=("segments",)) as run:
        result = evaluate_preordering(
            dict(zip(names_of_files(files, names), files, strict=True)),
            links,
            sets,
            metrics=metrics,
            gold=gold,
            source=source,
            parser=parser,
            reading=LinkReading(file_format, base, sure_only),
            resampling=resampling,
            holm=holm,
            compat=compat,
            progress=run.meter,
        )
        run.show(result, style, view, sentences=sentences)
        if segments is not None:
            run.write_records("segments", result.records("sentences"))


def _refuse_what_the_format_lacks(style: Format, view: Sequence[str]) -> None:
    if style != "json":
        shared.refuse_unused("--format json", ["sentences"])
    shared.refuse_several_tables(style, view)


def _named(alignments: Sequence[str]) -> dict[str, str]:
    """Name alignments as asked for (NAME=FILE), or by their files."""
    found: list[tuple[str, str]] = []
    for given in alignments:
        name, separator, file = given.partition("=")
        is_named = separator and not Path(given).exists()
        found.append((name, file) if is_named else ("", given))
    files = [file for name, file in found if not name]
    if len(set(files)) < len(files):
        raise UsageError(Argument("alignments"), " has a file twice: write NAME=FILE for one")
    bare = iter(names_of_files(files))
    names = [name or next(bare) for name, _ in found]
    if len(set(names)) < len(names):
        raise UsageError(Argument("alignments"), " has two files of one name: write NAME=FILE")
    return dict(zip(names, (file for _, file in found), strict=True))
