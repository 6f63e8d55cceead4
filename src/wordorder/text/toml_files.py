"""Hand-written TOML files, read with line numbers for errors.

Python's parser gives no line numbers of keys and values; `toml_lines` finds them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple, TypeAlias

from wordorder.errors import InputError, UsageError
from wordorder.output.console import visible
from wordorder.text.reader import read_blocks
from wordorder.text.source import Input, Place, shown_name

Path: TypeAlias = tuple[str | int, ...]
"""Keys and indices that lead to a value, such as `("rule", 0, "order", 2)`."""

MOST_BYTES = 1 << 20  # far more than a hand-written file needs

_AT_LINE = re.compile(r" \(at line (\d+), column \d+\)$")

# Unclosed texts end with the line or the file, so that no text is scanned twice.
_TOKEN = re.compile(
    r'''(?P<text>"""(?:[^"\\]|\\.|"(?!""))*(?:"{3,5}|\Z)|\'\'\'(?:[^']|'(?!''))*(?:'{3,5}|\Z)'''
    r"""|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')"""
    r"""|(?P<comment>\#[^\n]*)|(?P<mark>[\[\]{}=,\n])|(?P<bare>[^\s\[\]{}=,.#"']+)|\s|.""",
    re.DOTALL,
)

_OF_ARRAY = 2  # opening brackets of the header of an array of tables
_DEEPEST = 16  # longer paths are not noted: no valid file has them


class TomlFile:
    r"""The content of a TOML file, with line numbers.

    Args:
        text: The text of the file.
        name: The name of the file, for errors.

    Attributes:
        name: The name of the file, for errors.
        document: The content.
        lines: The line of every key and every member of an array.

    Raises:
        InputError: The text is not TOML.

    Examples:
        >>> raise TomlFile("a = 1\nb = 'x'", "my.toml").error(("b",), "b must be a number")
        Traceback (most recent call last):
        wordorder.errors.InputError: my.toml:2: b must be a number
    """

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        self.lines, many_dots = toml_lines(text)
        if many_dots:  # Python's parser would take very long
            raise Place(name, many_dots).error("the key has too many dots")
        self.document = self._parsed(text)

    @classmethod
    def read(cls, source: Input, kind: str) -> TomlFile:
        """Read a file.

        Args:
            source: The file.
            kind: A description for errors, such as "a file of rules".

        Raises:
            InputError: The file cannot be read, is too long, or is not TOML.
        """
        name = visible(shown_name(source))
        text = b""
        for block in read_blocks(source):
            text += block.data
            if len(text) > MOST_BYTES:
                raise InputError(f"{name}: {kind} may have at most {MOST_BYTES:,} bytes")
        return cls(text.decode(), name)

    def _parsed(self, text: str) -> dict[str, Any]:
        import tomllib

        try:
            return tomllib.loads(text)
        except RecursionError:
            raise InputError(f"{self.name}: values are nested too deeply") from None
        except ValueError as error:
            problem = visible(str(error))
            at = _AT_LINE.search(problem)
            line = int(at[1]) if at else text.rstrip().count("\n") + 1
            reason = _AT_LINE.sub("", problem)
            raise Place(self.name, line).error(f"not TOML: {reason}") from error

    def error(self, where: Path, problem: str) -> InputError:
        """Make an error at the line of a value, or of the array or table around it."""
        while where and where not in self.lines:
            where = where[:-1]
        return Place(self.name, self.lines.get(where, 1)).error(problem)

    def text(self, where: Path, table: Mapping[str, Any], key: str, default: str) -> str:
        """Return a text from a table; if present, it must not be empty.

        Raises:
            InputError: The value is empty or not a text.
        """
        value = table.get(key, default)
        if not isinstance(value, str) or (key in table and not value.strip()):
            raise self.error((*where, key), f"{key} must be a string, not {kind_of(value)}")
        return value

    def refuse_unknown(
        self, where: Path, table: Mapping[str, Any], known: Collection[str], kind: str = "key"
    ) -> None:
        """Reject unknown keys in a table.

        Raises:
            InputError: A key is unknown.
        """
        for key in table:
            if key not in known:
                problem, names = str(UsageError.unknown(kind, key, known)), ", ".join(known)
                all_names = "" if names in problem else f" ({kind}s: {names})"
                raise self.error((*where, key), problem + all_names)


def kind_of(value: object) -> str:
    """Describe a TOML value, for errors.

    Examples:
        >>> kind_of(1.5), kind_of([])
        ('a number', 'empty')
    """
    if value in ("", []):
        return "empty"
    names = {bool: "true or false", int: "a number", float: "a number", str: "a string"}
    names |= {list: "a list", dict: "a table"}
    return names.get(type(value), "a date")


class TomlLines(NamedTuple):
    """Line numbers in a TOML text.

    Attributes:
        lines: The line, from 1, of every key and every member of an array.
        many_dots: The line of the first key with too many dots; 0 if there is none.
    """

    lines: dict[Path, int]
    many_dots: int


def toml_lines(text: str) -> TomlLines:
    r"""Find the lines of keys and values, in linear time.

    Args:
        text: Valid TOML; the lines of other texts may be wrong.

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
        self._tables: dict[Path, int] = {}  # the index of the last table of each array
        # Open arrays and inline tables: their paths, and the next index of an array.
        self._open: list[tuple[Path, int | None]] = []
        self._start_key()
        self._header = 0  # opening brackets of the current header
        self._in_value = False
        for match in _TOKEN.finditer(text + "\n"):
            self._take(match)
            self._line += match[0].count("\n")

    def _take(self, match: re.Match[str]) -> None:
        token = match[0]
        if match["comment"] is not None or (token.isspace() and token != "\n"):
            return
        if token == ".":
            self._dots += not self._in_value
            if self._dots > _DEEPEST:
                self.many_dots = self.many_dots or self._line
        elif match["mark"] is None:
            self._take_text(token)
        elif self._header:
            self._take_header(token)
        elif token == "[" and not self._open and not self._in_value:
            self._header = 1
            self._start_key()
        elif token == "=":
            self._in_value = True
            self._note_key()
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
        """Start the key of a statement or of a member of an inline table."""
        self._key: list[str] = []
        self._dots = 0

    def _take_text(self, token: str) -> None:
        if self._in_value:
            self._note_member()
        else:
            self._key = [*self._key[: _DEEPEST - 1], token[1:-1] if token[0] in "\"'" else token]

    def _take_header(self, token: str) -> None:
        """Take a token of the header `[table]` or `[[array of tables]]`."""
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

    def _note_key(self) -> None:
        path = self._open[-1][0] if self._open else self._table
        for part in self._key:
            path = (*path, part)
            self.lines.setdefault(path, self._line)

    def _value(self) -> Path:
        """Return the path of the next value."""
        path, index = self._open[-1] if self._open else (self._table, None)
        return (*path, *(self._key if index is None else [index]))[:_DEEPEST]

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
