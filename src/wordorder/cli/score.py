"""`wordorder score`: score word order independently of word choice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from wordorder.cli import score_arguments, shared
from wordorder.cli.shared import options, plot_options, score_options
from wordorder.scoring import (
    LEAST_MATCHED,
    checked_folder,
    score_with,
    shared_task_files,
)

if TYPE_CHECKING:
    from wordorder.cli.shared.match_options import MatchFlags
    from wordorder.cli.shared.score_options import ScoreFlags
    from wordorder.output import Format

EPILOG = f"""
\b
REF and HYP have one sentence per line and may be compressed; `-` is standard
input. Systems are named after their files.

{score_options.measures_of_help()}

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

_VIEWS = options.grouped(
    "shown",
    score_arguments.ViewFlags,
    (
        click.option(
            "--worst",
            type=click.IntRange(min=1),
            metavar="N",
            help="Show each system's N sentences with the worst word order, by its own words.",
        ),
        click.option(
            "--diff",
            nargs=2,
            metavar="A B",
            help="Show the sentences where the order of the words that both A and B have differs "
            "most (10, or --worst N).",
        ),
        click.option(
            "--min-words",
            type=click.IntRange(min=1),
            default=LEAST_MATCHED,
            show_default=True,
            metavar="N",
            help="Leave out sentences with fewer matched words (--worst) or shared words (--diff).",
        ),
        click.option(
            "--by",
            multiple=True,
            callback=options.only_once,
            metavar="KIND",
            help="Report scores by length, by coverage, or by the labels in a file with one per "
            "line.",
        ),
    ),
)


@shared.command(epilog=EPILOG)
@click.argument("reference", metavar="REF")
@click.argument("systems", metavar="HYP...", nargs=-1, required=True)
@score_options.more_references
@score_arguments.link_options
@score_options.tsv
@score_options.scoring
@options.style
@options.records("--segments", "sentence scores")
@options.spreadsheet_safe
@click.option(
    "--shared-task",
    "folder",
    metavar="FOLDER",
    help="Write NAME.sys.score and NAME.seg.score of each measure to this folder.",
)
@_VIEWS
@score_options.chance
@options.with_sentences
@click.option("--timing", is_flag=True, help="Show how long each step took.")
@plot_options.plots(
    plot="Draw the scores of all systems with their intervals (.html, .svg, .pdf, .png).",
    plot_errors="Draw order errors per 100 words against coverage.",
    plot_distribution="Draw the distribution of sentence scores.",
    plot_length="Draw the leading metric by sentence length.",
    plot_coverage="Draw the leading metric by coverage.",
    plot_label="Draw the leading metric by label (needs --by FILE).",
    plot_distance="Draw the share of word pairs in the right order by distance.",
    plot_misplaced="Draw the words that are misplaced most.",
    plot_scatter="Draw the sentences of the two best systems against each other.",
    plot_differences="Draw the differences between neighbours in the ranking.",
)
@options.threads
@score_options.no_cache
@options.output
@options.quiet
def command(
    reference: str,
    systems: tuple[str, ...],
    more_references: tuple[str, ...],
    tsv: str | None,
    links: score_arguments.LinkFlags,
    names: list[str] | None,
    match: MatchFlags,
    scoring: ScoreFlags,
    shown: score_arguments.ViewFlags,
    chance: bool,
    timing: bool,
    style: Format,
    sentences: bool,
    segments: str | None,
    folder: str | None,
    threads: int | None,
    no_cache: bool,
    plots: dict[str, str | None],
    frame: plot_options.Frame,
) -> None:
    """Score the word order of translations, independently of their word choice.

    The words of each HYP are matched with those of REF, and the metrics score the order of the
    matched words. Intervals and significance tests show whether systems differ.
    """
    if style != "json":
        shared.refuse_unused("--format json", ["sentences"])
    if style != "table":
        shared.refuse_unused("--format table", ["timing"])
    if not shown.worst and not shown.diff:
        shared.refuse_unused("--worst or --diff", ["min_words"])
    linked = links.source is not None
    if not linked:
        shared.refuse_unused("--src", ["source_tokenize"])
    texts = score_arguments.TextFlags((reference, *more_references), systems, tsv)
    inputs = {**texts.files, "labels": shown.labels, **links.files, **match.files}
    shown.refuse_plots(plots, systems, linked=linked)
    with shared.job(inputs, {"segments": segments, **plots}, records=("segments",)) as run:
        target = None if folder is None else checked_folder(folder)
        order = links.order_from(match)
        if tsv is None and names is None and not links.system_links:
            texts = texts.sorted()
        references, named = texts.named(names)
        how = scoring.options(match, order, chance=chance, threads=threads, no_cache=no_cache)
        views = [*shown.views(named, linked=linked), *([("timing",)] if timing else [])]
        result = score_with(how, references, named, labels=shown.labels, progress=run.meter)
        run.show(result, style, views, top=shown.top, sentences=sentences)
        if segments is not None:
            run.write_records("segments", result.records("segments"))
        if target is not None:
            for name, text in shared_task_files(result).items():
                run.open(target / name).write(text)
        plot_options.draw(run, result, plots, frame)
