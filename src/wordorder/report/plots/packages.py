"""Whether plots can be drawn here."""

from __future__ import annotations

import sys
from importlib.util import find_spec

from wordorder.errors import MissingExtraError, UsageError

_PACKAGES = {"altair": "altair", "vl_convert": "vl-convert-python"}


def require_plots() -> None:
    """Complain, before any work is done, if a package that draws or saves plots is missing.

    Raises:
        MissingExtraError: It says what to install.
        UsageError: Python leaves out docstrings, without which Altair cannot be imported.

    Examples:
        >>> require_plots()
    """
    for module, package in _PACKAGES.items():
        if find_spec(module) is None:
            raise MissingExtraError(package, "drawing plots", "plot")
    if sys.flags.optimize > 1:
        raise UsageError("drawing plots needs docstrings: unset PYTHONOPTIMIZE, or use -O, not -OO")
