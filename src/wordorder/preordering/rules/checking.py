"""Checks of rules: probable mistakes, and the use of each rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from itertools import islice, product
from math import prod
from typing import ClassVar, NamedTuple, TypeAlias

import numpy as np

from wordorder.output.codec import Count
from wordorder.output.progress import Meter, as_meter
from wordorder.output.records import Records
from wordorder.output.results import Result
from wordorder.output.tables import Cell, Column, Table
from wordorder.output.views import View, fields, records_of, row_view
from wordorder.output.wording import counted, listed, signature
from wordorder.preordering.inputs import parse_batches
from wordorder.preordering.rules.compiled import CompiledRules
from wordorder.preordering.rules.files import rule_set
from wordorder.preordering.rules.label_schemes import (
    UPOS,
    RelationCount,
    base_label,
    nearest,
    unknown_relations,
)
from wordorder.preordering.rules.rules import SELF, Entry, Rule, RuleSet, WordTest
from wordorder.syntax.dependency import DependencyBatch
from wordorder.text.source import Input, quoted

Conditions: TypeAlias = "Mapping[str, Sequence[str]]"

_MOST_CASES = 64  # of a test; one with more is checked as a whole


def check_rules(
    rules: RuleSet | Input, parses: Input | None = None, *, progress: bool | Meter = False
) -> RuleCheck:
    r"""Find probable mistakes in rules.

    Warnings are about relations and parts of speech that do not exist, with the nearest existing
    ones; about rules and entries that are never reached because earlier ones take all their heads
    or children; and, with parses, about rules and relations that do not occur in them.

    Args:
        rules: The rules, the name of a built-in set, or a file.
        parses: Dependency trees in CoNLL-U, to count the uses of each rule.
        progress: Whether to show progress.

    Raises:
        InputError: A file cannot be read, or has a bad tree or rule.

    Examples:
        >>> from wordorder.preordering import RuleSet
        >>> rules = RuleSet.parse('''labels = "ud"
        ... [[rule]]
        ... order = ["nsbj", "*", "self"]
        ... [[rule]]
        ... head = { upos = "VERB" }
        ... order = ["self", "*"]
        ... ''')
        >>> for warning in check_rules(rules).warnings:
        ...     print(warning.line, warning.what)
        2 'nsbj' is not a relation of Universal Dependencies; did you mean 'nsubj'?
        4 the rule is never used: earlier rules take all its heads
    """
    chosen = rule_set(rules)
    uses = None if parses is None else _Uses(chosen, parses, as_meter(progress))
    return RuleCheck(
        signature=signature([f"rules:{chosen.signature}"]),
        name=chosen.name,
        warnings=tuple(_warnings(chosen, uses)),
        rules=tuple(_rule_use(rule, number, uses) for number, rule in enumerate(chosen.rules)),
        sentence_count=None if uses is None else uses.sentences,
        head_count=None if uses is None else uses.all_heads,
    )


class RuleWarning(NamedTuple):
    """A probable mistake in a rule.

    Attributes:
        rule: The name of the rule; empty for a warning about all rules.
        line: The line of the rule in its file; 0 if it has none.
        what: The mistake.
    """

    rule: str
    line: Count
    what: str


@dataclass(frozen=True, slots=True)
class EntryUse:
    """An entry of a rule, and its use.

    Attributes:
        entry: The entry, as it is written.
        children: The number of children that it takes; None for `self` or without parses.
    """

    entry: str
    children: Count | None


@dataclass(frozen=True, slots=True)
class RuleUse:
    """A rule and its use.

    Attributes:
        rule: The name of the rule.
        line: Its line in its file; 0 if it has none.
        heads: The number of heads with children that it orders; None without parses.
        entries: The entries.
    """

    rule: str
    line: Count
    heads: Count | None
    entries: tuple[EntryUse, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RuleCheck(Result):
    """Warnings about a set of rules and, with parses, the use of each rule and entry.

    Attributes:
        signature: The versions of the program and of the rules.
        name: The name of the set.
        warnings: Probable mistakes.
        rules: The rules.
        sentence_count: The number of sentences in the parses; None without parses.
        head_count: The number of words with children in the parses; None without parses.
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
        columns = [*fields(str, "rule", "entry"), *fields(int, "children")]
        return {
            "rules": View(_rule_tables, _rule_records),
            "entries": row_view(columns, _entry_rows, title="entries"),
            "warnings": View(_warning_tables, _warning_records),
        }

    def summary(self) -> str:
        """Return one line with the number of rules and warnings."""
        rules, warnings = counted(len(self.rules), "rule"), counted(len(self.warnings), "warning")
        return f"{self.name}, {rules}, {warnings}"


