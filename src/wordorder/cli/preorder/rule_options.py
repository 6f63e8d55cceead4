"""How commands name rules."""

from __future__ import annotations

import click

from wordorder.preordering import RULE_SETS

RULES_HELP = f"A built-in set ({', '.join(RULE_SETS)}) or a file of rules."

rules = click.option("--rules", required=True, metavar="NAME|FILE", help=RULES_HELP)


def file_of(name_or_file: str) -> str | None:
    """Return the file of rules; None for a built-in set."""
    return None if name_or_file in RULE_SETS else name_or_file
