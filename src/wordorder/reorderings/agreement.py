"""Human judgements of reorderings on filled sheets, and their agreement."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from wordorder.alignment.formats.parsing import whole_number
from wordorder.errors import Argument, InputError, UsageError
from wordorder.output import counted, signature, visible
from wordorder.reorderings.agreement_result import (
    JUDGEMENTS,
    AgreementResult,
    Judge,
    KeyItem,
)
from wordorder.reorderings.filled_sheets import folded, rows_by_id
from wordorder.statistics import fleiss_kappa, pairwise_cohen_kappa
from wordorder.text import is_path, quoted, refuse_reused, shown_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.reorderings.agreement_result import Judgement
    from wordorder.reorderings.filled_sheets import SheetRow
    from wordorder.text import Input

_SPELLINGS: dict[str, Judgement] = {
    **{name: name for name in JUDGEMENTS},
    **{name[0]: name for name in JUDGEMENTS},
    "n/a": "na",
    "not applicable": "na",
}
_RETAINED = {"yes": True, "no": False}


def judge_agreement(key: Input, sheets: Sequence[Input]) -> AgreementResult:
    r"""Combine the key with the filled sheets: are retained reorderings correct?

    A sheet has a column ``id`` and one or more columns whose names begin with ``judge``. Their
    cells are ``correct``, ``incorrect`` or ``na``, or the first letter of these, or empty. Empty
    columns are ignored, so each judge may fill one column of a separate copy.

    Examples:
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     key, sheet = pathlib.Path(folder, "key.tsv"), pathlib.Path(folder, "sheet.tsv")
        ...     _ = key.write_text("id\tline\tretained\nR001\t4\tyes\nR002\t9\tno\n")
        ...     _ = sheet.write_text("id\tjudge_1\tjudge_2\nR001\tc\tc\nR002\ti\tna\n")
        ...     result = judge_agreement(key, [sheet])
        >>> result.counts(retained=False)
        {'correct': 0, 'incorrect': 1, 'na': 1, None: 0}
        >>> result
        <AgreementResult: 2 reorderings, 2 judges, Fleiss' kappa 0.200>
        >>> result.fleiss.value, result.fleiss.verbal
        (0.2, 'slight')

    Args:
        key: The file that says which items are retained.
        sheets: The filled sheets.

    Raises:
        InputError: A file cannot be read, is not a key or sheet, or belongs to another key.
        UsageError: There is no sheet, or one is given twice.

    References:
        Birch, Blunsom and Osborne (2009), A Quantitative Analysis of Reordering Phenomena.
    """
    if not sheets:
        raise UsageError("no sheet given: use ", Argument("sheets"))
    refuse_reused(key, *sheets)
    items = _read_key(key)
    judges = tuple(judge for sheet in sheets for judge in _read_judges(sheet, items))
    paths = [os.path.realpath(sheet) for sheet in sheets if is_path(sheet)]
    if len(set(paths)) < len(paths):
        raise UsageError("a sheet is given twice, so its judges would agree with themselves")
    by_judge = [judge.judgements for judge in judges]
    judged_by_all = [said for said in zip(*by_judge, strict=True) if None not in said]
    kappa = fleiss_kappa([[said.count(name) for name in JUDGEMENTS] for said in judged_by_all])
    return AgreementResult(
        items,
        judges,
        fleiss=replace(kappa, left_out=len(items) - len(judged_by_all), raters=len(judges)),
        cohen=pairwise_cohen_kappa(np.array(by_judge, dtype=object)),
        signature=signature(["agreement:fleiss+cohen", f"judges:{len(judges)}"]),
    )


def _read_key(path: Input) -> tuple[KeyItem, ...]:
    rows = rows_by_id(path, ["id", "line", "retained"])
    if not rows:
        raise InputError(f"{visible(shown_name(path))}: no items to judge")
    return tuple(_key_item(name, row) for name, row in rows.items())


def _key_item(name: str, row: SheetRow) -> KeyItem:
    line, retained = whole_number(row.cells["line"]), folded(row.cells["retained"])
    if not line:
        raise row.place.error(f"line is '{quoted(row.cells['line'])}', expected a number from 1")
    if retained not in _RETAINED:
        raise row.place.error(f"retained is '{quoted(row.cells['retained'])}', expected yes or no")
    return KeyItem(name, line, _RETAINED[retained])


def _read_judges(path: Input, items: Sequence[KeyItem]) -> list[Judge]:
    """The non-empty judge columns of a sheet, with rows in the key's order."""
    file = visible(shown_name(path))
    rows = rows_by_id(path, ["id"])
    lines = {item.id: item.line for item in items}
    for name, row in rows.items():
        if name not in lines:
            raise row.place.error(f"the id '{quoted(name)}' is not in the key")
        line = row.cells.get("line", "")
        if line and whole_number(line) != lines[name]:
            what = f"'{quoted(name)}' has line {quoted(line)}, but line {lines[name]} in the key"
            raise row.place.error(f"{what}; use the key of this sheet")
    absent = [item.id for item in items if item.id not in rows]
    if absent:
        ids = counted(len(absent), "id")
        raise InputError(f"{file}: lacks {ids} of the key, the first is '{quoted(absent[0])}'")
    heads = [head for head in rows[items[0].id].cells if head.startswith("judge")]
    columns = {head: tuple(_judgement(rows[item.id], head) for item in items) for head in heads}
    judges = [
        Judge(f"{shown_name(path)}:{head}", said) for head, said in columns.items() if any(said)
    ]
    if not judges:
        raise InputError(f"{file}: no judgements; put them in columns judge_1, judge_2, …")
    return judges


def _judgement(row: SheetRow, head: str) -> Judgement | None:
    said = folded(row.cells[head])
    if said and said not in _SPELLINGS:
        found, allowed = quoted(row.cells[head]), ", ".join(JUDGEMENTS)
        raise row.place.error(f"{quoted(head)} is '{found}', expected {allowed}, or nothing")
    return _SPELLINGS.get(said)
