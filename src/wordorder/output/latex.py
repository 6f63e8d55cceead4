"""Tables for papers: a booktabs tabular, ready for a table environment and its caption."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.output.visible import visible

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordorder.output.tables import Table

_ESCAPES = str.maketrans(
    {character: f"\\{character}" for character in "&%$#_{}"}
    | {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        "–": "--",
    }
)


def latex(table: Table) -> str:
    """A tabular; title and note become comments, for a caption is the author's to write."""
    sides = "".join("l" if column.align == "left" else "r" for column in table.columns)
    lines = [
        *_comment(table.title),
        rf"\begin{{tabular}}{{{sides}}}",
        r"\toprule",
        _row(visible(column.name) for column in table.columns),
        r"\midrule",
        *map(_row, table.shown_rows()),
        r"\bottomrule",
        r"\end{tabular}",
        *_comment(table.note),
    ]
    return "\n".join(lines) + "\n"


def _row(texts: Iterable[str]) -> str:
    line = " & ".join(text.translate(_ESCAPES) for text in texts) + r" \\"
    # After \\ and \midrule, LaTeX takes an asterisk or a bracket for an argument.
    return "{}" + line if line.lstrip().startswith(("*", "[", "(")) else line


def _comment(text: str | None) -> list[str]:
    return [f"% {visible(line)}".rstrip() for line in text.split("\n")] if text else []
