"""The section of any result: what it says of itself, as tables and plots."""

from __future__ import annotations

import inspect
import re
from typing import TYPE_CHECKING

from wordorder.errors import UsageError
from wordorder.report.blocks import Paragraphs, PlotBlock, Section, TableBlock
from wordorder.report.plots.chart import NOTHING
from wordorder.report.plotting import plot, plot_kinds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordorder.output import Result, View
    from wordorder.report.blocks import Block

MOST_ROWS = 25
"""Rows of a table; all of them are in the JSON document."""


def sections_of_result(result: Result) -> Iterator[Section]:
    """The summary, the plots and the tables of a result."""
    title = title_of(result)
    yield Section(named(title), title, (Paragraphs((f"{result.summary()}.",)), *_blocks(result)))


def title_of(result: Result) -> str:
    """What to call a result; by default the name of its class.

    Examples:
        >>> from wordorder import Alignment, analyze_reorderings
        >>> title_of(analyze_reorderings([Alignment.parse("0-1 1-0")]))
        'Reorderings of the language pair'
    """
    kind = type(result).__name__
    words = re.findall(r"[A-Z][a-z0-9]*", kind.removesuffix("Result")) or ["Result"]
    return _TITLES.get(kind, " ".join([words[0], *map(str.lower, words[1:])]))


_TITLES = {
    "MisplacedClasses": "Misplaced word classes",
    "ReorderingAnalysis": "Reorderings of the language pair",
    "RetentionResult": "Reorderings that systems keep",
    "MetaEvaluation": "Agreement with people",
    "TunedWeight": "The weight that agrees best with people",
    "FittedWeights": "Weights fitted to what people prefer",
    "AlignmentEvaluation": "Alignments against gold links",
    "AgreementResult": "Agreement of judges about reorderings",
    "PermutationScores": "Scores of permutations",
    "PreorderingEvaluation": "Pre-ordering by rules",
    "PreorderingErrors": "Errors of pre-ordering",
    "RuleCheck": "What the rules do",
    "LearnedRules": "Rules learned from links",
    "ParseSelection": "Choice among parses",
}


def named(title: str) -> str:
    """The name of a section or block: lower-case letters, digits and hyphens.

    Examples:
        >>> named("By length: words of the reference")
        'by-length-words-of-the-reference'
    """
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") or "part"


def plot_block(result: Result, kind: str, title: str | None = None) -> Iterator[PlotBlock]:
    """A plot of a result; none if there is no such plot, or the result lacks the data for it."""
    try:
        spec = plot(result, kind).to_dict()
    except UsageError:
        return
    if spec.get("name") == NOTHING:
        return
    said = title or str(spec["description"])
    yield PlotBlock(named(f"{title_of(result)} {kind}"), said, spec)


def table_blocks(
    result: Result, view: str | None = None, *arguments: str, top: int | None = None
) -> Iterator[TableBlock]:
    """The tables of a view; none if the result lacks what it needs."""
    try:
        tables = result.tables(view, *arguments, top=top)
    except UsageError:
        return
    name = named(" ".join([title_of(result), view or "main", *arguments]))
    for number, table in enumerate(tables, start=1):
        if table.rows:
            yield TableBlock(name if number == 1 else f"{name}-{number}", table)


def _blocks(result: Result) -> Iterator[Block]:
    for kind in plot_kinds(result):
        yield from plot_block(result, kind)
    for number, (name, view) in enumerate(result.views().items()):
        if _is_shown(view):
            yield from table_blocks(result, name, top=None if number == 0 else MOST_ROWS)
    yield Paragraphs((result.signature,), "note")


def _is_shown(view: View) -> bool:
    """Whether a view needs no argument and is not about single sentences."""
    _result, *others = inspect.signature(view.tables).parameters.values()
    needed = [one for one in others if one.default is one.empty and one.kind is not one.VAR_KEYWORD]
    return view.lines is None and not needed
