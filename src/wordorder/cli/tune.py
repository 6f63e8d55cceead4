"""`wordorder tune`: fit the weights of a combined score to what people prefer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from wordorder.cli import shared
from wordorder.cli.shared import options
from wordorder.cli.shared.dataset_options import dataset_files, text_arguments, text_options
from wordorder.cli.shared.usage import Choice
from wordorder.metaevaluation import TunedWeight, tune_preset
from wordorder.metaevaluation.tuning.objectives import OBJECTIVES
from wordorder.metaevaluation.tuning.tunable import TUNABLE
from wordorder.ordering import metric_names
from wordorder.scoring import LEXICAL, Preset
from wordorder.statistics import Resampling

if TYPE_CHECKING:
    from wordorder.output import Format

EPILOG = """
α is found exactly: agreement with people changes only where two judged
translations get the same score, so every weight is looked at. Agreement is
also measured by cross-validation, on lines that α was not tuned on, beside
α = 0.5; and with several language pairs on each of them with the weights
tuned on the others (--by pairs).

\b
Objectives (C pairs in the order of people, D in the other, T tied by the
score; H tied by people only, B by both; N all pairs):
  tau_wmt14    (C − D) / (C + D + T)
  tau_wmt13    (C − D) / (C + D), which rewards ties
  consistency  C / (C + D + T)
  acc_23       (C + B) / N
  tau_23       (C + B − D − H − T) / N

\b
Names of files may contain {pair}, {src} and {tgt} for the language pair and
its two languages.

\b
Examples:
  wordorder tune -j de-en.tsv --systems out/ -r ref.en --lang en
  wordorder tune -j de-en.tsv -j fr-en.tsv --systems out/{pair} -r ref.en \\
      --lang en --preset lrscore --ordering hamming --by pairs
  wordorder tune -j de-en.tsv --systems out/ -r ref.en --lang en \\
      --beta 0.2,0.4,0.6,0.8 --gamma 0,0.5 --by grid
  wordorder score ref.en out/* --lang en --preset lrscore --alpha 0.37
"""


def _as_numbers(
    _ctx: click.Context, param: click.Parameter, value: str | None
) -> list[float] | None:
    if value is None:
        return None
    try:
        return [float(number) for number in value.split(",")]
    except ValueError:
        found = f"expected numbers with commas in between, found {value!r}"
        raise click.BadParameter(found, param=param) from None


@shared.command(epilog=EPILOG)
@text_options
@click.option(
    "--preset",
    type=Choice(TUNABLE),
    help="Combined score [default: pefscore; lrscore with --src].",
)
@click.option(
    "--ordering",
    type=Choice(metric_names()),
    metavar="METRIC",
    help="Ordering metric in place of the preset's own.",
)
@click.option("--lexical", type=Choice(LEXICAL), help="Lexical metric in place of its own.")
@click.option(
    "--lowercase",
    is_flag=True,
    help="Ignore case in the lexical metric, too, as sacreBLEU's --lowercase does.",
)
@click.option(
    "--beta",
    "betas",
    callback=_as_numbers,
    metavar="NUMBERS",
    help="Comma-separated values to choose β from, for pet and pef [default: 0.6].",
)
@click.option(
    "--gamma",
    "gammas",
    callback=_as_numbers,
    metavar="NUMBERS",
    help="Comma-separated values to choose γ from [default: 0].",
)
@click.option(
    "--objective",
    type=Choice(list(OBJECTIVES)),
    default="tau_wmt14",
    show_default=True,
    help="Measure of agreement; see below.",
)
@click.option(
    "--folds",
    type=click.IntRange(min=2),
    default=10,
    show_default=True,
    metavar="N",
    help="Number of parts for cross-validation.",
)
@options.resamples
@options.seed
@options.further_views([view for view in TunedWeight.views() if view != "weight"])
@options.style
@options.output
@options.quiet
def command(view: tuple[str, ...], style: Format, **given: Any) -> None:
    """Tune the weights of a combined score on human judgements."""
    shared.refuse_several_tables(style, view)
    with shared.job(dataset_files(**given)) as run:
        tuned = tune_preset(
            **text_arguments(**given),
            preset=_preset(**given),
            **{name: given[name] for name in ("betas", "gammas", "objective", "folds")},
            resampling=Resampling(given["resamples"], given["seed"]),
            progress=run.meter,
        )
        run.show(tuned, style, view)


def _preset(
    preset: str | None,
    ordering: str | None,
    lexical: str | None,
    lowercase: bool,
    source: str | None,
    **_: Any,
) -> Preset:
    name = preset or ("pefscore" if source is None else "lrscore")
    return Preset(name, ordering, lexical, lowercase=lowercase)
