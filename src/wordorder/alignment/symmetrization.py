"""The names of the symmetrisation methods."""

from __future__ import annotations

from typing import Literal, get_args

from wordorder.errors import UsageError

Symmetrization = Literal["intersection", "union", "grow-diag-final-and"]
SYMMETRIZATIONS: tuple[Symmetrization, ...] = get_args(Symmetrization)


def checked_method(name: str) -> str:
    """Return the name if it is a known method."""
    if name not in SYMMETRIZATIONS:
        raise UsageError.unknown("symmetrisation", name, SYMMETRIZATIONS)
    return name
