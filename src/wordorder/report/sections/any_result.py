"""The section of any result: what it says of itself, as tables and plots."""

from __future__ import annotations

import inspect
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from wordorder.errors import UsageError
from wordorder.report.blocks import Paragraphs, PlotBlock, Section, TableBlock
from wordorder.report.plots.chart import NOTHING
from wordorder.report.plots.theme import SMALLEST, USUAL
from wordorder.report.plotting import plot, plot_kinds
from wordorder.report.sections.captions import captioned, name_of, title_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordorder.output import Result, Table, View
    from wordorder.report.blocks import Block

MOST_ROWS = 25
"""Rows of a table; all of them are in the JSON document."""

MOST_MAIN_ROWS = 1000
"""The same of the main table of a result."""

_ROW = 45  # height in pixels of a row of a plot with few of them


def sections_of_result(result: Result) -> Iterator[Section]:
    """The summary, the plots and the tables of a result."""
    blocks = (Paragraphs((f"{result.summary()}.",)), *_blocks(result))
    yield Section(named(name_of(result)), title_of(result), blocks)


def named(title: str) -> str:
    """The name of a section or block: lower-case letters, digits and hyphens.

    Examples:
        >>> named("By length: words of the reference")
        'by-length-words-of-the-reference'
    """
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") or "part"


def plot_block(
    result: Result, kind: str, title: str | None = None, *, rows: int | None = None
) -> Iterator[PlotBlock]:
    """A plot of a result; none if there is no such plot, or the result lacks the data for it.

    Args:
        result: The result.
        kind: The plot.
        title: The caption; by default what the plot says of itself.
        rows: Number of its rows, if it has some: a few need less height than usual.
    """
    height = USUAL.height if rows is None else min(max(rows * _ROW, SMALLEST), USUAL.height)
    try:
        spec = plot(result, kind, size=(USUAL.width, height)).to_dict()
    except UsageError:
        return
    if spec.get("name") == NOTHING:
        return
    said = title or str(spec["description"])
    yield PlotBlock(named(f"{name_of(result)} {kind}"), said, spec)


def table_blocks(
    result: Result, view: str, *arguments: str, top: int | None = None
) -> Iterator[TableBlock]:
    """The tables of a view; none if the result lacks what it needs."""
    try:
        limit = top if result.view(view).ranks else None
        tables = result.tables(view, *arguments, top=limit)
    except UsageError:
        return
    name = named(" ".join([name_of(result), view, *arguments]))
    for number, table in enumerate(captioned(tables, result, view, *arguments), start=1):
        if table.rows:
            shown = _with_limit(table, limit)
            yield TableBlock(name if number == 1 else f"{name}-{number}", shown)


def _with_limit(table: Table, top: int | None) -> Table:
    """The table; if rows may be missing, its note says so."""
    if top is None or len(table.rows) < top:
        return table
    limit = f"At most {top:,} rows of a kind are shown."
    return replace(table, note=f"{table.note}\n{limit}" if table.note else limit)


def _blocks(result: Result) -> Iterator[Block]:
    for kind in plot_kinds(result):
        yield from plot_block(result, kind)
    yield from _tables(result)
    yield Paragraphs((result.signature,), "note")


def _tables(result: Result) -> Iterator[TableBlock]:
    """The tables of all views; what the main view has already is not shown again."""
    shown = []
    for number, (name, view) in enumerate(result.views().items()):
        if not _is_shown(view):
            continue
        for block in table_blocks(result, name, top=MOST_ROWS if number else MOST_MAIN_ROWS):
            content = block.table.columns, block.table.rows
            if content not in shown:
                shown.append(content)
                yield block


def _is_shown(view: View) -> bool:
    """Whether a view needs no argument and is not about single sentences."""
    _result, *others = inspect.signature(view.tables).parameters.values()
    optional = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    needed = [one for one in others if one.default is one.empty and one.kind not in optional]
    return view.lines is None and not needed
