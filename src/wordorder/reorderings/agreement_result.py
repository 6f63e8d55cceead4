"""The result of human judgement and agreement, and its views."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple, get_args

from wordorder.output import Column, Records, Result, Table, View, counted
from wordorder.output.codec import Count, derived
from wordorder.output.views import fields, records_of
from wordorder.statistics import Kappa, PairwiseKappa

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordorder.output import Cell

Judgement = Literal["correct", "incorrect", "na"]
JUDGEMENTS: tuple[Judgement, ...] = get_args(Judgement)
KINDS = {"retained": True, "not_retained": False}


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
    """A column of a sheet.

    Attributes:
        name: Names of sheet and column.
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
            raise ValueError("a judge has more or fewer judgements than there are items")
        if any(judge >= len(self.judges) for pair in self.cohen.pairs for judge in pair):
            raise ValueError("there is a kappa of an unknown judge")

    def counts(self, *, retained: bool) -> dict[str | None, int]:
        """Numbers of judgements correct, incorrect and na; None counts missing ones."""
        said = Counter(
            judgement
            for judge in self.judges
            for item, judgement in zip(self.items, judge.judgements, strict=True)
            if item.retained == retained
        )
        return {judgement: said[judgement] for judgement in (*JUDGEMENTS, None)}

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
        """The names of each pair of judges, and their kappa."""
        for (a, b), kappa in zip(self.cohen.pairs, self.cohen.kappas, strict=True):
            yield self.judges[a].name, self.judges[b].name, kappa

    @classmethod
    def views(cls) -> Mapping[str, View]:
        """Judgements, pairs of judges, items."""
        return _VIEWS

    def summary(self) -> str:
        """Return a one-line summary."""
        items, judges = counted(len(self.items), "reordering"), counted(len(self.judges), "judge")
        kappa = "undefined" if self.fleiss.reason else f"{self.fleiss.value:z.3f}"
        return f"{items}, {judges}, Fleiss' kappa {kappa}"


def _judgement_tables(result: AgreementResult) -> list[Table]:
    """Judgements of retained and of lost reorderings; then each pair of judges."""
    columns = [Column("reordering", "left"), *map(Column, (*JUDGEMENTS, "missing"))]
    rows: list[list[Cell]] = [
        [kind.replace("_", " "), *counts.values()] for kind, counts in result.counts_by_kind.items()
    ]
    note = f"{_judged_items(result)}\n{_fleiss(result.fleiss)}"
    pairs = _pair_tables(result) if result.cohen.pairs else []
    return [Table(columns, rows, note=note), *pairs]


def _judged_items(result: AgreementResult) -> str:
    note = f"{counted(len(result.items), 'reordering')}, {counted(len(result.judges), 'judge')}"
    lacking = [f"{judge.name} {judge.missing}" for judge in result.judges if judge.missing]
    return f"{note}; judgements missing: {', '.join(lacking)}" if lacking else note


def _fleiss(kappa: Kappa) -> str:
    if kappa.reason is not None:
        return f"Fleiss' kappa is undefined: {kappa.reason}"
    items = f"{kappa.items} judged by all, {kappa.left_out} left out"
    return f"Fleiss' kappa {kappa.value:z.3f} ({kappa.verbal}); {items}"


def _judgement_records(result: AgreementResult) -> Records:
    """One row, so that several experiments can be combined in a table."""
    counts: dict[str, Cell] = {"items": len(result.items), "judges": len(result.judges)}
    for kind, said in result.counts_by_kind.items():
        counts |= {f"{kind}_{judgement}": count for judgement, count in said.items()}
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
    """Items in rows, judges side by side."""
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
    """A row for each item and judge."""
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
