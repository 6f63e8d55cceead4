"""Options that several commands have, so that they have the same names and meaning everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from wordorder.cli.shared.usage import Choice
from wordorder.output.showing import FORMATS
from wordorder.text.tokenizers import tokenizer_names

if TYPE_CHECKING:
    from collections.abc import Callable


def _for_the_job(ctx: click.Context, param: click.Parameter, value: object) -> None:
    """Keep what the job of the command asks for, which is nothing to the command itself."""
    ctx.meta[str(param.name)] = value


def only_once(_ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> str | None:
    """Refuse an option that looks as if it could be given several times."""
    if len(value) > 1:
        raise click.UsageError(f"{param.opts[0]} is given {len(value)} times; give it once")
    return value[0] if value else None


output = click.option(
    "-o",
    "--output",
    metavar="FILE",
    expose_value=False,
    callback=_for_the_job,
    help="Write there instead of standard output; the file appears whole or not at all.",
)
threads = click.option(
    "--threads",
    type=click.IntRange(min=1),
    metavar="N",
    help="Number of threads [default: all processors]. The result is the same.",
)
quiet = click.option(
    "-q",
    "--quiet",
    is_flag=True,
    expose_value=False,
    callback=_for_the_job,
    help="No progress bar.",
)
seed = click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=12345,
    show_default=True,
    metavar="N",
    help="Where the random draws start.",
)
resamples = click.option(
    "--resamples",
    type=click.IntRange(min=1),
    default=1000,
    show_default=True,
    metavar="N",
    help="How many times to draw for the intervals.",
)
tokenize = click.option(
    "--tokenize",
    type=Choice(tokenizer_names()),
    metavar="NAME",
    help="Tokenise raw text first, with " + ", ".join(tokenizer_names()[:-1]) + ": name the "
    "tokeniser that `score` used  [default: none].",
)
source_tokenize = click.option(
    "--src-tokenize",
    "source_tokenize",
    type=Choice(tokenizer_names()),
    metavar="NAME",
    help="Another tokeniser for the source.",
)
cased = click.option(
    "--cased", is_flag=True, help="Distinguish case: `House` and `house` are different words."
)
beta = click.option(
    "--beta",
    type=click.FloatRange(0, 1),
    default=0.6,
    show_default=True,
    help="Weight of a node's own operator in pet and pef.",
)
gamma = click.option(
    "--gamma",
    type=click.FloatRange(0, 1),
    default=0.0,
    show_default=True,
    help="Worth of the inverted operator ⟨2,1⟩ in pet and pef.",
)
holm = click.option(
    "--holm", is_flag=True, help="Correct p-values for the number of pairs (Holm 1979)."
)
style = click.option(
    "--format",
    "style",
    type=Choice(FORMATS),
    default="table",
    show_default=True,
    help="json and tsv have every digit.",
)


with_sentences = click.option(
    "--with-sentences",
    "sentences",
    is_flag=True,
    help="Keep what is known of every sentence, in json.",
)


def metrics_of_help() -> str:
    """The ordering metrics and what each rewards, for the end of a help text."""
    from wordorder.ordering import METRICS

    width = max(map(len, METRICS)) + 2
    return "\n".join(f"  {name:<{width}}{metric.rewards}" for name, metric in METRICS.items())


def top(what: str) -> Callable[..., Any]:
    """How many rows of something a table shows people."""
    return click.option(
        "--top",
        type=click.IntRange(min=1),
        default=15,
        show_default=True,
        metavar="N",
        help=f"How many {what} a table shows.",
    )


def records(name: str, what: str) -> Callable[..., Any]:
    """A file of records in the form that its ending tells (`open_records`)."""
    forms = "TSV, or CSV, JSON lines, Parquet if it ends in .csv, .jsonl, .parquet."
    return click.option(name, metavar="FILE", help=f"Write {what} there: {forms}")


spreadsheet_safe = click.option(
    "--spreadsheet-safe",
    is_flag=True,
    expose_value=False,
    callback=_for_the_job,
    help="Put ' in front of text that a spreadsheet would take for a formula, in TSV and CSV.",
)


def _as_names(_ctx: click.Context, _param: click.Parameter, value: str | None) -> list[str] | None:
    return None if value is None else value.split(",")


names = click.option(
    "--names",
    callback=_as_names,
    metavar="NAMES",
    help="Names in place of those of the files, with commas between them.",
)
