"""`wordorder reorderings sheet`: draw reorderings for people to judge."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import click

from wordorder.cli import options
from wordorder.cli.files import follow, refuse_overwriting, refuse_two_standard_inputs
from wordorder.cli.reorderings_input import (
    LeftOut,
    Reading,
    reading_options,
    refuse_read_twice,
    source_trees,
    trees_from,
)
from wordorder.output import Column, Table, open_output, render
from wordorder.reorderings import read_translations
from wordorder.reorderings.candidates import sheet_candidates
from wordorder.reorderings.sheet import draw_items, key_columns, sheet_columns

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from wordorder.reorderings.candidates import SheetCandidate
    from wordorder.reorderings.sheet import SheetItem

EPILOG = """
\b
Judges see the reference and the translation with both blocks marked, and
write into their column: correct, incorrect or na (not applicable). Which
reorderings the program takes for retained is in the key, which they must
not see.

\b
Examples:
  wordorder reorderings sheet ref.align A.align -s src.txt -r ref.txt \\
      -t A.txt --key key.tsv -o sheet.tsv
  wordorder reorderings sheet ref.align A.align -s src.txt -r ref.txt \\
      -t A.txt --key key.tsv -o sheet.tsv --count 25 --judges 3
  wordorder reorderings agreement key.tsv sheet.tsv
"""

# Without this mark, some spreadsheets do not take the file for UTF-8.
_BYTE_ORDER_MARK = "\ufeff"


@click.command(epilog=EPILOG, short_help="Draw reorderings for people to judge.")
@click.argument("reference", metavar="REF_LINKS")
@click.argument("system", metavar="LINKS")
@click.option("-s", "--src", required=True, metavar="FILE", help="The source text.")
@click.option("-r", "--ref", required=True, metavar="FILE", help="The reference.")
@click.option("-t", "--tgt", required=True, metavar="FILE", help="The translation.")
@source_trees
@trees_from
@reading_options
@click.option(
    "--count",
    type=click.IntRange(min=1),
    default=25,
    show_default=True,
    metavar="N",
    help="How many retained reorderings to draw, and how many others.",
)
@click.option(
    "--judges",
    type=click.IntRange(min=1, max=100),
    default=3,
    show_default=True,
    metavar="N",
    help="How many empty columns to make.",
)
@click.option(
    "--key", required=True, metavar="FILE", help="Where to write which of them are retained."
)
@options.seed
@options.output
@options.quiet
def command(
    reference: str,
    system: str,
    src: str,
    ref: str,
    tgt: str,
    trees: str | None,
    count: int,
    judges: int,
    key: str,
    seed: int,
    output: str | None,
    quiet: bool,
    **how: Any,
) -> None:
    """Draw as many retained as lost reorderings, for people to judge.

    REF_LINKS link the source with the reference, LINKS with the translation.
    """
    inputs = [reference, system, src, ref, tgt, trees]
    refuse_two_standard_inputs(inputs)
    refuse_read_twice({"--src": [src], "--ref": [ref], "--tgt": [tgt]})
    reading = Reading(**how)
    corpus = reading.corpus(reference, src, ref, trees)
    files = [reading.system(system, src, tgt)]
    refuse_overwriting(inputs, {"--output": output, "--key": key})
    bad = LeftOut()
    candidates: list[SheetCandidate] = []
    with ExitStack() as stack:
        out = stack.enter_context(open_output(output))
        key_out = stack.enter_context(open_output(key))
        advance = stack.enter_context(follow("reading", [reference, system, trees], quiet=quiet))
        batches = read_translations(
            corpus, files, with_words=True, on_bytes=advance, on_bad=bad.add
        )
        for some in bad.others_of(reference, batches):
            candidates += sheet_candidates(some, reading.find)
        items = [candidate.item() for candidate in draw_items(candidates, count, seed)]
        out.write(_BYTE_ORDER_MARK + _tsv(sheet_columns(items, judges)))
        key_out.write(_tsv(key_columns(items)))
        bad.tell()
        _tell_if_few(items, count)


def _tsv(columns: Mapping[str, Sequence[str | int]]) -> str:
    rows = zip(*columns.values(), strict=True)
    return render(Table([Column(name) for name in columns], [list(row) for row in rows]), "tsv")


def _tell_if_few(items: Sequence[SheetItem], count: int) -> None:
    for kind, retained in (("retained", True), ("lost", False)):
        drawn = sum(item.retained == retained for item in items)
        if drawn < count:
            what = f"{kind} reordering{'s' * (drawn != 1)}"
            click.echo(f"wordorder: only {drawn} {what}, not {count}", err=True)
