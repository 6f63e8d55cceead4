"""Signatures: everything that determines a result, in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def signature(parts: Iterable[str]) -> str:
    """Join parts of the form `name:value` after the program's version.

    Examples:
        >>> signature(["seed:1", "resamples:1000"]).split("|")[1:]
        ['seed:1', 'resamples:1000']
    """
    from wordorder.kernel_setup import kernels  # not from the package, which imports all rooms

    return "|".join([f"wordorder:{kernels.VERSION}", *parts])


def signature_part(signature: str, name: str) -> str | None:
    """Return the value of a part, or None if there is no such part.

    Examples:
        >>> signature_part("wordorder:1.0|tok:13a|seed:1", "seed")
        '1'
    """
    found = (part.partition(":") for part in signature.split("|"))
    return next((value for known, _, value in found if known == name), None)
