"""Click commands and groups with one-line errors, and the job of the running command.

Errors and warnings spell arguments as options, suggest corrections and point to `--help`. A group
imports a command only when it is run.
"""

from __future__ import annotations

import shlex
from difflib import get_close_matches
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

import click

from wordorder.errors import Argument, UsageError, WordorderError, joined

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from wordorder.errors import WordorderWarning
    from wordorder.output.job import Job
    from wordorder.output.results import Format

    _Choice = click.Choice[str]
else:
    _Choice = click.Choice  # not subscriptable in older versions of click

AS_MODULE = "python -m wordorder"
"""The command that starts the program where its script is not on the path."""

_NUMBERS = {
    "a valid float range": "a number",
    "a valid float": "a number",
    "a valid integer range": "a whole number",
    "a valid integer": "a whole number",
}


class OneOf(_Choice):
    """A choice of words, with a suggestion for a misspelt one."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the value if it is one of the choices."""
        known = [str(choice) for choice in self.choices]
        if value not in known:
            name = "the value" if param is None else _spelled_option(param)
            hint = meant(value, known) or f"; choose from {', '.join(known)}"
            raise click.UsageError(f"{name} cannot be {value!r}{hint}", ctx)
        return str(value)


def meant(word: object, known: Iterable[str]) -> str:
    """Suggest a close match, if there is one.

    Examples:
        >>> meant("scroe", ["score", "demo"]), meant("x", ["score", "demo"])
        (' (did you mean score?)', '')
    """
    close = get_close_matches(str(word), list(known), n=1)
    return f" (did you mean {close[0]}?)" if close else ""


def describe(error: click.ClickException) -> str:
    """Return the full message of a click error, without a newline."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is None:
        return f"wordorder: {error.format_message()}"
    path = context.command_path
    return f"{path.removeprefix('python -m ')}: {_problem(error, context)}; see {path} --help"


def _problem(error: click.ClickException, context: click.Context) -> str:
    if isinstance(error, click.NoSuchOption):
        known = (name for param in context.command.params for name in param.opts)
        long = [*filter(lambda name: name.startswith("--"), known), "--help"]
        return f"no such option {error.option_name}{meant(error.option_name, long)}"
    if isinstance(error, click.BadParameter) and error.param is not None:
        name = _spelled_option(error.param)
        if isinstance(error, click.MissingParameter):
            return f"missing {error.param.param_type_name} {name}"
        return f"{name}: {_plain(error.message)}"
    message = _plain(error.format_message())
    return message[:1].lower() + message[1:]


def _plain(message: str) -> str:
    """Replace click's names of number types by plain words."""
    for clicks, ours in _NUMBERS.items():
        message = message.replace(clicks, ours)
    return message.rstrip(".")


def _spelled_option(param: click.Parameter) -> str:
    if isinstance(param, click.Option):
        return max(param.opts, key=len)
    return (param.metavar or str(param.name).upper()).strip("[]")


class LazyGroup(click.Group):
    """A group that knows its commands by name and imports them on demand.

    Args:
        package: The package of the commands' modules.
        known: The module of each command, which defines NAME_command, and its line in `--help`.
        attributes: Arguments of click.Group.
    """

    def __init__(
        self, *, package: str, known: Mapping[str, tuple[str, str]], **attributes: Any
    ) -> None:
        super().__init__(**attributes)
        self._package = package
        self._known = known

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(self._known)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command; None if it is unknown."""
        if cmd_name not in self._known:
            return None
        module = import_module(f"{self._package}.{self._known[cmd_name][0]}")
        return cast("click.Command", getattr(module, f"{cmd_name}_command"))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command named by the first word."""
        if not ctx.resilient_parsing and args[0] not in self._known and args[0][:1] != "-":
            hint = meant(args[0], self._known)
            raise click.UsageError(f"no such command {args[0]!r}{hint}", ctx)
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Show the help if there are no arguments."""
        if not args and not ctx.resilient_parsing:
            click.echo(ctx.get_help(), err=True)
            ctx.exit(2)
        return super().parse_args(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in self._known.items()])


class CommandError(Exception):
    """A one-line error of a command, with its exit code."""

    def __init__(self, message: str, exit_code: int) -> None:
        super().__init__(message)
        self.exit_code = exit_code


class _Command(click.Command):
    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options; errors get the context of this command."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; its errors spell arguments as options."""
        try:
            return super().invoke(ctx)
        except WordorderError as error:
            raise CommandError(error.render(partial(_spelled, self)), error.exit_code) from error


def command(**attributes: Any) -> Callable[[Callable[..., None]], click.Command]:
    """Turn a function into a command."""
    return click.command(cls=_Command, **attributes)


def typed_options(names: Iterable[str]) -> list[str]:
    """Return the arguments given on the command line, without those left at their default."""
    context = click.get_current_context()
    typed = click.core.ParameterSource.COMMANDLINE
    return [name for name in names if context.get_parameter_source(name) == typed]


def refuse_unused(needed: str, names: Collection[str], why: str = "") -> None:
    """Reject options that have no effect without another one.

    Args:
        needed: The option they need, as typed.
        names: The argument names of these options.
        why: The reason, added after a colon.

    Raises:
        UsageError: At least one of them was given.
    """
    if unused := typed_options(names):
        verb = "needs" if len(unused) == 1 else "need"
        raise UsageError(
            *joined(map(Argument, unused), most=4), f" {verb} {needed}{f': {why}' if why else ''}"
        )


def refuse_several_tables(style: Format, views: Collection[str]) -> None:
    """Reject, before the work starts, several further tables in a format that holds one.

    Raises:
        UsageError: There are several, as TSV.
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
        quiet: As in `Job`; by default, whether `--quiet` was given.
    """
    from wordorder.output.console import visible
    from wordorder.output.job import Job

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
    """Spell an argument of a function as an option with its value."""
    flag = f"--{name.replace('_', '-')}"
    named = [param for param in command.params if param.name == name]
    typed = [param for param in command.params if flag in param.opts]
    parameter = next(iter([*named, *typed]), None)
    if parameter is None:
        return f"{name} {value}".rstrip()
    if isinstance(parameter, click.Option):
        flag = max(parameter.opts, key=len)
        return flag if parameter.is_flag else f"{flag} {value}".rstrip()
    return parameter.metavar or name.upper()
