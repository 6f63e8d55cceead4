"""Sheets for blind human judgement of reorderings."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias, TypeVar

import numpy as np

from wordorder.output import Records, visible
from wordorder.statistics.validation import as_seed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

Words: TypeAlias = tuple[str, ...]
Positions: TypeAlias = tuple[int, ...]

# Without a byte order mark, some spreadsheets do not recognise UTF-8.
_BYTE_ORDER_MARK = "\ufeff"

# Rare brackets, because words may contain common ones; in words, these are replaced.
_OPEN, _CLOSE = "⟦", "⟧"
_BRACKETS_OF_WORDS = str.maketrans({_OPEN: "[[", _CLOSE: "]]"})

# Spreadsheets take a cell that begins with one of these for a formula, which may run programs and
# leak data, or for a quoted cell, which may swallow the rows that follow.
_MEANS_MORE_THAN_TEXT = tuple('=+-@＝＋－＠"')


@dataclass(frozen=True, slots=True)
class SheetItem:
    """A reordering of the reference, and its outcome in a translation.

    Attributes:
        line: Line number, counting from 1.
        retained: Whether the translation retains the reordering.
        source: The words of the source.
        reference: The words of the reference.
        translation: The words of the translation.
        a_source: Positions of block A in the source, counting from 0.
        b_source: Positions of block B in the source.
        a_reference: Positions in the reference of the words linked to A.
        b_reference: Positions in the reference of the words linked to B.
        a_translation: Positions in the translation of the words linked to A.
        b_translation: Positions in the translation of the words linked to B.
    """

    line: int
    retained: bool
    source: Words
    reference: Words
    translation: Words
    a_source: Positions
    b_source: Positions
    a_reference: Positions
    b_reference: Positions
    a_translation: Positions
    b_translation: Positions


class Candidate(Protocol):
    """A candidate for sampling."""

    @property
    def retained(self) -> bool:
        """Whether the translation retains the reordering."""
        ...


Drawn = TypeVar("Drawn", bound=Candidate)


def draw_items(candidates: Sequence[Drawn], count: int, seed: int) -> list[Drawn]:
    """Sample equal numbers of retained and lost reorderings, in random order.

    If there are fewer of one kind, all of them are taken, and the result is shorter than
    2 · `count`. The same candidates and seed give the same items.

    Examples:
        >>> item = SheetItem(
        ...     1, True, ("a", "b"), ("B", "A"), ("B",), (0,), (1,), (1,), (0,), (), (0,)
        ... )
        >>> len(draw_items([item] * 5, count=3, seed=1))
        3

    References:
        Birch, Blunsom and Osborne (2009), A Quantitative Analysis of Reordering Phenomena.
    """
    generator = np.random.default_rng(as_seed(seed))
    drawn: list[Drawn] = []
    for retained in (True, False):
        kind = [item for item in candidates if item.retained == retained]
        drawn += [kind[place] for place in generator.permutation(len(kind))[:count]]
    return [drawn[place] for place in generator.permutation(len(drawn))]


def marked(words: Sequence[str], a: Iterable[int], b: Iterable[int]) -> str:
    """The sentence with the words of two blocks in brackets; AB if a word is in both.

    Such brackets inside a word are shown as ``[[`` or ``]]``.

    Examples:
        >>> marked("the white house said so yesterday".split(), a=[1, 2, 4], b=[4, 5])
        'the ⟦A: white house⟧ said ⟦AB: so⟧ ⟦B: yesterday⟧'
    """
    in_a, in_b = frozenset(a), frozenset(b)
    blocks = ["A" * (place in in_a) + "B" * (place in in_b) for place in range(len(words))]
    shown = (word.translate(_BRACKETS_OF_WORDS) for word in words)
    parts = []
    for block, run in groupby(zip(blocks, shown, strict=True), key=itemgetter(0)):
        text = " ".join(word for _, word in run)
        parts.append(f"{_OPEN}{block}: {text}{_CLOSE}" if block else text)
    return " ".join(parts)


@dataclass(frozen=True, slots=True)
class Sheet:
    """Reorderings for human judgement.

    Attributes:
        items: The sampled reorderings, in random order.
        judges: Number of empty columns to fill.
    """

    items: tuple[SheetItem, ...]
    judges: int

    def records(self) -> Records:
        """Return the sheet that judges see (`sheet_columns`)."""
        return _as_records(sheet_columns(self.items, self.judges))

    def key(self) -> Records:
        """Return the key, which judges must not see (`key_columns`)."""
        return _as_records(key_columns(self.items))

    def to_text(self, file_format: Literal["tsv", "csv"] = "tsv") -> str:
        """Return the sheet as TSV or CSV that spreadsheets recognise as UTF-8."""
        return _BYTE_ORDER_MARK + self.records().text(file_format)


def sheet_columns(items: Sequence[SheetItem], judges: int) -> dict[str, Sequence[str | int]]:
    """The sheet that judges see: marked sentences, and an empty column for each judge.

    Examples:
        >>> item = SheetItem(
        ...     7, True, ("a", "b"), ("B", "A"), ("B",), (0,), (1,), (1,), (0,), (), (0,)
        ... )
        >>> for name, cells in sheet_columns([item], judges=1).items():
        ...     print(name, cells)
        id ['R001']
        line [7]
        source ['⟦A: a⟧ ⟦B: b⟧']
        reference ['⟦B: B⟧ ⟦A: A⟧']
        translation ['⟦B: B⟧']
        judge_1 ['']
    """
    empty = [""] * len(items)
    return {
        "id": _ids(len(items)),
        "line": [item.line for item in items],
        "source": [_cell(item.source, item.a_source, item.b_source) for item in items],
        "reference": [_cell(item.reference, item.a_reference, item.b_reference) for item in items],
        "translation": [
            _cell(item.translation, item.a_translation, item.b_translation) for item in items
        ],
        **{f"judge_{number}": empty for number in range(1, judges + 1)},
    }


def key_columns(items: Sequence[SheetItem]) -> dict[str, Sequence[str | int]]:
    """The key, which judges must not see: which reorderings are retained.

    Examples:
        >>> item = SheetItem(
        ...     7, True, ("a", "b"), ("B", "A"), ("B",), (0,), (1,), (1,), (0,), (), (0,)
        ... )
        >>> key_columns([item])
        {'id': ['R001'], 'line': [7], 'retained': ['yes']}
    """
    return {
        "id": _ids(len(items)),
        "line": [item.line for item in items],
        "retained": ["yes" if item.retained else "no" for item in items],
    }


def _as_records(columns: Mapping[str, Sequence[str | int]]) -> Records:
    types = {name: int if name == "line" else str for name in columns}
    return Records(types, columns)


def _ids(count: int) -> list[str]:
    digits = max(3, len(str(count)))
    return [f"R{number:0{digits}}" for number in range(1, count + 1)]


def _cell(words: Words, a: Positions, b: Positions) -> str:
    """The marked sentence as a cell that every spreadsheet treats as text."""
    # Invisible characters could end the row, or reverse the text.
    text = visible(marked(words, a, b))
    return f"'{text}" if text.lstrip().startswith(_MEANS_MORE_THAN_TEXT) else text
