"""`wordorder score`: score word order independently of word choice."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from wordorder.cli import commands, options, score_options
from wordorder.cli.match_options import MatchFlags
from wordorder.cli.score_options import OrderFrom, ScoreFlags
from wordorder.errors import Argument, Part, UsageError, joined
from wordorder.output.results import Format
from wordorder.scoring.scorer import score_with
from wordorder.scoring.sentences import LEAST_MATCHED

_FEW_SENTENCES = 10  # default of --diff

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


@dataclass(frozen=True, slots=True)
class LinkFlags:
    """The options for word order by source alignments, as given."""

    source: str | None
    reference_links: tuple[str, ...]
    system_links: tuple[str, ...]
    aligner: str | None
    surface: bool
    source_tokenize: str | None

    @property
    def files(self) -> dict[str, object]:
        """The input files, by argument."""
        return {
            "source": self.source,
            "reference_links": self.reference_links,
            "system_links": self.system_links,
        }

    def order_from(self, match: MatchFlags) -> OrderFrom:
        """Return the source of the word order."""
        if self.source is None:
            if self.reference_links or self.system_links or self.aligner or self.surface:
                raise UsageError("alignments need the source: give it with ", Argument("source"))
            return match.matcher()
        if match.typed:
            names = joined(map(Argument, match.names()))
            raise UsageError(*names, " need a direct match: leave out ", Argument("source"))
        from wordorder.scoring.linked_order import RearrangedSource, SourceLinks

        links, words = self.reference_links, self.source_tokenize
        if not self.surface:
            return SourceLinks(self.source, links, self.system_links, self.aligner, words)
        if self.aligner is not None or self.system_links or not links:
            raise UsageError(
                Argument("surface"),
                " needs ",
                Argument("reference_links"),
                ", without ",
                Argument("system_links"),
                " and ",
                Argument("aligner"),
            )
        return RearrangedSource(self.source, links, words)


_LINKS = options.grouped(
    "links",
    LinkFlags,
    (
        click.option(
            "-s",
            "--src",
            "source",
            metavar="FILE",
            help="Source text: compare word order through source alignments.",
        ),
        click.option(
            "--ref-align",
            "reference_links",
            multiple=True,
            metavar="FILE",
            help="Source-reference links in Pharaoh format; once for each reference.",
        ),
        click.option(
            "--hyp-align",
            "system_links",
            multiple=True,
            metavar="FILE",
            help="Source-hypothesis links; once for each HYP, in their order.",
        ),
        score_options.aligner,
        click.option(
            "--surface",
            is_flag=True,
            help="HYP are rearranged source sentences, for frs without --hyp-align.",
        ),
        score_options.source_tokenize,
    ),
)


@dataclass(frozen=True, slots=True)
class ViewFlags:
    """The options for views besides the scores, as given."""

    worst: int | None
    diff: tuple[str, str] | None
    min_words: int
    by: str | None

    @property
    def labels(self) -> str | None:
        """The file of labels, if `--by` names one."""
        groups = ("length", "coverage")
        if self.by is None or self.by in groups:
            return None
        from difflib import get_close_matches

        if get_close_matches(self.by, groups) and not Path(self.by).exists():
            raise UsageError.unknown("group or file", self.by, groups)
        return self.by

    @property
    def top(self) -> int | None:
        """The number of sentences to show."""
        return self.worst or (_FEW_SENTENCES if self.diff else None)

    def views(self, named: Collection[str], *, linked: bool) -> list[tuple[str, ...]]:
        """Return the views besides the scores; reject unknown systems before the work starts."""
        if linked and (self.worst or self.diff):
            raise UsageError(
                Argument("worst"),
                " and ",
                Argument("diff"),
                " show matched words: leave out ",
                Argument("source"),
            )
        for name in self.diff or ():
            if name not in named:
                raise UsageError.unknown("system", name, named)
        chosen: list[tuple[str, ...]] = []
        if self.by is not None:
            chosen.append(("label" if self.labels else self.by,))
        if self.diff:
            chosen.append(("diff", *self.diff, str(self.min_words)))
        elif self.worst is not None:
            chosen.append(("worst", str(self.min_words)))
        return chosen

    def refuse_plots(
        self, plots: Mapping[str, str | None], systems: Sequence[str], *, linked: bool
    ) -> None:
        """Refuse plots that lack their data, before the work starts."""
        matched = "matched words: leave out ", Argument("source")
        needs: dict[str, tuple[Sequence[Part], bool]] = {
            "plot_label": (("labels: give a file of them with --by",), self.labels is not None),
            "plot_scatter": (("two systems",), len(systems) > 1),
            "plot_differences": (("two systems",), len(systems) > 1),
            "plot_distance": (matched, not linked),
            "plot_misplaced": (matched, not linked),
        }
        for name, (need, has_it) in needs.items():
            if plots[name] is not None and not has_it:
                raise UsageError(Argument(name), " needs ", *need)


_VIEWS = options.grouped(
    "shown",
    ViewFlags,
    (
        click.option(
            "--worst",
            type=click.IntRange(min=1),
            metavar="N",
            help="Show the N sentences of each system whose matched words are in the worst order.",
        ),
        click.option(
            "--diff",
            nargs=2,
            metavar="A B",
            help="Show the sentences in which A and B differ most in the order of shared words "
            "(10, or --worst N).",
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
            help="Report scores by length, coverage, or the labels in a file, one per line.",
        ),
    ),
)


@commands.command(epilog=EPILOG)
@click.argument("reference", metavar="REF")
@click.argument("systems", metavar="HYP...", nargs=-1, required=True)
@score_options.more_references
@_LINKS
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
@options.plots(
    plot="Draw the scores of all systems with their intervals (.html, .svg, .pdf, .png).",
    plot_errors="Draw order errors per 100 words against coverage.",
    plot_distribution="Draw the distribution of sentence scores.",
    plot_length="Draw the leading metric by sentence length.",
    plot_coverage="Draw the leading metric by coverage.",
    plot_label="Draw the leading metric by label (needs --by FILE).",
    plot_distance="Draw the share of word pairs in the right order by distance.",
    plot_misplaced="Draw the words that are misplaced most often.",
    plot_scatter="Draw the sentence scores of the two best systems against each other.",
    plot_differences="Draw the differences between neighbours in the ranking.",
)
@options.threads
@score_options.no_cache
@options.output
@options.quiet
def score_command(
    reference: str,
    systems: tuple[str, ...],
    more_references: tuple[str, ...],
    tsv: str | None,
    links: LinkFlags,
    names: list[str] | None,
    match: MatchFlags,
    scoring: ScoreFlags,
    shown: ViewFlags,
    chance: bool,
    timing: bool,
    style: Format,
    sentences: bool,
    segments: str | None,
    folder: str | None,
    threads: int | None,
    no_cache: bool,
    plots: dict[str, str | None],
    frame: options.PlotFrame,
) -> None:
    """Score the word order of translations, independently of their word choice.

    The words of each HYP are matched with those of REF, and the metrics score the order of the
    matched words. Intervals and significance tests show whether systems differ.
    """
    if style != "json":
        commands.refuse_unused("--format json", ["sentences"])
    if style != "table":
        commands.refuse_unused("--format table", ["timing"])
    if not shown.worst and not shown.diff:
        commands.refuse_unused("--worst or --diff", ["min_words"])
    linked = links.source is not None
    if not linked:
        commands.refuse_unused("--src", ["source_tokenize"])
    texts = score_options.TextFlags((reference, *more_references), systems, tsv)
    inputs = {**texts.files, "labels": shown.labels, **links.files, **match.files}
    shown.refuse_plots(plots, systems, linked=linked)
    with commands.job(inputs, {"segments": segments, **plots}, records=("segments",)) as run:
        if folder is not None:
            from wordorder.scoring.detailed_tables import checked_folder, shared_task_files

            target = checked_folder(folder)
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
        if folder is not None:
            for name, text in shared_task_files(result).items():
                run.open(target / name).write(text)
        options.draw(run, result, plots, frame)
