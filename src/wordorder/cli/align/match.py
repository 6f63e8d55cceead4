"""`wordorder align match`: link a hypothesis with its reference."""

from __future__ import annotations

import click

from wordorder.alignment import match_texts, write_alignments
from wordorder.cli import shared
from wordorder.cli.shared import options
from wordorder.cli.shared.match_options import make_matcher, match_options

EPILOG = """
\b
Stages:
  exact       the same word
  stem        the same stem, by the Snowball stemmer of the language
  synonym     a common WordNet synset (English), or a group of --synonyms
  paraphrase  phrases that --paraphrases knows

\b
The words must be separated by blanks; links are written in Pharaoh's form,
hypothesis word first. `wordorder align show --match` draws them.

\b
Examples:
  wordorder align match system.txt reference.txt --lang en -o links.align
  wordorder align match system.txt reference.txt --lang de --stages exact,stem
  wordorder align match system.txt reference.txt --lang en | \\
      wordorder align permutations - --convention matched
"""


@shared.command(epilog=EPILOG)
@click.argument("hypotheses", metavar="HYP")
@click.argument("references", metavar="REF")
@match_options
@click.option(
    "--by-context",
    is_flag=True,
    help="Match by the words around, as RIBES does, and leave the rest.",
)
@options.output
@options.quiet
def command(
    hypotheses: str,
    references: str,
    lang: str | None,
    stages: str | None,
    weights: str | None,
    synonyms: str | None,
    paraphrases: str | None,
    cased: bool,
    by_context: bool,
) -> None:
    """Link the words of translations with those of their references.

    Of all ways to use every word at most once, the best covers the most words, then has the
    fewest chunks, then moves words least.
    """
    inputs = {
        "hypotheses": hypotheses,
        "references": references,
        "synonyms": synonyms,
        "paraphrases": paraphrases,
    }
    chosen = lang or stages or weights or synonyms or paraphrases
    with shared.job(inputs) as run:
        batches = match_texts(
            hypotheses,
            references,
            matcher=make_matcher(lang, stages, weights, synonyms, paraphrases, cased)
            if chosen
            else None,
            by_context=by_context,
            fold_case=not cased,
            progress=run.meter,
        )
        run.out.writelines(map(write_alignments, batches))
