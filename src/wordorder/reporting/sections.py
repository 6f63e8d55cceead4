"""The section of any result: its summary, plots and tables, with titles in plain words."""

from __future__ import annotations

import inspect
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from wordorder.errors import UsageError
from wordorder.reporting.blocks import Block, Paragraphs, PlotBlock, Section, TableBlock
from wordorder.reporting.plots.theme import NOTHING, SMALLEST, USUAL
from wordorder.reporting.plotting import plot, plot_kinds

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordorder.output.results import Result
    from wordorder.output.tables import Table
    from wordorder.output.views import View

MOST_ROWS = 25  # of a table; all of them are in the JSON document
_MOST_MAIN_ROWS = 1000  # of the main table of a result
_ROW = 45  # height in pixels of a row of a plot with few of them

_TITLES = {
    "AgreementResult": "Judgements of reorderings",
    "AlignmentEvaluation": "Alignments against gold links",
    "CorpusProfile": "Corpora side by side",
    "FittedWeights": "Weights fitted to judgements",
    "LearnedRules": "Rules learned from parses",
    "MetaEvaluation": "Agreement with people",
    "MisplacedClasses": "Misplaced word classes",
    "ParseSelection": "Choice of parses",
    "PermutationScores": "Scores of permutations",
    "PreorderingErrors": "Errors of preordering",
    "PreorderingEvaluation": "Scores of preordering",
    "ReorderingAnalysis": "Reordering between the languages",
    "ReorderingTestSets": "Sentences by amount of reordering",
    "RetentionResult": "Reorderings that systems keep",
    "RuleCheck": "Check of rules",
    "TunedWeight": "Weight tuned to judgements",
}

_CAPTIONS = {
    "AgreementResult": {
        "judgements": "Reorderings that people call correct",
        "pairs": "Agreement between pairs of judges",
        "items": "Judgements of each reordering",
    },
    "AlignmentEvaluation": {"measures": "Links compared with the gold links"},
    "CorpusProfile": {
        "measures": "How much, how far and how the corpora reorder",
        "quantiles": "How outputs are distributed",
        "differences": "Differences between the corpora",
        "distances": "Reorderings by width in source words",
        "shapes": "Operators of permutation trees that no swaps explain",
        "anticipation": "Target words that come too early for simultaneous translation",
        "counts": "Rows that were read and written",
    },
    "FittedWeights": {
        "weights": "Weight of each feature",
        "agreement": "Agreement with people on held-out judgements",
    },
    "LearnedRules": {
        "rules": "The rules, and what they change",
        "path": "Score by number of rules, cross-validated",
    },
    "MetaEvaluation": {
        "pairs": "Differences between metrics in their agreement with people",
        "significance": "Which metrics agree significantly better with people",
        "systems": "Wins of the systems by people's judgements, and their scores",
        "length": "Agreement by sentence length",
        "label": "Agreement by label",
        "ratings": "Agreement with ratings",
        "judges": "Agreement of the judges with each other",
    },
    "MisplacedClasses": {"classes": "Share of misplaced words by class"},
    "ParseSelection": {
        "scores": "Scores of the parses",
        "ranks": "How often each parse is the best",
    },
    "PermutationScores": {"scores": "Scores of each permutation"},
    "PreorderingErrors": {"worst": "Sentences with the lowest scores"},
    "PreorderingEvaluation": {
        "scores": "Scores against the order of aligned translations",
        "pairs": "Which differences are significant",
        "alignments": "Scores by alignment",
    },
    "ReorderingAnalysis": {
        "measures": "How much, how far and how the languages reorder",
        "length": "Amount of reordering by length of the target sentence",
        "width": "Reorderings by width in source words",
        "label": "Phrases that move, by label",
        "pattern": "Swapped phrases, with the phrase above them",
        "operator": "Operators of permutation trees that no swaps explain",
    },
    "ReorderingTestSets": {
        "sets": "Size and reordering of each set",
        "scores": "Scores by set",
    },
    "RetentionResult": {
        "measures": "Share of reorderings kept, and order bias",
        "width": "Reorderings kept, by width in source words",
        "label": "Reorderings kept, by label of the phrase that moves",
        "fate": "What becomes of reorderings that are not kept",
        "pairs": "Differences between systems",
    },
    "ScoreResult": {
        "scores": "Scores",
        "intervals": "Scores with intervals",
        "errors": "Order errors with intervals",
        "significance": "Significance of differences in {arguments}",
        "length": "Scores by sentence length",
        "coverage": "Scores by coverage",
        "label": "Scores by label",
        "distance": "Word pairs in the right order, by distance in words",
        "misplaced": "Words that are misplaced most",
    },
    "TunedWeight": {
        "weight": "The best weight, and its agreement with people",
        "ranges": "Equally good weights",
        "curve": "Agreement by weight",
        "folds": "Held-out parts of the judgements",
        "grid": "Best weight by beta and gamma",
        "pairs": "Best weight of each language pair",
    },
}


