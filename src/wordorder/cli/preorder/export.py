"""`wordorder preorder export`: the built-in rules as files."""

from __future__ import annotations

import click

from wordorder.cli import shared
from wordorder.cli.shared import options
from wordorder.preordering import RULE_SETS, rule_set_text

EPILOG = """
\b
Examples:
  wordorder preorder export
  wordorder preorder export sov -o rules.toml
"""


@shared.command(epilog=EPILOG)
@click.argument("name", metavar="[NAME]", required=False)
@options.output
@options.quiet
def command(name: str | None) -> None:
    """Print a built-in set of rules: a commented file to copy and change.

    Without NAME, list the sets.
    """
    with shared.job({}) as run:
        if name is not None:
            run.out.write(rule_set_text(name))
            return
        width = max(map(len, RULE_SETS)) + 2
        run.out.writelines(f"{known:<{width}}{what}\n" for known, what in RULE_SETS.items())
