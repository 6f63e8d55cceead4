r"""Errors and warnings.

::

    WordorderError
    ├── InputError (also a ValueError)   the data is wrong: exit code 1
    ├── UsageError (also a ValueError)   an argument is wrong: exit code 2
    └── MissingExtraError                an optional package is missing: exit code 1
    WordorderWarning (a UserWarning)     the result is valid, but may not be what was intended

Every message is one line that says what was found, what was expected and, for files, the file and
the line. Its parts are text and the `Argument`s it names, which Python spells `source=` and the
command line `--src`.
"""

from __future__ import annotations

from collections import namedtuple

# Any import of the package imports this module, and `typing` is slow to import.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any, NamedTuple, TypeAlias

    class _NameAndValue(NamedTuple):
        name: str
        value: str = ""
else:
    _NameAndValue = namedtuple("_NameAndValue", ("name", "value"), defaults=("",))

Part: TypeAlias = "str | Argument"

# A file may have any number of columns, with names of any length.
_MOST_COMPARED = 1000
_MOST_LISTED = 50
_LONGEST_CHOICE = 40


class Argument(_NameAndValue):
    """An argument that an error or warning names, and the value to give it, if any.

    Examples:
        >>> print(UsageError("links need the source: give ", Argument("source")))
        links need the source: give source=
        >>> error = UsageError("if words count from 1, use ", Argument("base", "1"))
        >>> error.arguments
        (Argument(name='base', value='1'),)
        >>> error.render(lambda name, value: f"--{name} {value}")
        'if words count from 1, use --base 1'
        >>> print(InputError("links.txt: ", *error.args))
        links.txt: if words count from 1, use base=1
    """

    __slots__ = ()

    def __str__(self) -> str:
        return _as_in_python(*self)


def _as_in_python(name: str, value: str) -> str:
    return f"{name}={value}"


def joined(
    parts: Iterable[Part], between: str = ", ", last: str = " and ", most: int | None = None
) -> list[Part]:
    """Join parts of a message, such as arguments, by text between them.

    Args:
        parts: The parts.
        between: The text between two of them.
        last: The text before the last.
        most: The most pieces to write; if there are more parts, the last are only counted.

    Examples:
        >>> three = [Argument("source"), Argument("target"), Argument("links")]
        >>> print(UsageError("give ", *joined(three)))
        give source=, target= and links=
        >>> joined(["A"]), joined(["A", "B"], last=" or ")
        (['A'], ['A', ' or ', 'B'])
        >>> "".join(joined("ABCDEF", most=4))
        'A, B, C and 3 more'
    """
    listed = list(parts)
    if most is not None and len(listed) > most:
        listed[most - 1 :] = [f"{len(listed) - most + 1} more"]
    pieces = [piece for part in listed for piece in (between, part)][1:]
    return [*pieces[:-2], last, pieces[-1]] if len(pieces) > 1 else pieces


def _short(name: object) -> str:
    text = str(name)
    return text if len(text) <= _LONGEST_CHOICE else f"{text[:_LONGEST_CHOICE]}…"


class _Message:
    """A message that may name arguments."""

    args: tuple[Any, ...]

    if TYPE_CHECKING:

        def __init__(self, *parts: Part) -> None: ...

    def _parts(self) -> tuple[object, ...]:
        return self.args

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """The arguments that the message names, in order."""
        return tuple(part for part in self._parts() if isinstance(part, Argument))

    def render(self, spell: Callable[[str, str], str]) -> str:
        """Return the message, with each argument spelled by a function of its name and value.

        Control characters quoted from a file are escaped.
        """
        from wordorder.output.console import visible  # here, as it imports this module

        return "".join(
            spell(part.name, visible(part.value))
            if isinstance(part, Argument)
            else visible(str(part))
            for part in self._parts()
        )

    def __str__(self) -> str:
        return self.render(_as_in_python)


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
    wanted = " or ".join(kind.__name__ for kind in kinds)
    raise UsageError(Argument(name), f" must be of type {wanted}, not {type(value).__name__}")


class WordorderError(_Message, Exception):
    """Base class of all errors raised by this package."""

    exit_code = 1


class InputError(WordorderError, ValueError):
    """Invalid data: a broken file, a line that is not a permutation, ..."""


class UsageError(WordorderError, ValueError):
    """An invalid argument: an unknown metric, a weight outside [0, 1], ..."""

    exit_code = 2

    @classmethod
    def unknown(
        cls, kind: str | Sequence[Part], name: object, choices: Iterable[str]
    ) -> UsageError:
        """Return the error for an unknown name, with a suggestion.

        Args:
            kind: The kind of thing, such as a metric, as text or in parts.
            name: The unknown name.
            choices: The known names.

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
        kinds = (kind,) if isinstance(kind, str) else kind
        return cls("unknown ", *kinds, f" {shown!r}{hint}")


class MissingExtraError(WordorderError):
    """A missing optional package; the message says how to install it.

    Examples:
        >>> print(MissingExtraError("ipadic", "the tokeniser ja-mecab", extra="ja"))
        the tokeniser ja-mecab needs the package ipadic: pip install "wordorder[ja]"
        (in a clone: pip install ".[ja]")
        >>> print(MissingExtraError("en_model", "the parser", install="get en_model"))
        the parser needs the package en_model: get en_model
    """

    def __init__(self, package: str, purpose: str, extra: str = "", install: str = "") -> None:
        # The arguments, not the message, so that worker processes can pickle the error.
        super().__init__(package, purpose, extra, install)
        self.package = package
        self.purpose = purpose
        self.extra = extra
        self.install = install

    def _parts(self) -> tuple[object, ...]:
        fix = f'pip install "wordorder[{self.extra}]" (in a clone: pip install ".[{self.extra}]")'
        return (f"{self.purpose} needs the package {self.package}: {self.install or fix}",)


class WordorderWarning(_Message, UserWarning):
    """The result is valid, but something may be wrong, such as low coverage."""
