"""All that decides a result, in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def signature(parts: Iterable[str]) -> str:
    """Join parts, each written `name:value`, behind the version of the program.

    Examples:
        >>> signature(["seed:1", "resamples:1000"]).split("|")[1:]
        ['seed:1', 'resamples:1000']
    """
    from wordorder._kernels import VERSION

    return "|".join([f"wordorder:{VERSION}", *parts])
