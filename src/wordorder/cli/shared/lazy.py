"""Groups that import a command only when it is run."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

import click

from wordorder.cli.shared.usage import meant

if TYPE_CHECKING:
    from collections.abc import Mapping


class LazyGroup(click.Group):
    """A group that knows its commands by name and imports them on demand.

    Args:
        commands_in: Prefix of the modules of the commands.
        known: The name of each command, with its line in `--help`.
        attributes: Arguments of click.Group.
    """

    def __init__(self, *, commands_in: str, known: Mapping[str, str], **attributes: Any) -> None:
        super().__init__(**attributes)
        self._commands_in = commands_in
        self._known = known

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands."""
        return list(self._known)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command."""
        if cmd_name not in self._known:
            return None
        module = import_module(self._commands_in + cmd_name)
        return cast("click.Command", module.command)

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
            formatter.write_dl(list(self._known.items()))
