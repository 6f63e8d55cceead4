"""Tables for the screen: columns that line up, split into groups where the screen is narrow."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING

from wordorder.output.visible import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console
    from rich.table import Table as RichTable

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


def rich(table: Table, width: int | None, color: bool) -> str:
    """The same with a rule under the headings and, if wanted, colour."""
    from rich.text import Text

    columns = _aligned_columns(table)
    blocks: list[Text | RichTable] = [
        *(Text(title, style="bold") for title in _paragraph(table.title)),
        *map(_rich_group, _column_groups(columns, width)),
        *(Text(note, style="dim") for note in _paragraph(table.note)),
    ]
    # The groups already fit, so rich gets room for the whole table and never wraps a cell.
    console = _console(_line_width(columns), color)
    with console.capture() as captured:
        for number, block in enumerate(blocks):
            if number:
                console.print()
            console.print(block, soft_wrap=isinstance(block, Text))
    return "".join(line.rstrip() + "\n" for line in captured.get().splitlines())


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
    # At least one, because rich makes an empty column one cell wide.
    width = max(1, column.min_width, *lengths)
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


def _rich_group(columns: Sequence[Sequence[str]]) -> RichTable:
    from rich import box
    from rich.table import Table as RichTable
    from rich.text import Text

    group = RichTable(
        box=box.SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        padding=(0, len(_GAP) - 1, 0, 0),  # the divider of this box is the rest of the gap
        header_style="bold",
        border_style="dim",
    )
    # Text, not str: rich would read "[red]" in a str as markup.
    for heading, *_ in columns:
        group.add_column(Text(heading), no_wrap=True)
    for row in list(zip(*columns, strict=True))[1:]:
        group.add_row(*map(Text, row))
    return group


def _console(width: int, color: bool) -> Console:
    """A rich console that writes to memory and takes nothing from the environment."""
    from rich.console import Console

    return Console(
        file=StringIO(),
        width=width,
        height=25,  # without a height, a TERM of "dumb" would overrule the width
        color_system="standard" if color else None,
        no_color=not color,
        force_terminal=color,
        force_jupyter=False,
        legacy_windows=False,
    )
