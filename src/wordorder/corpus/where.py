"""Conditions on the rows to write, such as `kendall > 0.9 and coverage > 0.8`."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from importlib import import_module
from operator import and_, eq, ge, gt, invert, le, lt, ne, or_
from typing import Any, NamedTuple, NoReturn, TypeAlias

import numpy as np
from numpy.typing import NDArray

from wordorder.errors import Argument, InputError, UsageError, expect
from wordorder.output.console import visible
from wordorder.text.arrow import pyarrow
from wordorder.text.source import quoted

DEEPEST = 50
"""The deepest nesting of parentheses and `not`."""
LONGEST = 10_000
"""The most characters: pyarrow recurses for every `and`, without a limit."""

_TOKEN = re.compile(
    r"\s*(?:(?P<number>[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?![\w.@:]))"
    r"|(?P<name>[A-Za-z_][\w@:]*)"
    r"|`(?P<quoted>[^`]+)`"
    r"|(?P<sign><=|>=|==|!=|[<>=()]))"
)
_COMPARISONS: Mapping[str, Callable[[Any, Any], Any]] = {
    "<": lt,
    "<=": le,
    ">": gt,
    ">=": ge,
    "==": eq,
    "=": eq,
    "!=": ne,
}
_WORDS = ("and", "or", "not")


class Comparison(NamedTuple):
    """Two operands, each the name of a column or a number, and the sign between them."""

    left: str | float
    sign: str
    right: str | float


class Combined(NamedTuple):
    """Conditions joined by `and` or `or`, or one after `not`."""

    word: str
    parts: tuple[Condition, ...]


Condition: TypeAlias = Comparison | Combined


@dataclass(frozen=True, slots=True)
class Filter:
    """A condition on the figures of a row.

    A condition compares columns with numbers, or with each other (`<`, `<=`, `>`, `>=`, `==`, `!=`,
    also `0.2 < kendall < 0.8`), and joins such comparisons by `and`, `or`, `not` and parentheses.
    Backquotes hold names with blanks in them. A comparison with an undefined value is undefined,
    and a row whose condition is undefined is dropped.

    Attributes:
        text: The condition as written.

    Raises:
        UsageError: The text is not a condition.

    Examples:
        >>> chosen = Filter("kendall > 0.9 and not (rquantity == 0 or coverage < .5)")
        >>> chosen.names
        ('kendall', 'rquantity', 'coverage')
        >>> columns = {"kendall": [1, 0.95, 0.95], "rquantity": [0, 1, 1], "coverage": [1, 1, None]}
        >>> chosen.mask(columns).tolist()
        [False, True, False]
    """

    text: str

    def __post_init__(self) -> None:
        expect(self.text, str, "where")
        _ = self.condition

    @property
    def condition(self) -> Condition:
        """The parts of the condition."""
        return _Parser(self.text).whole()

    @property
    def names(self) -> tuple[str, ...]:
        """The columns that the condition needs, each once."""
        return tuple(dict.fromkeys(_names(self.condition)))

    def expression(self) -> Any:
        """Return the condition as a pyarrow expression."""
        return _expression(self.condition, import_module("pyarrow.compute"))

    def check(self, outputs: Collection[str], schema: Any, name: str) -> None:
        """Check that all names, except those of outputs, are columns of numbers.

        Args:
            outputs: The names of the outputs.
            schema: The columns of an input.
            name: The name of the input in errors.

        Raises:
            InputError: A column is missing, or has no numbers.
        """
        for column in self.names:
            if column in outputs:
                continue
            shown = visible(column)
            if column not in schema.names:
                raise InputError(f"{visible(name)}: no column '{shown}', which the condition needs")
            kind = schema.field(column).type
            if not _is_number(pyarrow().types, kind):
                found = visible(str(kind))[:100]
                raise InputError(
                    f"{visible(name)}: column '{shown}' is {found}; conditions compare numbers"
                )

    def mask(self, columns: Mapping[str, Any]) -> NDArray[np.bool_]:
        """Return whether each row fulfils the condition.

        Args:
            columns: The values of each column that is needed: Arrow data, or numbers with NaN for
                undefined values.
        """
        arrow = pyarrow()
        values = {name: _as_numbers(arrow, columns[name]) for name in self.names}
        count = len(next(iter(values.values())))
        table = arrow.table({**values, "": np.arange(count)})
        mask = np.zeros(count, np.bool_)
        mask[table.filter(self.expression())[""].to_numpy()] = True
        return mask


def _as_numbers(arrow: Any, column: Any) -> Any:
    """Return a column of 64-bit floats, with nulls for NaN, which Arrow compares as a number.

    Left alone, Arrow compares whole numbers with 32-bit floats in 32 bits.
    """
    if isinstance(column, (arrow.Array, arrow.ChunkedArray)):
        if arrow.types.is_dictionary(column.type):
            column = column.cast(column.type.value_type)
        column = column.cast(arrow.float64(), safe=False).to_numpy(zero_copy_only=False)
    return arrow.array(np.asarray(column, np.float64), from_pandas=True)


def _is_number(types: Any, kind: Any) -> bool:
    if types.is_dictionary(kind):
        return _is_number(types, kind.value_type)
    return bool(
        types.is_integer(kind)
        or types.is_floating(kind)
        or types.is_decimal(kind)
        or types.is_null(kind)
    )


def _names(condition: Condition) -> Iterator[str]:
    if isinstance(condition, Comparison):
        yield from (one for one in (condition.left, condition.right) if isinstance(one, str))
    else:
        for part in condition.parts:
            yield from _names(part)


def _expression(condition: Condition, compute: Any) -> Any:
    if isinstance(condition, Comparison):
        left, right = (
            compute.field(one) if isinstance(one, str) else compute.scalar(one)
            for one in (condition.left, condition.right)
        )
        return _COMPARISONS[condition.sign](left, right)
    parts = [_expression(part, compute) for part in condition.parts]
    return (
        invert(parts[0])
        if condition.word == "not"
        else reduce(and_ if condition.word == "and" else or_, parts)
    )


class _Token(NamedTuple):
    kind: str
    text: str
    start: int


class _Parser:
    """A parser of conditions, from left to right."""

    def __init__(self, text: str) -> None:
        self._text = text
        if len(text) > LONGEST:
            raise self._error(f"more than {LONGEST:,} characters")
        self._tokens = [*self._split(), _Token("end", "", len(text.rstrip()))]
        self._place = 0

    def _split(self) -> Iterator[_Token]:
        end, text = 0, self._text.rstrip()
        while end < len(text):
            found = _TOKEN.match(text, end)
            if found is None:
                self._fail("a name, a number or a comparison", end)
            kind = str(found.lastgroup)
            yield _Token(kind, found[kind], found.start(kind))
            end = found.end()

    def whole(self) -> Condition:
        condition = self._any_of(0)
        if self._next.kind != "end":
            self._fail("and, or, or the end")
        return condition

    @property
    def _next(self) -> _Token:
        return self._tokens[self._place]

    def _word(self) -> str | None:
        token = self._next
        is_word = token.kind == "name" and token.text.lower() in _WORDS
        return token.text.lower() if is_word else None

    def _any_of(self, depth: int) -> Condition:
        return self._joined("or", lambda: self._joined("and", lambda: self._single(depth)))

    def _joined(self, word: str, part: Callable[[], Condition]) -> Condition:
        parts = [part()]
        while self._word() == word:
            self._place += 1
            parts.append(part())
        return parts[0] if len(parts) == 1 else Combined(word, tuple(parts))

    def _single(self, depth: int) -> Condition:
        if depth > DEEPEST:
            raise self._error(f"more than {DEEPEST} nested parentheses")
        if self._word() == "not":
            self._place += 1
            return Combined("not", (self._single(depth + 1),))
        if self._next.text == "(" and self._next.kind == "sign":
            self._place += 1
            condition = self._any_of(depth + 1)
            if self._next.text != ")":
                self._fail("a closing parenthesis")
            self._place += 1
            return condition
        return self._comparison()

    def _comparison(self) -> Condition:
        operands, signs = [self._operand()], []
        while self._next.kind == "sign" and self._next.text in _COMPARISONS:
            signs.append(self._next.text)
            self._place += 1
            operands.append(self._operand())
        if not signs:
            self._fail("a comparison such as > 0.9")
        parts = [Comparison(*one) for one in zip(operands, signs, operands[1:], strict=False)]
        for part in parts:
            if not any(isinstance(one, str) for one in (part.left, part.right)):
                raise self._error(f"{part.left:g} {part.sign} {part.right:g} compares no column")
        return parts[0] if len(parts) == 1 else Combined("and", tuple(parts))

    def _operand(self) -> str | float:
        token = self._next
        if token.kind not in ("number", "name", "quoted") or self._word():
            self._fail("a name or a number")
        self._place += 1
        return float(token.text) if token.kind == "number" else token.text

    def _fail(self, expected: str, start: int | None = None) -> NoReturn:
        rest = self._text[self._next.start if start is None else start :].strip()
        found = f"'{quoted(rest)}'" if rest else "the end"
        raise self._error(f"expected {expected}, found {found}")

    def _error(self, what: str) -> UsageError:
        return UsageError(Argument("where"), f": {what}; write, for example, kendall > 0.9")
