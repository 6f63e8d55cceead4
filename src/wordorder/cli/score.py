"""`wordorder score`: how well systems order words, apart from how they choose them."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wordorder.cli import options
from wordorder.cli.files import refuse_overwriting, refuse_two_standard_inputs
from wordorder.cli.match_options import make_matcher, match_options
from wordorder.cli.score_formats import Wanted, segments_writer, written
from wordorder.cli.score_warnings import warnings
from wordorder.errors import UsageError
from wordorder.ordering import metric_names
from wordorder.output import open_output, progress
from wordorder.scoring import DEFAULT_METRICS, LEXICAL, PRESETS, TESTS, names_of_files, score
from wordorder.text import tokenizer_names

if TYPE_CHECKING:
    from typing import Any

EPILOG = """
\b
REF and HYP have one sentence per line, plain or compressed; `-` is standard
input. A system is named by its file.

\b
Presets, with their ordering metric and lexical part:
  pefscore    pef       bleu1   (Stanojević and Sima'an 2014)
  complexity  pet_size  f1      (Stanojević and Sima'an 2016)
  lrscore     kendall   bleu4   (Birch and Osborne 2010)
  ribes       kendall           (Isozaki et al. 2010)

\b
Examples:
  wordorder score ref.txt systemA.txt systemB.txt --lang en
  wordorder score ref.txt system.txt --lang de --metrics all --format json
  wordorder score ref.txt *.en --lang en --segments scores.tsv
  wordorder score ref.txt A.txt B.txt --lang en --diff A B --by length
  wordorder score ref1.txt system.txt --ref ref2.txt --preset lrscore
"""


@click.command(epilog=EPILOG, short_help="Score the word order of translations.")
@click.argument("reference", metavar="REF")
@click.argument("systems", metavar="HYP...", nargs=-1, required=True)
@click.option("-r", "--ref", "more", multiple=True, metavar="FILE", help="Another reference.")
@match_options
@click.option(
    "--tokenize",
    type=click.Choice(tokenizer_names()),
    help="How to split words [default: as sacreBLEU does for the language, else 13a].",
)
@click.option(
    "--metrics",
    default=",".join(DEFAULT_METRICS),
    show_default=True,
    metavar="NAMES",
    help="Ordering metrics with commas between them, or all.",
)
@click.option(
    "--preset",
    type=click.Choice(PRESETS),
    default="pefscore",
    show_default=True,
    help="The combined score.",
)
@click.option(
    "--ordering",
    type=click.Choice(metric_names()),
    metavar="METRIC",
    help="Ordering metric of the combined score.",
)
@click.option("--lexical", type=click.Choice(LEXICAL), help="Lexical part of the combined score.")
@click.option(
    "--alpha",
    type=click.FloatRange(0, 1),
    help="Weight of the lexical part, in lrscore of the ordering part [default: 0.5].",
)
@options.beta
@options.gamma
@click.option(
    "--test",
    type=click.Choice(TESTS),
    default="bootstrap",
    show_default=True,
    help="How every two systems are compared.",
)
@options.resamples
@options.seed
@click.option(
    "--format",
    "style",
    type=click.Choice(["table", "json", "tsv", "latex", "markdown"]),
    default="table",
    show_default=True,
    help="json and tsv have every digit.",
)
@click.option(
    "--segments",
    metavar="FILE",
    help="Write the scores of all sentences there: TSV, or JSON lines if it ends in .jsonl.",
)
@click.option(
    "--worst",
    type=click.IntRange(min=1),
    metavar="N",
    help="Show the N sentences of each system whose words are in the worst order.",
)
@click.option(
    "--diff",
    nargs=2,
    metavar="A B",
    help="Show the sentences in which systems A and B differ most in order (10, or --worst N).",
)
@click.option(
    "--by",
    metavar="KIND",
    help="Score apart by length, by coverage, or by the labels in a file, one for each line.",
)
@click.option("--timing", is_flag=True, help="Say how long each step took.")
@options.threads
@options.output
@options.quiet
def command(
    reference: str,
    systems: tuple[str, ...],
    more: tuple[str, ...],
    lang: str | None,
    stages: str | None,
    synonyms: str | None,
    paraphrases: str | None,
    cased: bool,
    style: str,
    segments: str | None,
    worst: int | None,
    diff: tuple[str, str] | None,
    by: str | None,
    timing: bool,
    output: str | None,
    quiet: bool,
    **how: Any,
) -> None:
    """Score the word order of translations, apart from their choice of words.

    The words of each HYP are matched with those of REF; metrics judge the order of the matched
    words. Intervals and tests show whether systems differ.
    """
    inputs = [reference, *more, *systems, synonyms, paraphrases]
    refuse_two_standard_inputs(inputs)
    refuse_overwriting(inputs, {"--output": output, "--segments": segments})
    matcher = make_matcher(lang, stages, synonyms, paraphrases, cased)
    named = dict(zip(names_of_files(systems), systems, strict=True))
    if style != "table" and (worst or diff or by):
        raise UsageError("--worst, --diff and --by belong to the table: leave out --format")
    for name in diff or ():
        if name not in named:
            raise UsageError.unknown("system", name, named)
    with ExitStack() as stack:
        out = stack.enter_context(open_output(output))
        sentences = None if segments is None else stack.enter_context(open_output(segments))
        advance = stack.enter_context(progress("scoring", None, unit="items", quiet=quiet))
        result = score(
            [Path(file) for file in (reference, *more)],
            named,
            lang=lang,
            matcher=matcher,
            on_lines=advance,
            **how,
        )
        for warning in warnings(result, lang):
            click.echo(f"wordorder: {warning}", err=True)
        wanted = Wanted(worst, diff, by, timing)
        out.write(written(result, style, wanted, on_screen=output in (None, "-")))
        if sentences is not None and segments is not None:
            segments_writer(segments)(result, sentences)
