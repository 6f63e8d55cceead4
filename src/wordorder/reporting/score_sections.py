"""The sections of a result of `score`, from the verdicts to the method."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from wordorder.ordering.metrics import METRICS
from wordorder.output.wording import counted
from wordorder.reporting.blocks import (
    Block,
    Explorer,
    Paragraphs,
    ScatterBlock,
    Section,
    Term,
    Terms,
)
from wordorder.reporting.sections import MOST_ROWS, named, plot_block, table_blocks
from wordorder.scoring import findings
from wordorder.scoring.tables import main_findings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wordorder.scoring.result import ScoreResult

_PAPERS = {
    "W10-1749": ("kendall", "kendall_sqrt", "hamming", "ulam", "lrscore"),
    "W11-2102": ("fuzzy", "fuzzy_bounded", "frs"),
    "W14-4017": ("pet", "pef", "pefscore"),
    "C16-1204": ("pet_size", "pet_count", "max_op", "avg_op", "binary_nodes", "complexity"),
    "D10-1092": ("ribes",),
    "W14-3348": ("meteor",),
    "P02-1040": ("bleu1", "bleu2", "bleu3", "bleu4"),
    "W15-3049": ("chrf",),
}
_ADDRESSES = {
    name: f"https://aclanthology.org/{paper}" for paper, names in _PAPERS.items() for name in names
}

_MEANINGS = {
    "breaks_per_100": "Jumps in the order per 100 words; lower is better. Fewer "
    "judged words mean fewer jumps, so read it beside coverage.",
    "misplaced_per_100": "Words per 100 that would have to move; lower is better. "
    "Fewer judged words mean fewer of them, so read it beside coverage.",
    "coverage": "Share of words whose order is judged: of the reference, or of the source if "
    "orders are compared through it.",
    "coverage_hyp": "Share of the translation's words whose order is judged.",
    "matched": "Share of the reference's words that match, weak matches included.",
    "f1": "Words in common with the reference, whatever their order: harmonic mean of precision "
    "and recall.",
    "chrf": "Characters in common with the reference, in stretches of one to six.",
}
_COMBINED = {
    "pefscore": "Word choice and word order, half each: {lexical} and {ordering}.",
    "complexity": "Word choice and word order, half each: {lexical} and {ordering}.",
    "lrscore": "Word choice and word order with a brevity penalty: {lexical} and {ordering}.",
    "frs": "The fuzzy reordering score: {ordering}, through the source.",
    "ribes": "Rank correlation of the matched words, times precision and brevity.",
    "meteor": "Matched words, with a penalty for their fragmentation.",
}
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


def opening_sections(result: ScoreResult) -> Iterator[Section]:
    """Yield verdicts, systems, errors, groups and words, as far as the result has the data."""
    labels = _kind_of_labels(result)
    by_label = f"Word order by {labels}"
    sections: dict[str, Iterator[Block]] = {
        "Verdicts": _verdicts(result),
        "Systems": _systems(result),
        "Which differences are significant": _significance(result),
        "Order errors": _errors(result),
        "Distribution of sentence scores": plot_block(
            result, "distribution", rows=len(result.systems)
        ),
        "By sentence length": _by_group(result, "length", _BY_LENGTH),
        "By coverage": _by_group(result, "coverage", _BY_COVERAGE),
        f"By {labels}": _by_group(result, "label", _BY_LABEL, by_label),
        "By distance": _by_group(result, "distance", _BY_DISTANCE),
        "Misplaced words": _misplaced(result),
    }
    for title, parts in sections.items():
        if blocks := tuple(parts):
            yield Section(named(title), title, blocks)


def closing_sections(
    result: ScoreResult, source: tuple[str, ...] | None, *, with_explorer: bool
) -> Iterator[Section]:
    """Yield the sentences, and the method behind all sections."""
    if with_explorer:
        title = "Sentences of two systems; a click opens one"
        plots = (
            ScatterBlock("scatter", block.title, block.spec)
            for block in plot_block(result, "scatter", title)
        )
        if scatter := tuple(_explained(_ABOUT_SCATTER, plots)):
            yield Section("system-against-system", "System against system", scatter)
        explorer = Explorer(result, source)
        yield Section("sentences", "Sentences", (Paragraphs((_ABOUT_SENTENCES,)), explorer))
    yield Section("method", "Method", tuple(_method(result)))


def _verdicts(result: ScoreResult) -> Iterator[Block]:
    if result.doubts:
        yield Paragraphs(tuple(findings.doubt_notes(result)), "doubt")
    if result.tests is None:
        text = f"{result.summary()}. A verdict needs at least two systems."
        yield Paragraphs((text,), "finding")
    else:
        yield Paragraphs(tuple(main_findings(result)), "finding")
    yield Paragraphs((f"{findings.note(result, ends=True)}.", *findings.comparison_note(result)))


def _systems(result: ScoreResult) -> Iterator[Block]:
    yield from plot_block(result, "scores", "Scores of the systems")
    yield from table_blocks(result, "intervals")
    clusters = [] if result.tests is None else [findings.cluster_note(result)]
    yield Paragraphs((findings.legend(result), *clusters))
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


def _by_group(
    result: ScoreResult, kind: str, about: str, title: str | None = None
) -> Iterator[Block]:
    """Yield scores by kind of sentence, or of word pair."""
    yield from _explained(about, plot_block(result, kind, title), table_blocks(result, kind))


def _misplaced(result: ScoreResult) -> Iterator[Block]:
    tables = table_blocks(result, "misplaced", top=MOST_ROWS)
    yield from _explained(_ABOUT_MISPLACED, plot_block(result, "misplaced"), tables)


def _explained(about: str, *parts: Iterable[Block]) -> Iterator[Block]:
    """Yield the parts below a paragraph, if there are any."""
    blocks = list(chain.from_iterable(parts))
    if blocks:
        yield Paragraphs((about,))
        yield from blocks


def _method(result: ScoreResult) -> Iterator[Block]:
    about = _THROUGH_SOURCE if findings.is_through_source(result) else _BY_MATCH
    sentences = counted(result.sentence_count, "sentence")
    yield Paragraphs((f"{about.format(sentences=sentences)} {_ABOUT_METHOD}",))
    names = dict.fromkeys((*result.shown_measures, *result.measures))
    yield Terms(
        tuple(
            Term(findings.heading(name), _meaning(result, name), _ADDRESSES.get(name))
            for name in names
        )
    )
    yield Paragraphs((result.signature,), "note")


def _kind_of_labels(result: ScoreResult) -> str:
    """Return what the labels mean; `study_translations` labels the amount of reordering."""
    if "label" in result.buckets:
        from wordorder.reorderings.sets import OUTSIDE, SETS

        if {*SETS, OUTSIDE}.issuperset(result.buckets["label"].names):
            return "amount of reordering"
    return "label"


def _meaning(result: ScoreResult, name: str) -> str:
    if name in METRICS:
        return f"Word order: rewards {METRICS[name].rewards}. From 0 to 1, higher is better."
    if name in _MEANINGS:
        return _MEANINGS[name]
    if name in _COMBINED:
        parts = {"lexical": result.lexical, "ordering": result.ordering}
        return f"{_COMBINED[name].format(**parts)} Higher is better."
    if name == result.lexical:
        return "Word choice: words and phrases in common with the reference. Higher is better."
    return "A combined score of word choice and word order. Higher is better."
