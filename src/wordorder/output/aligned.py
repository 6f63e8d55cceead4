"""Tables for the screen: columns that line up, split into groups where the screen is narrow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.output.visible import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.output.tables import Column, Table

_GAP = "  "


def plain(table: Table, width: int | None) -> str:
    """Bare text, two spaces between columns."""
    columns = _aligned_columns(table)
    groups = [
        "\n".join(_GAP.join(line).rstrip() for line in zip(*group, strict=True))
        for group in _column_groups(columns, width)
    ]
    return "\n\n".join([*_paragraph(table.title), *groups, *_paragraph(table.note)]) + "\n"


def _paragraph(text: str | None) -> list[str]:
    return ["\n".join(visible(line).rstrip() for line in text.split("\n"))] if text else []


def _aligned_columns(table: Table) -> list[list[str]]:
    """Each column from its heading down, all its texts equally wide on the screen."""
    headings = [visible(column.name) for column in table.columns]
    by_column = zip(headings, *table.shown_rows(), strict=True)
    return [_aligned(column, texts) for column, texts in zip(table.columns, by_column, strict=True)]


def _aligned(column: Column, texts: Sequence[str]) -> list[str]:
    from rich.cells import cell_len

    # Cells of the terminal, not characters: 語 takes two, a combining accent none.
    lengths = [cell_len(text) for text in texts]
    width = max(column.min_width, *lengths)
    blanks = [" " * (width - length) for length in lengths]
    if column.align == "left":
        return [text + blank for text, blank in zip(texts, blanks, strict=True)]
    return [blank + text for text, blank in zip(texts, blanks, strict=True)]


def _line_width(columns: Sequence[Sequence[str]]) -> int:
    from rich.cells import cell_len

    return sum(cell_len(column[0]) for column in columns) + len(_GAP) * (len(columns) - 1)


def _column_groups(
    columns: Sequence[Sequence[str]], width: int | None
) -> list[list[Sequence[str]]]:
    """The columns in groups that fit the width, the first column leading each of them.

    Examples:
        >>> _column_groups([["system"], ["fuzzy"], ["ulam"], ["peer"]], width=19)
        [[['system'], ['fuzzy']], [['system'], ['ulam'], ['peer']]]
    """
    if width is None:
        return [list(columns)]
    width = min(width, _line_width(columns))
    groups = _greedy_groups(columns, width)
    # Narrower groups, as long as they are not more: no column should be left over by itself.
    while width > 1 and len(narrower := _greedy_groups(columns, width - 1)) == len(groups):
        groups, width = narrower, width - 1
    return groups


def _greedy_groups(columns: Sequence[Sequence[str]], width: int) -> list[list[Sequence[str]]]:
    first, *others = columns
    groups: list[list[Sequence[str]]] = [[first]]
    for column in others:
        too_wide = _line_width([*groups[-1], column]) > width
        # A group of the first column alone would show nothing new, so one more goes in anyway.
        if too_wide and len(groups[-1]) > 1:
            groups.append([first])
        groups[-1].append(column)
    return groups
