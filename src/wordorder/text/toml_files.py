"""Files in TOML that people write, read with the line of everything that is wrong in them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from wordorder.errors import InputError, UsageError
from wordorder.output import visible
from wordorder.text.places import Place
from wordorder.text.reader import read_blocks
from wordorder.text.source import shown_name
from wordorder.text.toml_lines import toml_lines

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from wordorder.text.source import Input
    from wordorder.text.toml_lines import Path as Where

MOST_BYTES = 1 << 20  # far more than a file that people write needs

_AT_LINE = re.compile(r" \(at line (\d+), column \d+\)$")


class TomlFile:
    r"""A document in TOML, and where things are in it.

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
            kind: What it is, such as "a file of rules", for errors.

        Raises:
            InputError: It cannot be read, is too long, or is not TOML.
        """
        name = visible(shown_name(source))
        text = b""
        for block in read_blocks(source):
            text += block.data
            if len(text) > MOST_BYTES:
                raise InputError(f"{name}: {kind} has at most {MOST_BYTES:,} bytes")
        return cls(text.decode(), name)

    def _parsed(self, text: str) -> dict[str, Any]:
        import tomllib

        try:
            return tomllib.loads(text)
        except RecursionError:
            raise InputError(f"{self.name}: values are nested too deeply") from None
        except ValueError as error:
            told = visible(str(error))
            at = _AT_LINE.search(told)
            line = int(at[1]) if at else text.rstrip().count("\n") + 1
            what = f"this is not TOML: {_AT_LINE.sub('', told)}"
            raise Place(self.name, line).error(what) from error

    def error(self, where: Where, what: str) -> InputError:
        """An error at the line of a value, or of what it is in."""
        while where and where not in self.lines:
            where = where[:-1]
        return Place(self.name, self.lines.get(where, 1)).error(what)

    def text(self, where: Where, table: Mapping[str, Any], key: str, default: str) -> str:
        """A text in a table, not empty if it is there.

        Raises:
            InputError: It is something else.
        """
        found = table.get(key, default)
        if not isinstance(found, str) or (key in table and not found.strip()):
            raise self.error((*where, key), f"{key} must be a text, not {kind_of(found)}")
        return found

    def refuse_unknown(
        self, where: Where, table: Mapping[str, Any], known: Collection[str], kind: str = "key"
    ) -> None:
        """Refuse other keys in a table than the known ones.

        Raises:
            InputError: There is one.
        """
        for key in table:
            if key not in known:
                told, names = str(UsageError.unknown(kind, key, known)), ", ".join(known)
                every = "" if names in told else f" ({kind}s: {names})"
                raise self.error((*where, key), told + every)


def kind_of(value: object) -> str:
    """What a value in TOML is, for errors.

    Examples:
        >>> kind_of(1.5), kind_of([])
        ('a number', 'empty')
    """
    if value in ("", []):
        return "empty"
    names = {bool: "true or false", int: "a number", float: "a number", str: "a text"}
    names |= {list: "a list", dict: "a table"}
    return names.get(type(value), "a date")