def sections_of_result(result: Result) -> Iterator[Section]:
    """Yield a section with the summary, plots and tables of a result."""
    blocks: list[Block] = [Paragraphs((f"{result.summary()}.",))]
    for kind in plot_kinds(result):
        blocks += plot_block(result, kind)
    blocks += _tables(result)
    blocks.append(Paragraphs((result.signature,), "note"))
    yield Section(named(name_of(result)), title_of(result), tuple(blocks))


def _tables(result: Result) -> Iterator[TableBlock]:
    """Yield the tables of all views, without tables that repeat another."""
    shown = []
    for number, (name, view) in enumerate(result.views().items()):
        if not _is_shown(view):
            continue
        for block in table_blocks(result, name, top=MOST_ROWS if number else _MOST_MAIN_ROWS):
            content = block.table.columns, block.table.rows
            if content not in shown:
                shown.append(content)
                yield block


def _is_shown(view: View) -> bool:
    """Return whether a view needs no argument and is not about single sentences."""
    _result, *others = inspect.signature(view.tables).parameters.values()
    optional = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return view.lines is None and all(
        argument.default is not argument.empty or argument.kind in optional for argument in others
    )


def name_of(result: Result) -> str:
    """Return the class of a result in words, for the names of blocks.

    Examples:
        >>> from wordorder import Alignment, analyze_reorderings
        >>> name_of(analyze_reorderings([Alignment.parse("0-1 1-0")]))
        'Reordering analysis'
    """
    words = re.findall(r"[A-Z][a-z0-9]*", type(result).__name__.removesuffix("Result"))
    return " ".join([words[0], *(word.lower() for word in words[1:])]) if words else "Result"


def title_of(result: Result) -> str:
    """Return the title of a result in plain words; by default, its class.

    Examples:
        >>> from wordorder import Alignment, analyze_reorderings
        >>> title_of(analyze_reorderings([Alignment.parse("0-1 1-0")]))
        'Reordering between the languages'
    """
    return _TITLES.get(type(result).__name__) or name_of(result)


def captioned(tables: Sequence[Table], result: Result, view: str, *arguments: str) -> list[Table]:
    """Return the tables of a view with captions, to which several add their first headings.

    Examples:
        >>> from wordorder import Alignment, analyze_reorderings
        >>> result = analyze_reorderings([Alignment.parse("0-1 1-0")])
        >>> captioned(result.tables("width"), result, "width")[0].title
        'Reorderings by width in source words'
    """
    caption = _CAPTIONS.get(type(result).__name__, {}).get(view, view.capitalize())
    caption = caption.format(arguments=", ".join(arguments))
    if len(tables) == 1:
        return [replace(tables[0], title=tables[0].title or caption)]
    return [
        replace(table, title=table.title or f"{caption}: {table.columns[0].name}")
        for table in tables
    ]


def named(title: str) -> str:
    """Turn a title into the name of a section or block: lower-case letters, digits and hyphens.

    Examples:
        >>> named("By length: words of the reference")
        'by-length-words-of-the-reference'
    """
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") or "part"


def plot_block(
    result: Result, kind: str, title: str | None = None, *, rows: int | None = None
) -> Iterator[PlotBlock]:
    """Yield a plot of a result; nothing if there is no such plot, or no data for it.

    Args:
        result: The result.
        kind: The plot.
        title: The caption; by default the description of the plot.
        rows: Number of rows, if it has any: few rows need less height than usual.
    """
    height = USUAL.height if rows is None else min(max(rows * _ROW, SMALLEST), USUAL.height)
    try:
        spec = plot(result, kind, size=(USUAL.width, height)).to_dict()
    except UsageError:
        return
    if spec.get("name") == NOTHING:
        return
    name = named(f"{name_of(result)} {kind}")
    yield PlotBlock(name, title or str(spec["description"]), spec)


def table_blocks(
    result: Result, view: str, *arguments: str, top: int | None = None
) -> Iterator[TableBlock]:
    """Yield the tables of a view; nothing if the result lacks the data for it."""
    try:
        limit = top if result.view(view).ranks else None
        tables = result.tables(view, *arguments, top=limit)
    except UsageError:
        return
    name = named(" ".join([name_of(result), view, *arguments]))
    for number, table in enumerate(captioned(tables, result, view, *arguments), start=1):
        if table.rows:
            notes = [table.note] if table.note else []
            if limit is not None and len(table.rows) >= limit:
                notes.append(f"At most {limit:,} rows of a kind are shown.")
            noted = replace(table, note="\n".join(notes) or None)
            yield TableBlock(name if number == 1 else f"{name}-{number}", noted)
