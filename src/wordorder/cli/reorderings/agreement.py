"""`wordorder reorderings agreement`: what people say of reorderings, and how far they agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from wordorder.cli import options
from wordorder.cli.files import refuse_overwriting, refuse_two_standard_inputs
from wordorder.cli.screen import styled
from wordorder.output import Column, Table, document, dumps, open_output, render
from wordorder.reorderings import judge_agreement
from wordorder.reorderings.agreement import JUDGEMENTS

if TYPE_CHECKING:
    from wordorder.output import Cell
    from wordorder.reorderings import AgreementResult
    from wordorder.statistics import Kappa

EPILOG = """
\b
KEY and the empty sheet come from `wordorder reorderings sheet`. In the
columns judge_1, judge_2, … of a SHEET stands one of these, or nothing:
correct    (or c)  the words of the blocks are in the right order
incorrect  (or i)  they are not
na         (or n)  they are so different that their order does not matter

\b
Examples:
  wordorder reorderings agreement key.tsv sheet.tsv
  wordorder reorderings agreement key.tsv anna.tsv ben.tsv chen.tsv
  wordorder reorderings agreement key.tsv sheet.tsv --format json -o all.json
"""

_RETAINED = {"retained": True, "not_retained": False}


@click.command(epilog=EPILOG, short_help="Bring filled sheets together.")
@click.argument("key", metavar="KEY")
@click.argument("sheets", metavar="SHEET...", nargs=-1, required=True)
@click.option(
    "--format",
    "style",
    type=click.Choice(["table", "json", "tsv"]),
    default="table",
    show_default=True,
    help="json and tsv have every digit, json every judgement.",
)
@options.output
def command(key: str, sheets: tuple[str, ...], style: str, output: str | None) -> None:
    """Show whether retained reorderings are judged correct, and how far the judges agree.

    Each judge may have a SHEET of their own, or a column in the same one.
    """
    inputs = [key, *sheets]
    refuse_two_standard_inputs(inputs)
    refuse_overwriting(inputs, {"--output": output})
    with open_output(output) as out:
        result = judge_agreement(key, sheets)
        out.write(_written(result, style, on_screen=output in (None, "-")))


def _written(result: AgreementResult, style: str, *, on_screen: bool) -> str:
    if style == "json":
        return dumps(_as_document(result)) + "\n"
    if style == "tsv":
        return render(_exact_table(result), "tsv")
    tables = [_judgement_table(result)]
    if result.cohen.pairs:
        tables.append(_pair_table(result))
    return styled(tables, style, result.signature, on_screen=on_screen)


def _as_document(result: AgreementResult) -> dict[str, object]:
    names = [judge.name for judge in result.judges]
    said = zip(*(judge.judgements for judge in result.judges), strict=True)
    pairs = zip(result.cohen.pairs, result.cohen.kappas, strict=True)
    return document(
        "reorderings-agreement/1",
        {
            "signature": result.signature,
            "judges": [{"name": judge.name, "missing": judge.missing} for judge in result.judges],
            "counts": {name: _counts(result, name) for name in _RETAINED},
            "fleiss": _as_dict(result.fleiss),
            "cohen": {
                "mean": result.cohen.mean,
                "pairs": [
                    {"judges": [names[a], names[b]], **_as_dict(kappa)} for (a, b), kappa in pairs
                ],
            },
            "items": [
                {**item._asdict(), "judgements": judgements}
                for item, judgements in zip(result.items, said, strict=True)
            ],
        },
    )


def _counts(result: AgreementResult, name: str) -> dict[str, int]:
    counts = result.counts(retained=_RETAINED[name])
    return {judgement or "missing": count for judgement, count in counts.items()}


def _as_dict(kappa: Kappa) -> dict[str, object]:
    return {
        "kappa": kappa.value,
        "verbal": kappa.verbal,
        "observed": kappa.observed,
        "expected": kappa.expected,
        "items": kappa.items,
        "left_out": kappa.left_out,
        "reason": kappa.reason,
    }


def _exact_table(result: AgreementResult) -> Table:
    """One row, so that the rows of several experiments make a table."""
    cells: dict[str, Cell] = {"items": len(result.items), "judges": len(result.judges)}
    for name in _RETAINED:
        for judgement, count in _counts(result, name).items():
            cells[f"{name}_{judgement}"] = count
    cells["fleiss_kappa"] = result.fleiss.value
    cells["fleiss_items"] = result.fleiss.items
    cells["mean_cohen_kappa"] = result.cohen.mean
    return Table([Column(name) for name in cells], [list(cells.values())])


def _judgement_table(result: AgreementResult) -> Table:
    columns = [Column("reordering", "left"), *map(Column, (*JUDGEMENTS, "missing"))]
    rows: list[list[Cell]] = [
        [name.replace("_", " "), *_counts(result, name).values()] for name in _RETAINED
    ]
    return Table(columns, rows, note=f"{_judged_items(result)}\n{_fleiss(result.fleiss)}")


def _judged_items(result: AgreementResult) -> str:
    items, judges = len(result.items), len(result.judges)
    note = f"{items} reordering{'s' * (items != 1)}, {judges} judge{'s' * (judges != 1)}"
    lacking = [f"{j.name} {j.missing}" for j in result.judges if j.missing]
    return f"{note}; judgements missing: {', '.join(lacking)}" if lacking else note


def _fleiss(kappa: Kappa) -> str:
    if kappa.reason is not None:
        return f"Fleiss' kappa is undefined: {kappa.reason}"
    items = f"{kappa.items} judged by all, {kappa.left_out} left out"
    return f"Fleiss' kappa {kappa.value:z.3f} ({kappa.verbal}); {items}"


def _pair_table(result: AgreementResult) -> Table:
    columns = [
        Column("judges", "left"),
        Column("Cohen's kappa", digits=3),
        Column("agreement", "left"),
        Column("both judged"),
    ]
    names = [judge.name for judge in result.judges]
    rows = [
        [f"{names[a]}, {names[b]}", kappa.value, kappa.verbal or kappa.reason, kappa.items]
        for (a, b), kappa in zip(result.cohen.pairs, result.cohen.kappas, strict=True)
    ]
    return Table(columns, rows)
