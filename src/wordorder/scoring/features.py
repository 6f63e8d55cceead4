"""Measures by name: the features of fitted presets, and all presets."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from wordorder.errors import UsageError
from wordorder.ordering.metrics import METRICS, metric_names
from wordorder.scoring import measures
from wordorder.scoring.measures import ORDER_ERRORS, Measure, Ordering
from wordorder.scoring.presets import LEXICAL_PARTS, PRESETS, Preset, combined_score

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordorder.alignment.matching.matcher import Matcher
    from wordorder.scoring.fitted_presets import FittedPreset
    from wordorder.scoring.word_order import OrderSource

FEATURES = (
    *metric_names(),
    "pef_inverted",
    *ORDER_ERRORS,
    "coverage",
    "coverage_hyp",
    "matched",
    "weighted_recall",
    "brevity",
    *LEXICAL_PARTS,
)
"""The features that a fitted preset may weight."""

CAN_BE_UNDEFINED = (*metric_names(), "pef_inverted", "coverage_hyp")
"""Features that are undefined without matched words, or without words at all."""

NONE_IF_PERFECT = (*ORDER_ERRORS, "pef_inverted")
"""Features that are 0 for a translation that equals its reference; all others are 1."""

OF_DIRECT_MATCH = ("coverage_hyp", "matched", "weighted_recall", "brevity")
"""Features that need a direct match."""


def feature_measure(name: str, metric: str, matcher: Matcher | None) -> Measure:
    """Return the measure of a feature; the ordering metric `metric` chooses among references."""
    if name in METRICS:
        return Ordering(name)
    if name in ORDER_ERRORS:
        return measures.ErrorsPer100(name, metric)
    if name in LEXICAL_PARTS:
        return LEXICAL_PARTS[name](metric)
    if name == "weighted_recall":
        from wordorder.scoring.meteor import meteor_parameters

        return measures.WeightedRecall(meteor_parameters(matcher.lang if matcher else None), metric)
    kinds = (
        measures.Coverage,
        measures.HypothesisCoverage,
        measures.Matched,
        measures.Brevity,
        measures.InvertedOperators,
    )
    return {kind.name: kind for kind in kinds}[name](metric)


def every_measure(
    preset: Preset | FittedPreset, order_source: OrderSource, matcher: Matcher | None
) -> dict[str, Measure]:
    """Return all measures that the counts of a preset allow, by name.

    `kendall` is a metric of word order alone. `pefscore:kendall` is pefscore with kendall as its
    ordering part, so `pefscore:pef` is pefscore itself. Other presets have their own names; they
    share the preset's β, γ and case. Lexical parts, order errors and coverage are named as in
    `score`.

    Args:
        preset: The preset whose ordering part is replaced.
        order_source: Where the word order comes from; determines what can be measured.
        matcher: The matcher of a direct match.
    """
    assert preset.ordering is not None  # filled in by the preset
    metrics = metric_names()
    by_name: dict[str, Measure] = {metric: Ordering(metric) for metric in metrics}
    if isinstance(preset, Preset) and preset.lexical is not None:
        for metric in metrics:
            own = replace(preset, ordering=metric)
            by_name[f"{preset.name}:{metric}"] = combined_score(own, metric, matcher)
    for other in _whole_presets(preset, order_source):
        assert other.ordering is not None
        by_name[other.name] = combined_score(other, other.ordering, matcher)
    known = FEATURES if matcher else [name for name in FEATURES if name not in OF_DIRECT_MATCH]
    return by_name | {name: feature_measure(name, preset.ordering, matcher) for name in known}


def _whole_presets(
    preset: Preset | FittedPreset, order_source: OrderSource
) -> Iterator[Preset | FittedPreset]:
    """Yield a fitted preset and the papers' presets, but none whose ordering part is replaced."""
    if not isinstance(preset, Preset):
        yield preset
    for name in PRESETS:
        if name == preset.name:
            if preset.lexical is None:
                yield preset
            continue
        try:
            order_source.check_preset(name)
        except UsageError:  # not defined for this word order
            continue
        other = Preset(name, beta=preset.beta, gamma=preset.gamma)
        yield other if other.lexical is None else replace(other, lowercase=preset.lowercase)
