"""Human judgements of reorderings from filled sheets, the agreement of judges, and its views."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import ClassVar, Literal, NamedTuple, get_args

import numpy as np

from wordorder.alignment.formats.reading import whole_number
from wordorder.errors import Argument, InputError, UsageError
from wordorder.output.codec import Count, derived
from wordorder.output.records import Records
from wordorder.output.results import Result
from wordorder.output.tables import Cell, Column, Table
from wordorder.output.temporary import is_path
from wordorder.output.views import View, fields, records_of
from wordorder.output.wording import counted, signature
from wordorder.statistics.kappas import Kappa, PairwiseKappa, fleiss_kappa, pairwise_cohen_kappa
from wordorder.text.records import Separation, read_cells, read_records, records_format
from wordorder.text.source import Input, Place, quoted, refuse_reused, shown_name, visible_name

Judgement = Literal["correct", "incorrect", "na"]
JUDGEMENTS: tuple[Judgement, ...] = get_args(Judgement)
KINDS = {"retained": True, "not_retained": False}
_SPELLINGS: dict[str, Judgement] = {
    **{name: name for name in JUDGEMENTS},
    **{name[0]: name for name in JUDGEMENTS},
    "n/a": "na",
    "not applicable": "na",
}
_RETAINED = {"yes": True, "no": False}


class KeyItem(NamedTuple):
    """A judged reordering.

    Attributes:
        id: Its name in key and sheets.
        line: The line of its sentence.
        retained: Whether the translation retains it.
    """

    id: str
    line: Count
    retained: bool


class Judge(NamedTuple):
    """A judge, who filled one column of a sheet.

    Attributes:
        name: The names of sheet and column.
        judgements: A judgement of each item; None if missing.
    """

    name: str
    judgements: tuple[Judgement | None, ...]

    @derived
    def missing(self) -> int:
        """Number of items without a judgement."""
        return self.judgements.count(None)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AgreementResult(Result):
    """Judgements of reorderings, and the agreement of the judges.

    Attributes:
        items: The reorderings, in the order of the key.
        judges: The judgements of each judge.
        fleiss: Fleiss' kappa over the items that all judges have judged.
        cohen: Cohen's kappa of each pair of judges, over the items that both have judged; judges
            are counted from 0.
        signature: Everything that determines the figures.
    """

    SCHEMA: ClassVar[str] = "reorderings-agreement/3"

    items: tuple[KeyItem, ...]
    judges: tuple[Judge, ...]
    fleiss: Kappa
    cohen: PairwiseKappa
    signature: str

    def __post_init__(self) -> None:
        if not self.items or not self.judges:
            raise ValueError("no judges, or no items")
        if any(len(judge.judgements) != len(self.items) for judge in self.judges):
            raise ValueError("a judge must have one judgement for each item")
        if any(judge >= len(self.judges) for pair in self.cohen.pairs for judge in pair):
            raise ValueError("a kappa is of an unknown judge")

    def counts(self, *, retained: bool) -> dict[str | None, int]:
        """Count the judgements correct, incorrect and na; None counts missing ones."""
        counts = Counter(
            judgement
            for judge in self.judges
            for item, judgement in zip(self.items, judge.judgements, strict=True)
            if item.retained == retained
        )
        return {judgement: counts[judgement] for judgement in (*JUDGEMENTS, None)}

    @derived
    def counts_by_kind(self) -> Mapping[str, Mapping[str, int]]:
        """The numbers of judgements of retained and of lost reorderings, `missing` included."""
        return {
            kind: {
                judgement or "missing": count
                for judgement, count in self.counts(retained=retained).items()
            }
            for kind, retained in KINDS.items()
        }

    def pairs(self) -> Iterator[tuple[str, str, Kappa]]:
        """Yield the names of each pair of judges, and their kappa."""
        for (a, b), kappa in zip(self.cohen.pairs, self.cohen.kappas, strict=True):
            yield self.judges[a].name, self.judges[b].name, kappa

    @classmethod
    def views(cls) -> Mapping[str, View]:
        """Return the views of judgements, pairs of judges and items."""
        return _VIEWS

    def summary(self) -> str:
        """Return a one-line summary."""
        items, judges = counted(len(self.items), "reordering"), counted(len(self.judges), "judge")
        kappa = "undefined" if self.fleiss.reason else f"{self.fleiss.value:z.3f}"
        return f"{items}, {judges}, Fleiss' kappa {kappa}"


def _judgement_tables(result: AgreementResult) -> list[Table]:
    """Tabulate judgements of retained and of lost reorderings, then each pair of judges."""
    columns = [Column("reordering", "left"), *map(Column, (*JUDGEMENTS, "missing"))]
    rows: list[list[Cell]] = [
        [kind.replace("_", " "), *counts.values()] for kind, counts in result.counts_by_kind.items()
    ]
    note = f"{counted(len(result.items), 'reordering')}, {counted(len(result.judges), 'judge')}"
    lacking = [f"{judge.name} {judge.missing}" for judge in result.judges if judge.missing]
    if lacking:
        note += f"; judgements missing: {', '.join(lacking)}"
    kappa = result.fleiss
    if kappa.reason is not None:
        fleiss = f"Fleiss' kappa is undefined: {kappa.reason}"
    else:
        items = f"{kappa.items} judged by all, {kappa.left_out} left out"
        fleiss = f"Fleiss' kappa {kappa.value:z.3f} ({kappa.verbal}); {items}"
    pairs = _pair_tables(result) if result.cohen.pairs else []
    return [Table(columns, rows, note=f"{note}\n{fleiss}"), *pairs]


def _judgement_records(result: AgreementResult) -> Records:
    """Return one row, so that several experiments can be combined in a table."""
    counts: dict[str, Cell] = {"items": len(result.items), "judges": len(result.judges)}
    for kind, by_judgement in result.counts_by_kind.items():
        counts |= {f"{kind}_{judgement}": count for judgement, count in by_judgement.items()}
    columns = [
        *fields(int, *counts),
        *fields(float, "fleiss_kappa"),
        *fields(int, "fleiss_items"),
        *fields(float, "mean_cohen_kappa"),
    ]
    fleiss = result.fleiss
    return records_of(columns, [(*counts.values(), fleiss.value, fleiss.items, result.cohen.mean)])


def _pair_tables(result: AgreementResult, *, top: int | None = None) -> list[Table]:
    columns = [
        Column("judges", "left"),
        Column("Cohen's kappa", digits=3),
        Column("agreement", "left"),
        Column("both judged"),
    ]
    rows: list[list[Cell]] = [
        [f"{first}, {second}", kappa.value, kappa.verbal or kappa.reason, kappa.items]
        for first, second, kappa in result.pairs()
    ]
    return [Table(columns, rows[:top])]


def _pair_records(result: AgreementResult, *, top: int | None = None) -> Records:
    rows = [
        (
            *(first, second, kappa.value, kappa.verbal),
            *(kappa.observed, kappa.expected, kappa.items, kappa.left_out, kappa.reason),
        )
        for first, second, kappa in result.pairs()
    ]
    columns = [
        *fields(str, "first", "second"),
        *fields(float, "kappa"),
        *fields(str, "verbal"),
        *fields(float, "observed", "expected"),
        *fields(int, "items", "left_out"),
        *fields(str, "reason"),
    ]
    return records_of(columns, rows[:top])


def _item_tables(result: AgreementResult, *, top: int | None = None) -> list[Table]:
    """Tabulate items in rows, judges side by side."""
    names = ("retained", *(judge.name for judge in result.judges))
    columns = [Column("id", "left"), Column("line"), *(Column(name, "left") for name in names)]
    rows: list[list[Cell]] = [
        [
            item.id,
            item.line,
            "yes" if item.retained else "no",
            *(judge.judgements[number] for judge in result.judges),
        ]
        for number, item in enumerate(result.items[:top])
    ]
    return [Table(columns, rows)]


def _item_records(result: AgreementResult, *, top: int | None = None) -> Records:
    """Return a row for each item and judge."""
    rows = (
        (*item, judge.name, judge.judgements[number])
        for number, item in enumerate(result.items[:top])
        for judge in result.judges
    )
    columns = [
        *fields(str, "id"),
        *fields(int, "line"),
        *fields(bool, "retained"),
        *fields(str, "judge", "judgement"),
    ]
    return records_of(columns, rows)


_VIEWS = {
    "judgements": View(_judgement_tables, _judgement_records),
    "pairs": View(_pair_tables, _pair_records),
    "items": View(_item_tables, _item_records),
}


def judge_agreement(key: Input, sheets: Sequence[Input]) -> AgreementResult:
    r"""Combine the key with filled sheets, to see whether retained reorderings are correct.

    A sheet has a column `id` and one or more columns whose names begin with `judge`. Their cells
    are `correct`, `incorrect` or `na`, or the first letter of these, or empty. Empty columns are
    ignored, so each judge may fill one column of a separate copy.

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
    judged_by_all = [
        judgements for judgements in zip(*by_judge, strict=True) if None not in judgements
    ]
    kappa = fleiss_kappa(
        [[judgements.count(name) for name in JUDGEMENTS] for judgements in judged_by_all]
    )
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
        raise InputError(f"{visible_name(path)}: no items to judge")
    items = []
    for name, (place, cells) in rows.items():
        line, retained = whole_number(cells["line"]), folded(cells["retained"])
        if not line:
            raise place.error(f"line is '{quoted(cells['line'])}', expected a number from 1")
        if retained not in _RETAINED:
            raise place.error(f"retained is '{quoted(cells['retained'])}', expected yes or no")
        items.append(KeyItem(name, line, _RETAINED[retained]))
    return tuple(items)


