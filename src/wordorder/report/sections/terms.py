"""What the measures of a result mean, in a line each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.ordering import METRICS
from wordorder.report.blocks import Term
from wordorder.scoring.wording import heading

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordorder.scoring import ScoreResult

_ANTHOLOGY = "https://aclanthology.org"

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
_ADDRESSES = {name: f"{_ANTHOLOGY}/{paper}" for paper, names in _PAPERS.items() for name in names}

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


def measure_terms(result: ScoreResult) -> Iterator[Term]:
    """Explain every measure of a result, under the names of its tables."""
    for name in dict.fromkeys((*result.shown_measures, *result.measures)):
        yield Term(heading(name), _meaning(result, name), _ADDRESSES.get(name))


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
