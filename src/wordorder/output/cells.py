"""One cell of a table as text."""

from __future__ import annotations

import math

from wordorder.output.visible import visible

Cell = str | int | float | None

_UNDEFINED = "–"


def shown(cell: Cell, digits: int | None) -> str:
    """The cell for people: rounded to so many digits, a dash if it has no value.

    Examples:
        >>> [shown(cell, digits=3) for cell in (2 / 3, -1e-9, None, 7)]
        ['0.667', '0.000', '–', '7']
    """
    if has_no_value(cell):
        return _UNDEFINED
    if isinstance(cell, float) and digits is not None:
        return f"{cell:z.{digits}f}"  # z: what rounds to zero has no sign
    return visible(in_full(cell))


def in_full(cell: Cell) -> str:
    """The cell with every digit it has."""
    # NumPy's float64 is a float whose repr() reads "np.float64(0.5)".
    return repr(float(cell)) if isinstance(cell, float) else str(cell)


def has_no_value(cell: Cell) -> bool:
    """Whether the cell is None or NaN."""
    return cell is None or (isinstance(cell, float) and math.isnan(cell))
