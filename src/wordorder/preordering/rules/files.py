"""Rules as text: the built-in sets, files of rules in TOML, and the entries in them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from importlib import resources
from pathlib import Path
from typing import cast

from wordorder.errors import InputError, UsageError
from wordorder.output.console import visible
from wordorder.preordering.rules.rules import (
    COLUMNS,
    MANNERS,
    SCHEMES,
    Entry,
    HeadSide,
    Manner,
    Rule,
    RuleSet,
    Scheme,
    WordTest,
)
from wordorder.text.source import Input, quoted
from wordorder.text.toml_files import Path as Where, TomlFile, kind_of

RULE_SETS = {
    "none": "the order of the source",
    "reverse": "its mirror",
    "head-final-before": "heads last; children before the head reversed, then those after it",
    "head-final-after": "heads last; children before the head, then those after it reversed",
    "sov": "English to verb-final languages, for Universal Dependencies",
    "sov-stanford": "the same for Stanford dependencies, which spaCy's English models write",
}
"""The built-in sets, by name, and their orders."""

_WIDTH = 100  # of a line with all entries of a rule
_PLAIN = r"[^\s'\[\]|,=<>]+"
_TOKEN = re.compile(rf"\s*(?:({_PLAIN})|'((?:[^']|'')*)'|([\[\]|,=<>]))\s*")
_SIDES: dict[str, HeadSide] = {"<": "before", ">": "after"}
_FORM = "expected [normal|reverse|fixed] LABEL|LABEL [NAME=VALUE|VALUE, …] and then < or >"


def rule_set(name_or_path: Input | RuleSet) -> RuleSet:
    """Return a built-in set of rules by its name, or read one from a file.

    Args:
        name_or_path: One of the names in `RULE_SETS`, or a file; a set of rules is returned as is.

    Raises:
        InputError: The file cannot be read, or is not a file of rules.

    Examples:
        >>> [str(entry) for entry in rule_set("reverse").rules[0].order]
        ['reverse *>', 'self', 'reverse *<']
    """
    if isinstance(name_or_path, RuleSet):
        return name_or_path
    if isinstance(name_or_path, str) and name_or_path in RULE_SETS:
        return RuleSet.parse(rule_set_text(name_or_path), name_or_path)
    if isinstance(name_or_path, str) and name_or_path != "-" and not Path(name_or_path).exists():
        raise InputError(
            f"there is no file of rules '{quoted(name_or_path)}'; built-in sets are "
            f"{', '.join(RULE_SETS)}"
        )
    return RuleSet.load(name_or_path)


def rule_set_text(name: str) -> str:
    """Return the file of a built-in set, with its comments.

    Raises:
        UsageError: There is no such set.

    Examples:
        >>> print(rule_set_text("none"))
        # The order of the source, whatever the tree.
        <BLANKLINE>
        name = "none"
        <BLANKLINE>
        [[rule]]
        name = "all"
        order = ["*<", "self", "*>"]
        <BLANKLINE>
    """
    if name not in RULE_SETS:
        raise UsageError.unknown("rule set", name, RULE_SETS)
    folder = resources.files("wordorder.preordering.rules") / "rulesets"
    return (folder / f"{name}.toml").read_text(encoding="utf-8")


class RuleReader:
    """Reads a file of rules; errors name the line of the mistake.

    Args:
        file: The file.
        name: The name of the set if the file has none.
    """

    def __init__(self, file: TomlFile, name: str) -> None:
        self._toml = file
        self._name = name

    def rule_set(self) -> RuleSet:
        """Read the whole set.

        Raises:
            InputError: The file has other content than rules.
        """
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
        lines: dict[str, int] = {}
        for number, rule in enumerate(rules):
            if rule.name in lines:
                clash = f"the rule in line {lines[rule.name]} is also called '{quoted(rule.name)}'"
                raise self._toml.error(("rule", number, "name"), f"{clash}; rename one")
            lines[rule.name] = rule.line
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
            problem = f'the rule \'{quoted(name)}\' has no order, such as order = ["*", "self"]'
            raise self._toml.error(where, problem)
        head, order = self._head(where, rule.get("head", {})), self._order(where, rule["order"])
        line = self._toml.lines.get(where, 0)
        try:
            return Rule(head, order, name, line)
        except InputError as error:
            problem = f"the rule '{quoted(name)}': {error}"
            raise self._toml.error((*where, "order"), problem) from error

    def _head(self, where: Where, head: object) -> WordTest:
        where = (*where, "head")
        if not isinstance(head, dict):
            raise self._toml.error(where, 'head must be a table, such as head = { upos = "VERB" }')
        conditions = {name: self._values((*where, name), value) for name, value in head.items()}
        try:
            return word_test(conditions)
        except InputError as error:
            unknown = (name for name in head if name not in COLUMNS and not name[:1].isupper())
            raise self._toml.error((*where, next(unknown, "")), f"head: {error}") from error

    def _values(self, where: Where, value: object) -> tuple[str, ...]:
        values = value if isinstance(value, list) else [value]
        if not values or not all(isinstance(text, str) and text for text in values):
            name = quoted(str(where[-1]))
            raise self._toml.error(
                where, f"{name} must be a string or a list of strings, not {kind_of(value)}"
            )
        return tuple(values)

    def _order(self, where: Where, order: object) -> tuple[Entry, ...]:
        where = (*where, "order")
        if not isinstance(order, list):
            raise self._toml.error(where, f"order must be a list of strings, not {kind_of(order)}")
        entries = []
        for number, text in enumerate(order):
            if not isinstance(text, str):
                problem = f'an entry must be a string, such as "nsubj", not {kind_of(text)}'
                raise self._toml.error((*where, number), problem)
            try:
                entries.append(Entry.parse(text))
            except InputError as error:
                raise self._toml.error((*where, number), str(error)) from error
        return tuple(entries)


def rules_text(rules: RuleSet) -> str:
    """Write a set of rules; see `RuleSet.to_toml`."""
    lines = [*_commented(rules.comment), f"name = {_text(rules.name)}"]
    if rules.labels is not None:
        lines.append(f"labels = {_text(rules.labels)}")
    if not rules.rules:
        lines.append("rule = []")
    for rule in rules.rules:
        lines += ["", *_rule_lines(rule)]
    return "".join(f"{line}\n" for line in lines)


def _rule_lines(rule: Rule) -> Iterator[str]:
    yield from _commented(rule.comment)
    yield "[[rule]]"
    yield f"name = {_text(rule.name)}"
    if rule.head.conditions:
        yield f"head = {{ {', '.join(_conditions(rule.head))} }}"
    entries = [_text(str(entry)) for entry in rule.order]
    line = f"order = [{', '.join(entries)}]"
    if len(line) <= _WIDTH:
        yield line
    else:
        yield from ("order = [", *(f"    {entry}," for entry in entries), "]")


def _conditions(test: WordTest) -> Iterator[str]:
    for name, allowed in test.conditions.items():
        key = name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _text(name)
        values = ", ".join(map(_text, allowed))
        yield f"{key} = {values if len(allowed) == 1 else f'[{values}]'}"


def _text(text: str) -> str:
    # JSON and TOML quote alike, except for this control character.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _commented(comment: str) -> list[str]:
    # Escape control characters, which TOML refuses, and surrogates, which no file can hold.
    lines = comment.encode("utf-8", "backslashreplace").decode().splitlines()
    return [f"# {visible(line)}".rstrip() for line in lines]


class EntryParser:
    """Reads an entry: labels with an optional manner, tests in brackets and side.

    It goes over the tokens, texts and marks, from left to right. Texts with spaces or marks in them
    stand in single quotes; a quote in them is doubled.

    Raises:
        InputError: The text is not an entry.

    Examples:
        >>> entry = EntryParser("reverse advmod|obl[lemma=not|never, Case='A=B']<").parse()
        >>> entry.labels, entry.side, entry.manner, entry.test.lemma
        (('advmod', 'obl'), 'before', 'reverse', ('not', 'never'))
        >>> entry_text(entry)
        "reverse advmod|obl[lemma=not|never, Case='A=B']<"
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens: list[tuple[str, bool]] = []  # and whether it is a mark
        at = 0
        while at < len(text):
            token = _TOKEN.match(text, at)
            if token is None:
                raise self._error(f"a quote is not closed; {_FORM}")
            plain, inside, mark = token.groups()
            self._tokens.append((mark or plain or (inside or "").replace("''", "'"), bool(mark)))
            at = token.end()
        self._at = 0

    def parse(self) -> Entry:
        """Read the whole entry.

        Raises:
            InputError: The text is not an entry.
        """
        manner, labels = self._manner(), self._texts()
        test = word_test(self._tests()) if self._take("[") else WordTest()
        side = next((side for mark, side in _SIDES.items() if self._take(mark)), None)
        if self._at < len(self._tokens):
            raise self._error(f"'{quoted(self._tokens[self._at][0])}' is out of place; {_FORM}")
        return Entry(labels, side, test, manner)

    def _manner(self) -> Manner:
        """Read a manner: a text before another text, since `fixed` alone is a relation."""
        if [is_mark for _, is_mark in self._tokens[:2]] != [False, False]:
            return "normal"
        name = self._next()
        for manner in MANNERS:
            if name == manner:
                return manner
        raise self._error(str(UsageError.unknown("manner", name, MANNERS)))

    def _tests(self) -> dict[str, tuple[str, ...]]:
        tests: dict[str, tuple[str, ...]] = {}
        while True:
            name = self._next()
            if self._take("["):  # a feature of several layers: Number[psor]
                name += f"[{self._next()}]"
                self._expect("]")
            self._expect("=")
            if name in tests:
                raise self._error(f"there are two conditions on {quoted(name)}")
            tests[name] = self._texts()
            if not self._take(","):
                self._expect("]")
                return tests

    def _texts(self) -> tuple[str, ...]:
        texts = [self._next()]
        while self._take("|"):
            texts.append(self._next())
        return tuple(texts)

    def _next(self) -> str:
        if self._at < len(self._tokens) and not self._tokens[self._at][1]:
            self._at += 1
            return self._tokens[self._at - 1][0]
        raise self._error(f"{self._fault_here()}; {_FORM}")

    def _take(self, mark: str) -> bool:
        taken = self._tokens[self._at : self._at + 1] == [(mark, True)]
        self._at += taken
        return taken

    def _expect(self, mark: str) -> None:
        if not self._take(mark):
            raise self._error(f"'{mark}' is missing: {self._fault_here()}; {_FORM}")

    def _fault_here(self) -> str:
        if self._at < len(self._tokens):
            return f"'{quoted(self._tokens[self._at][0])}' is out of place"
        return "it ends too early"

    def _error(self, problem: str) -> InputError:
        return InputError(f"entry '{quoted(self._text)}': {problem}")


def word_test(conditions: Mapping[str, tuple[str, ...]]) -> WordTest:
    """Make a test of the values allowed in columns or for features.

    Raises:
        InputError: A name is neither that of a column nor that of a feature.
    """
    columns = {name: values for name, values in conditions.items() if name in COLUMNS}
    features = tuple(pair for pair in conditions.items() if pair[0] not in COLUMNS)
    return WordTest(**columns, features=features)


def entry_text(entry: Entry) -> str:
    """Write an entry as `EntryParser` reads it."""
    manner = "" if entry.manner == "normal" else f"{entry.manner} "
    tests = ", ".join(f"{name}={_joined(values)}" for name, values in entry.test.conditions.items())
    side = next((mark for mark, side in _SIDES.items() if side == entry.side), "")
    return f"{manner}{_joined(entry.labels)}{f'[{tests}]' if tests else ''}{side}"


def _joined(texts: tuple[str, ...]) -> str:
    return "|".join(
        text if re.fullmatch(_PLAIN, text) else "'" + text.replace("'", "''") + "'"
        for text in texts
    )
