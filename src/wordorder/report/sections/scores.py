"""The sections of a result of `score`."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from wordorder.output import counted
from wordorder.reorderings import OUTSIDE, SETS
from wordorder.report.blocks import Explorer, Paragraphs, ScatterBlock, Section, Terms
from wordorder.report.sections.any_result import MOST_ROWS, named, plot_block, table_blocks
from wordorder.report.sections.terms import measure_terms
from wordorder.scoring.tables import main_findings
from wordorder.scoring.wording import (
    cluster_note,
    comparison_note,
    doubt_notes,
    is_through_source,
    legend,
    note,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from wordorder.report.blocks import Block
    from wordorder.scoring import ScoreResult


def opening_sections(result: ScoreResult) -> Iterator[Section]:
    """Verdicts, systems, errors, groups and words, as far as the result has the data."""
    labels = _kind_of_labels(result)
    parts: dict[str, Callable[[ScoreResult], Iterator[Block]]] = {
        "Verdicts": _verdicts,
        "Systems": _systems,
        "Which differences are significant": _significance,
        "Order errors": _errors,
        "Distribution of sentence scores": _distribution,
        "By sentence length": lambda one: _by_group(one, "length", _BY_LENGTH),
        "By coverage": lambda one: _by_group(one, "coverage", _BY_COVERAGE),
        f"By {labels}": lambda one: _by_group(one, "label", _BY_LABEL, f"Word order by {labels}"),
        "By distance": lambda one: _by_group(one, "distance", _BY_DISTANCE),
        "Misplaced words": _misplaced,
    }
    for title, blocks in parts.items():
        if found := tuple(blocks(result)):
            yield Section(named(title), title, found)


def closing_sections(
    result: ScoreResult, source: tuple[str, ...] | None, *, with_explorer: bool
) -> Iterator[Section]:
    """Sentences, and how all this was computed."""
    if with_explorer:
        if scatter := tuple(_explained(_ABOUT_SCATTER, _scatter(result))):
            yield Section("system-against-system", "System against system", scatter)
        explorer = Explorer(result, source)
        yield Section("sentences", "Sentences", (Paragraphs((_ABOUT_SENTENCES,)), explorer))
    yield Section("method", "Method", tuple(_method(result)))


def _verdicts(result: ScoreResult) -> Iterator[Block]:
    if result.doubts:
        yield Paragraphs(tuple(doubt_notes(result)), "doubt")
    if result.tests is None:
        told = f"{result.summary()}. A verdict needs at least two systems."
        yield Paragraphs((told,), "finding")
    else:
        yield Paragraphs(tuple(main_findings(result)), "finding")
    yield Paragraphs((f"{note(result, ends=True)}.", *comparison_note(result)))


def _systems(result: ScoreResult) -> Iterator[Block]:
    yield from plot_block(result, "scores", "Scores of the systems")
    yield from table_blocks(result, "intervals")
    clusters = [] if result.tests is None else [cluster_note(result)]
    yield Paragraphs((legend(result), *clusters))
    title = "Neighbours in the ranking, on shared words"
    yield from plot_block(result, "differences", title, rows=len(result.systems) - 1)
    if result.chance is not None:
        _scores, *chance = table_blocks(result, "scores")
        yield from chance


def _significance(result: ScoreResult) -> Iterator[Block]:
    if result.tests is not None:
        for measure in (result.leading, result.lexical or result.measures[0]):
            yield from table_blocks(result, "significance", measure)


def _errors(result: ScoreResult) -> Iterator[Block]:
    plots = plot_block(result, "errors", "Order errors per 100 words, against coverage")
    yield from _explained(_ABOUT_ERRORS, plots, table_blocks(result, "errors"))


def _distribution(result: ScoreResult) -> Iterator[Block]:
    yield from plot_block(result, "distribution", rows=len(result.systems))


def _by_group(
    result: ScoreResult, kind: str, about: str, title: str | None = None
) -> Iterator[Block]:
    """Scores by kind of sentence, or of word pair."""
    yield from _explained(about, plot_block(result, kind, title), table_blocks(result, kind))


def _misplaced(result: ScoreResult) -> Iterator[Block]:
    tables = table_blocks(result, "misplaced", top=MOST_ROWS)
    yield from _explained(_ABOUT_MISPLACED, plot_block(result, "misplaced"), tables)


def _explained(about: str, *parts: Iterable[Block]) -> Iterator[Block]:
    """The parts below a paragraph, if there are any."""
    blocks = list(chain.from_iterable(parts))
    if blocks:
        yield Paragraphs((about,))
        yield from blocks


def _scatter(result: ScoreResult) -> Iterator[Block]:
    for block in plot_block(result, "scatter", "Sentences of two systems; a click opens one"):
        yield ScatterBlock("scatter", block.title, block.spec)


def _method(result: ScoreResult) -> Iterator[Block]:
    about = _THROUGH_SOURCE if is_through_source(result) else _BY_MATCH
    sentences = counted(result.sentence_count, "sentence")
    yield Paragraphs((f"{about.format(sentences=sentences)} {_ABOUT_METHOD}",))
    yield Terms(tuple(measure_terms(result)))
    yield Paragraphs((result.signature,), "note")


def _kind_of_labels(result: ScoreResult) -> str:
    """What the labels say: `study_translations` labels the amount of reordering."""
    known = "label" in result.buckets and {*SETS, OUTSIDE}.issuperset(result.buckets["label"].names)
    return "amount of reordering" if known else "label"


_ABOUT_ERRORS = (
    "Breaks are jumps in the order; misplaced words would have to move. A system with fewer "
    "judged words has fewer of both, so coverage stands beside them."
)
_BY_LENGTH = "By the number of words in the reference; every system's own judged words."
_BY_COVERAGE = (
    "By the share of words whose order is judged, over all systems. Where these are few, "
    "the rest of the order is unknown."
)
_BY_LABEL = "Each group has its own sentences; every system's own judged words."
_BY_DISTANCE = (
    "Pairs of matched words, by how far apart they stand in the reference, and the share of them "
    "that a system puts in the right order."
)
_ABOUT_MISPLACED = (
    "A word is misplaced if it would have to move: it lies outside the longest part of the "
    "sentence that is in the right order."
)
_ABOUT_SCATTER = (
    "Each point is a sentence, or several with the same two scores; points above the line are "
    "sentences in which the system of the vertical axis has the higher score. The sentences below "
    "can be sorted by that difference, too."
)
_ABOUT_SENTENCES = (
    "Search, sort and filter; choose a sentence to see its words, its scores and, where words are "
    "matched with the reference, how they cross and which moves would mend their order."
)
_BY_MATCH = (
    "The words of each translation are matched with those of the reference, and the measures of "
    "word order score the order of the matched words in {sentences}."
)
_THROUGH_SOURCE = (
    "Links lead from the source to each translation and to the reference, and the measures of "
    "word order compare the order that both give to the source's words in {sentences}."
)
_ABOUT_METHOD = (
    "Intervals and tests come from resampled sentences. Formulas and examples are on the page "
    "“Metrics” of the documentation."
)
