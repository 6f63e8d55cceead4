"""What counts as the name of a file."""

from __future__ import annotations

import os
from typing import TypeGuard


def is_path(source: object) -> TypeGuard[str | os.PathLike[str]]:
    """Whether this names a file or standard input; names are text, not bytes.

    Examples:
        >>> is_path("links.align"), is_path(b"links.align")
        (True, False)
    """
    try:
        return isinstance(os.fspath(source), str)  # type: ignore[call-overload]
    except Exception:  # it is not a path, or what it does to tell its name fails
        return False
