"""`wordorder score`: how well systems order words, apart from how they choose them."""

from __future__ import annotations

from typing import Any

import click

from wordorder.cli.score_arguments import named_texts, order_from, preset_for, wanted_views
from wordorder.cli.shared import command as make_command
from wordorder.cli.shared import job, options
from wordorder.cli.shared.match_options import match_options
from wordorder.ordering import metric_names
from wordorder.output import Cache
from wordorder.scoring import (
    ALIGNERS,
    DEFAULT_METRICS,
    LEXICAL,
    PRESETS,
    TESTS,
    Comparison,
    checked_folder,
    score,
    shared_task_files,
)
from wordorder.statistics import Resampling
from wordorder.text import tokenizer_names

FEW_SENTENCES = 10  # of a difference

_FILES = ("source", "reference_links", "system_links", "synonyms", "paraphrases")

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


@make_command(epilog=EPILOG)
@click.argument("reference", metavar="REF")
@click.argument("systems", metavar="HYP...", nargs=-1, required=True)
@click.option(
    "-r", "--ref", "more_references", multiple=True, metavar="FILE", help="Another reference."
)
@click.option(
    "-s", "--src", "source", metavar="FILE", help="The source, to compare orders by its words."
)
@click.option(
    "--ref-align",
    "reference_links",
    multiple=True,
    metavar="FILE",
    help="Links from source to reference words, Pharaoh's form; once for each reference.",
)
@click.option(
    "--hyp-align",
    "system_links",
    multiple=True,
    metavar="FILE",
    help="The same for each HYP, in their order.",
)
@click.option(
    "--align",
    "aligner",
    type=click.Choice(ALIGNERS),
    help="Make these links from source and translations.",
)
@click.option(
    "--surface",
    is_flag=True,
    help="HYP are the words of the source, rearranged: frs without --hyp-align.",
)
@click.option(
    "--src-tokenize",
    "source_tokenize",
    type=click.Choice(tokenizer_names()),
    help="How to split the source [default: 13a for --align, none for given links].",
)
@click.option(
    "--tsv",
    metavar="FILE",
    help="All texts are columns of this file; REF and HYP are their names, from its first line.",
)
@options.names
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
@options.records("--segments", "the scores of all sentences")
@click.option(
    "--shared-task",
    "folder",
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
@click.option(
    "--with-sentences",
    "sentences",
    is_flag=True,
    help="Keep words, links, stages and scores of every sentence, in json.",
)
@click.option("--timing", is_flag=True, help="Say how long each step took.")
@options.threads
@click.option(
    "--no-cache",
    is_flag=True,
    help="Neither read nor keep tokenised and matched texts; the scores are the same.",
)
@options.output
@options.quiet
def command(
    reference: str,
    systems: tuple[str, ...],
    more_references: tuple[str, ...],
    tsv: str | None,
    names: list[str] | None,
    lang: str | None,
    tokenize: str | None,
    metrics: str,
    test: str,
    holm: bool,
    resamples: int,
    seed: int,
    threads: int | None,
    no_cache: bool,
    by: str | None,
    worst: int | None,
    diff: tuple[str, str] | None,
    timing: bool,
    sentences: bool,
    style: str,
    segments: str | None,
    folder: str | None,
    output: str | None,
    quiet: bool,
    **how: Any,
) -> None:
    """Score the word order of translations, apart from their choice of words.

    The words of each HYP are matched with those of REF; metrics judge the order of the matched
    words. Intervals and tests show whether systems differ.
    """
    labels = None if by in ("length", "coverage") else by
    texts = {"reference": reference, "more_references": more_references, "systems": systems}
    inputs = {**(texts if tsv is None else {"tsv": tsv}), "labels": labels}
    inputs |= {name: how[name] for name in _FILES}
    outputs = {"output": output, "segments": segments}
    with job(inputs, outputs, records=("segments",), quiet=quiet) as run:
        target = None if folder is None else checked_folder(folder)
        order = order_from(lang, **how)
        references, named = named_texts([reference, *more_references], systems, tsv, names)
        views = wanted_views(by, worst, diff, timing and style == "table", named)
        result = score(
            references,
            named,
            lang=lang,
            tokenize=tokenize,
            metrics=metrics,
            preset=preset_for(order, **how),
            order_from=order,
            resampling=Resampling(resamples, seed),
            comparison=Comparison(test, holm),
            labels=labels,
            threads=threads,
            progress=run.meter,
            cache=None if no_cache else Cache(),
        )
        top = worst or (FEW_SENTENCES if diff else None)
        run.show(result, style, views, top=top, sentences=sentences)
        run.write_records("segments", result, "segments")
        if target is not None:
            for name, text in shared_task_files(result).items():
                run.open(target / name).write(text)
