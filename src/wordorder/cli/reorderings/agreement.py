"""`wordorder reorderings agreement`: human judgements of reorderings, and their agreement."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from wordorder.cli import shared
from wordorder.cli.shared import options
from wordorder.reorderings import AgreementResult, judge_agreement

if TYPE_CHECKING:
    from wordorder.output import Format

EPILOG = """
\b
KEY and the empty sheet come from `wordorder reorderings sheet`. Judges fill
the columns judge_1, judge_2, … of a SHEET with one of these, or nothing:
correct    (or c)  the two blocks are in the right order
incorrect  (or i)  they are not
na         (or n)  not applicable: the translation is too different to tell

\b
Examples:
  wordorder reorderings agreement key.tsv sheet.tsv
  wordorder reorderings agreement key.tsv anna.tsv ben.tsv chen.tsv
  wordorder reorderings agreement key.tsv sheet.tsv --format json -o all.json
"""


@shared.command(epilog=EPILOG)
@click.argument("key", metavar="KEY")
@click.argument("sheets", metavar="SHEET...", nargs=-1, required=True)
@options.further_views(list(AgreementResult.views())[1:])
@options.style
@options.output
@options.quiet
def command(key: str, sheets: tuple[str, ...], view: tuple[str, ...], style: Format) -> None:
    """Show whether retained reorderings are judged correct, and how well judges agree.

    Each judge may have a separate SHEET, or a column in the same one.
    """
    with shared.job({"key": key, "sheets": sheets}) as job:
        job.show(judge_agreement(key, sheets), style, [(name,) for name in view])
