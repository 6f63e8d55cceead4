"""The names of the ways to make a permutation out of an alignment."""

from __future__ import annotations

from typing import Literal, get_args

from wordorder.errors import UsageError

Convention = Literal["lrscore", "reference", "matched"]
CONVENTIONS: tuple[Convention, ...] = get_args(Convention)


def checked_convention(name: str) -> str:
    """Return the name if there is such a convention."""
    if name not in CONVENTIONS:
        raise UsageError.unknown("convention", name, CONVENTIONS)
    return name
