"""Options for plots, shared by the commands that draw."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, TypedDict

import click

from wordorder.alignment.formats.parsing import whole_number
from wordorder.cli.shared import options
from wordorder.errors import Argument, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from wordorder.output import Job, Result

    Command = Callable[..., None]


class Frame(TypedDict, total=False):
    """The size and the font of plots; without them, the usual ones."""

    size: tuple[int, int]
    font: str | None


def _as_size(_ctx: click.Context, _param: click.Parameter, value: str | None) -> Any:
    if value is None:
        return None
    numbers = [whole_number(part) for part in value.split("x")]
    if len(numbers) != 2 or None in numbers:
        raise click.BadParameter(f"{value!r} is not a size such as 640x360")
    return tuple(numbers)


_PLOT_SIZE = click.option(
    "--plot-size",
    "size",
    callback=_as_size,
    metavar="WxH",
    help="Pixels across and down inside the axes of plots [default: 640x360].",
)
_PLOT_FONT = click.option(
    "--plot-font", "font", metavar="NAME", help="Font of plots [default: that of the system]."
)


def plots(**helps: str) -> Callable[[Command], Command]:
    """Add an option for each plot, by the name of its destination; the command gets `plots`."""

    def decorated(command: Command) -> Command:
        @wraps(command)
        def with_plots(size: tuple[int, int] | None, font: str | None, **given: Any) -> None:
            files = {name: given.pop(name) for name in helps}
            frame: Frame = {"font": font} if size is None else {"size": size, "font": font}
            wanted = list(filter(None, files.values()))
            if (size or font) and not wanted:
                raise UsageError(Argument("size" if size else "font"), " needs a plot: draw one")
            if wanted:
                from wordorder.report import check_plot

                check_plot(wanted, **frame)  # before the work starts
            command(plots=files, frame=frame, **given)

        flags = [
            click.option(f"--{name.replace('_', '-')}", metavar="FILE", help=text)
            for name, text in helps.items()
        ]
        return options.with_options(with_plots, [*flags, _PLOT_SIZE, _PLOT_FONT])

    return decorated


def draw(job: Job, result: Result, plots: Mapping[str, str | None], frame: Frame) -> None:
    """Save plots of a result, by option: `plot_widths` is that of widths, `plot` the default."""
    for name, path in plots.items():
        out = job.stream(name)
        if path is not None and out is not None:
            from wordorder.report import plot, save_into

            save_into(out, plot(result, name.partition("_")[2] or None, **frame), path)
