"""Check for the packages that plots need."""

from __future__ import annotations

import sys
from importlib.util import find_spec

from wordorder.errors import MissingExtraError, UsageError

_PACKAGES = {"altair": "altair", "vl_convert": "vl-convert-python"}


def require_plots() -> None:
    """Check, before the work starts, that the packages for plots are installed.

    Raises:
        MissingExtraError: A package is missing.
        UsageError: Python runs without docstrings, which Altair needs.

    Examples:
        >>> require_plots()
    """
    for module, package in _PACKAGES.items():
        if find_spec(module) is None:
            raise MissingExtraError(package, "drawing plots", "plot")
    if sys.flags.optimize > 1:
        raise UsageError("drawing plots needs docstrings: unset PYTHONOPTIMIZE, or use -O, not -OO")
