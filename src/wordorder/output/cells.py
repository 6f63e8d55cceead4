"""Table cells as text."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from wordorder.output.escaping import visible

# Spreadsheets take a cell that begins with one of these for a formula, which may run programs and
# leak data. Leading apostrophes are matched too, so that escaping can be undone.
_FORMULA = re.compile(r"'*(\s*[=+\-@＝＋－＠]|[\t\r\n])")
_APOSTROPHE = "'"

_UNDEFINED = "–"
_DIGITS = 3
_VISIBLE = 0.05  # sides of an interval that differ by less than this share of it still count as ±


class Estimate(NamedTuple):
    """A figure and the ends of its interval; NaN if undefined.

    Examples:
        >>> Estimate(0.25, 0.2, 0.3).interval
        '0.200–0.300'
    """

    value: float
    low: float
    high: float

    @property
    def interval(self) -> str:
        """The interval, formatted for display."""
        if math.isnan(self.low):
            return _UNDEFINED
        return f"{self.low:.{_DIGITS}f}–{self.high:.{_DIGITS}f}"

    def is_lopsided(self, digits: int = _DIGITS) -> bool:
        """Whether one side of the interval is visibly wider than the other, so that ± misleads.

        Examples:
            >>> Estimate(0.25, 0.2, 0.3).is_lopsided(), Estimate(0.98, 0.9, 1.0).is_lopsided()
            (False, True)
        """
        difference = abs((self.high - self.value) - (self.value - self.low))
        return difference > max(_VISIBLE * (self.high - self.low), 1.5 * 10.0**-digits)


Cell = str | int | float | Estimate | None


def shown(cell: Cell, digits: int | None, *, ends: bool = False) -> str:
    """The cell formatted for display: rounded to `digits`, a dash if it has no value.

    An interval is shown as half its width, or by its ends.

    Examples:
        >>> [shown(cell, digits=3) for cell in (2 / 3, -1e-9, None, 7)]
        ['0.667', '0.000', '–', '7']
        >>> shown(Estimate(0.25, 0.2, 0.3), digits=3)
        '0.250 ±0.050'
        >>> shown(Estimate(0.98, 0.9, 1.0), digits=3, ends=True)
        '0.980 [0.900, 1.000]'
    """
    if has_no_value(cell):
        return _UNDEFINED
    if isinstance(cell, Estimate):
        places = _DIGITS if digits is None else digits
        half = (cell.high - cell.low) / 2
        if math.isnan(half):
            return f"{cell.value:.{places}f}"
        if ends:
            return f"{cell.value:.{places}f} [{cell.low:.{places}f}, {cell.high:.{places}f}]"
        return f"{cell.value:.{places}f} ±{half:.{places}f}"
    if isinstance(cell, float) and digits is not None:
        return f"{cell:z.{digits}f}"  # z: no sign on a rounded zero
    return visible(exact_text(cell))


def exact_text(cell: Cell) -> str:
    """The cell in full precision."""
    # NumPy's float64 is a float whose repr() reads "np.float64(0.5)".
    return repr(float(cell)) if isinstance(cell, float) else str(cell)


def has_no_value(cell: Cell) -> bool:
    """Whether the cell is None or NaN."""
    value = cell.value if isinstance(cell, Estimate) else cell
    return value is None or (isinstance(value, float) and math.isnan(value))


def disarmed(text: str) -> str:
    """The text, with an apostrophe in front if a spreadsheet would take it for a formula.

    Examples:
        >>> disarmed("=1+1"), disarmed("a=b"), armed(disarmed("=1+1"))
        ("'=1+1", 'a=b', '=1+1')
    """
    return f"{_APOSTROPHE}{text}" if _FORMULA.match(text) else text


def armed(text: str) -> str:
    """Undo `disarmed`."""
    rest = text.removeprefix(_APOSTROPHE)
    return rest if rest != text and _FORMULA.match(rest) else text
