"""What a check of rules has found, and its views."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from wordorder.output import Column, Records, Result, Table, View, counted
from wordorder.output.codec import Count
from wordorder.output.views import fields, records_of, row_view

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wordorder.output import Cell


class RuleWarning(NamedTuple):
    """Something in a rule that is probably not meant.

    Attributes:
        rule: The name of the rule; empty if it is about all.
        line: The line of the rule in its file; 0 if it has none.
        what: What it is.
    """

    rule: str
    line: Count
    what: str


@dataclass(frozen=True, slots=True)
class EntryUse:
    """An entry of a rule.

    Attributes:
        entry: The entry, as it is written.
        children: The number of children that it has taken; None for `self` or without parses.
    """

    entry: str
    children: Count | None


@dataclass(frozen=True, slots=True)
class RuleUse:
    """A rule, and how often it is used.

    Attributes:
        rule: The name of the rule.
        line: Its line in its file; 0 if it has none.
        heads: The number of heads with children that it has ordered; None without parses.
        entries: The entries.
    """

    rule: str
    line: Count
    heads: Count | None
    entries: tuple[EntryUse, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RuleCheck(Result):
    """Warnings about a set of rules and, with parses, how often each rule and entry is used.

    Attributes:
        signature: The version of the program and that of the rules.
        name: The name of the set.
        warnings: What is probably not meant.
        rules: The rules.
        sentence_count: The number of parses; None without.
        head_count: The number of words with children in them.
    """

    SCHEMA: ClassVar[str] = "preorder-check/2"

    signature: str
    name: str
    warnings: tuple[RuleWarning, ...]
    rules: tuple[RuleUse, ...]
    sentence_count: Count | None = None
    head_count: Count | None = None

    @classmethod
    def views(cls) -> Mapping[str, View]:
        """Offer the rules, their entries, and the warnings."""
        return {
            "rules": View(_rule_tables, _rule_records),
            "entries": _ENTRIES,
            "warnings": View(_warning_tables, _warning_records),
        }

    def summary(self) -> str:
        """Return one line with the number of rules and warnings."""
        rules, found = counted(len(self.rules), "rule"), counted(len(self.warnings), "warning")
        return f"{self.name}, {rules}, {found}"


def _rule_tables(result: RuleCheck, *, top: int | None = None) -> list[Table]:
    counts = result.head_count is not None
    columns = [Column("rule", "left"), Column("line"), Column("entries")]
    columns += [Column("heads"), Column("% of heads", digits=1)] if counts else []
    rows = [
        [rule.rule, rule.line or None, len(rule.entries), *_shares(rule, result.head_count)]
        for rule in result.rules[:top]
    ]
    note = "no warnings" if not result.warnings else counted(len(result.warnings), "warning")
    if result.sentence_count is not None and result.head_count is not None:
        parses = counted(result.sentence_count, "sentence")
        note += f"; {parses}, {counted(result.head_count, 'head')} with children"
    return [Table(columns, rows, title=f"rules of {result.name}", note=note)]


def _shares(rule: RuleUse, heads: int | None) -> list[int | float | None]:
    if heads is None or rule.heads is None:
        return []
    return [rule.heads, 100 * rule.heads / heads if heads else None]


def _rule_records(result: RuleCheck, *, top: int | None = None) -> Records:
    return records_of(
        [*fields(str, "rule"), *fields(int, "line", "entries", "heads")],
        [(rule.rule, rule.line, len(rule.entries), rule.heads) for rule in result.rules[:top]],
    )


def _entry_rows(result: RuleCheck, *, top: int | None) -> list[tuple[Cell, ...]]:
    rows = [(rule.rule, *astuple(entry)) for rule in result.rules for entry in rule.entries]
    return rows[:top]


def _warning_tables(result: RuleCheck, *, top: int | None = None) -> list[Table]:
    columns = [Column("line"), Column("rule", "left"), Column("warning", "left")]
    rows = [[one.line or None, one.rule, one.what] for one in result.warnings[:top]]
    return [Table(columns, rows, title="warnings")]


def _warning_records(result: RuleCheck, *, top: int | None = None) -> Records:
    columns = [*fields(str, "rule"), *fields(int, "line"), *fields(str, "what")]
    return records_of(columns, result.warnings[:top])


_ENTRIES = row_view(
    [*fields(str, "rule", "entry"), *fields(int, "children")], _entry_rows, title="entries"
)
