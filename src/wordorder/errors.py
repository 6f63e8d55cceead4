"""What can go wrong, as one small hierarchy.

::

    WordorderError
    ├── InputError (also a ValueError)   the data is wrong: exit code 1
    ├── UsageError (also a ValueError)   an argument is wrong: exit code 2
    └── MissingExtraError                an optional package is missing: exit code 1

Every message is one line that names what was found, what was expected and, for files, the
file and the line, so that the command line can print it as it stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class WordorderError(Exception):
    """Base of every error that this package raises on purpose."""

    exit_code = 1


class InputError(WordorderError, ValueError):
    """The data cannot be used: a broken file, a line that is not a permutation, ..."""


class UsageError(WordorderError, ValueError):
    """An argument cannot be used: an unknown metric, a weight outside [0, 1], ..."""

    exit_code = 2

    @classmethod
    def unknown(cls, kind: str, name: object, choices: Iterable[str]) -> UsageError:
        """Say that there is no such thing, and what may be meant.

        Examples:
            >>> print(UsageError.unknown("metric", "ulm", ["kendall", "ulam"]))
            unknown metric 'ulm': did you mean 'ulam'?
        """
        from difflib import get_close_matches

        known = list(choices)
        close = get_close_matches(str(name), known, n=1)
        hint = f": did you mean {close[0]!r}?" if close else f"; choose from {', '.join(known)}"
        return cls(f"unknown {kind} {name!r}{hint}")


class MissingExtraError(WordorderError):
    """An optional package is not installed, and this says how to install it.

    Examples:
        >>> print(MissingExtraError("ipadic", "the tokeniser ja-mecab", extra="ja"))
        the tokeniser ja-mecab needs the package ipadic: pip install "wordorder[ja]"
    """

    def __init__(self, package: str, purpose: str, extra: str) -> None:
        # All three, not the message, so that the error survives the way out of a worker process.
        super().__init__(package, purpose, extra)
        self.package = package
        self.purpose = purpose
        self.extra = extra

    def __str__(self) -> str:
        fix = f'pip install "wordorder[{self.extra}]"'
        return f"{self.purpose} needs the package {self.package}: {fix}"
