r"""Errors and warnings.

::

    WordorderError
    ├── InputError (also a ValueError)   the data is wrong: exit code 1
    ├── UsageError (also a ValueError)   an argument is wrong: exit code 2
    └── MissingExtraError                an optional package is missing: exit code 1
    WordorderWarning (a UserWarning)     the result is valid, but may not be what was intended

Every message is one line that says what was found, what was expected and, for files, the file and
the line. Arguments are named with `argument`: Python spells them `source=`, the command line
`--src`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

# Private-use characters, which occur in no message otherwise. Kernels write them, too.
_OPEN, _CLOSE = "\ue000", "\ue001"
_ARGUMENT = re.compile(f"{_OPEN}([a-z_]+)=([^{_CLOSE}]*){_CLOSE}")

# A file may have any number of columns, with names of any length.
_MOST_COMPARED = 1000
_MOST_LISTED = 50
_LONGEST_CHOICE = 40


def argument(name: str, value: str = "") -> str:
    """Name an argument, by its Python name, in an error or warning.

    Examples:
        >>> print(UsageError(f"links need the source: give {argument('source')}"))
        links need the source: give source=
        >>> error = UsageError(f"if words count from 1, use {argument('base', '1')}")
        >>> error.told(lambda name, value: f"--{name} {value}")
        'if words count from 1, use --base 1'
    """
    return f"{_OPEN}{name}={value}{_CLOSE}"


def _short(name: object) -> str:
    text = str(name)
    return text if len(text) <= _LONGEST_CHOICE else f"{text[:_LONGEST_CHOICE]}…"


class _Message:
    """A message that may name arguments."""

    args: tuple[object, ...]

    def _text(self) -> str:
        return " ".join(map(str, self.args))

    def told(self, spelled: Callable[[str, str], str]) -> str:
        """Return the message, with arguments spelled as the user types them.

        Control characters quoted from a file are escaped.
        """
        from wordorder.output.visible import visible  # here, as it imports this module

        return _ARGUMENT.sub(lambda found: spelled(found[1], found[2]), visible(self._text()))

    def __str__(self) -> str:
        return self.told(lambda name, value: f"{name}={value}")


def expect(value: object, kind: type | tuple[type, ...], name: str) -> None:
    """Reject an argument of the wrong type.

    Examples:
        >>> expect("en", str, "lang")
        >>> expect(3, str, "lang")
        Traceback (most recent call last):
        ...
        wordorder.errors.UsageError: lang= must be of type str, not int
    """
    if isinstance(value, kind):
        return
    kinds = kind if isinstance(kind, tuple) else (kind,)
    wanted = " or ".join(one.__name__ for one in kinds)
    raise UsageError(f"{argument(name)} must be of type {wanted}, not {type(value).__name__}")


class WordorderError(_Message, Exception):
    """Base class of all errors raised by this package."""

    exit_code = 1


class InputError(WordorderError, ValueError):
    """The data cannot be used: a broken file, a line that is not a permutation, ..."""


class UsageError(WordorderError, ValueError):
    """An argument cannot be used: an unknown metric, a weight outside [0, 1], ..."""

    exit_code = 2

    @classmethod
    def unknown(cls, kind: str, name: object, choices: Iterable[str]) -> UsageError:
        """Say that a name is unknown, and suggest another.

        Examples:
            >>> print(UsageError.unknown("metric", "ulm", ["kendall", "ulam"]))
            unknown metric 'ulm': did you mean 'ulam'?
        """
        from difflib import get_close_matches
        from itertools import islice

        known = [_short(choice) for choice in islice(choices, _MOST_COMPARED)]
        close = get_close_matches(_short(name), known, n=1)
        listed = [*known[:_MOST_LISTED], *("…" * (len(known) > _MOST_LISTED))]
        hint = f": did you mean {close[0]!r}?" if close else f"; choose from {', '.join(listed)}"
        shown = _short(name) if isinstance(name, str) else name
        return cls(f"unknown {kind} {shown!r}{hint}")


class MissingExtraError(WordorderError):
    """An optional package is not installed; the message says how to install it.

    Examples:
        >>> print(MissingExtraError("ipadic", "the tokeniser ja-mecab", extra="ja"))
        the tokeniser ja-mecab needs the package ipadic: pip install "wordorder[ja]"
        (in a clone: pip install ".[ja]")
        >>> print(MissingExtraError("en_model", "the parser", install="get en_model"))
        the parser needs the package en_model: get en_model
    """

    def __init__(self, package: str, purpose: str, extra: str = "", install: str = "") -> None:
        # All of them, not the message, so that the error can be pickled by a worker process.
        super().__init__(package, purpose, extra, install)
        self.package = package
        self.purpose = purpose
        self.extra = extra
        self.install = install

    def _text(self) -> str:
        fix = f'pip install "wordorder[{self.extra}]" (in a clone: pip install ".[{self.extra}]")'
        return f"{self.purpose} needs the package {self.package}: {self.install or fix}"


class WordorderWarning(_Message, UserWarning):
    """The result is valid, but something may be wrong, such as low coverage."""
