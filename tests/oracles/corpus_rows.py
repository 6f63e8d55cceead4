"""The figures of one row of a corpus, through the public functions for single sentences."""

from __future__ import annotations

import io
import warnings
from math import isnan
from typing import TYPE_CHECKING

import wordorder as wo
from wordorder.errors import InputError, WordorderWarning
from wordorder.preordering import evaluate_preordering
from wordorder.reorderings import ReorderingAnalyzer
from wordorder.statistics import Resampling

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wordorder.preordering import RuleSet

Figures = dict[str, float | None]

ONCE = Resampling(resamples=1, seed=1)


def of_permutation(text: str) -> Figures:
    """All ordering metrics of a permutation written as text; none without words."""
    return _scores(wo.Permutation.parse(text))


def of_links(
    text: str,
    source: str | None = None,
    target: str | None = None,
    *,
    ks: Sequence[int] = (1, 3, 5),
) -> Figures:
    """All outputs of links in Pharaoh format, with the sentences that they link."""
    lengths = (None if side is None else len(side.split()) for side in (source, target))
    return of_alignment(wo.Alignment.parse(text, *lengths), ks=ks)


def of_alignment(alignment: wo.Alignment, *, ks: Sequence[int] = (1, 3, 5)) -> Figures:
    """All outputs of an alignment.

    A corpus of a single sentence pair has that pair's figures.

    Raises:
        InputError: The target has no words.
    """
    if not alignment.target_length:
        raise InputError("the target has no words")
    batch = wo.AlignmentBatch.from_alignments([alignment])
    analyzer = ReorderingAnalyzer(ks)
    analyzer.add(batch, wo.reorderings.extract_reorderings([alignment]))
    analysis = analyzer.result(ONCE)
    words = alignment.source_length
    linked = {source for source, _ in alignment.links.tolist()}
    return {
        **_scores(wo.Permutation.from_alignment(alignment)),
        **{name: _defined(estimate.value) for name, estimate in analysis.measures.items()},
        "coverage": len(linked) / words if words else None,
        "source_length": words,
        "target_length": alignment.target_length,
        "links": len(alignment),
    }


def of_texts(reference: str, hypothesis: str, **options: str) -> Figures:
    """The sentence scores of `score`."""
    with warnings.catch_warnings(action="ignore", category=WordorderWarning):
        result = wo.score([reference], [hypothesis], metrics="all", resampling=ONCE, **options)
    values = result.known_segments().at(system=result.systems[0])[0].tolist()
    return dict(zip(result.measures, map(_defined, values), strict=True))


def of_tree(conllu: str, links: str, rules: RuleSet) -> Figures:
    """The scores of `evaluate_preordering`; none without links."""
    names = wo.metric_names()
    if not links:
        return {f"preordered_{part}{name}": None for part in ("", "linked_") for name in names}
    result = evaluate_preordering(
        io.StringIO(conllu), io.StringIO(f"{links}\n"), rules, metrics="all", resampling=ONCE
    )
    values = result.kept_sentences()["score"][0, 0, 0].tolist()
    scores = dict(zip(result.measures, values, strict=True))
    figures = {}
    for metric in names:
        figures[f"preordered_{metric}"] = _defined(scores[metric])
        figures[f"preordered_linked_{metric}"] = _defined(scores[f"{metric}_linked"])
    return figures


def _scores(permutation: wo.Permutation) -> Figures:
    if not len(permutation):
        return dict.fromkeys(wo.metric_names())
    scores: Mapping[str, float] = wo.permutation_scores(permutation)
    return dict(scores)


def _defined(value: float) -> float | None:
    return None if isnan(value) else value
