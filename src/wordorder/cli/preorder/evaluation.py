"""`wordorder preorder evaluate`, `errors` and `select`: rules and parses against translations."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import get_args

import click

from wordorder.alignment.link_reading import LinkReading
from wordorder.cli import commands, link_options, options, rule_options
from wordorder.cli.commands import OneOf
from wordorder.errors import Argument, UsageError
from wordorder.ordering.metrics import METRICS
from wordorder.output.results import Format
from wordorder.preordering.error_result import PreorderingErrors, refuse_without_parses
from wordorder.preordering.evaluation_result import PreorderingEvaluation
from wordorder.preordering.peers import PEERS, Peer
from wordorder.preordering.references import WORDS, OracleMetric, Words
from wordorder.statistics.resampling import Resampling
from wordorder.syntax.parsing import Parser

_OPTIONAL_VIEWS = [
    name for name in PreorderingEvaluation.views() if name not in ("scores", "sentences")
]


_EVALUATE_EPILOG = f"""
A system is a parser with a set of rules. Its score is the mean over the
sentences that have links, with a 95% bootstrap interval, of

\b
  each metric  over all words, and over the words with links (linked)
  complete     share of sentences in exactly the order of the translation

Over all words, a word without links goes with the next linked word of the
source, which favours rules that change little. The row oracle is the best
score that rules over these parses could reach. More tables, with --by:

\b
  pairs       every pair of systems: is the difference significant?
  alignments  several alignments: do they rank the systems alike?

\b
Ordering metrics:
{options.metrics_of_help()}

Words are the numbered lines of CoNLL-U, also in alignments. Multiword tokens
(3-4) and empty nodes (8.1) are skipped.

\b
Examples:
  wordorder preorder evaluate parses.conllu --align gold.align \\
      --rules none,sov
  wordorder preorder evaluate P1.conllu P2.conllu --align gold.align \\
      --rules sov --gold gold.conllu --by pairs
  wordorder preorder evaluate parses.conllu --rules none,sov,my.toml \\
      --align manual=gold.align --align automatic=ibm1.align --by alignments
"""


@commands.command(epilog=_EVALUATE_EPILOG)
@click.argument("parses", metavar="PARSES...", nargs=-1, required=True)
@click.option(
    "--align",
    "alignments",
    required=True,
    multiple=True,
    metavar="[NAME=]FILE",
    help=f"{rule_options.ALIGN_HELP} May be repeated.",
)
@link_options.reading
@click.option(
    "--rules",
    required=True,
    multiple=True,
    metavar="NAMES|FILES",
    help=f"{rule_options.RULES_HELP} Separate several by commas, or repeat the option.",
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
    help="Source text, tokenised, to check the parses.",
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
    type=OneOf(PEERS),
    help="Also report the figures of another tool's evaluation.",
)
@options.holm
@options.resampling
@options.optional_views(_OPTIONAL_VIEWS)
@options.style
@options.records("--segments", "the scores of each sentence")
@options.spreadsheet_safe
@options.with_sentences
@rule_options.parser
@options.output
@options.quiet
def evaluate_command(
    parses: tuple[str, ...],
    alignments: tuple[str, ...],
    reading: LinkReading,
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

    PARSES are dependency trees of the source in CoNLL-U, one file for each parser. The rules put
    the words of each parse in a new order, which is compared with the order of the same words in
    the translation. Nothing is translated.
    """
    from wordorder.preordering.evaluation import evaluate_preordering
    from wordorder.text.naming import names_of_files, natural_order

    if style != "json":
        commands.refuse_unused("--format json", ["sentences"])
    commands.refuse_several_tables(style, view)
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
    with commands.job(inputs, {"segments": segments}, records=("segments",)) as run:
        result = evaluate_preordering(
            dict(zip(names_of_files(files, names), files, strict=True)),
            links,
            sets,
            metrics=metrics,
            gold=gold,
            source=source,
            parser=parser,
            reading=reading,
            resampling=resampling,
            holm=holm,
            compat=compat,
            progress=run.meter,
        )
        run.show(result, style, view, sentences=sentences)
        if segments is not None:
            run.write_records("segments", result.records("sentences"))


def _named(alignments: Sequence[str]) -> dict[str, str]:
    """Return the alignment files by name: NAME of NAME=FILE, or the name of the file."""
    from wordorder.text.naming import names_of_files

    named: list[tuple[str, str]] = []
    for typed in alignments:
        name, separator, file = typed.partition("=")
        has_name = separator and not Path(typed).exists()
        named.append((name, file) if has_name else ("", typed))
    files = [file for name, file in named if not name]
    if len(set(files)) < len(files):
        raise UsageError(Argument("alignments"), " has a file twice: write NAME=FILE for one")
    bare = iter(names_of_files(files))
    names = [name or next(bare) for name, _ in named]
    if len(set(names)) < len(names):
        raise UsageError(Argument("alignments"), " has two files of the same name: write NAME=FILE")
    return dict(zip(names, (file for _, file in named), strict=True))


