"""Tables for the screen: aligned columns, split into groups if the screen is narrow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.output.escaping import visible
from wordorder.output.wrapping import wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.output.tables import Column, Table

_GAP = "  "
_LEAST_ROOM = 8  # minimum width of the labels


def plain(table: Table, width: int | None) -> str:
    """Plain text, two spaces between columns."""
    (labels,), *parts = _parts(table, _aligned_columns(table))
    groups = [
        "\n".join(_GAP.join(line).rstrip() for line in zip(*group, strict=True))
        for group in _column_groups([[_narrowed(labels, parts, width)], *parts], width)
    ]
    above, below = _paragraph(table.title, width), _paragraph(table.note, width)
    return "\n\n".join([*above, *groups, *below]) + "\n"


def _paragraph(text: str | None, width: int | None) -> list[str]:
    lines = text.split("\n") if text else []
    return ["\n".join(wrapped(visible(line).rstrip(), width) for line in lines)] if text else []


def _aligned_columns(table: Table) -> list[list[str]]:
    """Each column, heading first, padded to equal width."""
    headings = [visible(column.name) for column in table.columns]
    by_column = zip(headings, *table.shown_rows(), strict=True)
    return [_aligned(column, texts) for column, texts in zip(table.columns, by_column, strict=True)]


def _aligned(column: Column, texts: Sequence[str]) -> list[str]:
    from rich.cells import cell_len

    # Terminal cells, not characters: 語 takes two, a combining accent none.
    lengths = [cell_len(text) for text in texts]
    width = max(column.min_width, *lengths)
    blanks = [" " * (width - length) for length in lengths]
    if column.align == "left":
        return [text + blank for text, blank in zip(texts, blanks, strict=True)]
    return [blank + text for text, blank in zip(texts, blanks, strict=True)]


def _line_width(columns: Sequence[Sequence[str]]) -> int:
    from rich.cells import cell_len

    # All cells of a column are equally wide, except labels on lines of their own.
    widths = (cell_len(column[0].rpartition("\n")[2]) for column in columns)
    return sum(widths) + len(_GAP) * (len(columns) - 1)


def _parts(table: Table, columns: Sequence[list[str]]) -> list[list[list[str]]]:
    """The columns in groups that stay together, such as a score and its interval."""
    parts: list[list[list[str]]] = []
    for column, texts in zip(table.columns, columns, strict=True):
        if column.joined and len(parts) > 1:
            parts[-1].append(texts)
        else:
            parts.append([texts])
    return parts


def _narrowed(
    labels: Sequence[str], parts: Sequence[Sequence[Sequence[str]]], width: int | None
) -> Sequence[str]:
    """Put labels that leave no room for figures on a line of their own, above their row."""
    from rich.cells import cell_len

    widths = [_line_width(part) + len(_GAP) for part in parts]
    fitting = [one for one in widths if width is not None and one + _LEAST_ROOM <= width]
    if width is None or not fitting or cell_len(labels[0]) <= width - max(fitting):
        return labels
    # On lines of their own, they no longer widen the column.
    room = max(_LEAST_ROOM, min(width // 4, width - max(fitting)))
    bare = [label.rstrip() for label in labels]
    return [
        f"{label}\n{' ' * room}" if (rest := room - cell_len(label)) < 0 else label + " " * rest
        for label in bare
    ]


def _column_groups(
    parts: Sequence[Sequence[Sequence[str]]], width: int | None
) -> list[list[Sequence[str]]]:
    """The columns in groups that fit the width, each starting with the first column.

    Examples:
        >>> _column_groups([[["system"]], [["fuzzy"]], [["ulam"]], [["peer"]]], width=19)
        [[['system'], ['fuzzy']], [['system'], ['ulam'], ['peer']]]
    """
    columns = [column for part in parts for column in part]
    if width is None:
        return [columns]
    width = min(width, _line_width(columns))
    groups = _greedy_groups(parts, width)
    # Even out the widths without adding groups, so that no column is left by itself.
    while width > 1 and len(narrower := _greedy_groups(parts, width - 1)) == len(groups):
        groups, width = narrower, width - 1
    return groups


def _greedy_groups(
    parts: Sequence[Sequence[Sequence[str]]], width: int
) -> list[list[Sequence[str]]]:
    (first,), *others = parts
    groups: list[list[Sequence[str]]] = [[first]]
    for part in others:
        too_wide = _line_width([*groups[-1], *part]) > width
        # A group needs at least one column besides the first, even if it is too wide.
        if too_wide and len(groups[-1]) > 1:
            groups.append([first])
        groups[-1] += part
    return groups
