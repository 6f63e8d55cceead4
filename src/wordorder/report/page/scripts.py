"""The page's modules, joined into one script: a page opened from disk cannot import modules."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

_IMPORT = re.compile(r'^import \{ [^}]* \} from "\./([\w-]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?function\b|const\b|class\b)", re.MULTILINE)


def joined(entry: str = "start.js") -> str:
    """A module with all that it imports, as one script.

    Modules come after those they import, without `import` lines and the word `export`.

    Args:
        entry: File name of the module in `wordorder/report/script`.
    """
    ordered: dict[str, str] = {}
    _add(entry, ordered, ())
    return '(() => {\n"use strict";\n' + "\n".join(ordered.values()) + "})();\n"


@cache
def vega_bundle() -> str:
    """Vega, Vega-Lite and vegaEmbed, as one script; making it takes a second."""
    import vl_convert

    return vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;")


def _add(name: str, ordered: dict[str, str], above: tuple[str, ...]) -> None:
    if name in above:
        raise ValueError(f"modules import each other: {' → '.join((*above, name))}")
    if name in ordered:
        return
    text = module_text(name)
    for needed in _IMPORT.findall(text):
        _add(needed, ordered, (*above, name))
    ordered[name] = _EXPORT.sub("", _IMPORT.sub("", text)).lstrip("\n")


def module_text(name: str) -> str:
    """The text of a module."""
    return (files("wordorder.report") / "script" / name).read_text(encoding="utf-8")
