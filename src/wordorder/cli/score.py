"""`wordorder score`: how well systems order words, apart from how they choose them."""

from __future__ import annotations

import shlex
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wordorder.cli import options
from wordorder.cli.files import enter_if, refuse_overwriting, refuse_two_standard_inputs
from wordorder.cli.match_options import make_matcher, match_options
from wordorder.cli.score_files import check_outputs, write_segments, write_shared_task
from wordorder.cli.score_formats import Wanted, written
from wordorder.cli.score_warnings import warnings
from wordorder.errors import InputError, UsageError
from wordorder.ordering import metric_names
from wordorder.output import open_output, progress
from wordorder.scoring import (
    ALIGNERS,
    DEFAULT_METRICS,
    LEXICAL,
    PRESETS,
    TESTS,
    names_of_files,
    score,
)
from wordorder.scoring.buckets import by_coverage, by_label, by_length
from wordorder.text import read_columns, read_lines, shown_name, tokenizer_names

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from wordorder.scoring import ScoreResult, Text
    from wordorder.scoring.buckets import Labels

EPILOG = """
\b
REF and HYP have one sentence per line, plain or compressed; `-` is standard
input. A system is named by its file.

\b
Presets, with their ordering metric and lexical part:
  pefscore    pef       bleu1   (Stanojević and Sima'an 2014)
  complexity  pet_size  f1      (Stanojević and Sima'an 2016)
  lrscore     kendall   bleu4   (Birch and Osborne 2010)
  frs         fuzzy             (Talbot et al. 2011; needs --src)
  ribes       kendall           (Isozaki et al. 2010)

\b
Examples:
  wordorder score ref.txt systemA.txt systemB.txt --lang en
  wordorder score ref.txt system.txt --lang de --metrics all --format json
  wordorder score ref.txt *.en --lang en --segments scores.tsv
  wordorder score ref.txt A.txt B.txt --lang en --diff A B --by length
  wordorder score ref1.txt system.txt --ref ref2.txt --preset lrscore
  wordorder score ref.txt system.txt -s src.txt --ref-align r --hyp-align h
  wordorder score ref.txt A.txt B.txt -s src.txt --align ibm1
  wordorder score ref.txt reordered.txt -s src.txt --ref-align r --surface
  wordorder score --tsv texts.tsv reference A B --lang en
"""


@click.command(epilog=EPILOG, short_help="Score the word order of translations.")
@click.argument("reference", metavar="REF")
@click.argument("systems", metavar="HYP...", nargs=-1, required=True)
@click.option("-r", "--ref", "more", multiple=True, metavar="FILE", help="Another reference.")
@click.option(
    "-s", "--src", "source", metavar="FILE", help="The source, to compare orders by its words."
)
@click.option(
    "--ref-align",
    multiple=True,
    metavar="FILE",
    help="Links from source to reference words, Pharaoh's form; once for each reference.",
)
@click.option(
    "--hyp-align", multiple=True, metavar="FILE", help="The same for each HYP, in their order."
)
@click.option(
    "--align", type=click.Choice(ALIGNERS), help="Make these links from source and translations."
)
@click.option(
    "--surface",
    is_flag=True,
    help="HYP are the words of the source, rearranged: frs without --hyp-align.",
)
@click.option(
    "--src-tokenize",
    type=click.Choice(tokenizer_names()),
    help="How to split the source [default: 13a for --align, none for given links].",
)
@click.option(
    "--tsv",
    metavar="FILE",
    help="All texts are columns of this file; REF and HYP are their names, from its first line.",
)
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
    help="The combined score [default: pefscore; lrscore with --src].",
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
@options.holm
@options.resamples
@options.seed
@options.style
@options.columns("--segments", "the scores of all sentences")
@click.option(
    "--shared-task",
    metavar="FOLDER",
    help="Write NAME.sys.score and NAME.seg.score for each measure there.",
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
    source: str | None,
    ref_align: tuple[str, ...],
    hyp_align: tuple[str, ...],
    lang: str | None,
    stages: str | None,
    synonyms: str | None,
    paraphrases: str | None,
    cased: bool,
    style: str,
    segments: str | None,
    shared_task: str | None,
    tsv: str | None,
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
    texts = [tsv] if tsv is not None else [reference, *more, *systems]
    labels = None if by in ("length", "coverage") else by
    inputs = [*texts, source, *ref_align, *hyp_align, labels, synonyms, paraphrases]
    refuse_two_standard_inputs(inputs)
    refuse_overwriting(inputs, {"--output": output, "--segments": segments})
    check_outputs(segments, shared_task)
    matcher = make_matcher(lang, stages, synonyms, paraphrases, cased)
    references, named = _texts([reference, *more], systems, tsv)
    if style != "table" and (worst or diff or by):
        raise UsageError("--worst, --diff and --by belong to the table: leave out --format")
    for name in diff or ():
        if name not in named:
            raise UsageError.unknown("system", name, named)
    if diff and diff[0] == diff[1]:
        raise UsageError("--diff needs two different systems")
    kinds = None if labels is None else [line for _, line in read_lines(labels)]
    with ExitStack() as stack:
        out = stack.enter_context(open_output(output))
        sentences = enter_if(stack, segments, open_output)
        advance = stack.enter_context(progress("scoring", None, unit="items", quiet=quiet))
        result = score(
            references,
            named,
            lang=lang,
            matcher=matcher,
            source=source,
            ref_align=ref_align,
            hyp_align=hyp_align,
            on_lines=advance,
            **how,
        )
        wanted = Wanted(_command_line(), worst, diff, _buckets(result, by, kinds), timing)
        out.write(written(result, style, wanted, on_screen=output in (None, "-")))
        for warning in () if quiet else warnings(result, lang, source):
            click.echo(f"wordorder: {warning}", err=True)
        if sentences is not None and segments is not None:
            write_segments(result, segments, sentences)
        if shared_task is not None:
            write_shared_task(result, shared_task)


def _texts(
    references: Sequence[str], systems: Sequence[str], tsv: str | None
) -> tuple[list[Text], dict[str, Text]]:
    if tsv is None:
        files: list[Text] = [Path(file) for file in references]
        return files, dict(zip(names_of_files(systems), map(Path, systems), strict=True))
    if len(set(systems)) < len(systems):
        raise UsageError("a column is given twice; leave it out")
    columns = read_columns(tsv, [*references, *systems])
    return list(columns[: len(references)]), dict(
        zip(systems, columns[len(references) :], strict=True)
    )


def _buckets(result: ScoreResult, by: str | None, kinds: list[str] | None) -> Labels | None:
    if by is None:
        return None
    if kinds is None:
        return by_length(result) if by == "length" else by_coverage(result)
    if len(kinds) != result.sentences:
        raise InputError(
            f"{shown_name(by)} has {len(kinds):,} lines, but there are {result.sentences:,} "
            "sentences"
        )
    return by_label(kinds)


def _command_line() -> str:
    """What the user typed, so that it can be typed again."""
    arguments = click.get_current_context().find_root().obj or ()
    return shlex.join(["wordorder", *arguments])
