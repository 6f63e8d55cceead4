"""Names of language pairs, from the names of files and of languages."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import TYPE_CHECKING

from wordorder.errors import UsageError
from wordorder.text import LANGUAGES, is_path, language, shown_name

if TYPE_CHECKING:
    from wordorder.text import Input

_PAIR = re.compile(r"([a-z]{2,3}(?:_[A-Za-z]+)?)-([a-z]{2,3}(?:_[A-Za-z]+)?)")
_ENDING = re.compile(r"\.(?:tsv|csv|txt|parquet)$|(?:\.(?:tsv|csv|txt))?\.(?:gz|xz|zst)$")
_BY_NAME = {row.name.lower(): row.code for row in LANGUAGES}


def pair_in_name(source: Input) -> str:
    """The language pair that the name of a file contains, or else the name without its ending.

    Examples:
        >>> pair_in_name("rankings/de-en.tsv"), pair_in_name("newstest2013.fr-en.csv.gz")
        ('de-en', 'fr-en')
        >>> pair_in_name("mine.tsv"), pair_in_name("-")
        ('mine', 'stdin')
    """
    name = shown_name(source)
    name = PurePath(name).name if is_path(source) else name
    name = name.strip("<>")
    for part in name.split("."):
        found = _PAIR.fullmatch(part)
        if found and all(language_code(code) for code in found.groups()):
            return part
    return _ENDING.sub("", name) or name


def language_code(name: str) -> str | None:
    """The code of a language given by its English name or any of its codes; None if unknown.

    Examples:
        >>> language_code("German"), language_code("ger"), language_code("xx")
        ('de', 'de', None)
    """
    if name.lower() in _BY_NAME:
        return _BY_NAME[name.lower()]
    try:
        return language(name).code
    except UsageError:
        return None
