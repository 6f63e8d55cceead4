"""Options that determine scores, shared by the commands that score texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from wordorder.cli.shared import options
from wordorder.cli.shared.match_options import match_options
from wordorder.cli.shared.usage import Choice
from wordorder.ordering import metric_names
from wordorder.scoring import ALIGNERS, DEFAULT_METRICS, LEXICAL, TESTS
from wordorder.text import tokenizer_names

if TYPE_CHECKING:
    from collections.abc import Callable

    Command = Callable[..., None]

more_references = click.option(
    "-r", "--ref", "more_references", multiple=True, metavar="FILE", help="Another reference text."
)
aligner = click.option(
    "--align",
    "aligner",
    type=Choice(ALIGNERS),
    help="Align the source with all texts instead.",
)
source_tokenize = click.option(
    "--src-tokenize",
    "source_tokenize",
    type=Choice(tokenizer_names()),
    help="Tokeniser of the source [default: 13a with --align, none with given links].",
)
tsv = click.option(
    "--tsv",
    metavar="FILE",
    help="Read all texts from columns of this file; REF and HYP name columns in its first line.",
)
chance = click.option(
    "--chance",
    is_flag=True,
    help="Also score each HYP against unrelated references of similar length.",
)
no_cache = click.option(
    "--no-cache",
    is_flag=True,
    help="Do not cache tokenised and matched texts. Does not affect results.",
)

_OPTIONS = (
    options.names,
    click.option(
        "--tokenize",
        type=Choice(tokenizer_names()),
        help="Tokeniser [default: sacreBLEU's for the language, else 13a].",
    ),
    click.option(
        "-m",
        "--metrics",
        default=",".join(DEFAULT_METRICS),
        show_default=True,
        metavar="NAMES",
        help="Comma-separated ordering metrics, or all; see below.",
    ),
    click.option(
        "--preset",
        metavar="NAME|FILE",
        help="Combined score, see below, or a file of fitted weights (.toml) [default: pefscore; "
        "lrscore with --src].",
    ),
    click.option(
        "--ordering",
        type=Choice(metric_names()),
        metavar="METRIC",
        help="Ordering metric of the combined score.",
    ),
    click.option("--lexical", type=Choice(LEXICAL), help="Lexical metric of the combined score."),
    click.option(
        "--lowercase",
        is_flag=True,
        help="Ignore case in the lexical metric, too, as sacreBLEU's --lowercase does.",
    ),
    click.option(
        "--alpha",
        type=click.FloatRange(0, 1),
        metavar="X",
        help="Weight of the lexical metric, in lrscore of the ordering metric [default: 0.5].",
    ),
    options.beta,
    options.gamma,
    click.option(
        "--test",
        type=Choice(TESTS),
        default="bootstrap",
        show_default=True,
        help="Significance test for pairs of systems.",
    ),
    options.holm,
    options.resamples,
    options.seed,
)

_PRESETS = """\
\b
Presets (combined scores), with their ordering and lexical metric:
  pefscore    pef       bleu1   (Stanojević and Sima'an 2014)
  complexity  pet_size  f1      (Stanojević and Sima'an 2016)
  lrscore     kendall   bleu4   (Birch and Osborne 2010)
  frs         fuzzy             (Talbot et al. 2011; needs --src)
  ribes       kendall           (Isozaki et al. 2010)
  meteor      fuzzy             (Denkowski and Lavie 2014)
  fitted      ulam      chrf    (weights fitted to rankings of WMT13)"""


def scoring(command: Command) -> Command:
    """Add the options for names, matching, measures and tests."""
    first, *others = _OPTIONS
    return first(match_options(options.with_options(command, others)))


def measures_of_help() -> str:
    """The presets and the ordering metrics, for the end of a help text."""
    return f"""{_PRESETS}

\b
Ordering metrics, and what they reward:
{options.metrics_of_help()}"""