def _read_judges(path: Input, items: Sequence[KeyItem]) -> list[Judge]:
    """Read the non-empty judge columns of a sheet, with rows in the key's order."""
    file = visible_name(path)
    rows = rows_by_id(path, ["id"])
    lines = {item.id: item.line for item in items}
    for name, row in rows.items():
        if name not in lines:
            raise row.place.error(f"the id '{quoted(name)}' is not in the key")
        line = row.cells.get("line", "")
        if line and whole_number(line) != lines[name]:
            raise row.place.error(
                f"'{quoted(name)}' has line {quoted(line)}, but line {lines[name]} in the key; "
                "use the key of this sheet"
            )
    absent = [item.id for item in items if item.id not in rows]
    if absent:
        ids = counted(len(absent), "id")
        raise InputError(f"{file}: lacks {ids} of the key, the first is '{quoted(absent[0])}'")
    heads = [head for head in rows[items[0].id].cells if head.startswith("judge")]
    columns = {head: tuple(_judgement(rows[item.id], head) for item in items) for head in heads}
    judges = [
        Judge(f"{shown_name(path)}:{head}", judgements)
        for head, judgements in columns.items()
        if any(judgements)
    ]
    if not judges:
        raise InputError(f"{file}: no judgements; put them in columns judge_1, judge_2, …")
    return judges


