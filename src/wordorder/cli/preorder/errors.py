"""`wordorder preorder errors`: what goes wrong, and whose fault it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import click

from wordorder.alignment import LinkReading
from wordorder.cli import shared
from wordorder.cli.preorder import reference_options, rule_options
from wordorder.cli.preorder.parse_options import parse_options
from wordorder.cli.shared import link_options, options
from wordorder.cli.shared.usage import Choice
from wordorder.preordering import PreorderingErrors, analyze_preordering
from wordorder.preordering.errors.views import refuse_without_parses
from wordorder.preordering.oracle import OracleMetric

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.output import Format
    from wordorder.syntax import Parser

_USUAL = ("labels", "rules", "confusions")

EPILOG = """
The first table divides what is missing from a perfect score among the parser,
the rules and the translation. More tables, with --by:

\b
  words, tags, labels  what is misplaced most often, how far and which way
  rules                the score without each rule; where it helps and hurts
  confusions           errors of the parser by what they cost (with --gold)
  worst                the sentences with the lowest scores
  differences          those whose scores with PARSES and --other differ most

The default is labels, rules and, with --gold, confusions. In sentences, ←word
belongs further left and word→ further right; a star marks where two parses
differ; braces hold words whose order is free.

\b
Examples:
  wordorder preorder errors parses.conllu --align gold.align --rules sov
  wordorder preorder errors parses.conllu --align gold.align --rules sov \\
      --gold gold.conllu --by confusions --by worst --top 5
  wordorder preorder errors one.conllu --align gold.align --rules my.toml \\
      --other two.conllu --by differences
"""


@shared.command(epilog=EPILOG)
@click.argument("parses", metavar="PARSES")
@reference_options.align
@link_options.file_format
@link_options.base
@link_options.sure_only
@rule_options.rules
@click.option("--gold", metavar="FILE", help="Gold parses of the same sentences, in CoNLL-U.")
@click.option(
    "--other", metavar="FILE", help="Parses of another parser to compare with [default: --gold]."
)
@click.option(
    "--metric",
    type=Choice(get_args(OracleMetric)),
    default="fuzzy",
    show_default=True,
    help="Ordering metric of all scores.",
)
@click.option(
    "--words",
    type=Choice(["linked", "all"]),
    default="linked",
    show_default=True,
    help="Judge only words with links, or all words.",
)
@options.further_views(list(PreorderingErrors.views())[1:])
@options.top("rows and sentences")
@options.style
@options.spreadsheet_safe
@parse_options
@options.output
@options.quiet
def command(
    parses: str,
    links: str,
    file_format: str,
    base: int,
    sure_only: bool,
    words: str,
    view: tuple[str, ...],
    top: int,
    style: Format,
    rules: str,
    gold: str | None,
    other: str | None,
    metric: OracleMetric,
    parser: Parser | None,
) -> None:
    """Find out what goes wrong when rules reorder parsed sentences, and whose fault it is.

    PARSES are dependency trees of the source in CoNLL-U. By default only words with links are
    judged, since others have no place of their own in the translation.
    """
    others = {"gold": gold, "other": other}
    refuse_without_parses(view, [name for name, file in others.items() if file is not None])
    shared.refuse_several_tables(style, view)
    inputs = {
        "parses": parses,
        "links": links,
        "rules": rule_options.file_of(rules),
        **others,
    }
    with shared.job(inputs) as run:
        result = analyze_preordering(
            parses,
            links,
            rules,
            gold=gold,
            other=other,
            metric=metric,
            reading=LinkReading(file_format, base, sure_only),
            linked_only=words == "linked",
            worst=top,
            parser=parser,
            progress=run.meter,
        )
        run.show(result, style, view or _usual(style, result), top=None if style == "tsv" else top)


def _usual(style: Format, result: PreorderingErrors) -> Sequence[str]:
    """The tables shown if none is asked for."""
    if style in ("json", "tsv"):
        return ()
    return [name for name in _USUAL if name != "confusions" or result.confusions is not None]
