"""Checks of rules: what in them is probably not meant, and how often they are used."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.output import as_meter, listed, signature
from wordorder.preordering.inputs import parse_batches
from wordorder.preordering.rules.builtin_sets import rule_set
from wordorder.preordering.rules.check_result import EntryUse, RuleCheck, RuleUse, RuleWarning
from wordorder.preordering.rules.compiled import CompiledRules
from wordorder.preordering.rules.label_schemes import (
    UPOS,
    RelationCount,
    nearest,
    unknown_relations,
)
from wordorder.preordering.rules.rules import SELF
from wordorder.preordering.rules.shadowing import shadowed_labels, shadowed_rules
from wordorder.text import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordorder.output import Meter
    from wordorder.preordering.rules.rules import Rule, RuleSet
    from wordorder.syntax import DependencyBatch
    from wordorder.text import Input


def check_rules(
    rules: RuleSet | Input, parses: Input | None = None, *, progress: bool | Meter = False
) -> RuleCheck:
    r"""Find what in rules is probably not meant.

    There are warnings about relations and parts of speech that do not exist, with the nearest that
    do; about rules and entries that are never reached because earlier ones take all their heads or
    children; and, with parses, about rules and relations that do not occur in them.

    Args:
        rules: The rules, the name of a built-in set, or a file.
        parses: Dependency trees in CoNLL-U, on which to count how often each rule is used.
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
    uses = None if parses is None else _uses(chosen, parses, as_meter(progress))
    return RuleCheck(
        signature=signature([f"rules:{chosen.signature}"]),
        name=chosen.name,
        warnings=tuple(_warnings(chosen, uses)),
        rules=tuple(_rule_use(rule, number, uses) for number, rule in enumerate(chosen.rules)),
        sentence_count=None if uses is None else uses.sentences,
        head_count=None if uses is None else uses.all_heads,
    )


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
    """Counts how often rules and entries are used."""

    def __init__(self, rules: RuleSet) -> None:
        self._compiled = CompiledRules(rules)
        sizes = [len(rule.order) for rule in rules.rules]
        self._first = np.cumsum([0, *sizes])
        self._children = np.zeros(sum(sizes), np.int64)
        self.heads = np.zeros(len(sizes), np.int64)
        self.relations = RelationCount()
        self.sentences = self.all_heads = 0

    def add(self, trees: DependencyBatch) -> None:
        found, lifted = self._compiled.arrange(trees), trees.projective().trees.heads
        starts = np.repeat(trees.offsets[:-1], trees.lengths)
        parents = (starts + lifted)[lifted >= 0]
        rules = found.rules[parents]
        known = rules >= 0
        entries = self._first[rules[known]] + found.entries[lifted >= 0][known]
        self._children += np.bincount(entries, minlength=len(self._children))
        self.heads += np.bincount(found.rules[found.rules >= 0], minlength=len(self.heads))
        self.relations.add(trees)
        self.sentences += len(trees)
        self.all_heads += len(np.unique(parents))

    def children(self, rule: int, entry: int) -> int:
        return int(self._children[self._first[rule] + entry])


def _uses(rules: RuleSet, parses: Input, meter: Meter) -> _Uses:
    uses = _Uses(rules)
    for trees in parse_batches(parses, "checking", meter):
        uses.add(trees)
    return uses


def _warnings(rules: RuleSet, uses: _Uses | None) -> Iterator[RuleWarning]:
    if uses is not None and (problem := uses.relations.problem(rules)) is not None:
        yield RuleWarning("", 0, problem)
    never = {rule.name for rule in shadowed_rules(rules)}
    for number, rule in enumerate(rules.rules):
        found = [*unknown_relations(rule, rules.labels).values(), *_unknown_tags(rule)]
        if rule.name in never:
            found.append("the rule is never used: earlier rules take all its heads")
        elif uses is not None and uses.heads[number] == 0:
            found.append("no head in the parses matches the rule")
        for entry, label in shadowed_labels(rule):
            where = "" if entry.labels == (label,) else f"'{quoted(label)}' in "
            what = f"{where}the entry '{quoted(str(entry))}' is never used"
            found.append(f"{what}: earlier entries take all its children")
        if uses is not None:
            found += _unseen_labels(rule, uses.relations)
        for what in found:
            yield RuleWarning(rule.name, rule.line, what)


def _unknown_tags(rule: Rule) -> Iterator[str]:
    tests = [rule.head, *(entry.test for entry in rule.order)]
    for tag in dict.fromkeys(tag for test in tests for tag in test.upos):
        if tag not in UPOS:
            yield f"'{quoted(tag)}' is not a universal part of speech{nearest(tag, UPOS)}"


def _unseen_labels(rule: Rule, relations: RelationCount) -> list[str]:
    unseen = [quoted(label) for label in rule.relations if not relations.occurs(label)]
    return [f"not in parses: {listed(unseen, most=20)}"] if unseen else []
