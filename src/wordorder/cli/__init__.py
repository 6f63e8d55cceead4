"""The command line: one file per command, each a thin twin of a library function."""

from wordorder.cli.program import main

__all__ = ["main"]
