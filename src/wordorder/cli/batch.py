"""`wordorder batch`: a row of figures for every sentence pair of a corpus."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from wordorder.alignment.link_reading import LinkReading
from wordorder.cli import commands, link_options, options, rule_options
from wordorder.cli.commands import OneOf
from wordorder.corpus.batching import ENGINES, FORMS, Engine, batch
from wordorder.corpus.folder import OutputForm
from wordorder.corpus.profile_result import CorpusProfile
from wordorder.output.results import Format
from wordorder.statistics.resampling import Resampling
from wordorder.text.tokenizers import tokenizer_names

_FURTHER = list(CorpusProfile.views())[1:]

EPILOG = """
\b
INPUT is Parquet, Arrow IPC (.arrow, .feather), TSV, CSV or JSON lines, also
compressed; a folder of such files; or line-aligned files, each with the name
of its column: links=train.align,source=train.en,target=train.de
Columns named links, source, target, permutation, tree, reference and
hypothesis are recognised; options name other columns.

\b
OUT gets a Parquet file for each part of the input, with the columns file and
row, and a column for each metric. The same command resumes an interrupted
run. Bad rows are listed in OUT/_rejects.

\b
Metrics and groups of metrics (--metrics):
  flat, tree     ordering metrics without and with permutation trees; both
                 together are `ordering`
  reordering     rquantity, reorderings, width, crossing, non_itg, blocked,
                 anticipation@1 (and other numbers), anticipation_scaled@1
  coverage       share of linked or matched words
  source_length, target_length, links
  pefscore …     combined scores of --hyp against --ref, and their parts
  preordered_…   ordering metrics of the source as reordered by --rules

\b
Examples:
  wordorder batch corpus.parquet -o out
  wordorder batch links=train.align,target=train.de -o out -m rquantity
  wordorder batch shards/ -o out --links alignment --keep id,source
  wordorder batch bitext.tsv.gz -o out --align en-de.ibm1
  wordorder batch corpus.parquet -o monotone --keep source,target --to text \\
      --where "kendall > 0.9 and coverage > 0.8"
  wordorder batch s3://bucket/shards -o s3://bucket/out --engine dask \\
      --scheduler tcp://head:8786
"""

_COLUMNS = {
    "links": ("--links", "word alignments, as Pharaoh texts or lists of (source, target)"),
    "source": ("-s/--src", "source sentences"),
    "target": ("-t/--tgt", "target sentences"),
    "permutation": ("--permutation", "permutations, as texts or lists"),
    "tree": ("--tree", "dependency trees of the source in CoNLL-U, for --rules"),
    "reference": ("--ref", "reference translations"),
    "hypothesis": ("--hyp", "translations to score"),
}


def _columns(command: Callable[..., None]) -> Callable[..., None]:
    columns = [
        click.option(
            *flags.split("/"),
            role,
            metavar="COLUMN",
            help=f"Column of {content} [default: {role}].",
        )
        for role, (flags, content) in _COLUMNS.items()
    ]
    return options.with_options(command, columns)


@commands.command(epilog=EPILOG)
@click.argument("inputs", metavar="INPUT...", nargs=-1, required=True)
@click.option("-o", "--output", "folder", required=True, metavar="OUT", help="Folder to write.")
@click.option(
    "-m",
    "--metrics",
    metavar="NAMES",
    help="Comma-separated metrics, or groups of them; see below [default: ordering,reordering, "
    "as far as the columns allow].",
)
@_columns
@link_options.base
@link_options.sure_only
@click.option(
    "--align",
    "aligner",
    metavar="MODEL",
    help="Align source and target with a model of `wordorder align train`.",
)
@click.option(
    "--rules", metavar="NAME|FILE", help=f"Pre-ordering rules to score. {rule_options.RULES_HELP}"
)
@click.option("-l", "--lang", metavar="CODE", help="Language of --hyp, for matching: en, zh-CN, …")
@click.option(
    "--tokenize",
    type=OneOf(tokenizer_names()),
    help="Tokeniser of all texts [default: for --ref and --hyp the language's, else 13a; "
    "--src and --tgt are already tokenised].",
)
@click.option("--preset", metavar="NAME|FILE", help="Combined score of --hyp [default: pefscore].")
@click.option("--keep", metavar="COLUMNS", help="Comma-separated input columns to write as well.")
@click.option(
    "--where",
    metavar="CONDITION",
    help="Write only rows that meet this, such as 'kendall > 0.9 and coverage > 0.8'.",
)
@click.option(
    "--to",
    type=OneOf(FORMS),
    default="parquet",
    show_default=True,
    help="Write Parquet, or the texts of --keep, line by line.",
)
@click.option("--strict", is_flag=True, help="Stop at the first bad row.")
@click.option(
    "--verify",
    is_flag=True,
    help="Detect inputs that changed since a part was finished by their content, not by size and "
    "time.",
)
@click.option("--overwrite", is_flag=True, help="Replace the output of earlier runs.")
@click.option(
    "--engine",
    type=OneOf(ENGINES),
    default="local",
    show_default=True,
    help="Use threads of this process (local), or Dask: processes here or on a cluster.",
)
@click.option("--scheduler", metavar="ADDRESS", help="Scheduler of a Dask cluster.")
@options.threads
@options.resampling
@options.optional_views(_FURTHER)
@options.style
@options.quiet
def batch_command(
    inputs: tuple[str, ...],
    folder: str,
    base: int,
    sure_only: bool,
    keep: str | None,
    where: str | None,
    to: OutputForm,
    strict: bool,
    verify: bool,
    overwrite: bool,
    engine: Engine,
    scheduler: str | None,
    threads: int | None,
    resampling: Resampling,
    view: tuple[str, ...],
    style: Format,
    **plan: Any,
) -> None:
    """Compute figures for every sentence pair of a corpus of any size.

    Write them to OUT and show a profile of the corpus; `wordorder profile OUT` shows it again.
    """
    commands.refuse_several_tables(style, view)
    with commands.job({}) as run:
        result = batch(
            inputs,
            folder,
            reading=LinkReading(base=base, sure_only=sure_only),
            keep=() if keep is None else [name.strip() for name in keep.split(",")],
            where=where,
            to=to,
            strict=strict,
            verify=verify,
            overwrite=overwrite,
            engine=engine,
            scheduler=scheduler,
            threads=threads,
            resampling=resampling,
            progress=run.meter,
            **plan,
        )
        run.show(result, style, view)
