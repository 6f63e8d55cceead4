"""The names of the conventions that turn an alignment into a permutation."""

from __future__ import annotations

from typing import Literal, get_args

from wordorder import _kernels
from wordorder.errors import UsageError

Convention = Literal["lrscore", "reference", "matched"]
CONVENTIONS: tuple[Convention, ...] = get_args(Convention)


def checked_convention(name: str) -> str:
    """Return the name if it is a known convention."""
    if name not in CONVENTIONS:
        raise UsageError.unknown("convention", name, CONVENTIONS)
    return name


def kernel_convention(name: str) -> _kernels.Convention:
    """Return a known convention as the kernels take it."""
    return _kernels.Convention[checked_convention(name)]
