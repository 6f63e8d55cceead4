"""`wordorder align match`: link a hypothesis with its reference."""

from __future__ import annotations

import click

from wordorder.alignment.formats.registry import write_alignments
from wordorder.alignment.matching.texts import match_texts
from wordorder.cli import commands, options
from wordorder.cli.match_options import MatchFlags, match_options, tokenize

EPILOG = """
\b
Stages:
  exact       identical words
  stem        the same stem (Snowball stemmer of the language)
  synonym     a shared WordNet synset (English), or a group of --synonyms
  vectors     words whose vectors are similar (--vectors)
  paraphrase  phrases in the --paraphrases table

\b
Links are written in Pharaoh format, hypothesis first: i-j links word i of the
hypothesis with word j of the reference, both counted from 0.
`wordorder align show --match` draws them.

\b
With --scores a link is i-j:0.93, with its probability of being right by a
model fitted to manual links (English only). --min-confidence leaves out weak
links.

\b
Without --tokenize the words must be separated by spaces. `score` tokenises:
to see its links, use --tokenize 13a, or the tokeniser in its signature.

\b
Examples:
  wordorder align match reference.txt system.txt --lang en -o links.align
  wordorder align match reference.txt system.txt --lang en --tokenize 13a
  wordorder align match reference.txt system.txt --lang de --stages exact,stem
  wordorder align match reference.txt system.txt --lang en | \\
      wordorder align permutations - --convention matched
"""


@commands.command(epilog=EPILOG)
@click.argument("references", metavar="REF")
@click.argument("hypotheses", metavar="HYP")
@match_options
@tokenize
@click.option(
    "--by-context",
    is_flag=True,
    help="Match identical words only, by their context as in RIBES.",
)
@click.option("--scores", is_flag=True, help="Write the confidence of each link after it.")
@options.output
@options.quiet
def match_command(
    references: str,
    hypotheses: str,
    tokenize: str | None,
    by_context: bool,
    scores: bool,
    match: MatchFlags,
) -> None:
    """Match the words of translations with those of their references.

    Each word is used at most once. The best match covers the most words, then has the fewest
    chunks, then the least movement.
    """
    chosen = match.lang is not None or match.typed not in ([], ["cased"])
    with commands.job({"references": references, "hypotheses": hypotheses, **match.files}) as run:
        batches = match_texts(
            references,
            hypotheses,
            matcher=match.matcher() if chosen else None,
            by_context=by_context,
            fold_case=not match.cased,
            tokenize=tokenize,
            min_confidence=match.min_confidence,
            scores=scores,
            progress=run.meter,
        )
        run.out.writelines(map(write_alignments, batches))
