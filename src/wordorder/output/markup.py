"""Tables as HTML, LaTeX and Markdown; all text is escaped."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from wordorder.output.console import visible
from wordorder.output.tables import Cell, Column, Estimate, Table, exact_text, has_no_value

_NOTHING: Mapping[str, str] = MappingProxyType({})
_LATEX_ESCAPES = str.maketrans(
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

# An underscore between letters, as in kendall_tau, needs no escape.
_MARKUP = re.compile(r"[\\`*\[\]~$|]|(?<![^\W_])_|_(?![^\W_])")


def html_table(table: Table) -> str:
    r"""Return the table as HTML, with note and signature below it; all text is escaped.

    Examples:
        >>> from wordorder.output import Column, Table
        >>> print(html_table(Table([Column("a<b")], [[1.5]], note="1 row")), end="")
        <table><thead><tr><th scope="col" class="number">a&lt;b</th></tr></thead>
        <tbody>
        <tr><td class="number" data-value="1.5">1.5</td></tr>
        </tbody></table>
        <p><small>1 row</small></p>
    """
    notes = (table.note, table.shown_marks_note(), table.signature)
    below = "".join(f"\n<p><small>{html_lines(note)}</small></p>" for note in notes if note)
    return f"{table_element(table)}{below}\n"


def table_element(table: Table, after_heading: Mapping[str, str] = _NOTHING) -> str:
    """Return the table alone; `data-value` has numbers in full precision, "" if undefined.

    Args:
        table: The table.
        after_heading: HTML to put after the headings with these names.
    """
    title = f"<caption>{html_text(table.title)}</caption>" if table.title else ""
    heads = "".join(
        f'<th scope="col"{_class_attribute(column)}>{html_text(column.name)}'
        f"{after_heading.get(column.name, '')}</th>"
        for column in table.columns
    )
    rows = "\n".join(_html_rows(table))
    return f"<table>{title}<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}\n</tbody></table>"


def html_lines(text: str) -> str:
    """Escape lines of text."""
    return "<br>".join(map(html_text, text.split("\n")))


def html_text(text: str) -> str:
    r"""Escape a line of text; control characters become visible.

    Examples:
        >>> print(html_text("<b>\x1b"))
        &lt;b&gt;\x1b
    """
    return html.escape(visible(text))


def _html_rows(table: Table) -> Iterable[str]:
    best = table.best_cells()
    for row, (cells, texts) in enumerate(zip(table.rows, table.shown_rows(), strict=True)):
        made = []
        for place, (column, cell, text) in enumerate(zip(table.columns, cells, texts, strict=True)):
            shown = f"<b>{html_text(text)}</b>" if (row, place) in best else html_text(text)
            mark = table.marks.get((row, place))
            marked = f"{shown}<sup>{html_text(mark)}</sup>" if mark else shown
            names_row = place == 0 and column.align == "left"
            tag, scope = ("th", ' scope="row"') if names_row else ("td", "")
            made.append(
                f"<{tag}{scope}{_class_attribute(column)}{_value_attribute(cell)}>{marked}</{tag}>"
            )
        yield f"<tr>{''.join(made)}</tr>"


def _class_attribute(column: Column) -> str:
    return ' class="number"' if column.align == "right" else ""


def _value_attribute(cell: Cell) -> str:
    """Return the attribute by which a column is sorted, except for texts."""
    if has_no_value(cell):
        return ' data-value=""'
    if isinstance(cell, str):
        return ""
    return f' data-value="{exact_text(cell.value if isinstance(cell, Estimate) else cell)}"'


def latex(table: Table) -> str:
    """Return a booktabs tabular for a table environment; title and notes become comments."""
    sides = "".join("l" if column.align == "left" else "r" for column in table.columns)
    lines = [
        *_comment(table.title),
        rf"\begin{{tabular}}{{{sides}}}",
        r"\toprule",
        _latex_row(_latex_escaped(visible(column.name)) for column in table.columns),
        r"\midrule",
        *_latex_rows(table),
        r"\bottomrule",
        r"\end{tabular}",
        *_comment(table.note),
        *_comment(table.shown_marks_note()),
        *_comment(table.signature),
    ]
    return "\n".join(lines) + "\n"


def _latex_rows(table: Table) -> Iterable[str]:
    best = table.best_cells()
    for row, texts in enumerate(table.shown_rows()):
        cells = []
        for column, text in enumerate(texts):
            cell = _latex_escaped(text)
            cell = rf"\textbf{{{cell}}}" if (row, column) in best else cell
            mark = table.marks.get((row, column))
            cells.append(rf"{cell}\textsuperscript{{{_latex_escaped(mark)}}}" if mark else cell)
        yield _latex_row(cells)


def _latex_escaped(text: str) -> str:
    return text.translate(_LATEX_ESCAPES)


def _latex_row(cells: Iterable[str]) -> str:
    line = " & ".join(cells) + r" \\"
    # After \\ and \midrule, LaTeX takes an asterisk or a bracket for an argument.
    return "{}" + line if line.lstrip().startswith(("*", "[", "(")) else line


def _comment(text: str | None) -> list[str]:
    return [f"% {visible(line)}".rstrip() for line in text.split("\n")] if text else []


def markdown(table: Table) -> str:
    """Return a GitHub pipe table, with a bold title above, note and signature below."""
    sides = [":---" if column.align == "left" else "---:" for column in table.columns]
    rows = [
        _markdown_row(_markdown_escaped(visible(column.name)) for column in table.columns),
        _markdown_row(sides),
        *_markdown_rows(table),
    ]
    blocks = [
        *_paragraphs(table.title, "**"),
        "\n".join(rows),
        *_paragraphs(table.note, "*"),
        *_paragraphs(table.shown_marks_note(), "*"),
        *_paragraphs(table.signature, ""),
    ]
    return "\n\n".join(blocks) + "\n"


def _markdown_rows(table: Table) -> Iterable[str]:
    best = table.best_cells()
    for row, texts in enumerate(table.shown_rows()):
        cells = []
        for column, text in enumerate(texts):
            cell = _markdown_escaped(text)
            cell = f"**{cell}**" if (row, column) in best else cell
            mark = table.marks.get((row, column))
            cells.append(f"{cell} {_markdown_escaped(mark)}" if mark else cell)
        yield _markdown_row(cells)


def _markdown_row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _paragraphs(text: str | None, emphasis: str) -> list[str]:
    lines = [line.strip() for line in (text or "").split("\n")]
    return [f"{emphasis}{_markdown_escaped(visible(line))}{emphasis}" for line in lines if line]


def _markdown_escaped(text: str) -> str:
    return _MARKUP.sub(r"\\\g<0>", html.escape(text, quote=False))
