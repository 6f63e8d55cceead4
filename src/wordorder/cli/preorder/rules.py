"""`wordorder preorder apply`, `learn`, `check` and `export`: sets of rules."""

from __future__ import annotations

from typing import Literal

import click

from wordorder.alignment.link_reading import LinkReading
from wordorder.cli import commands, link_options, options, rule_options
from wordorder.cli.commands import OneOf
from wordorder.ordering.metrics import metric_names
from wordorder.output.results import FORMATS, Format
from wordorder.preordering.applying import ARRANGED_AS, ArrangedAs, apply_rules
from wordorder.preordering.learned_rules import LearnedRules
from wordorder.preordering.references import WORDS, Words
from wordorder.syntax.parsing import Parser

_APPLY_EPILOG = """
\b
Forms of output:
  text    the words of each sentence in their new order, separated by spaces;
          a space within a word becomes _
  order   the word at each place, from 0, as `wordorder permutation` reads it
  conllu  the parses, with the new place of each word in the last column,
          counted from 1 as the ids are: Order=3

\b
Words of multiword tokens move one by one, so the text has the words, not the
tokens. CoNLL-U keeps the lines of such tokens and of empty nodes.

\b
Examples:
  wordorder preorder apply parses.conllu --rules sov
  wordorder preorder apply parses.conllu --rules my.toml --to order \\
      -o order.txt
  udpipe --tokenize --tag --parse MODEL text.txt | \\
      wordorder preorder apply - --rules sov
"""


@commands.command(epilog=_APPLY_EPILOG)
@click.argument("parses", metavar="PARSES")
@rule_options.rules
@click.option(
    "--to",
    type=OneOf(ARRANGED_AS),
    default="text",
    show_default=True,
    help="Form of the output; see below.",
)
@rule_options.parser
@options.output
@options.quiet
def apply_command(parses: str, rules: str, to: ArrangedAs, parser: Parser | None) -> None:
    """Reorder the words of parsed sentences by rules.

    PARSES are dependency trees of the source in CoNLL-U.
    """
    with commands.job({"parses": parses, "rules": rule_options.file_of(rules)}) as run:
        run.out.writelines(apply_rules(parses, rules, to, parser=parser, progress=run.meter))


_LEARN_EPILOG = """
A rule is for a part of speech, perhaps with its relation to its head. The
number of rules is the smallest whose cross-validated score is within one
standard error of the best. --format table --by path shows the scores.

\b
--words both   the mean of the scores over all words and over those with
               links; no rule may lower either
--words linked over words with links only
--words all    over all words

\b
Examples:
  wordorder preorder learn parses.conllu --align gold.align -o learned.toml
  wordorder preorder learn parses.conllu --align gold.align --format table \\
      --by path
  wordorder preorder apply parses.conllu --rules learned.toml
"""


@commands.command(epilog=_LEARN_EPILOG)
@click.argument("parses", metavar="PARSES")
@rule_options.align
@link_options.reading
@click.option(
    "--metric",
    type=OneOf(metric_names(flat=True)),
    default="fuzzy",
    show_default=True,
    metavar="NAME",
    help="Ordering metric to raise.",
)
@click.option(
    "--words",
    type=OneOf(WORDS),
    default="both",
    show_default=True,
    help="The words whose order counts; see below.",
)
@click.option(
    "--most-rules",
    type=click.IntRange(0, 1000),
    default=20,
    show_default=True,
    metavar="N",
    help="Learn at most N rules.",
)
@click.option(
    "--folds",
    type=click.IntRange(min=2),
    default=10,
    show_default=True,
    metavar="N",
    help="Number of folds for cross-validation.",
)
@options.seed
@options.threads
@click.option(
    "--by",
    "view",
    type=OneOf(list(LearnedRules.views())),
    default="rules",
    show_default=True,
    help="View to show in tables and records.",
)
@click.option(
    "--format",
    "style",
    type=OneOf(["toml", *FORMATS]),
    default="toml",
    show_default=True,
    help="Output format; toml is a file of rules with comments.",
)
@rule_options.parser
@options.output
@options.quiet
def learn_command(
    parses: str,
    links: str,
    reading: LinkReading,
    metric: str,
    words: Words,
    most_rules: int,
    folds: int,
    seed: int,
    parser: Parser | None,
    threads: int | None,
    view: str,
    style: Format | Literal["toml"],
) -> None:
    """Learn rules that put source words in the order of their translations.

    PARSES are dependency trees of the source in CoNLL-U.
    """
    from wordorder.preordering.learning import learn_rules

    with commands.job({"parses": parses, "links": links}) as run:
        learned = learn_rules(
            parses,
            links,
            metric=metric,
            words=words,
            most_rules=most_rules,
            folds=folds,
            seed=seed,
            reading=reading,
            parser=parser,
            threads=threads,
            progress=run.meter,
        )
        if style == "toml":
            run.out.write(learned.to_toml())
        else:
            run.show(learned, style, [view])


_CHECK_EPILOG = """
\b
A file has any number of rules; the first that matches a head wins, and a rule
without `head` matches all:
  [[rule]]
  head = { upos = ["VERB", "AUX"], VerbForm = "Fin" }
  order = ["nsubj|csubj", "*", "obj>", "advmod[Polarity=Neg]", "self",
           "reverse advcl", "fixed punct"]

\b
  self       the head          *        all other children
  obj<       before the head   obj>     after it
  [a=b|c]    conditions on upos, xpos, lemma, deprel, marker or a feature
  marker     the adposition or subordinator of a word: nmod[marker=of|such_as]
  reverse    in reverse order  fixed    each keeps its place

\b
An error is reported with its file and line, and the exit code is 1. Warnings
name unknown relations and parts of speech; rules and entries that are never
used because earlier ones take all their heads or children; and, with
--parses, relations and rules that do not occur there.

\b
Examples:
  wordorder preorder check rules.toml
  wordorder preorder check rules.toml --parses parses.conllu
  wordorder preorder check sov --parses parses.conllu --entries
"""


@commands.command(epilog=_CHECK_EPILOG)
@click.argument("rules", metavar="FILE|NAME")
@click.option(
    "--parses",
    metavar="FILE",
    help="Dependency trees in CoNLL-U, to count how often each rule is used.",
)
@click.option("--entries", is_flag=True, help="Also show the entries of each rule.")
@options.style
@options.output
@options.quiet
def check_command(rules: str, parses: str | None, entries: bool, style: Format) -> None:
    """Check a file of rules, or a built-in set."""
    from wordorder.preordering.rules.checking import check_rules

    with commands.job({"rules": rule_options.file_of(rules), "parses": parses}) as run:
        result = check_rules(rules, parses, progress=run.meter)
        views = ["entries"] * entries
        if result.warnings and style not in ("json", "tsv"):
            views.append("warnings")
        run.show(result, style, views)


_EXPORT_EPILOG = """
\b
Examples:
  wordorder preorder export
  wordorder preorder export sov -o rules.toml
"""


@commands.command(epilog=_EXPORT_EPILOG)
@click.argument("name", metavar="[NAME]", required=False)
@options.output
@options.quiet
def export_command(name: str | None) -> None:
    """Print a built-in set of rules: a commented file to copy and change.

    Without NAME, list the sets.
    """
    from wordorder.preordering.rules.files import RULE_SETS, rule_set_text

    with commands.job({}) as run:
        if name is not None:
            run.out.write(rule_set_text(name))
            return
        width = max(map(len, RULE_SETS)) + 2
        run.out.writelines(f"{known:<{width}}{meaning}\n" for known, meaning in RULE_SETS.items())
