"""`wordorder report`: one web page to explore the word order of translations."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from wordorder.cli import commands, options, score_options
from wordorder.cli.score_options import ScoreFlags, TextFlags
from wordorder.errors import Argument, UsageError
from wordorder.text.naming import names_of_files

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.cli.match_options import MatchFlags
    from wordorder.scoring.linked_order import SourceLinks


EPILOG = f"""
\b
REF and HYP are texts as in `wordorder score`. RESULT.json is the output of
any command with --format json; with --with-sentences, its sentences can be
explored. The page is one file and needs neither network nor server.

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


@commands.command(epilog=EPILOG)
@click.argument("files", metavar="REF HYP... | RESULT.json...", nargs=-1, required=True)
@score_options.more_references
@click.option(
    "-s", "--src", "source", metavar="FILE", help="Source text, shown with each sentence."
)
@click.option(
    "--ref-align",
    "reference_links",
    metavar="FILE",
    help="Source-reference links in Pharaoh format, to show how the two languages reorder.",
)
@click.option(
    "--hyp-align",
    "system_links",
    multiple=True,
    metavar="FILE",
    help="Source-hypothesis links, once for each HYP, in their order, to show the reorderings "
    "that each system retains.",
)
@score_options.aligner
@score_options.source_tokenize
@click.option(
    "--trees",
    "source_trees",
    metavar="FILE",
    help="Syntax trees of the source, CoNLL-U or Penn brackets, to show which phrases move.",
)
@click.option(
    "--ref-trees",
    "reference_trees",
    metavar="FILE",
    help="Syntax trees of the first reference, to show which word classes are misplaced.",
)
@click.option(
    "-j",
    "--judgements",
    multiple=True,
    metavar="PATH",
    help="Human judgements of the systems, as in `wordorder meta`; may be repeated.",
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
def report_command(
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
    from wordorder.reporting.plotting import require_plots
    from wordorder.reporting.reports import report

    require_plots()
    if click.get_current_context().meta["output"] is None and sys.stdout.isatty():
        raise UsageError("the report is a web page: write it to a file, such as -o report.html")
    if _are_saved_results(files, tsv):
        from wordorder.reporting.loading import load

        with commands.job({"files": files, "source": source}) as run:
            page = report(*map(load, files), title=title, source=source)
            run.out.write(page.to_html())
        return
    from wordorder.reporting.studying import study_translations

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
    with commands.job({**texts.files, **match.files, **beside}) as run:
        links = _source_links(source, reference_links, system_links, aligner, source_tokenize)
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
        page = report(*results, title=title, source=source)
        run.out.write(page.to_html())


def _are_saved_results(files: Sequence[str], tsv: str | None) -> bool:
    """Return whether the files are saved results, not texts.

    Raises:
        UsageError: The files are mixed or too few, or an option does not apply to results.
    """
    saved = [file.lower().endswith(".json") for file in files]
    if tsv is not None or not any(saved):
        if len(files) < 2:
            raise UsageError("give a reference and at least one system, or saved results (.json)")
        return False
    if not all(saved):
        raise UsageError("give either texts or saved results (.json), not both")
    of_results = {"files", "title", "source", "output", "quiet"}
    options = [str(option.name) for option in click.get_current_context().command.params]
    unused = [name for name in options if name not in of_results]
    commands.refuse_unused("texts", unused, "saved results are not scored again")
    return True


def _source_links(
    source: str | None,
    reference_links: str | None,
    system_links: tuple[str, ...],
    aligner: str | None,
    source_tokenize: str | None,
) -> SourceLinks | None:
    """Return the links of the source, if there are any."""
    if reference_links is None and not system_links and aligner is None:
        commands.refuse_unused("--ref-align or --align", ["source_trees", "source_tokenize"])
        return None
    if source is None:
        raise UsageError("alignments need the source: give it with ", Argument("source"))
    from wordorder.scoring.linked_order import SourceLinks

    of_reference = () if reference_links is None else (reference_links,)
    return SourceLinks(source, of_reference, system_links, aligner, source_tokenize)
