"""The content of a report: sections of paragraphs, tables, plots and sentences.

`wordorder.reporting.page` turns them into HTML.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wordorder.output.tables import Table
    from wordorder.scoring.result import ScoreResult

Tone: TypeAlias = Literal["plain", "finding", "doubt", "note"]


@dataclass(frozen=True, slots=True)
class Paragraphs:
    """Plain text, escaped by the page.

    Attributes:
        texts: The paragraphs.
        tone: Their style: findings stand out, doubts warn, notes are small.
    """

    texts: tuple[str, ...]
    tone: Tone = "plain"


class Term(NamedTuple):
    """A term that a report explains.

    Attributes:
        name: The term, such as the name of a metric.
        meaning: Its meaning, in one line.
        address: A page with more about it, if any.
    """

    name: str
    meaning: str
    address: str | None = None


@dataclass(frozen=True, slots=True)
class Terms:
    """A list of explained terms, to which table headings of the same name link."""

    terms: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A table that can be sorted and copied.

    Attributes:
        name: Its name within the report, for files and links: lower-case letters and hyphens.
        table: The table; its title is the caption.
    """

    name: str
    table: Table


@dataclass(frozen=True, slots=True)
class PlotBlock:
    """A plot that can be downloaded.

    Attributes:
        name: Its name within the report, for files and links.
        title: The caption.
        spec: The chart as Vega-Lite.
    """

    name: str
    title: str
    spec: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ScatterBlock(PlotBlock):
    """A plot of one system against another, for any two systems and any measure of `Explorer`.

    `spec` is the chart of the first pair; the page replaces its points.
    """


@dataclass(frozen=True, slots=True)
class Explorer:
    """All sentences of a result, to search, sort, filter and view; at most one in a report.

    Attributes:
        result: A result with sentences.
        source: The source sentences, if known.
    """

    result: ScoreResult
    source: tuple[str, ...] | None = None


Block: TypeAlias = Paragraphs | Terms | TableBlock | PlotBlock | Explorer


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a report with a heading and an entry in the contents.

    Attributes:
        name: Its anchor: lower-case letters and hyphens.
        title: Its heading.
        blocks: Its content, from top to bottom.
        level: Depth of the heading: 2, or 3 for a part of the section before it.
    """

    name: str
    title: str
    blocks: tuple[Block, ...]
    level: Literal[2, 3] = 2