_ERRORS_EPILOG = """
The first table divides what is missing from a perfect score among the parser,
the rules and the translation. More tables, with --by:

\b
  words, tags, labels  most often misplaced, with distance and direction
  rules                the score without each rule; where it helps and hurts
  confusions           parser errors by their cost in score (with --gold)
  worst                the sentences with the lowest scores
  differences          the sentences whose scores change most with --other

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


@commands.command(epilog=_ERRORS_EPILOG)
@click.argument("parses", metavar="PARSES")
@rule_options.align
@link_options.reading
@rule_options.rules
@click.option("--gold", metavar="FILE", help="Gold parses of the same sentences, in CoNLL-U.")
@click.option(
    "--other", metavar="FILE", help="Parses of another parser to compare with [default: --gold]."
)
@click.option(
    "--metric",
    type=OneOf(get_args(OracleMetric)),
    default="fuzzy",
    show_default=True,
    help="Ordering metric of all scores.",
)
@click.option(
    "--words",
    type=OneOf(["linked", "all"]),
    default="linked",
    show_default=True,
    help="Score only words with links, or all words.",
)
@options.optional_views(list(PreorderingErrors.views())[1:])
@options.top("rows and sentences")
@options.style
@options.spreadsheet_safe
@rule_options.parser
@options.output
@options.quiet
def errors_command(
    parses: str,
    links: str,
    reading: LinkReading,
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
    """Find what goes wrong when rules reorder parsed sentences, and why.

    PARSES are dependency trees of the source in CoNLL-U. By default only words with links count,
    since the others have no place of their own in the translation.
    """
    from wordorder.preordering.error_analysis import analyze_preordering

    others = {"gold": gold, "other": other}
    refuse_without_parses(view, [name for name, file in others.items() if file is not None])
    commands.refuse_several_tables(style, view)
    inputs = {
        "parses": parses,
        "links": links,
        "rules": rule_options.file_of(rules),
        **others,
    }
    with commands.job(inputs) as run:
        result = analyze_preordering(
            parses,
            links,
            rules,
            gold=gold,
            other=other,
            metric=metric,
            reading=reading,
            linked_only=words == "linked",
            worst=top,
            parser=parser,
            progress=run.meter,
        )
        if not view and style not in ("json", "tsv"):
            view = ("labels", "rules", *(("confusions",) if result.confusions is not None else ()))
        run.show(result, style, view, top=None if style == "tsv" else top)


_SELECT_EPILOG = """
\b
For each sentence, write the parse, unchanged, whose order under the rules
scores highest against the translation. The first of equal parses wins; a
sentence without links keeps its first parse.

\b
Examples:
  wordorder preorder select first.conllu second.conllu --align gold.align \\
      --rules sov -o chosen.conllu
  wordorder preorder select 10best.conllu --align gold.align --rules sov \\
      --summary selection.json -o chosen.conllu
"""


@commands.command(epilog=_SELECT_EPILOG)
@click.argument("parses", metavar="PARSES...", nargs=-1, required=True)
@rule_options.align
@link_options.reading
@rule_options.rules
@click.option(
    "--metric",
    type=OneOf(list(METRICS)),
    default="fuzzy",
    show_default=True,
    metavar="NAME",
    help="Ordering metric to maximise.",
)
@click.option(
    "--words",
    type=OneOf(WORDS),
    default="all",
    show_default=True,
    help="Score all words, those with links, or the mean of both.",
)
@click.option(
    "--summary", metavar="FILE", help="Write the choices and what they gain to FILE as JSON."
)
@options.resamples
@options.seed
@options.output
@options.quiet
def select_command(
    parses: tuple[str, ...],
    links: str,
    reading: LinkReading,
    rules: str,
    metric: str,
    words: Words,
    summary: str | None,
    resamples: int,
    seed: int,
) -> None:
    """Choose the parses that rules turn into the best order.

    PARSES are several CoNLL-U files with one parse of each sentence, or one file in which the
    parses of a sentence follow each other and have the same `sent_id`.
    """
    from wordorder.preordering.selection import select_parses
    from wordorder.statistics.resampling import Resampling

    inputs = {"parses": parses, "links": links, "rules": rule_options.file_of(rules)}
    with commands.job(inputs, {"summary": summary}) as run:
        selection = select_parses(
            parses,
            links,
            rules,
            metric,
            words=words,
            reading=reading,
            resampling=Resampling(resamples, seed),
        )
        run.out.write(selection.parses or "")
        run.save("summary", selection)
