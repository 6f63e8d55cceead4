"""The lines of keys and values in TOML, which the parser of Python does not tell."""

from __future__ import annotations

import re
from typing import NamedTuple, TypeAlias

Path: TypeAlias = tuple[str | int, ...]
"""Keys and indices that lead to a value, such as `("rule", 0, "order", 2)`."""

# Texts that are not closed end with the line or the file, so that none is looked through twice.
_TOKEN = re.compile(
    r'''(?P<text>"""(?:[^"\\]|\\.|"(?!""))*(?:"{3,5}|\Z)|\'\'\'(?:[^']|'(?!''))*(?:'{3,5}|\Z)'''
    r"""|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')"""
    r"""|(?P<comment>\#[^\n]*)|(?P<mark>[\[\]{}=,\n])|(?P<bare>[^\s\[\]{}=,.#"']+)|\s|.""",
    re.DOTALL,
)

_OF_ARRAY = 2  # brackets of a header
_DEEPEST = 16  # longer paths are not noted: no file of ours has them


class TomlLines(NamedTuple):
    """Where things are in a text.

    Attributes:
        lines: The line, from 1, of every key and every member of an array.
        many_dots: The line of the first key with more dots than any has that we know of; 0 if none.
    """

    lines: dict[Path, int]
    many_dots: int


def toml_lines(text: str) -> TomlLines:
    r"""Find the lines of keys and values, in linear time.

    Args:
        text: TOML without errors; other texts give some lines.

    Examples:
        >>> lines, _ = toml_lines('[[rule]]\norder = ["a",\n  "b"]\nhead.upos = "X"\n[[rule]]\n')
        >>> lines["rule", 0, "order", 1], lines["rule", 0, "head", "upos"], lines["rule", 1]
        (3, 4, 5)
    """
    scanner = _Scanner(text)
    return TomlLines(scanner.lines, scanner.many_dots)


class _Scanner:
    def __init__(self, text: str) -> None:
        self.lines: dict[Path, int] = {}
        self.many_dots = 0
        self._line = 1
        self._table: Path = ()
        self._tables: dict[Path, int] = {}  # how often each array of tables has been continued
        # Open arrays and inline tables: where they are, and the next index of an array.
        self._open: list[tuple[Path, int | None]] = []
        self._start_key()
        self._header = 0  # brackets of a header
        self._in_value = False
        for found in _TOKEN.finditer(text + "\n"):
            self._take(found)
            self._line += found[0].count("\n")

    def _take(self, found: re.Match[str]) -> None:
        token = found[0]
        if found["comment"] is not None or (token.isspace() and token != "\n"):
            return
        if token == ".":
            self._dots += not self._in_value
            if self._dots > _DEEPEST:
                self.many_dots = self.many_dots or self._line
        elif found["mark"] is None:
            self._take_text(token)
        elif self._header:
            self._take_header(token)
        elif token == "[" and not self._open and not self._in_value:
            self._header = 1
            self._start_key()
        elif token == "=":
            self._in_value = True
            self._note(self._path(), self._key)
        elif token in "[{":
            self._enter(token)
        elif token in "]}":
            self._leave()
        elif token == ",":
            self._next_member()
        elif token == "\n" and not self._open:
            self._in_value = False
            self._start_key()

    def _start_key(self) -> None:
        """Of a statement or a member of an inline table."""
        self._key: list[str] = []
        self._dots = 0

    def _take_text(self, token: str) -> None:
        if self._in_value:
            self._note_member()
        else:
            self._key = [*self._key[: _DEEPEST - 1], _unquoted(token)]

    def _take_header(self, token: str) -> None:
        """Of `[table]` or `[[array of tables]]`."""
        if token == "[":
            self._header = _OF_ARRAY
        elif token == "\n":
            table: Path = ()
            for number, part in enumerate(self._key, 1):
                table = (*table, part)
                if self._header == _OF_ARRAY and number == len(self._key):
                    self._tables[table] = self._tables.get(table, -1) + 1
                if table in self._tables:
                    table = (*table, self._tables[table])
            self._table = table
            self.lines.setdefault(table, self._line)
            self._header = 0
            self._start_key()

    def _path(self) -> Path:
        if not self._open:
            return self._table
        return self._open[-1][0]

    def _note(self, path: Path, key: list[str]) -> None:
        for part in key:
            path = (*path, part)
            self.lines.setdefault(path, self._line)

    def _value(self) -> Path:
        """Where the next value is."""
        path, index = self._open[-1] if self._open else (self._table, None)
        found = (*path, *self._key) if index is None else (*path, index)
        return found[:_DEEPEST]

    def _note_member(self) -> None:
        self.lines.setdefault(self._value(), self._line)

    def _enter(self, bracket: str) -> None:
        self._note_member()
        self._open.append((self._value(), 0 if bracket == "[" else None))
        self._in_value = bracket == "["
        self._start_key()

    def _leave(self) -> None:
        if self._open:
            self._open.pop()
        self._in_value = True

    def _next_member(self) -> None:
        if self._open:
            path, index = self._open[-1]
            self._open[-1] = path, None if index is None else index + 1
            self._in_value = index is not None
            self._start_key()


def _unquoted(key: str) -> str:
    return key[1:-1] if key[0] in "\"'" else key
