"""`wordorder tune`: fit the weights of a combined score to human judgements."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from wordorder.cli import commands, options
from wordorder.cli.commands import OneOf
from wordorder.cli.dataset_options import DatasetFlags, text_options
from wordorder.errors import Argument, UsageError
from wordorder.metaevaluation.datasets import DatasetSource, read_datasets
from wordorder.metaevaluation.tuning.fit import USUAL_FEATURES, fit_preset
from wordorder.metaevaluation.tuning.presets import TUNABLE, tune_preset
from wordorder.metaevaluation.tuning.results import TunedWeight
from wordorder.metaevaluation.tuning.sweep import OBJECTIVES
from wordorder.ordering.metrics import metric_names
from wordorder.output.console import wrapped
from wordorder.scoring.features import FEATURES
from wordorder.scoring.presets import LEXICAL, Preset

if TYPE_CHECKING:
    from wordorder.cli.match_options import MatchFlags
    from wordorder.output.job import Job
    from wordorder.output.results import Format
    from wordorder.statistics.resampling import Resampling

EPILOG = f"""
α is found exactly: agreement with people changes only at weights where two
judged translations tie, and all of these are tried. Agreement is also measured
by cross-validation, on lines that α was not tuned on, and compared with that of
α = 0.5. With several language pairs, it is also measured on each pair with
weights tuned on the others (--by pairs).

\b
Objectives (C pairs in the order of people, D in the other, T tied by the
score; H tied by people only, B by both; N all pairs):
  tau_wmt14    (C − D) / (C + D + T)
  tau_wmt13    (C − D) / (C + D), which rewards ties
  consistency  C / (C + D + T)
  acc_23       (C + B) / N
  tau_23       (C + B − D − H − T) / N

\b
File names may contain {{pair}}, {{src}} and {{tgt}} for the language pair and
its two languages.

\b
Features for --fit (weights are never negative, and undefined features count
as 0):
{wrapped(", ".join(FEATURES), 78, indent="  ")}

\b
Examples:
  wordorder tune -j de-en.tsv --systems out/ -r ref.en --lang en
  wordorder tune -j de-en.tsv -j fr-en.tsv --systems out/{{pair}} -r ref.en \\
      --lang en --preset lrscore --ordering hamming --by pairs
  wordorder tune -j de-en.tsv --systems out/ -r ref.en --lang en \\
      --beta 0.2,0.4,0.6,0.8 --gamma 0,0.5 --by grid
  wordorder score ref.en out/* --lang en --preset lrscore --alpha 0.37
  wordorder tune -j de-en.tsv --systems out/ -r ref.en --lang en \\
      --fit mine.toml
  wordorder score ref.en out/* --lang en --preset mine.toml
"""


_OF_ONE_WEIGHT = (
    "preset",
    "ordering",
    "lexical",
    "lowercase",
    "betas",
    "gammas",
    "objective",
    "folds",
    "view",
)


def _as_numbers(
    _ctx: click.Context, param: click.Parameter, value: str | None
) -> list[float] | None:
    if value is None:
        return None
    try:
        return [float(number) for number in value.split(",")]
    except ValueError:
        message = f"expected comma-separated numbers, found {value!r}"
        raise click.BadParameter(message, param=param) from None


@commands.command(epilog=EPILOG)
@text_options
@click.option(
    "--preset",
    type=OneOf(TUNABLE),
    help="Combined score [default: pefscore; lrscore with --src].",
)
@click.option(
    "--ordering",
    type=OneOf(metric_names()),
    metavar="METRIC",
    help="Ordering metric, in place of the preset's.",
)
@click.option("--lexical", type=OneOf(LEXICAL), help="Lexical metric, in place of the preset's.")
@click.option(
    "--lowercase",
    is_flag=True,
    help="Ignore case in the lexical metric too, like sacreBLEU's --lowercase.",
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
    type=OneOf(list(OBJECTIVES)),
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
    help="Number of folds for cross-validation.",
)
@click.option(
    "--fit",
    metavar="FILE",
    help="Fit a combination of several features instead, by logistic regression, and write it to "
    "this TOML file, for score --preset FILE.",
)
@click.option(
    "--features",
    metavar="NAMES",
    help=f"Comma-separated features for --fit, see below [default: {','.join(USUAL_FEATURES)}].",
)
@options.resampling
@options.optional_views([view for view in TunedWeight.views() if view != "weight"])
@options.style
@options.plots(
    plot_alpha="Draw agreement against α (.html, .svg, .pdf, .png).",
    plot_beta="Draw agreement on held-out lines against β.",
)
@options.output
@options.quiet
def tune_command(
    data: DatasetFlags,
    match: MatchFlags,
    preset: str | None,
    ordering: str | None,
    lexical: str | None,
    lowercase: bool,
    betas: list[float] | None,
    gammas: list[float] | None,
    objective: str,
    folds: int,
    fit: str | None,
    features: str | None,
    resampling: Resampling,
    view: tuple[str, ...],
    style: Format,
    plots: dict[str, str | None],
    frame: options.PlotFrame,
) -> None:
    """Tune the weights of a combined score on human judgements."""
    commands.refuse_several_tables(style, view)
    if fit is None:
        commands.refuse_unused("--fit", ["features"])
    else:
        for name in commands.typed_options((*_OF_ONE_WEIGHT, *plots)):
            raise UsageError(Argument("fit"), " fits its own weights: leave out ", Argument(name))
    with commands.job({**data.files, **match.files}, {"fit": fit, **plots}) as run:
        sources = data.sources(match)
        if fit is not None:
            _fit(run, fit, style, sources, features, resampling)
            return
        name = preset or ("pefscore" if data.source is None else "lrscore")
        tuned = tune_preset(
            sources,
            preset=Preset(name, ordering, lexical, lowercase=lowercase),
            betas=betas,
            gammas=gammas,
            objective=objective,
            folds=folds,
            resampling=resampling,
            progress=run.meter,
        )
        run.show(tuned, style, view)
        options.draw(run, tuned, plots, frame)


def _fit(
    run: Job,
    file: str,
    style: Format,
    sources: DatasetSource,
    features: str | None,
    resampling: Resampling,
) -> None:
    lang = None if sources.lang is None or "{" in sources.lang else sources.lang
    fitted = fit_preset(
        read_datasets(sources, progress=run.meter),
        USUAL_FEATURES if features is None else [name.strip() for name in features.split(",")],
        name=Path(file).stem,
        lang=lang,
        resampling=resampling,
    )
    run.show(fitted, style, () if style == "tsv" else ("agreement",))
    out = run.stream("fit")
    if out is not None:
        out.write(fitted.to_toml())
