"""Files of rules, in TOML, read with the line of everything that is wrong in them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from wordorder.errors import InputError, UsageError
from wordorder.output import visible
from wordorder.preordering.rules.entry_text import parse_entry, word_test
from wordorder.preordering.rules.rules import COLUMNS, SCHEMES, Entry, Rule, RuleSet, WordTest
from wordorder.preordering.rules.toml_lines import toml_lines
from wordorder.text import Place, quoted, read_blocks, shown_name

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from wordorder.preordering.rules.rules import Scheme
    from wordorder.preordering.rules.toml_lines import Path as Where
    from wordorder.text import Input

MOST_BYTES = 1 << 20  # far more than a file of rules needs

_AT_LINE = re.compile(r" \(at line (\d+), column \d+\)$")


def load_rules(path: Input) -> RuleSet:
    """Read a file of rules; see `RuleSet.load`."""
    file = visible(shown_name(path))
    text = b""
    for block in read_blocks(path):
        text += block.data
        if len(text) > MOST_BYTES:
            raise InputError(f"{file}: a file of rules has at most {MOST_BYTES:,} bytes")
    stem = Path(file).name.removesuffix(".gz").removesuffix(".toml")
    return parse_rules(text.decode(), stem or file, file)


def parse_rules(text: str, name: str, file: str) -> RuleSet:
    """Read the text of a file of rules; see `RuleSet.parse`."""
    return _RuleReader(text, name, file).rule_set()


class _RuleReader:
    def __init__(self, text: str, name: str, file: str) -> None:
        self._name = name
        self._file = file
        self._lines, many_dots = toml_lines(text)
        if many_dots:  # Python's parser would take very long
            raise Place(file, many_dots).error("the key has too many dots")
        self._document = self._parsed(text)

    def _parsed(self, text: str) -> dict[str, Any]:
        try:
            return tomllib.loads(text)
        except RecursionError:
            raise InputError(f"{self._file}: values are nested too deeply") from None
        except ValueError as error:
            told = visible(str(error))
            at = _AT_LINE.search(told)
            line = int(at[1]) if at else text.rstrip().count("\n") + 1
            what = f"this is not TOML: {_AT_LINE.sub('', told)}"
            raise Place(self._file, line).error(what) from error

    def _error(self, where: Where, what: str) -> InputError:
        """An error at the line of a value, or of what it is in."""
        while where and where not in self._lines:
            where = where[:-1]
        return Place(self._file, self._lines.get(where, 1)).error(what)

    def rule_set(self) -> RuleSet:
        self._refuse_unknown((), self._document, ("name", "labels", "rule"))
        name = self._text((), self._document, "name", self._name)
        labels = self._text((), self._document, "labels", "")
        if labels and labels not in SCHEMES:
            unknown = UsageError.unknown("scheme of labels", labels, SCHEMES)
            raise self._error(("labels",), str(unknown))
        if "rule" not in self._document:
            raise InputError(
                f"{self._file}: there are no rules; begin each with [[rule]], or use the set "
                "'none', which leaves all words where they are"
            )
        listed = self._document["rule"]
        if not isinstance(listed, list):
            raise self._error(("rule",), "rules are written as [[rule]], each with its own header")
        rules = tuple(self._rule(number, rule) for number, rule in enumerate(listed))
        self._refuse_equal_names(rules)
        try:
            return RuleSet(name, rules, cast("Scheme", labels) or None)
        except InputError as error:
            raise InputError(f"{self._file}: {error}") from error

    def _rule(self, number: int, rule: object) -> Rule:
        where = ("rule", number)
        if not isinstance(rule, dict):
            raise self._error(where, "a rule is a table that begins with [[rule]]")
        self._refuse_unknown(where, rule, ("name", "head", "order"))
        name = self._text(where, rule, "name", f"rule {number + 1}")
        if "order" not in rule:
            what = f'the rule \'{quoted(name)}\' has no order, such as order = ["*", "self"]'
            raise self._error(where, what)
        head, order = self._head(where, rule.get("head", {})), self._order(where, rule["order"])
        line = self._lines.get(where, 0)
        try:
            return Rule(head, order, name, line)
        except InputError as error:
            what = f"the rule '{quoted(name)}': {error}"
            raise self._error((*where, "order"), what) from error

    def _head(self, where: Where, head: object) -> WordTest:
        where = (*where, "head")
        if not isinstance(head, dict):
            raise self._error(where, 'head must be a table, such as head = { upos = "VERB" }')
        conditions = {name: self._values((*where, name), value) for name, value in head.items()}
        try:
            return word_test(conditions)
        except InputError as error:
            unknown = next((name for name in head if self._is_unknown(name)), "")
            raise self._error((*where, unknown), f"head: {error}") from error

    @staticmethod
    def _is_unknown(name: str) -> bool:
        return name not in COLUMNS and not name[:1].isupper()

    def _values(self, where: Where, value: object) -> tuple[str, ...]:
        values = value if isinstance(value, list) else [value]
        if not values or not all(isinstance(one, str) and one for one in values):
            name = quoted(str(where[-1]))
            raise self._error(
                where, f"{name} must be a text or a list of texts, not {_kind(value)}"
            )
        return tuple(values)

    def _order(self, where: Where, order: object) -> tuple[Entry, ...]:
        where = (*where, "order")
        if not isinstance(order, list):
            raise self._error(where, f"order must be a list of texts, not {_kind(order)}")
        entries = []
        for number, text in enumerate(order):
            if not isinstance(text, str):
                what = f'an entry must be a text, such as "nsubj", not {_kind(text)}'
                raise self._error((*where, number), what)
            try:
                entries.append(parse_entry(text))
            except InputError as error:
                raise self._error((*where, number), str(error)) from error
        return tuple(entries)

    def _refuse_equal_names(self, rules: Collection[Rule]) -> None:
        seen: dict[str, int] = {}
        for number, rule in enumerate(rules):
            if rule.name in seen:
                what = f"the rule in line {seen[rule.name]} is called '{quoted(rule.name)}', too"
                raise self._error(("rule", number, "name"), f"{what}; rename one")
            seen[rule.name] = rule.line

    def _text(self, where: Where, table: Mapping[str, Any], key: str, default: str) -> str:
        found = table.get(key, default)
        if not isinstance(found, str) or (key in table and not found.strip()):
            raise self._error((*where, key), f"{key} must be a text, not {_kind(found)}")
        return found

    def _refuse_unknown(
        self, where: Where, table: Mapping[str, Any], known: Collection[str]
    ) -> None:
        for key in table:
            if key not in known:
                told, names = str(UsageError.unknown("key", key, known)), ", ".join(known)
                every = "" if names in told else f" (keys: {names})"
                raise self._error((*where, key), told + every)


def _kind(value: object) -> str:
    if value in ("", []):
        return "empty"
    names = {bool: "true or false", int: "a number", float: "a number", str: "a text"}
    names |= {list: "a list", dict: "a table"}
    return names.get(type(value), "a date")
