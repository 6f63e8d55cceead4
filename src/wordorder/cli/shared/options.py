"""Options shared by several commands."""

from __future__ import annotations

from functools import wraps
from inspect import signature
from typing import TYPE_CHECKING, Any

import click

from wordorder.cli.shared.usage import Choice
from wordorder.output.showing import FORMATS
from wordorder.text.tokenizers import tokenizer_names

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Command = Callable[..., None]


def _for_the_job(ctx: click.Context, param: click.Parameter, value: object) -> None:
    """Store a value for the job, hidden from the command."""
    ctx.meta[str(param.name)] = value


def only_once(_ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> str | None:
    """Reject an option that is given more than once."""
    if len(value) > 1:
        raise click.UsageError(f"{param.opts[0]} is given {len(value)} times; give it once")
    return value[0] if value else None


output = click.option(
    "-o",
    "--output",
    metavar="FILE",
    expose_value=False,
    callback=_for_the_job,
    help="Write to this file instead of standard output.",
)
threads = click.option(
    "--threads",
    type=click.IntRange(min=1),
    metavar="N",
    help="Number of threads [default: all processors]. Does not affect results.",
)
quiet = click.option(
    "-q",
    "--quiet",
    is_flag=True,
    expose_value=False,
    callback=_for_the_job,
    help="Show no progress bar.",
)
seed = click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=12345,
    show_default=True,
    metavar="N",
    help="Random seed.",
)
resamples = click.option(
    "--resamples",
    type=click.IntRange(min=1),
    default=1000,
    show_default=True,
    metavar="N",
    help="Number of bootstrap resamples.",
)
tokenize = click.option(
    "--tokenize",
    type=Choice(tokenizer_names()),
    metavar="NAME",
    help=f"Tokenise raw text with {', '.join(tokenizer_names()[:-2])} or {tokenizer_names()[-2]} "
    "[default: none, the text is tokenised already].",
)
source_tokenize = click.option(
    "--src-tokenize",
    "source_tokenize",
    type=Choice(tokenizer_names()),
    metavar="NAME",
    help="Tokeniser of the source, if it is another one.",
)
cased = click.option(
    "--cased", is_flag=True, help="Distinguish case: `House` and `house` are different words."
)
beta = click.option(
    "--beta",
    type=click.FloatRange(0, 1),
    default=0.6,
    show_default=True,
    metavar="X",
    help="Weight of a node's own operator in pet and pef.",
)
gamma = click.option(
    "--gamma",
    type=click.FloatRange(0, 1),
    default=0.0,
    show_default=True,
    metavar="X",
    help="Score of the inverted operator ⟨2,1⟩ in pet and pef.",
)
holm = click.option(
    "--holm", is_flag=True, help="Correct p-values for multiple comparisons (Holm 1979)."
)
style = click.option(
    "--format",
    "style",
    type=Choice(FORMATS),
    default="table",
    show_default=True,
    help="Output format; json and tsv keep full precision.",
)


with_sentences = click.option(
    "--with-sentences",
    "sentences",
    is_flag=True,
    help="Include every sentence in the JSON output.",
)


def metrics_of_help() -> str:
    """The ordering metrics and what they reward, for the end of a help text."""
    from wordorder.ordering import METRICS

    width = max(map(len, METRICS)) + 2
    return "\n".join(f"  {name:<{width}}{metric.rewards}" for name, metric in METRICS.items())


def further_views(known: Sequence[str]) -> Callable[..., Any]:
    """The tables that can be shown besides the main one."""
    return click.option(
        "--by",
        "view",
        multiple=True,
        type=Choice(known),
        help="Add a table; may be repeated. JSON has all tables.",
    )


def top(what: str) -> Callable[..., Any]:
    """The number of rows shown in a table."""
    return click.option(
        "--top",
        type=click.IntRange(min=1),
        default=15,
        show_default=True,
        metavar="N",
        help=f"Show at most N {what}.",
    )


def records(name: str, what: str) -> Callable[..., Any]:
    """A file of records in the format of its extension (`open_records`)."""
    forms = "as TSV, or as .csv, .jsonl (JSON lines) or .parquet by its extension."
    return click.option(name, metavar="FILE", help=f"Write {what} to FILE, {forms}")


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
    help="Comma-separated names to show instead of the file names.",
)


def with_options(command: Command, given: Sequence[Callable[..., Any]]) -> Command:
    """Add several options to a command, in this order."""
    for option in reversed(given):
        command = option(command)
    return command


def grouped(
    name: str, make: Callable[..., object], given: Sequence[Callable[..., Any]]
) -> Callable[[Command], Command]:
    """Add options to a command, which gets their values as one typed value.

    Args:
        name: The parameter of the command.
        make: Makes the value; its keyword arguments are options.
        given: The options, in the order of the help. Those that `make` does not take remain
            parameters of the command.
    """
    names = list(signature(make).parameters)

    def decorated(command: Command) -> Command:
        @wraps(command)
        def with_group(**values: Any) -> None:
            own = {one: values.pop(one) for one in names}
            command(**{name: make(**own)}, **values)

        return with_options(with_group, given)

    return decorated


def _as_resampling(resamples: int, seed: int) -> object:
    from wordorder.statistics import Resampling

    return Resampling(resamples, seed)


resampling = grouped("resampling", _as_resampling, (resamples, seed))
"""The options for resampling; the command gets them as `resampling`."""
