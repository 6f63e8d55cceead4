"""What commands share: their kind, their options, and the job that runs them."""

from wordorder.cli.shared.command import command, job, refuse_unused
from wordorder.cli.shared.lazy import LazyGroup

__all__ = ["LazyGroup", "command", "job", "refuse_unused"]