def _rule_tables(result: RuleCheck, *, top: int | None = None) -> list[Table]:
    columns = [Column("rule", "left"), Column("line"), Column("entries")]
    rules = result.rules[:top]
    rows: list[list[Cell]] = [[rule.rule, rule.line or None, len(rule.entries)] for rule in rules]
    note = "no warnings" if not result.warnings else counted(len(result.warnings), "warning")
    if result.sentence_count is not None and result.head_count is not None:
        heads, sentences = result.head_count, counted(result.sentence_count, "sentence")
        columns += [Column("heads"), Column("% of heads", digits=1)]
        for row, rule in zip(rows, rules, strict=True):
            row += [rule.heads, 100 * (rule.heads or 0) / heads if heads else None]
        note += f"; {sentences}, {counted(heads, 'head')} with children"
    return [Table(columns, rows, title=f"rules of {result.name}", note=note)]


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
    rows = [[warning.line or None, warning.rule, warning.what] for warning in result.warnings[:top]]
    return [Table(columns, rows, title="warnings")]


def _warning_records(result: RuleCheck, *, top: int | None = None) -> Records:
    columns = [*fields(str, "rule"), *fields(int, "line"), *fields(str, "what")]
    return records_of(columns, result.warnings[:top])


def _rule_use(rule: Rule, number: int, uses: _Uses | None) -> RuleUse:
    entries = []
    for place, entry in enumerate(rule.order):
        children = None
        if uses is not None and entry.labels != (SELF,):
            children = uses.children(number, place)
        entries.append(EntryUse(str(entry), children))
    heads = None if uses is None else int(uses.heads[number])
    return RuleUse(rule.name, rule.line, heads, tuple(entries))


class _Uses:
    """The use of rules and entries in parses."""

    def __init__(self, rules: RuleSet, parses: Input, meter: Meter) -> None:
        self._compiled = CompiledRules(rules)
        sizes = [len(rule.order) for rule in rules.rules]
        self._first = np.cumsum([0, *sizes])
        self._children = np.zeros(sum(sizes), np.int64)
        self.heads = np.zeros(len(sizes), np.int64)
        self.relations = RelationCount()
        self.sentences = self.all_heads = 0
        for trees in parse_batches(parses, "checking", meter):
            self._add(trees)

    def _add(self, trees: DependencyBatch) -> None:
        arranged, head_words = self._compiled.arrange(trees), trees.projective().trees.head_words
        parents = head_words[head_words >= 0]
        rules = arranged.rules[parents]
        known = rules >= 0
        entries = self._first[rules[known]] + arranged.entries[head_words >= 0][known]
        self._children += np.bincount(entries, minlength=len(self._children))
        self.heads += np.bincount(arranged.rules[arranged.rules >= 0], minlength=len(self.heads))
        self.relations.add(trees)
        self.sentences += len(trees)
        self.all_heads += len(np.unique(parents))

    def children(self, rule: int, entry: int) -> int:
        return int(self._children[self._first[rule] + entry])


