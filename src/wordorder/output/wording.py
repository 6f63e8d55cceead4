"""Numbers and names in sentences, and signatures: all that determines a result, in one line."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path


def counted(number: int, thing: str) -> str:
    """Format a number with its noun.

    Examples:
        >>> counted(1, "word"), counted(2000, "word")
        ('1 word', '2,000 words')
    """
    return f"{number:,} {thing}{'s' * (number != 1)}"


def ordinal(number: int) -> str:
    """Format an ordinal number.

    Examples:
        >>> [ordinal(number) for number in (1, 2, 3, 11, 22)]
        ['1st', '2nd', '3rd', '11th', '22nd']
    """
    endings = {1: "st", 2: "nd", 3: "rd"}
    ending = "th" if number % 100 in (11, 12, 13) else endings.get(number % 10, "th")
    return f"{number}{ending}"


def listed(names: Sequence[str], most: int = 4) -> str:
    """Join names; if there are more than `most`, the last are only counted.

    Examples:
        >>> listed(["A"]), listed(["A", "B", "C"]), listed(list("ABCDEF"))
        ('A', 'A, B and C', 'A, B, C and 3 more')
    """
    if len(names) > most:
        names = [*names[: most - 1], f"{len(names) - most + 1} more"]
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def interval_name(confidence: float) -> str:
    """Return the name of an interval in tables and plots.

    Examples:
        >>> interval_name(0.95), interval_name(0.999)
        ('95% interval', '99.9% interval')
    """
    return f"{100 * confidence:g}% interval"


def interval_note(confidence: float, *, ends: bool) -> str:
    """Explain how a table shows its intervals: by half their width, or by their ends.

    Examples:
        >>> interval_note(0.95, ends=False), interval_note(0.95, ends=True)
        ('± is half of the 95% interval', '[low, high] is the 95% interval')
    """
    shown = "[low, high] is the" if ends else "± is half of the"
    return f"{shown} {interval_name(confidence)}"


def number_text(number: float) -> str:
    """Format a number in full precision, without trailing zeros, for a signature.

    Examples:
        >>> number_text(0.5), number_text(0), number_text(1.0), number_text(0.12345678)
        ('0.5', '0', '1', '0.12345678')
    """
    return repr(float(number)).removesuffix(".0")


def signature(parts: Iterable[str]) -> str:
    """Join parts of the form `name:value` after the program's version.

    Examples:
        >>> signature(["seed:1", "resamples:1000"]).split("|")[1:]
        ['seed:1', 'resamples:1000']
    """
    from wordorder.kernel_setup import kernels  # not from the package, which imports all rooms

    return "|".join([f"wordorder:{kernels.VERSION}", *parts])


def installed_version(package: str) -> str:
    """Return the version of a package, without `importlib.metadata`, which is slow to import.

    Examples:
        >>> installed_version("NumPy").split(".")[0] >= "2"
        True
    """
    for folder in map(Path, sys.path):
        try:
            for name in os.listdir(folder):  # noqa: PTH208
                known, _, rest = name.partition("-")
                if rest.endswith(".dist-info") and known.lower() == package.lower():
                    metadata = (folder / name / "METADATA").read_text("utf-8")
                    return metadata.partition("\nVersion: ")[2].partition("\n")[0]
        except OSError:
            continue
    from importlib.metadata import version

    return version(package)


def signature_part(signature: str, name: str) -> str | None:
    """Return the value of a part, or None if there is no such part.

    Examples:
        >>> signature_part("wordorder:1.0|tok:13a|seed:1", "seed")
        '1'
    """
    parts = (part.partition(":") for part in signature.split("|"))
    return next((value for known, _, value in parts if known == name), None)
