"""The names of the symmetrisation methods."""

from __future__ import annotations

from typing import Literal, get_args

from wordorder import _kernels
from wordorder.errors import UsageError

Symmetrization = Literal["intersection", "union", "grow-diag-final-and"]
SYMMETRIZATIONS: tuple[Symmetrization, ...] = get_args(Symmetrization)


def checked_method(name: str) -> str:
    """Return the name if it is a known method."""
    if name not in SYMMETRIZATIONS:
        raise UsageError.unknown("symmetrisation", name, SYMMETRIZATIONS)
    return name


def kernel_method(name: str) -> _kernels.Symmetrization:
    """Return a known method as the kernels take it.

    Examples:
        >>> kernel_method("grow-diag-final-and")
        Symmetrization.grow_diag_final_and
    """
    return _kernels.Symmetrization[checked_method(name).replace("-", "_")]
