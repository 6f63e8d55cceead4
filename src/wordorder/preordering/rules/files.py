"""Files of rules, in TOML, read with the line of everything that is wrong in them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

from wordorder.errors import InputError, UsageError
from wordorder.preordering.rules.entry_text import parse_entry, word_test
from wordorder.preordering.rules.rules import COLUMNS, SCHEMES, Entry, Rule, RuleSet, WordTest
from wordorder.text import TomlFile, kind_of, quoted

if TYPE_CHECKING:
    from collections.abc import Collection

    from wordorder.preordering.rules.rules import Scheme
    from wordorder.text import Input
    from wordorder.text.toml_lines import Path as Where


def load_rules(path: Input) -> RuleSet:
    """Read a file of rules; see `RuleSet.load`."""
    file = TomlFile.read(path, "a file of rules")
    stem = Path(file.name).name.removesuffix(".gz").removesuffix(".toml")
    return _RuleReader(file, stem or file.name).rule_set()


def parse_rules(text: str, name: str, file: str) -> RuleSet:
    """Read the text of a file of rules; see `RuleSet.parse`."""
    return _RuleReader(TomlFile(text, file), name).rule_set()


class _RuleReader:
    def __init__(self, file: TomlFile, name: str) -> None:
        self._toml = file
        self._name = name

    def rule_set(self) -> RuleSet:
        self._toml.refuse_unknown((), self._toml.document, ("name", "labels", "rule"))
        name = self._toml.text((), self._toml.document, "name", self._name)
        labels = self._toml.text((), self._toml.document, "labels", "")
        if labels and labels not in SCHEMES:
            unknown = UsageError.unknown("scheme of labels", labels, SCHEMES)
            raise self._toml.error(("labels",), str(unknown))
        if "rule" not in self._toml.document:
            raise InputError(
                f"{self._toml.name}: there are no rules; begin each with [[rule]], or use the set "
                "'none', which leaves all words where they are"
            )
        listed = self._toml.document["rule"]
        if not isinstance(listed, list):
            raise self._toml.error(
                ("rule",), "rules are written as [[rule]], each with its own header"
            )
        rules = tuple(self._rule(number, rule) for number, rule in enumerate(listed))
        self._refuse_equal_names(rules)
        try:
            return RuleSet(name, rules, cast("Scheme", labels) or None)
        except InputError as error:
            raise InputError(f"{self._toml.name}: {error}") from error

    def _rule(self, number: int, rule: object) -> Rule:
        where = ("rule", number)
        if not isinstance(rule, dict):
            raise self._toml.error(where, "a rule is a table that begins with [[rule]]")
        self._toml.refuse_unknown(where, rule, ("name", "head", "order"))
        name = self._toml.text(where, rule, "name", f"rule {number + 1}")
        if "order" not in rule:
            what = f'the rule \'{quoted(name)}\' has no order, such as order = ["*", "self"]'
            raise self._toml.error(where, what)
        head, order = self._head(where, rule.get("head", {})), self._order(where, rule["order"])
        line = self._toml.lines.get(where, 0)
        try:
            return Rule(head, order, name, line)
        except InputError as error:
            what = f"the rule '{quoted(name)}': {error}"
            raise self._toml.error((*where, "order"), what) from error

    def _head(self, where: Where, head: object) -> WordTest:
        where = (*where, "head")
        if not isinstance(head, dict):
            raise self._toml.error(where, 'head must be a table, such as head = { upos = "VERB" }')
        conditions = {name: self._values((*where, name), value) for name, value in head.items()}
        try:
            return word_test(conditions)
        except InputError as error:
            unknown = next((name for name in head if self._is_unknown(name)), "")
            raise self._toml.error((*where, unknown), f"head: {error}") from error

    @staticmethod
    def _is_unknown(name: str) -> bool:
        return name not in COLUMNS and not name[:1].isupper()

    def _values(self, where: Where, value: object) -> tuple[str, ...]:
        values = value if isinstance(value, list) else [value]
        if not values or not all(isinstance(one, str) and one for one in values):
            name = quoted(str(where[-1]))
            raise self._toml.error(
                where, f"{name} must be a text or a list of texts, not {kind_of(value)}"
            )
        return tuple(values)

    def _order(self, where: Where, order: object) -> tuple[Entry, ...]:
        where = (*where, "order")
        if not isinstance(order, list):
            raise self._toml.error(where, f"order must be a list of texts, not {kind_of(order)}")
        entries = []
        for number, text in enumerate(order):
            if not isinstance(text, str):
                what = f'an entry must be a text, such as "nsubj", not {kind_of(text)}'
                raise self._toml.error((*where, number), what)
            try:
                entries.append(parse_entry(text))
            except InputError as error:
                raise self._toml.error((*where, number), str(error)) from error
        return tuple(entries)

    def _refuse_equal_names(self, rules: Collection[Rule]) -> None:
        seen: dict[str, int] = {}
        for number, rule in enumerate(rules):
            if rule.name in seen:
                what = f"the rule in line {seen[rule.name]} is called '{quoted(rule.name)}', too"
                raise self._toml.error(("rule", number, "name"), f"{what}; rename one")
            seen[rule.name] = rule.line
