"""`wordorder report`: one web page to explore the word order of translations."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from wordorder.cli import report_arguments, shared
from wordorder.cli.score_arguments import TextFlags
from wordorder.cli.shared import options, score_options
from wordorder.report import check_report, load_result, report, study_translations
from wordorder.text import names_of_files

if TYPE_CHECKING:
    from wordorder.cli.shared.match_options import MatchFlags
    from wordorder.cli.shared.score_options import ScoreFlags

EPILOG = f"""
\b
REF and HYP are texts as in `wordorder score`, RESULT.json results that any
command wrote with --format json; with --with-sentences, their sentences can
be explored. The page is one file, needs no network and no server.

{score_options.measures_of_help()}

\b
Examples:
  wordorder report ref.txt A.txt B.txt --lang en -o report.html
  wordorder report ref.txt *.en --lang en -s src.de -o report.html
  wordorder report ref.txt A.txt B.txt --lang en -s src.de --align ibm1 \\
      --judgements ranks.tsv -o report.html
  wordorder report ref.txt A.txt --lang en -s src.de --ref-align r.align \\
      --hyp-align A.align --ref-trees ref.conllu -o report.html
  wordorder report scores.json reorderings.json -o report.html
"""


@shared.command(epilog=EPILOG)
@click.argument("files", metavar="REF HYP... | RESULT.json...", nargs=-1, required=True)
@score_options.more_references
@click.option(
    "-s", "--src", "source", metavar="FILE", help="Source text, shown with each sentence."
)
@click.option(
    "--ref-align",
    "reference_links",
    metavar="FILE",
    help="Source-reference links in Pharaoh format: how the two languages reorder.",
)
@click.option(
    "--hyp-align",
    "system_links",
    multiple=True,
    metavar="FILE",
    help="Source-hypothesis links, once for each HYP, in their order: the reorderings that each "
    "system keeps.",
)
@score_options.aligner
@score_options.source_tokenize
@click.option(
    "--trees",
    "source_trees",
    metavar="FILE",
    help="Syntax trees of the source, CoNLL-U or Penn brackets: which phrases move.",
)
@click.option(
    "--ref-trees",
    "reference_trees",
    metavar="FILE",
    help="The same of the first reference: which word classes are misplaced.",
)
@click.option(
    "-j",
    "--judgements",
    multiple=True,
    metavar="PATH",
    help="What people said of the systems, as in `wordorder meta`; may be repeated.",
)
@click.option(
    "--sets",
    "labels",
    metavar="FILE",
    help="The reordering set, or any other label, of each sentence, one per line [default: by "
    "the amount of reordering, with links].",
)
@score_options.tsv
@score_options.scoring
@score_options.chance
@click.option("--title", metavar="TEXT", help="Heading of the page.")
@options.threads
@score_options.no_cache
@options.output
@options.quiet
def command(
    files: tuple[str, ...],
    more_references: tuple[str, ...],
    source: str | None,
    reference_links: str | None,
    system_links: tuple[str, ...],
    aligner: str | None,
    source_tokenize: str | None,
    source_trees: str | None,
    reference_trees: str | None,
    judgements: tuple[str, ...],
    labels: str | None,
    tsv: str | None,
    names: list[str] | None,
    match: MatchFlags,
    scoring: ScoreFlags,
    chance: bool,
    title: str | None,
    threads: int | None,
    no_cache: bool,
) -> None:
    """Arrange scores, verdicts, plots and sentences in one web page.

    Texts are scored as by `wordorder score`; links, trees and judgements add sections of their
    own.
    """
    check_report()
    report_arguments.refuse_terminal()
    if report_arguments.saved_results(files, tsv):
        with shared.job({"files": files, "source": source}) as run:
            made = report(*map(load_result, files), title=title, source=source)
            run.out.write(made.to_html())
        return
    reference, *systems = files
    texts = TextFlags((reference, *more_references), tuple(systems), tsv)
    beside = {
        "source": source,
        "reference_links": reference_links,
        "system_links": system_links,
        "source_trees": source_trees,
        "reference_trees": reference_trees,
        "judgements": judgements,
        "labels": labels,
    }
    with shared.job({**texts.files, **match.files, **beside}) as run:
        links = report_arguments.source_links(
            source, reference_links, system_links, aligner, source_tokenize
        )
        if names is None and tsv is None:
            names = names_of_files(systems)  # links belong to systems in the order given
        matcher = match.matcher()
        references, named = texts.named(names)
        results = study_translations(
            references,
            named,
            links=links,
            source_trees=source_trees,
            reference_trees=reference_trees,
            judgements=judgements,
            labels=labels,
            options=scoring.options(
                match, matcher, chance=chance, threads=threads, no_cache=no_cache
            ),
            progress=run.meter,
        )
        made = report(*results, title=title, source=source)
        run.out.write(made.to_html())
