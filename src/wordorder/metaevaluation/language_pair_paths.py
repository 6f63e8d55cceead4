"""Names of files that differ between language pairs: `{pair}`, `{src}` and `{tgt}` in them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TypeVar

from wordorder.errors import InputError, UsageError
from wordorder.output import visible
from wordorder.text import is_path, names_of_files, natural_order

Given = TypeVar("Given")

_WILD = "*?["


def filled(text: str, pair: str) -> str:
    """Put the language pair in the place of `{pair}`, and its two languages of `{src}` and `{tgt}`.

    Raises:
        UsageError: A language is wanted, but the name of the pair does not say it.

    Examples:
        >>> filled("newstest2013-ref.{tgt}", "de-en"), filled("ref.txt", "mine")
        ('newstest2013-ref.en', 'ref.txt')
    """
    source, dash, target = pair.partition("-")
    for name, value in (("{src}", source), ("{tgt}", target)):
        if name in text and not dash:
            raise UsageError(
                f"{text}: the judgements are those of '{visible(pair)}', which is no language pair "
                f"such as de-en, so {name} is unknown"
            )
        text = text.replace(name, value)
    return text.replace("{pair}", pair)


def varies(given: object) -> bool:
    """Whether this is the name of a file that depends on the language pair."""
    names = ("{pair}", "{src}", "{tgt}")
    return is_path(given) and any(name in os.fspath(given) for name in names)


def filled_paths(given: Given, pair: str) -> Given | Path | list[Path]:
    """Fill the name of a file, or several given as `pathlib.Path`; sentences stay as they are."""
    if is_path(given) and os.fspath(given) != "-":
        return Path(filled(os.fspath(given), pair))
    if isinstance(given, (list, tuple)) and given and all(isinstance(one, Path) for one in given):
        return [Path(filled(os.fspath(one), pair)) for one in given]
    return given


def system_files(place: str | Path) -> dict[str, Path]:
    """The files of systems by name: those of a folder, those that fit a pattern, or a single one.

    Systems are named by their files, without an ending that all of them share.

    Raises:
        InputError: There are none.
    """
    text = os.fspath(place)
    folder = Path(text)
    if folder.is_dir():
        files = [file for file in folder.iterdir() if _is_text(file)]
    elif any(mark in text for mark in _WILD) and not folder.exists():
        anchor, parts = Path(folder.anchor), folder.parts[bool(folder.anchor) :]
        files = [file for file in anchor.glob(str(Path(*parts))) if _is_text(file)]
    else:
        files = [folder]
    if not files:
        raise InputError(f"{visible(text)}: no files of systems there")
    ordered = [Path(file) for file in natural_order(sorted(map(str, files)))]
    return dict(zip(_names(ordered), ordered, strict=True))


def _is_text(file: Path) -> bool:
    return file.is_file() and not file.name.startswith(".")


def _names(files: list[Path]) -> list[str]:
    if len(files) == 1:
        return names_of_files(files)
    parts = [file.name.split(".") for file in files]
    while all(len(own) > 1 for own in parts) and len({own[-1] for own in parts}) == 1:
        parts = [own[:-1] for own in parts]
    names = [".".join(own) for own in parts]
    return names if len(set(names)) == len(names) else names_of_files(files)
