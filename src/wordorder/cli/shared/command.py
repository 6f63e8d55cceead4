"""The class of all commands: errors and warnings name options as typed."""

from __future__ import annotations

import shlex
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from wordorder.errors import Argument, UsageError, WordorderError, joined

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from wordorder.errors import WordorderWarning
    from wordorder.output import Format, Job


class CommandError(Exception):
    """An error on the command line: one line, and the exit code."""

    def __init__(self, message: str, exit_code: int) -> None:
        super().__init__(message)
        self.exit_code = exit_code


class _Command(click.Command):
    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options; errors know their command."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; errors name options instead of arguments."""
        try:
            return super().invoke(ctx)
        except WordorderError as error:
            raise CommandError(error.render(partial(_spelled, self)), error.exit_code) from error


def command(**attributes: Any) -> Callable[[Callable[..., None]], click.Command]:
    """Turn a function into a command."""
    return click.command(cls=_Command, **attributes)


def refuse_unused(needed: str, names: Collection[str], why: str = "") -> None:
    """Reject options that have no effect without another one.

    Args:
        needed: The option they need, as typed.
        names: Their argument names.
        why: The reason, added after a colon.

    Raises:
        UsageError: One was given.
    """
    context = click.get_current_context()
    typed = click.core.ParameterSource.COMMANDLINE
    given = [name for name in names if context.get_parameter_source(name) == typed]
    if given:
        verb = "needs" if len(given) == 1 else "need"
        unused = joined(map(Argument, given), most=4)
        raise UsageError(*unused, f" {verb} {needed}{f': {why}' if why else ''}")


def refuse_several_tables(style: Format, views: Collection[str]) -> None:
    """Reject, before the work starts, more further tables than the format can hold.

    Raises:
        UsageError: There are several for a format of one table.
    """
    if style == "tsv" and len(views) > 1:
        raise UsageError(
            Argument("style", "tsv"), " writes one table: give ", Argument("view"), " once"
        )


def job(
    inputs: Mapping[str, Any],
    outputs: Mapping[str, str | None] | None = None,
    *,
    reread: Collection[str] = (),
    records: Collection[str] = (),
    quiet: bool | None = None,
) -> Job:
    """Return the job of the running command, which prints its warnings to standard error.

    Args:
        inputs: As in `Job`.
        outputs: Outputs besides `--output`.
        reread: As in `Job`.
        records: As in `Job`.
        quiet: As in `Job`; by default as the option `--quiet` says.
    """
    from wordorder.output import Job, visible

    context = click.get_current_context()

    def tell(warning: WordorderWarning) -> None:
        message = visible(warning.render(partial(_spelled, context.command)))
        click.echo(f"wordorder: {message}", err=True)

    typed = shlex.join(["wordorder", *(context.find_root().obj or ())])
    every_output = {"output": context.meta.get("output"), **(outputs or {})}
    return Job(
        inputs,
        every_output,
        reread=reread,
        records=records,
        quiet=context.meta.get("quiet", False) if quiet is None else quiet,
        spreadsheet_safe=context.meta.get("spreadsheet_safe", False),
        command=typed,
        tell=tell,
    )


def _spelled(command: click.Command, name: str, value: str) -> str:
    """A library argument as typed on the command line."""
    flag = f"--{name.replace('_', '-')}"
    named = [one for one in command.params if one.name == name]
    parameter = next(iter([*named, *(one for one in command.params if flag in one.opts)]), None)
    if parameter is None:
        return f"{name} {value}".rstrip()
    if isinstance(parameter, click.Option):
        flag = max(parameter.opts, key=len)
        return flag if parameter.is_flag else f"{flag} {value}".rstrip()
    return parameter.metavar or name.upper()
