"""Rules and entries that can never be reached, because earlier ones take all that they are for."""

from __future__ import annotations

from itertools import islice, product
from math import prod
from typing import TYPE_CHECKING

from wordorder.preordering.rules.label_schemes import base_label
from wordorder.preordering.rules.rules import SELF

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from wordorder.preordering.rules.rules import Entry, Rule, RuleSet, WordTest

    Conditions = Mapping[str, Sequence[str]]

_MOST_CASES = 64  # of a test; one with more is looked at as a whole


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
            if all(one.cover(case) for one in tests for case in cases):
                yield entry, label
            for one in tests:
                one.add(entry.test.conditions)


class _Tests:
    """Tests, found by a value that they allow, so that very many take no time."""

    def __init__(self) -> None:
        self._by_value: dict[tuple[str, str], list[Conditions]] = {}
        self._one_holds_always = False

    def add(self, test: Conditions) -> None:
        for name, values in islice(test.items(), 1):
            for value in values:
                self._by_value.setdefault((name, value), []).append(test)
        self._one_holds_always |= not test

    def cover(self, case: Conditions) -> bool:
        """Whether one of the tests holds for each word of the case."""
        values = [(name, allowed[0]) for name, allowed in case.items()]
        values += [(name, base_label(value)) for name, value in values if name == "deprel"]
        return self._one_holds_always or any(
            _covers(test, case) for value in values for test in self._by_value.get(value, ())
        )


def _cases(test: WordTest) -> list[Conditions]:
    """The test divided into cases with one value of each column."""
    conditions = test.conditions
    if prod(map(len, conditions.values())) > _MOST_CASES:
        return [conditions]
    return [
        {name: (value,) for name, value in zip(conditions, values, strict=True)}
        for values in product(*conditions.values())
    ]


def _covers(test: Conditions, case: Conditions) -> bool:
    """Whether each word of the case passes the test."""
    return all(
        name in case and all(_is_among(value, allowed, name) for value in case[name])
        for name, allowed in test.items()
    )


def _is_among(value: str, allowed: Sequence[str], name: str) -> bool:
    return value in allowed or (name == "deprel" and base_label(value) in allowed)
