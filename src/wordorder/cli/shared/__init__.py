"""Shared by all commands: command class, options, and the job that runs them."""

from wordorder.cli.shared.command import command, job, refuse_several_tables, refuse_unused
from wordorder.cli.shared.lazy import LazyGroup

__all__ = ["LazyGroup", "command", "job", "refuse_several_tables", "refuse_unused"]
