"""`wordorder align match`: link a hypothesis with its reference."""

from __future__ import annotations

from contextlib import ExitStack, closing

import click

from wordorder.alignment import write_alignments
from wordorder.alignment.matching import match_contexts
from wordorder.cli import options
from wordorder.cli.files import follow, refuse_overwriting, refuse_two_standard_inputs
from wordorder.cli.match_options import make_matcher, match_options
from wordorder.errors import UsageError
from wordorder.output import open_output

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


@click.command(epilog=EPILOG, short_help="Link a hypothesis with its reference.")
@click.argument("hypothesis", metavar="HYP")
@click.argument("reference", metavar="REF")
@match_options
@click.option(
    "--by-context",
    is_flag=True,
    help="Match by the words around, as RIBES does, and leave the rest.",
)
@options.output
@options.quiet
def command(
    hypothesis: str,
    reference: str,
    lang: str | None,
    stages: str | None,
    synonyms: str | None,
    paraphrases: str | None,
    cased: bool,
    by_context: bool,
    output: str | None,
    quiet: bool,
) -> None:
    """Link the words of translations with those of their references.

    Of all ways to use every word at most once, the best covers the most words, then has the
    fewest chunks, then moves words least.
    """
    if by_context and (lang or stages or synonyms or paraphrases):
        raise UsageError("--by-context matches equal words only: leave out --lang and the stages")
    refuse_two_standard_inputs([hypothesis, reference, synonyms])
    refuse_overwriting([hypothesis, reference, synonyms, paraphrases], {"--output": output})
    with ExitStack() as stack:
        out = stack.enter_context(open_output(output))
        advance = stack.enter_context(follow("matching", [hypothesis, reference], quiet=quiet))
        if by_context:
            rows = match_contexts(hypothesis, reference, fold_case=not cased, on_bytes=advance)
            for batch in stack.enter_context(closing(rows)):
                out.write(write_alignments(batch))
            return
        matcher = make_matcher(lang, stages, synonyms, paraphrases, cased)
        if lang is None and stages is None and not quiet:
            click.echo("hint: only equal words match; --lang adds stems and synonyms", err=True)
        matches = matcher.match_files(hypothesis, reference, on_bytes=advance)
        for match in stack.enter_context(closing(matches)):
            out.write(write_alignments(match.alignments))
