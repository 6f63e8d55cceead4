"""What a check of rules has found, and its views."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from wordorder.output import Column, Records, Result, Table, View, counted
from wordorder.output.documents import read_count, read_optional, read_text

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from typing import Self


class RuleWarning(NamedTuple):
    """Something in a rule that is probably not meant.

    Attributes:
        rule: The name of the rule; empty if it is about all.
        line: The line of the rule in its file; 0 if it has none.
        what: What it is.
    """

    rule: str
    line: int
    what: str


@dataclass(frozen=True, slots=True)
class EntryUse:
    """An entry, and the number of children that it has taken; None for `self` or without parses."""

    entry: str
    children: int | None


@dataclass(frozen=True, slots=True)
class RuleUse:
    """A rule, and the number of heads with children that it has ordered; None without parses.

    Attributes:
        rule: The name of the rule.
        line: Its line in its file; 0 if it has none.
        heads: How often it has fired.
        entries: The entries.
    """

    rule: str
    line: int
    heads: int | None
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

    SCHEMA: ClassVar[str] = "preorder-check/1"

    signature: str
    name: str
    warnings: tuple[RuleWarning, ...]
    rules: tuple[RuleUse, ...]
    sentence_count: int | None = None
    head_count: int | None = None

    @classmethod
    def views(cls) -> Mapping[str, View]:
        """Offer the rules, their entries, and the warnings."""
        return {
            "rules": View(_rule_tables, _rule_records),
            "entries": View(_entry_tables, _entry_records),
            "warnings": View(_warning_tables, _warning_records),
        }

    def summary(self) -> str:
        """Return one line with the number of rules and warnings."""
        rules, found = counted(len(self.rules), "rule"), counted(len(self.warnings), "warning")
        return f"{self.name}, {rules}, {found}"

    def content(self, *, sentences: bool | Collection[int] = False) -> dict[str, Any]:  # noqa: ARG002
        """The document's content apart from schema and signature."""
        return {
            "name": self.name,
            "sentence_count": self.sentence_count,
            "head_count": self.head_count,
            "rules": [asdict(rule) for rule in self.rules],
            "warnings": [warning._asdict() for warning in self.warnings],
        }

    @classmethod
    def from_content(cls, content: Mapping[str, Any]) -> Self:
        """Build the result from its document."""
        return cls(
            signature=read_text(content["signature"]),
            name=read_text(content["name"]),
            warnings=tuple(
                RuleWarning(read_text(one["rule"]), read_count(one["line"]), read_text(one["what"]))
                for one in content["warnings"]
            ),
            rules=tuple(map(_rule_of, content["rules"])),
            sentence_count=read_optional(read_count, content["sentence_count"]),
            head_count=read_optional(read_count, content["head_count"]),
        )


def _rule_of(content: Mapping[str, Any]) -> RuleUse:
    return RuleUse(
        read_text(content["rule"]),
        read_count(content["line"]),
        read_optional(read_count, content["heads"]),
        tuple(
            EntryUse(read_text(one["entry"]), read_optional(read_count, one["children"]))
            for one in content["entries"]
        ),
    )


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
    rules = result.rules[:top]
    columns: dict[str, Any] = {
        "rule": [rule.rule for rule in rules],
        "line": [rule.line for rule in rules],
        "entries": [len(rule.entries) for rule in rules],
        "heads": [rule.heads for rule in rules],
    }
    return Records({"rule": str, "line": int, "entries": int, "heads": int}, columns)


def _entry_records(result: RuleCheck, *, top: int | None = None) -> Records:
    pairs = [(rule, entry) for rule in result.rules for entry in rule.entries][:top]
    columns: dict[str, Any] = {
        "rule": [rule.rule for rule, _ in pairs],
        "entry": [entry.entry for _, entry in pairs],
        "children": [entry.children for _, entry in pairs],
    }
    return Records({"rule": str, "entry": str, "children": int}, columns)


def _entry_tables(result: RuleCheck, *, top: int | None = None) -> list[Table]:
    columns = [Column("rule", "left"), Column("entry", "left"), Column("children")]
    found = _entry_records(result, top=top).columns
    return [Table(columns, list(zip(*found.values(), strict=True)), title="entries")]


def _warning_records(result: RuleCheck, *, top: int | None = None) -> Records:
    columns: dict[str, Any] = {
        name: [getattr(one, name) for one in result.warnings[:top]] for name in RuleWarning._fields
    }
    return Records({"rule": str, "line": int, "what": str}, columns)


def _warning_tables(result: RuleCheck, *, top: int | None = None) -> list[Table]:
    columns = [Column("line"), Column("rule", "left"), Column("warning", "left")]
    rows = [[one.line or None, one.rule, one.what] for one in result.warnings[:top]]
    return [Table(columns, rows, title="warnings")]