def _judgement(row: SheetRow, head: str) -> Judgement | None:
    spelling = folded(row.cells[head])
    if spelling and spelling not in _SPELLINGS:
        cell, allowed = quoted(row.cells[head]), ", ".join(JUDGEMENTS)
        raise row.place.error(f"{quoted(head)} is '{cell}', expected {allowed}, or nothing")
    return _SPELLINGS.get(spelling)


class SheetRow(NamedTuple):
    """A row: its place in the file, and its cells by column name."""

    place: Place
    cells: dict[str, str]


def rows_by_id(path: Input, required: Sequence[str]) -> dict[str, SheetRow]:
    """Read a table whose first line names its columns, `id` among them.

    Raises:
        InputError: A required column is missing, or an id is missing or repeated.
    """
    by_id: dict[str, SheetRow] = {}
    for row in _rows(path, required):
        name = row.cells["id"].upper()
        if not name:
            raise row.place.error("the id is missing")
        if name in by_id:
            first = by_id[name].place.line
            raise row.place.error(f"the id '{quoted(name)}' is already in line {first}")
        by_id[name] = row
    return by_id


def _rows(path: Input, required: Sequence[str]) -> Iterator[SheetRow]:
    """Read the rows below the headings, in any spreadsheet's dialect."""
    records = _records(path, required)
    place, first = next(records, (Place(visible_name(path), 1), []))
    heads = [folded(head) for head in first]
    for head in required:
        if head not in heads:
            raise place.error(
                f"no column '{head}'; expected tab-separated columns, named in the first line"
            )
    for head, count in Counter(filter(None, heads)).items():
        if count > 1:
            raise place.error(f"{count} columns are named '{quoted(head)}'")
    for place, cells in records:
        # Spreadsheets may omit or add empty cells at the end of a row.
        pairs = list(zip_longest(heads, cells, fillvalue=""))
        stray = next((cell for head, cell in pairs if cell and not head), None)
        if stray is not None:
            raise place.error(f"'{quoted(stray)}' is in a column without a name; name it")
        yield SheetRow(place, {head: cell for head, cell in pairs if head})


def _records(path: Input, required: Sequence[str]) -> Iterator[tuple[Place, list[str]]]:
    """Read the non-empty rows, without quotes and spaces around their cells."""
    if records_format(path) in ("parquet", "jsonl", "arrow"):  # a key, not edited by hand
        types = {name: int if name == "line" else str for name in required}
        records = read_records(path, types)
        rows = zip(*records.columns.values(), strict=True)
        for number, row in enumerate([tuple(types), *rows], start=1):
            yield (
                Place(visible_name(path), number),
                ["" if c is None else str(c) for c in row],
            )
        return
    separation: Separation = "csv" if records_format(path) == "csv" else "quoted"
    with closing(read_cells(path, separation)) as lines:
        for place, line in lines:
            cells = [cell.strip() for cell in line]
            if any(cells):
                yield place, cells


def folded(cell: str) -> str:
    """Fold case and white space."""
    return " ".join(cell.split()).casefold()
