"""Grids with other figures, for tests of what is said about them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.output.grid import Grid

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


def with_columns(grid: Grid, **columns: ArrayLike) -> Grid:
    """The grid with other columns: an array, or one figure for all cells."""
    changed = {name: np.broadcast_to(np.asarray(one), grid.shape) for name, one in columns.items()}
    return Grid(grid.axes, {**grid.columns, **changed})
