"""LaTeX tables: a booktabs tabular, to be put in a table environment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.output.escaping import visible

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
        "±": r"$\pm$",
        "→": r"$\rightarrow$",
        "↔": r"$\leftrightarrow$",
        "⟨": r"$\langle$",
        "⟩": r"$\rangle$",
        "…": r"\ldots{}",
        "−": "$-$",
    }
)


def latex(table: Table) -> str:
    """The table as a tabular; title, note and signature become comments."""
    sides = "".join("l" if column.align == "left" else "r" for column in table.columns)
    lines = [
        *_comment(table.title),
        rf"\begin{{tabular}}{{{sides}}}",
        r"\toprule",
        _row(_escaped(visible(column.name)) for column in table.columns),
        r"\midrule",
        *_rows(table),
        r"\bottomrule",
        r"\end{tabular}",
        *_comment(table.note),
        *_comment(table.shown_marks_note()),
        *_comment(table.signature),
    ]
    return "\n".join(lines) + "\n"


def _rows(table: Table) -> Iterable[str]:
    best = table.best_cells()
    for row, texts in enumerate(table.shown_rows()):
        cells = []
        for column, text in enumerate(texts):
            cell = _escaped(text)
            cell = rf"\textbf{{{cell}}}" if (row, column) in best else cell
            mark = table.marks.get((row, column))
            cells.append(rf"{cell}\textsuperscript{{{_escaped(mark)}}}" if mark else cell)
        yield _row(cells)


def _escaped(text: str) -> str:
    return text.translate(_ESCAPES)


def _row(cells: Iterable[str]) -> str:
    line = " & ".join(cells) + r" \\"
    # After \\ and \midrule, LaTeX takes an asterisk or a bracket for an argument.
    return "{}" + line if line.lstrip().startswith(("*", "[", "(")) else line


def _comment(text: str | None) -> list[str]:
    return [f"% {visible(line)}".rstrip() for line in text.split("\n")] if text else []
