"""Options and groups of options shared by several commands, and plots of results."""

from __future__ import annotations

from functools import wraps
from inspect import signature
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict

import click

from wordorder.cli.commands import OneOf
from wordorder.errors import Argument, UsageError
from wordorder.output.results import FORMATS, Result

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from wordorder.output.job import Job


Command: TypeAlias = "Callable[..., None]"


def _store_for_job(ctx: click.Context, param: click.Parameter, value: object) -> None:
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
    callback=_store_for_job,
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
    callback=_store_for_job,
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
    type=OneOf(FORMATS),
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
    """List the ordering metrics and what they reward, for the end of a help text."""
    from wordorder.ordering.metrics import METRICS

    width = max(map(len, METRICS)) + 2
    return "\n".join(f"  {name:<{width}}{metric.rewards}" for name, metric in METRICS.items())


def optional_views(known: Sequence[str]) -> Callable[..., Any]:
    """Return an option for tables besides the main one."""
    return click.option(
        "--by",
        "view",
        multiple=True,
        type=OneOf(known),
        help="Add a table; may be repeated. JSON has all tables.",
    )


def top(rows: str) -> Callable[..., Any]:
    """Return an option for the number of rows shown in a table."""
    return click.option(
        "--top",
        type=click.IntRange(min=1),
        default=15,
        show_default=True,
        metavar="N",
        help=f"Show at most N {rows}.",
    )


def records(name: str, content: str) -> Callable[..., Any]:
    """Return an option for a file of records, in the format of its extension (`open_records`)."""
    forms = "as TSV unless its extension is .csv, .jsonl (JSON lines) or .parquet."
    return click.option(name, metavar="FILE", help=f"Write {content} to FILE, {forms}")


spreadsheet_safe = click.option(
    "--spreadsheet-safe",
    is_flag=True,
    expose_value=False,
    callback=_store_for_job,
    help="In TSV and CSV, prefix text that a spreadsheet would read as a formula with '.",
)


def _as_names(_ctx: click.Context, _param: click.Parameter, value: str | None) -> list[str] | None:
    return None if value is None else value.split(",")


names = click.option(
    "--names",
    callback=_as_names,
    metavar="NAMES",
    help="Comma-separated names to show instead of the file names.",
)


def with_options(command: Command, added: Sequence[Callable[..., Any]]) -> Command:
    """Add several options to a command, in this order."""
    for option in reversed(added):
        command = option(command)
    return command


def grouped(
    name: str, make: Callable[..., object], added: Sequence[Callable[..., Any]]
) -> Callable[[Command], Command]:
    """Add options that a command receives as one typed value.

    Args:
        name: The parameter of the command.
        make: Makes the value; its parameters are names of options.
        added: The options, in the order of the help. The command itself receives those that `make`
            does not take.
    """
    names = list(signature(make).parameters)

    def decorated(command: Command) -> Command:
        @wraps(command)
        def with_group(**values: Any) -> None:
            own = {option: values.pop(option) for option in names if option in values}
            command(**{name: make(**own)}, **values)

        return with_options(with_group, added)

    return decorated


def _as_resampling(resamples: int, seed: int) -> object:
    from wordorder.statistics.resampling import Resampling

    return Resampling(resamples, seed)


resampling = grouped("resampling", _as_resampling, (resamples, seed))
"""The options for resampling; the command gets them as `resampling`."""


class PlotFrame(TypedDict, total=False):
    """The size and font of plots, where they are not the default."""

    size: tuple[int, int]
    font: str | None


def _as_size(_ctx: click.Context, _param: click.Parameter, value: str | None) -> Any:
    if value is None:
        return None
    from wordorder.alignment.formats.reading import whole_number

    numbers = [whole_number(part) for part in value.split("x")]
    if len(numbers) != 2 or None in numbers:
        raise click.BadParameter(f"{value!r} is not a size such as 640x360")
    return tuple(numbers)


_PLOT_SIZE = click.option(
    "--plot-size",
    "size",
    callback=_as_size,
    metavar="WxH",
    help="Width and height inside the axes of plots, in pixels [default: 640x360].",
)
_PLOT_FONT = click.option(
    "--plot-font", "font", metavar="NAME", help="Font of plots [default: the system's]."
)


def plots(**helps: str) -> Callable[[Command], Command]:
    """Add an option for each plot; the command gets the files as `plots`, and a `frame`."""

    def decorated(command: Command) -> Command:
        @wraps(command)
        def with_plots(size: tuple[int, int] | None, font: str | None, **values: Any) -> None:
            files = {name: values.pop(name) for name in helps}
            frame: PlotFrame = {"font": font} if size is None else {"size": size, "font": font}
            wanted = list(filter(None, files.values()))
            if (size or font) and not wanted:
                raise UsageError(
                    Argument("size" if size else "font"), " needs an option that draws a plot"
                )
            if wanted:
                from wordorder.reporting.plotting import check_plot

                check_plot(wanted, **frame)  # before the work starts
            command(plots=files, frame=frame, **values)

        flags = [
            click.option(f"--{name.replace('_', '-')}", metavar="FILE", help=text)
            for name, text in helps.items()
        ]
        return with_options(with_plots, [*flags, _PLOT_SIZE, _PLOT_FONT])

    return decorated


def draw(job: Job, result: Result, plots: Mapping[str, str | None], frame: PlotFrame) -> None:
    """Save plots of a result: the option `plot_widths` draws `widths`, `plot` the default plot."""
    for name, path in plots.items():
        out = job.stream(name)
        if path is not None and out is not None:
            from wordorder.reporting.plotting import plot, save_into

            save_into(out, plot(result, name.partition("_")[2] or None, **frame), path)
