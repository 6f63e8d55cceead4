"""`wordorder score`: how well systems order words, apart from how they choose them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from wordorder.cli.shared import command as make_command
from wordorder.cli.shared import job, options
from wordorder.cli.shared.match_options import make_matcher, match_options
from wordorder.errors import UsageError, argument
from wordorder.ordering import metric_names
from wordorder.scoring import (
    ALIGNERS,
    DEFAULT_METRICS,
    LEXICAL,
    PRESETS,
    TESTS,
    Comparison,
    Preset,
    RearrangedSource,
    SourceLinks,
    checked_folder,
    score,
    shared_task_files,
    usual_preset,
)
from wordorder.statistics import Resampling
from wordorder.text import names_of_files, read_columns, tokenizer_names

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from wordorder.alignment.matching import Matcher
    from wordorder.scoring import Text

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
        order_from = _order_from(lang, **how)
        references, named = _texts([reference, *more_references], systems, tsv, names)
        views = _views(by, worst, diff, timing, named)
        result = score(
            references,
            named,
            lang=lang,
            tokenize=tokenize,
            metrics=metrics,
            preset=_preset(order_from, **how),
            order_from=order_from,
            resampling=Resampling(resamples, seed),
            comparison=Comparison(test, holm),
            labels=labels,
            threads=threads,
            progress=run.meter,
        )
        top = worst or (FEW_SENTENCES if diff else None)
        run.show(result, style, views, top=top, sentences=sentences)
        run.write_records("segments", result, "segments")
        if target is not None:
            for name, text in shared_task_files(result).items():
                run.open(target / name).write(text)


def _order_from(
    lang: str | None,
    source: str | None,
    reference_links: tuple[str, ...],
    system_links: tuple[str, ...],
    aligner: str | None,
    surface: bool,
    source_tokenize: str | None,
    stages: str | None,
    synonyms: str | None,
    paraphrases: str | None,
    cased: bool,
    **_: Any,
) -> Matcher | SourceLinks | RearrangedSource:
    if source is None:
        if reference_links or system_links or aligner is not None or surface:
            raise UsageError(f"alignments need the source: give it with {argument('source')}")
        return make_matcher(lang, stages, synonyms, paraphrases, cased)
    if stages or synonyms or paraphrases or cased:
        raise UsageError(
            f"{argument('stages')}, {argument('synonyms')}, {argument('paraphrases')} and "
            f"{argument('cased')} are about matched words: leave out {argument('source')}"
        )
    if not surface:
        return SourceLinks(source, reference_links, system_links, aligner, source_tokenize)
    if aligner is not None or system_links or not reference_links:
        raise UsageError(
            f"{argument('surface')} needs {argument('reference_links')}, without "
            f"{argument('system_links')} and {argument('aligner')}"
        )
    return RearrangedSource(source, reference_links, source_tokenize)


def _preset(
    order_from: Matcher | SourceLinks | RearrangedSource,
    preset: str | None,
    ordering: str | None,
    lexical: str | None,
    alpha: float | None,
    beta: float,
    gamma: float,
    **_: Any,
) -> Preset:
    return Preset(preset or usual_preset(order_from), ordering, lexical, alpha, beta, gamma)


def _texts(
    references: Sequence[str], systems: Sequence[str], tsv: str | None, names: list[str] | None
) -> tuple[list[Text], dict[str, Text]]:
    if tsv is None:
        files: list[Text] = [Path(file) for file in references]
        return files, dict(zip(names_of_files(systems, names), map(Path, systems), strict=True))
    if len(set(systems)) < len(systems):
        raise UsageError("a column is given twice; leave it out")
    columns = read_columns(tsv, [*references, *systems])
    named = systems if names is None else names_of_files(systems, names)
    count = len(references)
    return [*columns[:count]], dict(zip(named, columns[count:], strict=True))


def _views(
    by: str | None,
    worst: int | None,
    diff: tuple[str, str] | None,
    timing: bool,
    systems: Collection[str],
) -> list[tuple[str, ...]]:
    """What to show besides the scores; a name that nobody has is told before the work."""
    for name in diff or ():
        if name not in systems:
            raise UsageError.unknown("system", name, systems)
    views: list[tuple[str, ...]] = []
    if by is not None:
        views.append((by if by in ("length", "coverage") else "label",))
    if diff:
        views.append(("diff", *diff))
    elif worst is not None:
        views.append(("worst",))
    return [*views, ("timing",)] if timing else views
