"""How `wordorder reorderings testset` writes its results."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from wordorder.cli.screen import styled
from wordorder.output import Column, Table, document, dumps, render
from wordorder.reorderings import SETS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.output import Cell
    from wordorder.reorderings import CorpusSets
    from wordorder.reorderings.scores import SetScore


class Told(NamedTuple):
    """The sets, their target lengths, scores, how many pairs were left out, the signature."""

    built: CorpusSets
    lengths: range
    scores: Sequence[SetScore]
    left_out: int
    signature: str


def written(told: Told, style: str, *, on_screen: bool) -> str:
    """Write the sets in the style that the user chose."""
    if style == "json":
        return dumps(_as_document(told)) + "\n"
    if style == "tsv":
        return render(_exact_sets(told), "tsv")
    tables = [_sets(told), *([_scores(told)] if told.scores else [])]
    return styled(tables, style, told.signature, on_screen=on_screen)


def _sets(told: Told) -> Table:
    """The paper's Table 1."""
    sets = told.built.sets
    columns = [Column("", "left"), *(Column(name, digits=2) for name in SETS)]
    rows: list[list[Cell]] = [
        ["average RQuantity", *(sets.rquantity[name] for name in SETS)],
        ["sentences", *(len(sets.lines[name]) for name in SETS)],
        ["reorderings", *(sum(told.built.widths[name].values()) for name in SETS)],
    ]
    chosen = sum(map(len, sets.lines.values()))
    words = f"{told.lengths.start} to {told.lengths.stop - 1} target words"
    note = f"{chosen:,} of {len(told.built.lines):,} sentence pairs have {words}"
    return Table(columns, rows, note=note)


def _scores(told: Told) -> Table:
    columns = [Column("system", "left"), Column("set", "left"), Column("sentences")]
    columns += [Column(told.scores[0].measure, digits=3), Column("95% interval", "left")]
    rows: list[list[Cell]] = [
        [
            one.system,
            one.set,
            one.sentences,
            one.value,
            f"{one.low:.3f}–{one.high:.3f}" if one.sentences else "–",
        ]
        for one in told.scores
    ]
    return Table(columns, rows)


def _exact_sets(told: Told) -> Table:
    columns = [Column("set", "left"), *map(Column, ("sentences", "reorderings", "rquantity"))]
    rows: list[list[Cell]] = [
        [
            name,
            len(told.built.sets.lines[name]),
            sum(told.built.widths[name].values()),
            told.built.sets.rquantity[name],
        ]
        for name in SETS
    ]
    return Table(columns, rows)


def _as_document(told: Told) -> dict[str, object]:
    """See docs/schemas/reorderings-testset.schema.json."""
    sets = told.built.sets
    return document(
        "reorderings-testset/1",
        {
            "signature": told.signature,
            "sentences": len(told.built.lines),
            "left_out": told.left_out,
            "sets": [
                {
                    "name": name,
                    "rquantity": sets.rquantity[name],
                    "sentences": len(sets.lines[name]),
                    "reorderings": sum(told.built.widths[name].values()),
                    "lines": sets.lines[name],
                }
                for name in SETS
            ],
            "scores": [one._asdict() for one in told.scores],
        },
    )