def _warnings(rules: RuleSet, uses: _Uses | None) -> Iterator[RuleWarning]:
    if uses is not None and (problem := uses.relations.problem(rules)) is not None:
        yield RuleWarning("", 0, problem)
    never = {rule.name for rule in shadowed_rules(rules)}
    for number, rule in enumerate(rules.rules):
        problems = [*unknown_relations(rule, rules.labels).values(), *_unknown_tags(rule)]
        if rule.name in never:
            problems.append("the rule is never used: earlier rules take all its heads")
        elif uses is not None and uses.heads[number] == 0:
            problems.append("no head in the parses matches the rule")
        for entry, label in shadowed_labels(rule):
            where = "" if entry.labels == (label,) else f"'{quoted(label)}' in "
            problem = f"{where}the entry '{quoted(str(entry))}' is never used"
            problems.append(f"{problem}: earlier entries take all its children")
        if uses is not None:
            occurs = uses.relations.occurs
            unseen = [quoted(label) for label in rule.relations if not occurs(label)]
            if unseen:
                problems.append(f"not in parses: {listed(unseen, most=20)}")
        for problem in problems:
            yield RuleWarning(rule.name, rule.line, problem)


def _unknown_tags(rule: Rule) -> Iterator[str]:
    tests = [rule.head, *(entry.test for entry in rule.order)]
    for tag in dict.fromkeys(tag for test in tests for tag in test.upos):
        if tag not in UPOS:
            yield f"'{quoted(tag)}' is not a universal part of speech{nearest(tag, UPOS)}"


# Rules and entries that are never reached, because earlier ones take all their heads or children.


def shadowed_rules(rules: RuleSet) -> Iterator[Rule]:
    """Yield the rules whose heads all go to earlier ones."""
    earlier = _Tests()
    for rule in rules.rules:
        if all(map(earlier.cover, _cases(rule.head))):
            yield rule
        earlier.add(rule.head.conditions)


def shadowed_labels(rule: Rule) -> Iterator[tuple[Entry, str]]:
    """Yield each entry with a label whose children all go to earlier entries with that label."""
    earlier: dict[tuple[str, str], _Tests] = {}
    for entry in rule.order:
        sides = ("before", "after") if entry.side is None else (entry.side,)
        cases = _cases(entry.test)
        for label in dict.fromkeys(entry.labels):
            if label == SELF:
                continue
            tests = [earlier.setdefault((label, side), _Tests()) for side in sides]
            if all(each.cover(case) for each in tests for case in cases):
                yield entry, label
            for each in tests:
                each.add(entry.test.conditions)


class _Tests:
    """Tests, indexed by a value that they allow, so that even very many are searched fast."""

    def __init__(self) -> None:
        self._by_value: dict[tuple[str, str], list[Conditions]] = {}
        self._one_holds_always = False

    def add(self, test: Conditions) -> None:
        for name, values in islice(test.items(), 1):
            for value in values:
                self._by_value.setdefault((name, value), []).append(test)
        self._one_holds_always |= not test

    def cover(self, case: Conditions) -> bool:
        """Return whether one of the tests holds for every word of the case."""
        values = [(name, allowed[0]) for name, allowed in case.items()]
        values += [(name, base_label(value)) for name, value in values if name == "deprel"]
        return self._one_holds_always or any(
            _covers(test, case) for value in values for test in self._by_value.get(value, ())
        )


def _cases(test: WordTest) -> list[Conditions]:
    """Divide a test into cases with one value of each column."""
    conditions = test.conditions
    if prod(map(len, conditions.values())) > _MOST_CASES:
        return [conditions]
    return [
        {name: (value,) for name, value in zip(conditions, values, strict=True)}
        for values in product(*conditions.values())
    ]


def _covers(test: Conditions, case: Conditions) -> bool:
    """Return whether every word of the case passes the test."""
    return all(
        name in case
        and all(
            value in allowed or (name == "deprel" and base_label(value) in allowed)
            for value in case[name]
        )
        for name, allowed in test.items()
    )
