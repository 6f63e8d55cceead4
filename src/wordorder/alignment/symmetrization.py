"""The names of the ways to make one alignment out of two directions."""

from __future__ import annotations

from typing import Literal, get_args

from wordorder.errors import UsageError

Symmetrization = Literal["intersection", "union", "grow-diag-final-and"]
SYMMETRIZATIONS: tuple[Symmetrization, ...] = get_args(Symmetrization)


def checked_method(name: str) -> str:
    """Return the name if there is such a method."""
    if name not in SYMMETRIZATIONS:
        raise UsageError.unknown("symmetrisation", name, SYMMETRIZATIONS)
    return name
