"""Entries of a rule as text, such as `advmod[Polarity=Neg]>`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from wordorder.errors import InputError, UsageError
from wordorder.preordering.rules.rules import COLUMNS, MANNERS, Entry, WordTest
from wordorder.text import quoted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wordorder.preordering.rules.rules import Manner, Side

_PLAIN = r"[^\s'\[\]|,=<>]+"
_TOKEN = re.compile(rf"\s*(?:({_PLAIN})|'((?:[^']|'')*)'|([\[\]|,=<>]))\s*")
_SIDES: dict[str, Side] = {"<": "before", ">": "after"}
_FORM = "expected [normal|reverse|fixed] LABEL|LABEL [NAME=VALUE|VALUE, …] and then < or >"


def parse_entry(text: str) -> Entry:
    """Read an entry: labels and, if wanted, a manner, tests in brackets and a side.

    Texts with spaces or marks in them stand in single quotes; a quote in them is doubled.

    Raises:
        InputError: The text is not an entry.

    Examples:
        >>> entry = parse_entry("reverse advmod|obl[lemma=not|never, Case='A=B']<")
        >>> entry.labels, entry.side, entry.manner, entry.test.lemma
        (('advmod', 'obl'), 'before', 'reverse', ('not', 'never'))
        >>> entry_text(entry)
        "reverse advmod|obl[lemma=not|never, Case='A=B']<"
    """
    return _EntryParser(text).parse()


class _EntryParser:
    """Reads tokens from left to right; each is a text, or a mark."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens: list[tuple[str, bool]] = []  # and whether it is a mark
        at = 0
        while at < len(text):
            found = _TOKEN.match(text, at)
            if found is None:
                raise self._error(f"a quote is not closed; {_FORM}")
            plain, inside, mark = found.groups()
            self._tokens.append((mark or plain or (inside or "").replace("''", "'"), bool(mark)))
            at = found.end()
        self._at = 0

    def parse(self) -> Entry:
        manner = self._manner()
        labels = self._texts()
        test = WordTest()
        if self._take("["):
            test = word_test(self._tests())
        side = next((side for mark, side in _SIDES.items() if self._take(mark)), None)
        if self._at < len(self._tokens):
            raise self._error(f"'{quoted(self._tokens[self._at][0])}' is out of place; {_FORM}")
        return Entry(labels, side, test, manner)

    def _manner(self) -> Manner:
        """A first text is a manner if another one follows: `fixed` is also a relation."""
        marks = [is_mark for _, is_mark in self._tokens[:2]]
        if marks != [False, False]:
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
        found = [self._next()]
        while self._take("|"):
            found.append(self._next())
        return tuple(found)

    def _next(self) -> str:
        if self._at < len(self._tokens) and not self._tokens[self._at][1]:
            self._at += 1
            return self._tokens[self._at - 1][0]
        raise self._error(f"{self._found()}; {_FORM}")

    def _take(self, mark: str) -> bool:
        taken = self._tokens[self._at : self._at + 1] == [(mark, True)]
        self._at += taken
        return taken

    def _expect(self, mark: str) -> None:
        if not self._take(mark):
            raise self._error(f"'{mark}' is missing: {self._found()}; {_FORM}")

    def _found(self) -> str:
        if self._at < len(self._tokens):
            return f"'{quoted(self._tokens[self._at][0])}' is out of place"
        return "it ends too early"

    def _error(self, what: str) -> InputError:
        return InputError(f"entry '{quoted(self._text)}': {what}")


def word_test(conditions: Mapping[str, tuple[str, ...]]) -> WordTest:
    """Make a test of the values allowed in columns or for features.

    Raises:
        InputError: There is no such column, and this is not the name of a feature.
    """
    columns = {name: values for name, values in conditions.items() if name in COLUMNS}
    features = tuple(pair for pair in conditions.items() if pair[0] not in COLUMNS)
    return WordTest(**columns, features=features)


def entry_text(entry: Entry) -> str:
    """Write an entry as `parse_entry` reads it."""
    manner = "" if entry.manner == "normal" else f"{entry.manner} "
    tests = ", ".join(f"{name}={_joined(values)}" for name, values in entry.test.conditions.items())
    side = next((mark for mark, side in _SIDES.items() if side == entry.side), "")
    return f"{manner}{_joined(entry.labels)}{f'[{tests}]' if tests else ''}{side}"


def _joined(texts: tuple[str, ...]) -> str:
    return "|".join(
        text if re.fullmatch(_PLAIN, text) else "'" + text.replace("'", "''") + "'"
        for text in texts
    )
